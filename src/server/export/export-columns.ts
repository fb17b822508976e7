// The columns of an export: properties of the entry by their names, and the form's field columns. [export.columns]

import type { JsonObject } from '../../core/definition/form-definition.ts';
import { type Cell, fieldColumns } from '../../core/plan/columns.ts';
import { entryStatusNumber, statusFromNumber } from '../../core/plan/entry-status.ts';
import { makeBewit } from '../entry-facts/bewit.ts';
import { cloneUrl, editUrl, isDraft, type PresentContext, resumeUrl } from '../entry-facts/present-entry.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { ExportProperty, ExportRow } from '../store/entries/export-entries.ts';

export interface ExportColumn {
  readonly name: string;
  readonly title: string;
  readonly read: (data: JsonObject, row: ExportRow) => Cell;
}

export interface ExportColumns {
  readonly columns: readonly ExportColumn[];
  /** What the columns read of a row. */
  readonly properties: ReadonlySet<ExportProperty>;
}

/** The named columns in their order, or the names that are none. Without names: the form's. */
export function chooseColumns(
  names: readonly string[] | undefined,
  form: LoadedForm,
  context: PresentContext,
): ExportColumns | { unknown: string[] } {
  const known = new Map<string, KnownColumn>();
  for (const [name, { needs, read }] of Object.entries(entryProperties)) {
    known.set(name, { name, title: name, needs, read: (_data, row) => read(row, form, context) });
  }
  const fields = fieldColumns(form.plan);
  for (const { name, title, read } of fields) {
    known.set(name, { name, title, needs: ['data'], read });
  }
  const wanted = names ?? [...defaultProperties, ...fields.map(({ name }) => name)];
  const unknown = wanted.filter((name) => !known.has(name));
  if (unknown.length > 0) return { unknown: [...new Set(unknown)] };
  const columns = wanted.map((name) => known.get(name)!);
  return { columns, properties: new Set(columns.flatMap(({ needs }) => needs)) };
}

interface KnownColumn extends ExportColumn {
  readonly needs: readonly ExportProperty[];
}

// choice: what tells entries apart and when they came stands before the fields.
const defaultProperties = ['id', 'idx', 'status', 'createTime', 'modifyTime', 'submitTime'];

interface EntryProperty {
  readonly needs: readonly ExportProperty[];
  readonly read: (row: ExportRow, form: LoadedForm, context: PresentContext) => Cell;
}

const template = entryStatusNumber('template');

/** A property that the API would leave out of the entry is an empty cell. */
export const entryProperties: Readonly<Record<string, EntryProperty>> = {
  id: { needs: ['id'], read: (row) => row.id },
  idx: { needs: ['idx'], read: (row) => row.idx },
  submitIdx: { needs: ['submitIdx'], read: (row) => row.submitIdx ?? '' },
  status: { needs: ['status'], read: (row) => statusFromNumber(row.status) ?? '' },
  name: { needs: ['name', 'status'], read: (row) => (row.status === template ? (row.name ?? '') : '') },
  createTime: { needs: ['createTime'], read: (row) => row.createTime },
  modifyTime: { needs: ['modifyTime'], read: (row) => row.modifyTime },
  submitTime: { needs: ['submitTime'], read: (row) => row.submitTime ?? '' },
  'form.id': { needs: [], read: (_row, form) => form.id },
  'form.name': { needs: [], read: (_row, form) => form.definition.name ?? '' },
  resumeUrl: { needs: ['status'], read: (row, _form, { config }) => (isDraft(row) ? resumeUrl(row.id, config) : '') },
  resumeUrlBewit: {
    needs: ['status', 'bewitGeneration', 'modifyTime'],
    read: (row, _form, { config, secrets }) =>
      isDraft(row) ? `${resumeUrl(row.id, config)}?b=${makeBewit(row, secrets.bewit)}` : '',
  },
  editUrl: { needs: ['form'], read: (row, _form, { config }) => editUrl(row, config) },
  cloneUrl: { needs: ['id'], read: (row, _form, { config }) => cloneUrl(row.id, config) },
  shortUrl: {
    needs: ['shortCode'],
    read: (row, _form, { config }) => (row.shortCode === null ? '' : `${config.shortUrl}/${row.shortCode}`),
  },
};
