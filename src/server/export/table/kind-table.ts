// What a kind of field is to a table that splits its answers. [export.table.choices]

import type { DateMode } from '../../../core/definition/definition-parts.ts';
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import type { TableField } from '../../../core/definition/table-fields.ts';
import type { TableCell } from '../../../print/cell.ts';
import type { EntryAtHand } from './entry-at-hand.ts';
import type { CellStyle } from './value-cells.ts';

export interface TableColumn {
  readonly title: string;
  /** Told apart by it from another column of the same title. */
  readonly path: string;
  /** Of numbers that are dates: how a workbook shows them. */
  readonly mode: DateMode | undefined;
  /** `part` is the entry's data or, in the sheet of a repeat, the row. */
  readonly read: (part: JsonObject, entry: EntryAtHand) => TableCell;
}

export interface ColumnStyle extends CellStyle {
  readonly splitsChoices: boolean;
  readonly timeZone: string;
  /** Of an address, where cells can be links. */
  readonly link: ((url: string) => TableCell) | undefined;
}

/** A kind that says nothing keeps its one column. */
export interface KindTable {
  /** The columns that come besides; none where there are too many. */
  readonly split: (field: TableField, style: ColumnStyle) => TableColumn[];
}

/** More columns than people look at side by side. */
export const maxSplit = 100;
