// What a $filter can compute: comparisons and functions, each with the types that it takes. [odata.filter]
import type { FilterType } from './filter-tokens.ts';

export type FilterValue = string | number | boolean | null;
export type Comparator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge';

export const comparators: readonly Comparator[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'];

/** Nothing equals nothing, and is neither less nor more than anything. */
export function compareValues(op: Comparator, left: FilterValue, right: FilterValue): boolean {
  if (op === 'eq') return left === right;
  if (op === 'ne') return left !== right;
  if (left === null || right === null) return false;
  if (op === 'lt') return left < right;
  if (op === 'le') return left <= right;
  return op === 'gt' ? left > right : left >= right;
}

export interface FilterFunction {
  readonly takes: readonly (readonly FilterType[])[];
  readonly gives: FilterType;
  /** No argument is null: a function of nothing is nothing. */
  readonly compute: (...values: never[]) => FilterValue;
}

const text: readonly FilterType[] = ['String'];
const dayOrMoment: readonly FilterType[] = ['Date', 'DateTimeOffset'];
const clockOrMoment: readonly FilterType[] = ['TimeOfDay', 'DateTimeOffset'];

const ofTexts = (compute: (whole: string, part: string) => boolean): FilterFunction => ({
  takes: [text, text],
  gives: 'Boolean',
  compute,
});
const ofText = (gives: FilterType, compute: (value: string) => FilterValue): FilterFunction => ({
  takes: [text],
  gives,
  compute,
});
/** Moments end with the time of day, which may have more digits than three. */
const clockOf = (value: string) => value.slice(value.indexOf('T') + 1);
const partOf = (takes: readonly FilterType[], start: number, length: number, of = (value: string) => value) => ({
  takes: [takes],
  gives: 'Number' as const,
  compute: (value: string) => Number(of(value).slice(start, start + length)),
});

export const functions: Readonly<Record<string, FilterFunction>> = {
  contains: ofTexts((whole, part) => whole.includes(part)),
  startswith: ofTexts((whole, part) => whole.startsWith(part)),
  endswith: ofTexts((whole, part) => whole.endsWith(part)),
  tolower: ofText('String', (value) => value.toLowerCase()),
  toupper: ofText('String', (value) => value.toUpperCase()),
  trim: ofText('String', (value) => value.trim()),
  length: ofText('Number', (value) => value.length),
  year: partOf(dayOrMoment, 0, 4),
  month: partOf(dayOrMoment, 5, 2),
  day: partOf(dayOrMoment, 8, 2),
  hour: partOf(clockOrMoment, 0, 2, clockOf),
  minute: partOf(clockOrMoment, 3, 2, clockOf),
  second: partOf(clockOrMoment, 6, 2, clockOf),
  date: { takes: [['DateTimeOffset']], gives: 'Date', compute: (value: string) => value.slice(0, 'YYYY-MM-DD'.length) },
};

export const filterFunctions: readonly string[] = Object.keys(functions);

/** What OData knows and these tables do not. */
export const otherFunctions: ReadonlySet<string> = new Set([
  ...['concat', 'indexof', 'substring', 'substringof', 'matchesPattern', 'replace'],
  ...['round', 'floor', 'ceiling', 'cast', 'isof', 'now', 'maxdatetime', 'mindatetime', 'time', 'fractionalseconds'],
  ...['totaloffsetminutes', 'totalseconds', 'geo', 'any', 'all', 'case', 'hassubset', 'hassubsequence'],
]);
export const otherOperators: ReadonlySet<string> = new Set([
  ...['add', 'sub', 'mul', 'div', 'divby', 'mod', 'has', 'in'],
]);
