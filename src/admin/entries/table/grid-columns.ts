// The columns of the table in the order and width in which they are drawn.
import { columnByKind } from '../../../fields/all/column.ts';
import type { FactName, FieldColumn } from '../table-columns.ts';
import type { GridLayout, GridSort } from './grid-props.ts';

export interface GridColumn {
  /** In layouts and in the page's choice of columns. Those of fields begin with `root`: no fact has such a name. */
  readonly name: string;
  readonly title: string;
  /** undefined: the number, which leads every row and stays in sight. */
  readonly source: FactName | FieldColumn | undefined;
  readonly width: number;
  /** What `sort` of the list calls it; undefined where it cannot be sorted by. */
  readonly sortPath: string | undefined;
  /** Numbers stand under each other by their last digit. */
  readonly isNumeric: boolean;
}

export const numberColumn = 'idx';
/** The checkbox before the number. */
export const pickWidth = 58;
export const minWidth = 64;
export const maxWidth = 960;

export interface ColumnsAsked {
  readonly facts: readonly FactName[];
  readonly fields: readonly FieldColumn[];
  readonly layout: GridLayout;
  readonly factTitle: (name: FactName | typeof numberColumn) => string;
}

export function gridColumns({ facts, fields, layout, factTitle }: ColumnsAsked): readonly GridColumn[] {
  const widthOf = (name: string, standard: number) =>
    clampWidth(Object.hasOwn(layout.widths, name) ? layout.widths[name]! : standard);
  // An answer of the same name is what `sort` would take.
  const isHidden = (fact: string) => fields.some(({ path }) => path === fact);
  const shown: GridColumn[] = [
    ...facts.map((name) => ({
      name,
      title: factTitle(name),
      source: name,
      width: widthOf(name, factWidths[name]),
      sortPath: isHidden(name) ? undefined : name,
      isNumeric: name === 'submitIdx',
    })),
    ...fields.map((field) => ({
      name: field.name,
      title: field.title,
      source: field,
      width: widthOf(field.name, fieldWidth(field)),
      sortPath: field.isSortable ? field.path : undefined,
      isNumeric: columnByKind[field.kind].isNumeric === true,
    })),
  ];
  const byName = new Map(shown.map((column) => [column.name, column]));
  const order = orderNames(
    shown.map(({ name }) => name),
    layout.order,
  );
  const number: GridColumn = {
    name: numberColumn,
    title: factTitle(numberColumn),
    source: undefined,
    width: widthOf(numberColumn, 92),
    sortPath: isHidden(numberColumn) ? undefined : numberColumn,
    isNumeric: false,
  };
  return [number, ...order.map((name) => byName.get(name)!)];
}

/** `names` by `order`; a name that `order` lacks comes right after the one that it follows in `names`. */
export function orderNames(names: readonly string[], order: readonly string[]): readonly string[] {
  const shown = new Set(names);
  const known = new Set(order);
  const result = [...known].filter((name) => shown.has(name));
  let before: string | undefined;
  for (const name of shown) {
    if (!known.has(name)) result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name);
    before = name;
  }
  return result;
}

/** The order after `name` was put at the place `to` among the others. Columns that are hidden now keep their places. */
export function moveName(
  shown: readonly string[],
  moved: { readonly name: string; readonly to: number },
  order: readonly string[],
): readonly string[] {
  const others = shown.filter((name) => name !== moved.name);
  const result = [...others.slice(0, moved.to), moved.name, ...others.slice(moved.to)];
  let before: string | undefined;
  for (const name of order) {
    if (!shown.includes(name)) result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name);
    before = name;
  }
  return result;
}

export const clampWidth = (width: number) => Math.round(Math.min(maxWidth, Math.max(minWidth, width)));

export function isSortedBy({ sortPath }: GridColumn, sort: GridSort | undefined): boolean {
  return sort !== undefined && sortPath !== undefined && sort.path.replace(/^data\./, '') === sortPath;
}

const factWidths: Record<FactName, number> = {
  status: 124,
  name: 180,
  submitIdx: 172,
  createTime: 176,
  submitTime: 176,
  modifyTime: 176,
  changedAt: 208,
  id: 232,
  'team.status': 140,
  'team.assignee': 160,
  'team.tags': 200,
};

/** A long title gets some more room, but does not make the column its own width. */
function fieldWidth({ kind, title }: FieldColumn): number {
  return Math.max(columnByKind[kind].width, Math.min(260, title.length * 7.5 + 48));
}
