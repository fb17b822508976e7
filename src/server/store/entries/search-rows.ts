// Entries as a search looks at them, page by page from the newest on. A page travels as one text that the database joins itself.
// [entry-search.all]
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import type { Runner } from '../connection/db.ts';
import { dataBytes } from './entry-bytes.ts';
import type { EntryFilter } from './implied-bounds.ts';
import { whereOf } from './list-entries.ts';

export interface SearchRowPage {
  readonly account: string;
  readonly filter: EntryFilter;
  /** Only entries with ids after the one, up to and with the other. */
  readonly run?: { readonly fromId: string; readonly toId: string | undefined };
  readonly ids?: readonly string[];
  /** Only entries that are older than this id. */
  readonly after: string | undefined;
  readonly limit: number;
  /** None after so many are reached. */
  readonly maxBytes: number;
  /** What the team says about each comes along. */
  readonly hasTeam?: boolean | undefined;
}

const ms = (column: string) => `coalesce((extract(epoch from e.${column}) * 1000)::bigint::text, 'null')`;

/** In the order of `readSearchRows`. */
const rowText = (
  hasTeam = false,
) => `'["' || e.id || '",' || concat_ws(',', e.status, e.idx, coalesce(e.submit_idx::text, 'null'), e.revision,
  coalesce(to_json(e.name)::text, 'null'), ${['create_time', 'modify_time', 'changed_at', 'submit_time'].map(ms).join(', ')},
  e.bytes, e.data::text${hasTeam ? `, ${teamText}` : ''}) || ']'`;

const teamText = `coalesce((select json_build_array(t.status, t.assignee, t.tags)::text from entry_team t where t.entry = e.id), 'null')`;

export async function listSearchRows(sql: Runner, page: SearchRowPage): Promise<{ json: string; bytes: number }> {
  const { fromId = '', toId } = page.run ?? {};
  const where = sql`${whereOf(sql, { ...page, includesDeleted: false, isNewestFirst: true })}
    ${fromId === '' ? sql`` : sql`and e.id > ${fromId}`} ${toId === undefined ? sql`` : sql`and e.id <= ${toId}`}
    ${page.ids === undefined ? sql`` : sql`and e.id = any(${page.ids as string[]}::text[])`}`;
  // The subquery's order is the text's: nothing between them changes it.
  const [answer] = await sql<{ rows: string | null; bytes: number | null }[]>`
    select sum(e.bytes) as bytes, '[' || string_agg(${sql.unsafe(rowText(page.hasTeam))}, ',') || ']' as rows
    from (select e.*, sum(e.bytes) over (order by e.id desc rows unbounded preceding) - e.bytes as before
      from (select e.*, ${sql.unsafe(dataBytes)} as bytes from entries e where ${where}
        order by e.id desc limit ${page.limit}) as e) as e
    where e.before < ${page.maxBytes}`;
  return { json: answer?.rows ?? '[]', bytes: answer?.bytes ?? 0 };
}

/** The entries of some runs of ids, newest first, but none after `maxBytes` are reached: `isCut` where there are more. */
export async function listRowsOfRuns(
  sql: Runner,
  wanted: Omit<SearchRowPage, 'run' | 'limit'> & { readonly runs: readonly { fromId: string; toId: string }[] },
): Promise<{ json: string; isCut: boolean }> {
  const where = whereOf(sql, { ...wanted, includesDeleted: false, isNewestFirst: true });
  const [answer] = await sql<{ rows: string | null; isCut: boolean | null }[]>`
    select '[' || string_agg(${sql.unsafe(rowText(wanted.hasTeam))}, ',') filter (where e.before < ${wanted.maxBytes}) || ']' as rows,
      bool_or(e.before >= ${wanted.maxBytes}) as "isCut"
    from (select e.*, sum(e.bytes) over (order by e.id desc rows unbounded preceding) - e.bytes as before
      from (select e.* from unnest(${wanted.runs.map((run) => run.fromId)}::text[],
          ${wanted.runs.map((run) => run.toId)}::text[]) as r (from_id, to_id)
        cross join lateral (select e.*, ${sql.unsafe(dataBytes)} as bytes from entries e
          where ${where} and e.id > r.from_id and e.id <= r.to_id offset 0) as e
        order by e.id desc) as e) as e`;
  return { json: answer?.rows ?? '[]', isCut: answer?.isCut ?? false };
}

export interface StoredSearchRow {
  readonly id: string;
  readonly status: number;
  readonly idx: number;
  readonly submitIdx: number | null;
  readonly revision: number;
  readonly name: string | null;
  readonly createTime: number;
  readonly modifyTime: number;
  readonly changedAt: number;
  readonly submitTime: number | null;
  /** Of the data as text. */
  readonly bytes: number;
  readonly data: JsonObject;
  /** Only where it was asked for and the team has said something. */
  readonly team: SearchedTeam | undefined;
}

export interface SearchedTeam {
  readonly status: string;
  readonly assignee: string | null;
  readonly tags: readonly string[];
}

type RowValues = [
  id: string,
  status: number,
  idx: number,
  submitIdx: number | null,
  revision: number,
  name: string | null,
  createTime: number,
  modifyTime: number,
  changedAt: number,
  submitTime: number | null,
  bytes: number,
  data: JsonObject,
  team?: [status: string, assignee: string | null, tags: string[]] | null,
];

/** Apart from the statement: parsing holds the event loop. */
export function readSearchRows(json: string): StoredSearchRow[] {
  return (JSON.parse(json) as RowValues[]).map((values) => ({
    id: values[0],
    status: values[1],
    idx: values[2],
    submitIdx: values[3],
    revision: values[4],
    name: values[5],
    createTime: values[6],
    modifyTime: values[7],
    changedAt: values[8],
    submitTime: values[9],
    bytes: values[10],
    data: values[11],
    team: values[12] ? { status: values[12][0], assignee: values[12][1], tags: values[12][2] } : undefined,
  }));
}
