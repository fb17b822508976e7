// The columns that a field has in a table: one, and where wanted one more for each option of several that may be chosen, or for
// each question of a matrix. [export.table.choices] [export.table.repeats]

import type { DateMode } from '../../../core/definition/definition-parts.ts';
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import type { TableField, TableRepeat } from '../../../core/definition/table-fields.ts';
import { tableByKind } from '../../../fields/all/server/table.ts';
import { joinRows } from '../../../print/join-cells.ts';
import type { EntryAtHand } from './entry-at-hand.ts';
import type { ColumnStyle, TableColumn } from './kind-table.ts';
import { valueReader } from './value-cells.ts';

export function columnsOfField(field: TableField, style: ColumnStyle): TableColumn[] {
  const { step, path, find } = field;
  const { read, mode } = valueReader(step, style);
  const title = zonedTitle(field.title, mode, style);
  const whole: TableColumn = { title, path, mode, read: (part, entry) => read(find(part), entry) };
  return style.splitsChoices ? [whole, ...(tableByKind[field.step.value.kind]?.split(field, style) ?? [])] : [whole];
}

/** The column of a field in a repeat where the rows share a cell. */
export function joinedColumn(field: TableField, style: ColumnStyle): TableColumn {
  const { step, path, find } = field;
  const reader = valueReader(step, style);
  const title = zonedTitle(repeatTitles(field.repeat).concat(field.title).join(': '), reader.mode, style);
  const walk = rowsWalker(field.repeat!, (row, entry) => reader.text(find(row), entry));
  return {
    title,
    path,
    mode: reader.mode,
    read: (data, entry) => {
      const only = onlyRow(field.repeat, data);
      // One row alone is a number or a date as outside a repeat, unless its text might be taken for that of several.
      const cell = only === undefined ? undefined : reader.read(find(only), entry);
      return typeof cell === 'number' ? cell : walk(data, entry);
    },
  };
}

export function repeatTitles(repeat: TableRepeat | undefined): string[] {
  return repeat === undefined ? [] : [...repeatTitles(repeat.outer), repeat.title];
}

/** Moments say where they are read: a date cell does not know. */
export function zonedTitle(title: string, mode: DateMode | undefined, { timeZone }: ColumnStyle): string {
  return mode === 'dt' ? `${title} (${timeZone})` : title;
}

type ReadText = (row: JsonObject, entry: EntryAtHand) => string;

function rowsWalker(repeat: TableRepeat, read: ReadText): ReadText {
  const inRows: ReadText = (outerRow, entry) =>
    joinRows(
      repeat.rowsIn(outerRow).map((row, index) => {
        entry.enter(row, index);
        return read(row, entry);
      }),
    );
  return repeat.outer === undefined ? inRows : rowsWalker(repeat.outer, inRows);
}

function onlyRow(repeat: TableRepeat | undefined, data: JsonObject): JsonObject | undefined {
  if (repeat === undefined) return data;
  const outer = onlyRow(repeat.outer, data);
  const rows = outer === undefined ? [] : repeat.rowsIn(outer);
  return rows.length === 1 ? rows[0] : undefined;
}
