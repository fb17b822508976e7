// Searches in entries, done the plain way: each entry is looked at, sentence by sentence of docs/rules/entry-search.md. Shares no
// code with the service but the folding of letters, which has tests of its own.
import { foldText } from '../../src/core/text/fold-text.ts';

export type Answers = Readonly<Record<string, unknown>>;

export interface KnownEntry {
  readonly id: string;
  readonly idx: number;
  readonly data: Answers;
}

/** `labels` of choices by code. */
export interface OracleField {
  readonly path: string;
  readonly kind: 'text' | 'number' | 'date' | 'bool' | 'choice' | 'id';
  readonly labels?: Readonly<Record<string, string>>;
  readonly isSortable: boolean;
  /** What the team says is found by conditions, not by words. */
  readonly isTeam?: boolean;
}

export type OracleWhere =
  | { readonly and: readonly OracleWhere[] }
  | { readonly or: readonly OracleWhere[] }
  | { readonly path: string; readonly op: string; readonly value?: unknown };

export interface OracleSearch {
  readonly search?: string;
  readonly where?: OracleWhere;
  readonly sort?: string;
}

export function findPlainly(
  entries: readonly KnownEntry[],
  fields: readonly OracleField[],
  { search = '', where, sort }: OracleSearch,
): string[] {
  const words = fold(search).split(' ').filter(Boolean);
  const found = entries.filter(
    (entry) =>
      words.every((word) => hasWord(entry, fields, word)) && (where === undefined || fits(entry, fields, where)),
  );
  if (sort === undefined) return found.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1));
  const isDescending = sort.startsWith('-');
  const field = fields.find(({ path }) => path === sort.replace('-', ''))!;
  return found
    .map(({ id, data }) => ({ id, order: ordersOf(field, data)[0] }))
    .sort((a, b) => {
      if ((a.order === undefined) !== (b.order === undefined)) return a.order === undefined ? 1 : -1;
      const difference = a.order === b.order ? (a.id < b.id ? -1 : 1) : isBefore(a.order!, b.order!) ? -1 : 1;
      return isDescending ? -difference : difference;
    })
    .map(({ id }) => id);
}

export function fold(text: string): string {
  return [...foldText(text)].map((letter) => ({ ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' })[letter] ?? letter).join('');
}

function hasWord(entry: KnownEntry, fields: readonly OracleField[], word: string): boolean {
  if (word === String(entry.idx) || word === `#${entry.idx}`) return true;
  if (/^[0-9a-f]{6,}$/.test(word) && entry.id.startsWith(word)) return true;
  return fields.some((field) => !field.isTeam && textsOf(field, entry.data).some((text) => text.includes(word)));
}

function valuesAt(value: unknown, names: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, names));
  if (names.length === 0) return value === undefined || value === null || value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return valuesAt((value as Record<string, unknown>)[names[0]!], names.slice(1));
}

const valuesOf = ({ path }: OracleField, data: Answers) => valuesAt(data, path.split('.'));

function textsOf(field: OracleField, data: Answers): string[] {
  return valuesOf(field, data)
    .flatMap((value) => shown(field, value))
    .map(fold);
}

function shown({ kind, labels }: OracleField, value: unknown): string[] {
  if (kind === 'bool') return [];
  if (kind === 'choice') return [String(value), labels?.[String(value)] ?? ''];
  if (kind === 'number')
    return [String(value), new Intl.NumberFormat('en-GB', { maximumFractionDigits: 15 }).format(value as number)];
  if (kind === 'text' || kind === 'id') return [String(value)];
  const date = new Date(String(value));
  const styles = ['short', 'medium', 'long'] as const;
  const format = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...style, timeZone: 'UTC' }).format(date);
  const numeric = format({ day: 'numeric', month: 'numeric', year: 'numeric' });
  return [String(value).slice(0, 10), numeric, ...styles.map((dateStyle) => format({ dateStyle }))];
}

function ordersOf(field: OracleField, data: Answers): (number | string)[] {
  return valuesOf(field, data).map((value) => orderOf(field, value));
}

function orderOf({ kind, labels }: OracleField, value: unknown): number | string {
  if (kind === 'number') return Number(value);
  if (kind === 'bool') return value === true ? 1 : 0;
  if (kind === 'date') return Date.parse(String(value));
  return fold(kind === 'choice' ? (labels?.[String(value)] ?? String(value)) : String(value));
}

function isBefore(a: number | string, b: number | string): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b))) < 0;
}

function fits(entry: KnownEntry, fields: readonly OracleField[], where: OracleWhere): boolean {
  if ('and' in where) return where.and.every((one) => fits(entry, fields, one));
  if ('or' in where) return where.or.some((one) => fits(entry, fields, one));
  const field = fields.find(({ path }) => path === where.path)!;
  const values = valuesOf(field, entry.data);
  const { op, value } = where;
  const isEqual = (one: unknown, other: unknown) =>
    field.kind === 'date' ? Date.parse(String(one)) === Date.parse(String(other)) : String(one) === String(other);
  if (op === 'empty') return values.length === 0;
  if (op === 'notEmpty') return values.length > 0;
  if (op === 'eq') return values.some((one) => isEqual(one, value));
  if (op === 'ne') return !values.some((one) => isEqual(one, value));
  if (op === 'in') return values.some((one) => (value as unknown[]).some((other) => isEqual(one, other)));
  if (op === 'contains') return textsOf(field, entry.data).some((text) => text.includes(fold(String(value))));
  if (op === 'startsWith') return textsOf(field, entry.data).some((text) => text.startsWith(fold(String(value))));
  const bound = orderOf(field, value);
  return ordersOf(field, entry.data).some((order) => {
    if (order === bound) return op === 'lte' || op === 'gte';
    return isBefore(order, bound) ? op === 'lt' || op === 'lte' : op === 'gt' || op === 'gte';
  });
}
