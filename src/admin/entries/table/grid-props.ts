// What the page hands to the table of entries, and what the table hands back.
import type { ComponentChildren } from 'preact';
import type { FactName, FieldColumn, TableEntry } from '../table-columns.ts';

export interface GridSort {
  /** A data path or the name of a fact, as `sort` of the list takes it. */
  readonly path: string;
  readonly isDescending: boolean;
}

/** How the table is arranged: kept by form on the device, and part of saved views. */
export interface GridLayout {
  /** In pixels, by column name; a column that is not named has its standard width. */
  readonly widths: Readonly<Record<string, number>>;
  /** Column names; one that is not named stays behind the column that it follows by nature. */
  readonly order: readonly string[];
  readonly isWrapped: boolean;
  readonly density: Density;
}

export type Density = 'comfortable' | 'compact';

export const standardLayout: GridLayout = { widths: {}, order: [], isWrapped: false, density: 'comfortable' };

export interface GridProps {
  readonly form: string;
  readonly rows: readonly TableEntry[];
  readonly facts: readonly FactName[];
  readonly fields: readonly FieldColumn[];
  /** Ids of rows that came while the table was looked at. */
  readonly arrived: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], isSelected: boolean) => void;
  readonly sort?: GridSort | undefined;
  /** Without it no column can be sorted by. */
  readonly onSort?: ((sort: GridSort | undefined) => void) | undefined;
  /** From a header's menu (no value) or a cell's ("Filter by this"): a stored value, null for an empty answer. */
  readonly onFilter?: ((column: FactName | FieldColumn, value?: unknown) => void) | undefined;
  readonly onHide: (name: string) => void;
  readonly layout: GridLayout;
  readonly onLayout: (layout: GridLayout) => void;
  /** The entry in the panel at the side. */
  readonly open: string | undefined;
  readonly onOpen: (entry: string | undefined) => void;
  /** What the panel shows of it; otherwise the answers that the table has. */
  readonly sheet: (entry: TableEntry) => ComponentChildren;
  /** The last loaded rows are near: more are wanted. */
  readonly onNearEnd: () => void;
}

export const addressOf = (form: string, entry: string) => `/admin/entries/${form}/${entry}/`;

/** With rows that are drawn. */
export interface DrawnGridProps extends GridProps {
  /** `isRange`: with all rows since the one before. */
  readonly onPick: (at: number, isRange: boolean) => void;
}
