// The entries that insight counts, page by page along the ids, and whether any of them changed since.
// A page travels as one text that the database joins itself: twice as fast as having it make JSON of JSON. [insight.counted]
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import type { Runner } from '../connection/db.ts';
import { dataBytes } from './entry-bytes.ts';

export interface InsightRow {
  /** When it was submitted, in milliseconds; when it was made, for one that never went through submit. */
  readonly time: number;
  readonly data: JsonObject;
}

export interface InsightPage {
  readonly account: string;
  readonly form: string;
  readonly statuses: readonly number[];
  /** ISO texts: from the one on, before the other. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly after: string | undefined;
  /** Only these. */
  readonly ids?: readonly string[];
  readonly limit: number;
  /** None after so many are reached. */
  readonly maxBytes: number;
}

const timeColumn = 'coalesce(e.submit_time, e.create_time)';

/** A page before it is parsed: enough to ask for the next one meanwhile. */
export interface InsightText {
  readonly json: string;
  readonly rows: number;
  readonly bytes: number;
  /** The id of the last row. */
  readonly last: string | undefined;
}

export async function listInsightRows(sql: Runner, page: InsightPage): Promise<InsightText> {
  const time = sql.unsafe(timeColumn);
  // The subquery's order is the text's: nothing between them changes it.
  const [answer] = await sql<{ json: string | null; rows: number; bytes: number | null; last: string | null }[]>`
    select count(*) as rows, max(e.id) as last, sum(e.bytes) as bytes, '[' || string_agg('[' || (extract(epoch from e.time) * 1000)::bigint || ',' || e.data::text
      || ']', ',') || ']' as json
    from (select e.*, sum(e.bytes) over (order by e.id rows unbounded preceding) - e.bytes as before
      from (select e.id, ${time} as time, e.data, ${sql.unsafe(dataBytes)} as bytes from entries e
      where e.account = ${page.account} and e.form = ${page.form}
        and e.status in (${sql.unsafe(page.statuses.map(Number).join(', '))})
        ${page.ids === undefined ? sql`` : sql`and e.id = any(${page.ids as string[]}::text[])`}
        ${page.after === undefined ? sql`` : sql`and e.id > ${page.after}`}
        ${page.from === undefined ? sql`` : sql`and ${time} >= ${page.from}::timestamptz`}
        ${page.to === undefined ? sql`` : sql`and ${time} < ${page.to}::timestamptz`}
      order by e.id limit ${page.limit}) as e) as e
    where e.before < ${page.maxBytes}`;
  return {
    json: answer?.json ?? '[]',
    rows: answer?.rows ?? 0,
    bytes: answer?.bytes ?? 0,
    last: answer?.last ?? undefined,
  };
}

/** Apart from the statement: parsing holds the event loop. */
export function readInsightRows(json: string): InsightRow[] {
  return (JSON.parse(json) as [number, JsonObject][]).map((row) => ({ time: row[0], data: row[1] }));
}

/** More changes of an account than this are not looked through. */
const maxChanges = 20_000;

/** A text that differs when an entry of the form changed after `since`; undefined when too much did to tell. */
export async function findChanges(
  sql: Runner,
  wanted: { account: string; form: string; since: string },
): Promise<string | undefined> {
  const [row] = await sql<{ all: number; own: number; latest: string | null }[]>`
    select count(*) as all, count(*) filter (where c.form = ${wanted.form}) as own,
      max(c.changed_at) filter (where c.form = ${wanted.form}) as latest
    from (select form, changed_at from entries where account = ${wanted.account} and changed_at >= ${wanted.since}
      limit ${maxChanges + 1}) as c`;
  return row === undefined || row.all > maxChanges ? undefined : `${row.own} ${row.latest}`;
}
