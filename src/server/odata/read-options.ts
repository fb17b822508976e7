// The query options of a request. What these tables do not do is refused by name, never ignored. [odata.options] [odata.labels]
import { errors } from '../base/errors.ts';
import type { ODataTable } from './form-tables.ts';
import type { ODataColumn } from './own-columns.ts';
import { type FilterNode, parseFilter, refuseColumn } from './parse-filter.ts';
import { type Order, readOrder } from './read-order.ts';

const known = ['$filter', '$select', '$orderby', '$top', '$skip', '$count', '$format', '$skiptoken'] as const;
type OptionName = (typeof known)[number];
const notSupported: ReadonlySet<string> = new Set([
  ...['$expand', '$search', '$apply', '$compute', '$levels', '$index', '$deltatoken', '$id', '$schemaversion'],
]);

export type Options = Readonly<Partial<Record<OptionName | 'labels', string>>>;

export function readOptions(query: string): Options {
  const options: Partial<Record<string, string>> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (name.startsWith('@')) throw errors.odata('odataNotSupported', { feature: name.slice(0, shownLength) });
    if (name.startsWith('$') && !known.some((one) => one === name)) {
      const isKnown = notSupported.has(name);
      throw isKnown
        ? errors.odata('odataNotSupported', { feature: name })
        : errors.odata('odataOptionUnknown', { option: name.slice(0, shownLength) });
    }
    if (!name.startsWith('$') && name !== 'labels') continue;
    if (options[name] !== undefined) throw errors.odata('odataOptionTwice', { option: name });
    options[name] = value;
  }
  return options as Options;
}

const shownLength = 100;

export function readLabels({ labels }: Options): boolean {
  return readFlag('labels', labels, { 1: true, true: true, 0: false, false: false });
}

function readFlag(option: string, value: string | undefined, flags: Readonly<Record<string, boolean>>): boolean {
  if (value === undefined) return false;
  const flag = Object.hasOwn(flags, value) ? flags[value] : undefined;
  if (flag === undefined) throw errors.odata('odataValueWrong', { option, values: Object.keys(flags).join(', ') });
  return flag;
}

export interface RowsWanted {
  readonly table: ODataTable;
  readonly columns: readonly ODataColumn[];
  /** As given by $select; undefined for all. */
  readonly isSelected: boolean;
  readonly filter: FilterNode | undefined;
  readonly order: Order;
  /** Undefined: as many as there are. */
  readonly top: number | undefined;
  readonly skip: number;
  readonly hasCount: boolean;
}

const maxTop = Number.MAX_SAFE_INTEGER;
/** [odata.skip] */
export const maxSkip = 1_000_000;

export function readRowsWanted(options: Options, table: ODataTable): RowsWanted {
  const { $filter, $select, $orderby, $top, $skip, $count } = options;
  const selected = readSelected($select, table);
  return {
    table,
    columns: selected ?? table.columns,
    isSelected: selected !== undefined,
    filter: $filter === undefined ? undefined : parseFilter($filter, table),
    order: readOrder($orderby, table),
    top: $top === undefined ? undefined : readNumber('$top', $top, maxTop),
    skip: $skip === undefined ? 0 : readNumber('$skip', $skip, maxSkip),
    hasCount: readFlag('$count', $count, { true: true, false: false }),
  };
}

function readNumber(option: string, text: string, max: number): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= max)) throw errors.odata('odataNumberWrong', { option, min: 0, max });
  return number;
}

/** In the order of the table; undefined for all. */
function readSelected(text: string | undefined, table: ODataTable): ODataColumn[] | undefined {
  if (text === undefined) return undefined;
  const names = new Set(text.split(',').map((name) => name.trim()));
  for (const name of names)
    if (name !== '*' && !table.byName.has(name)) refuseColumn(name.slice(0, shownLength), table);
  return names.has('*') ? undefined : table.columns.filter(({ name }) => names.has(name));
}
