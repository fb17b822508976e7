// Entries as a search looks at them, page by page from the newest on. A page travels as one text that the database joins itself.
// [entry-search.all]
import type { JsonObject } from '../../core/form-definition.ts';
import type { Runner } from './db.ts';
import { dataBytes } from './entry-bytes.ts';
import { type EntryFilter, whereOf } from './list-entries.ts';

export interface SearchRowPage {
  readonly account: string;
  readonly filter: EntryFilter;
  /** Only entries that are older than this id. */
  readonly after: string | undefined;
  readonly limit: number;
  /** None after so many are reached. */
  readonly maxBytes: number;
}

const ms = (column: string) => `coalesce((extract(epoch from e.${column}) * 1000)::bigint::text, 'null')`;

/** In the order of `readSearchRows`. */
const rowText = `'["' || e.id || '",' || concat_ws(',', e.status, e.idx, coalesce(e.submit_idx::text, 'null'), e.revision,
  coalesce(to_json(e.name)::text, 'null'), ${['create_time', 'modify_time', 'changed_at', 'submit_time'].map(ms).join(', ')},
  e.data::text) || ']'`;

export async function listSearchRows(sql: Runner, page: SearchRowPage): Promise<{ json: string; bytes: number }> {
  const where = whereOf(sql, { ...page, includesDeleted: false, isNewestFirst: true });
  // The subquery's order is the text's: nothing between them changes it.
  const [answer] = await sql<{ rows: string | null; bytes: number | null }[]>`
    select sum(e.bytes) as bytes, '[' || string_agg(${sql.unsafe(rowText)}, ',') || ']' as rows
    from (select e.*, sum(e.bytes) over (order by e.id desc rows unbounded preceding) - e.bytes as before
      from (select e.*, ${sql.unsafe(dataBytes)} as bytes from entries e where ${where}
        order by e.id desc limit ${page.limit}) as e) as e
    where e.before < ${page.maxBytes}`;
  return { json: answer?.rows ?? '[]', bytes: answer?.bytes ?? 0 };
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
  readonly data: JsonObject;
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
  data: JsonObject,
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
    data: values[10],
  }));
}
