// $orderby: by the id or one of the entry's times. Without it the newest come first. [odata.order]
import { errors } from '../base/errors.ts';
import type { ODataTable } from './form-tables.ts';
import type { ODataColumn } from './own-columns.ts';
import { refuseColumn } from './parse-filter.ts';

export interface Order {
  readonly name: 'id' | 'createTime' | 'modifyTime' | 'submitTime';
  readonly isDescending: boolean;
}

const sortable: ReadonlySet<string> = new Set(['id', 'createTime', 'modifyTime', 'submitTime']);

export function isSortable({ name, path }: ODataColumn): boolean {
  return path === undefined && sortable.has(name);
}

const newestFirst: Order = { name: 'id', isDescending: true };

/** After the first column ids decide, in the same direction: naming them again changes nothing. */
export function readOrder(text: string | undefined, table: ODataTable): Order {
  if (text === undefined) return newestFirst;
  const [first, ...others] = text.split(',').map((item) => readItem(item, table));
  const isMore =
    others.length > 1 || others.some(({ name, isDescending }) => name !== 'id' || isDescending !== first!.isDescending);
  if (isMore) throw errors.odata('odataNotSupported', { feature: '$orderby by several columns' });
  return first!;
}

const itemPattern = /^\s*(\S+?)(?:\s+(asc|desc))?\s*$/;

function readItem(item: string, table: ODataTable): Order {
  const [, name = item.trim(), direction] = itemPattern.exec(item) ?? [];
  const column = table.byName.get(name);
  if (column === undefined) return refuseColumn(name.slice(0, 100), table);
  if (!isSortable(column)) throw errors.odata('odataNotSupported', { feature: `$orderby=${name}` });
  return { name: name as Order['name'], isDescending: direction === 'desc' };
}
