// The rows of an export: page by page along the ids, and of each entry only what the chosen columns are made of.
import type { Runner } from './db.ts';
import type { EntryRow } from './entries.ts';
import { type EntryPage, whereOf } from './list-entries.ts';

type SharedProperty =
  | 'id'
  | 'form'
  | 'status'
  | 'idx'
  | 'submitIdx'
  | 'name'
  | 'data'
  | 'bewitGeneration'
  | 'createTime'
  | 'modifyTime'
  | 'submitTime';

/** A row holds what was asked for, and always its id. */
export interface ExportRow extends Pick<EntryRow, SharedProperty> {
  /** The code of the entry's short link. */
  readonly shortCode: string | null;
}

export type ExportProperty = keyof ExportRow;

const expressions: Readonly<Record<ExportProperty, string>> = {
  id: 'e.id',
  form: 'e.form',
  status: 'e.status',
  idx: 'e.idx',
  submitIdx: 'e.submit_idx',
  name: 'e.name',
  data: 'e.data',
  bewitGeneration: 'e.bewit_generation',
  createTime: 'e.create_time',
  modifyTime: 'e.modify_time',
  submitTime: 'e.submit_time',
  shortCode: '(select min(s.code) from short_links s where s.entry = e.id)',
};

export async function listExportRows(
  sql: Runner,
  page: Omit<EntryPage, 'includesDeleted'>,
  properties: ReadonlySet<ExportProperty>,
): Promise<ExportRow[]> {
  const columns = [...new Set<ExportProperty>(['id', ...properties])].map(
    (name) => `${expressions[name]} as "${name}"`,
  );
  return sql<ExportRow[]>`select ${sql.unsafe(columns.join(', '))} from entries e
    where ${whereOf(sql, { ...page, includesDeleted: false })} order by e.id limit ${page.limit}`;
}
