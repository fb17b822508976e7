// "Filter by this" in the table: what a column's header or a cell's value leads to.

import { livingStatuses } from '../entry-query.ts';
import type { FactName, FieldColumn } from '../table-columns.ts';
import { conditionOfCell, filterColumns } from './filter-columns.ts';
import type { TableState } from './table-state.ts';
import { filtersOf, whereOf } from './where.ts';

/** Another state of the page, a field to open the dialog with, or a place on the page where that is asked. */
export type AskedFor = { readonly state: TableState } | { readonly path: string } | { readonly focus: string };

export function askFor(
  column: FactName | FieldColumn,
  value: unknown,
  { fields, state }: { fields: readonly FieldColumn[]; state: TableState },
): AskedFor {
  if (column === 'status') {
    const status = livingStatuses.find((one) => one === value);
    return status === undefined ? { focus: '.status-choice input:checked' } : { state: { ...state, status } };
  }
  const path = typeof column === 'string' ? column : column.path;
  const found = filterColumns(fields, (name) => name).find((one) => one.path === path);
  if (found === undefined) return { focus: '.find-entry input' };
  const part = value === undefined ? undefined : conditionOfCell(found, value);
  if (part === undefined) return { path };
  const filters = filtersOf(state.where);
  const isThere = filters.parts.some((one) => JSON.stringify(one) === JSON.stringify(part));
  const parts = isThere ? filters.parts : [...filters.parts, part];
  return { state: { ...state, where: whereOf({ ...filters, parts }) } };
}
