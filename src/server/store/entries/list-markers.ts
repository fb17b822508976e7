// Markers of entries that were removed with their form, written by the database, many at a time. [lists.markers]
import type { Runner } from '../connection/db.ts';
import type { EntryFilter } from './implied-bounds.ts';
import { conditions } from './list-entries.ts';

export interface MarkerPage {
  readonly account: string;
  readonly filter: EntryFilter;
  readonly after: string | undefined;
  readonly limit: number;
  /** What `areFewMarkers` answered, asked once for all pages. */
  readonly areFew: boolean;
}

export interface Markers {
  /** JSON objects with commas between them; empty when there are none. */
  readonly text: Buffer;
  readonly count: number;
  readonly last: string | undefined;
}

/** By id, and by the same filter as entries: to it they are deleted, changed when they were removed. */
export async function listMarkers(sql: Runner, page: MarkerPage): Promise<Markers> {
  const where = whereOf(sql, page);
  const found = page.areFew
    ? sql`with few as materialized (select m.id, m.deleted_at from entry_markers m where ${where})
        select id, deleted_at from few order by id limit ${page.limit}`
    : sql`select m.id, m.deleted_at from entry_markers m where ${where} order by m.id limit ${page.limit}`;
  // Entries that were removed together have one time, which is written once: writing it for each row takes most of the work.
  // The order of `page` is the text's: nothing between them changes it.
  const [row] = await sql<{ text: string | null; count: number; last: string | null }[]>`
    with page as materialized (${found}),
      same as materialized (select case when min(deleted_at) = max(deleted_at) then ${isoText(sql, 'min(deleted_at)')} end as time
        from page)
    select coalesce(
        '{"_id":"' || string_agg(m.id, (select '","deletedAt":"' || time || '"},{"_id":"' from same))
          filter (where (select time from same) is not null) || '","deletedAt":"' || (select time from same) || '"}',
        string_agg('{"_id":"' || m.id || '","deletedAt":"' || ${isoText(sql, 'm.deleted_at')} || '"}', ',')
          filter (where (select time from same) is null)) as text,
      count(*) as count, max(m.id) as last
    from page as m`;
  return { text: Buffer.from(row?.text ?? ''), count: row?.count ?? 0, last: row?.last ?? undefined };
}

const isoText = (sql: Runner, time: string) => sql.unsafe(`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const fewMarkers = 10_000;

/** A poller asks for what was removed lately; few such markers are found by their time, more are met soon along the ids. */
export async function areFewMarkers(sql: Runner, page: Pick<MarkerPage, 'account' | 'filter'>): Promise<boolean> {
  const { ne: _, notIn: __, ...bounds } = page.filter.changedAt ?? {};
  if (Object.keys(bounds).length === 0) return false;
  const [row] = await sql<{ count: number }[]>`select count(*) as count from (select 1 from entry_markers m
    where m.account = ${page.account} ${conditions(sql, 'm.deleted_at', 'timestamptz', bounds)}
    limit ${fewMarkers + 1}) as changed`;
  return (row?.count ?? 0) <= fewMarkers;
}

function whereOf(sql: Runner, { account, filter, after }: MarkerPage) {
  return sql`m.account = ${account} ${after === undefined ? sql`` : sql`and m.id > ${after}`}
    ${conditions(sql, 'm.form', 'text', filter.form)}
    ${conditions(sql, 'm.id', 'text', filter.id)}
    ${conditions(sql, '3', 'integer', filter.status)}
    ${conditions(sql, 'm.deleted_at', 'timestamptz', filter.changedAt)}
    ${conditions(sql, 'm.deleted_at', 'timestamptz', filter.modifyTime)}
    ${conditions(sql, 'true', 'boolean', filter.deleted)}`;
}
