// What a column of a table is, and the columns that every table has: who the row is, in which state, since when. [odata.columns]

import type { JsonObject } from '../../core/definition/form-definition.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { statusFromNumber } from '../../core/plan/entry-status.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { exportWords } from '../../words/all/server/export.ts';
import type { EntryAtHand } from '../export/table/entry-at-hand.ts';
import { tableWords } from '../export/table/table-words.ts';
import type { ExportProperty, ExportRow } from '../store/entries/export-entries.ts';
import type { EdmType, EdmValue, Misfit } from './edm.ts';

export interface ODataColumn {
  readonly name: string;
  readonly type: EdmType;
  readonly isNullable: boolean;
  readonly isKey?: boolean;
  /** What people call it. */
  readonly label: string;
  /** Of an answer: where it is in the data. */
  readonly path?: string;
  readonly step?: FieldStep;
  /** Of a matrix: the column is one of its questions. */
  readonly isQuestion?: boolean;
  /** Labels instead of codes. */
  readonly isLabelled?: boolean;
  readonly needs: readonly ExportProperty[];
  /** `part` is the entry's data or, in the table of a repeat, the row. */
  readonly read: (part: JsonObject, entry: EntryAtHand) => EdmValue | Misfit;
}

type OwnColumn = Pick<ODataColumn, 'type' | 'isNullable' | 'isKey'> & {
  readonly name: keyof ExportRow;
  readonly value: (row: ExportRow) => EdmValue;
};

const own: readonly OwnColumn[] = [
  { name: 'id', type: 'Edm.String', isNullable: false, isKey: true, value: (row) => row.id },
  { name: 'idx', type: 'Edm.Int32', isNullable: false, value: (row) => row.idx },
  { name: 'submitIdx', type: 'Edm.Int32', isNullable: true, value: (row) => row.submitIdx },
  { name: 'status', type: 'Edm.String', isNullable: false, value: (row) => statusFromNumber(row.status) ?? null },
  { name: 'createTime', type: 'Edm.DateTimeOffset', isNullable: false, value: (row) => row.createTime },
  { name: 'modifyTime', type: 'Edm.DateTimeOffset', isNullable: false, value: (row) => row.modifyTime },
  { name: 'submitTime', type: 'Edm.DateTimeOffset', isNullable: true, value: (row) => row.submitTime },
];

export function entryColumns(locale: Locale): ODataColumn[] {
  const { properties } = tableWords(locale);
  return own.map(({ value, ...column }) => ({
    ...column,
    label: properties[column.name] ?? column.name,
    needs: [column.name],
    read: (_part, entry) => value(entry.row),
  }));
}

/** Rows of one entry have numbers, whatever rows they are inside of: the id and the number are the key. */
export function rowColumns(locale: Locale, hasOuter: boolean): ODataColumn[] {
  const words = exportWords[locale].rows;
  const number = { type: 'Edm.Int32', isNullable: false, needs: ['data'] } as const;
  const columns: ODataColumn[] = [
    ...entryColumns(locale).slice(0, 1),
    { ...number, name: 'row', isKey: true, label: words.row, read: (_part, entry) => entry.rowNumber },
  ];
  if (!hasOuter) return columns;
  return [
    ...columns,
    { ...number, name: 'parentRow', label: words.parentRow, read: (_part, entry) => entry.outerNumber },
  ];
}
