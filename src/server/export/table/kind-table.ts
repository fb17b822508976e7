// What a kind of field is to a table that splits its answers. [export.table.choices]
import type { TableField } from '../../../core/definition/table-fields.ts';
import type { ColumnStyle, TableColumn } from './table-columns.ts';

/** A kind that says nothing keeps its one column. */
export interface KindTable {
  /** The columns that come besides; none where there are too many. */
  readonly split: (field: TableField, style: ColumnStyle) => TableColumn[];
}

/** More columns than people look at side by side. */
export const maxSplit = 100;
