// How values travel, always as text: times as ISO 8601 and JSON unparsed, because most of it is only passed on. The server is told no
// types: it takes them from the statement, whose casts say what is not clear from it. [conventions.times]

export type ColumnValue = string | number | bigint | boolean | null | Date | Uint8Array | readonly ArrayItem[];
type ArrayItem = string | number | boolean | null;

/** A value that no statement can be sent with. */
export class ParameterError extends Error {
  readonly code = 'UNDEFINED_VALUE';
}

export function writeParameter(value: ColumnValue): string | Buffer | null {
  if (typeof value === 'string' || value === null) return value;
  if (typeof value !== 'object' && value !== undefined) return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return writeArray(value);
  if (value instanceof Date) return value.toISOString();
  throw new ParameterError(`A value of a statement is ${value === undefined ? 'undefined' : 'an object'}.`);
}

function writeArray(items: readonly ArrayItem[]): string {
  return `{${items.map(writeArrayItem).join(',')}}`;
}

function writeArrayItem(item: ArrayItem): string {
  if (typeof item !== 'string') return String(item);
  return `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** By the number of the type. Every other type stays the text that PostgreSQL writes. */
const readers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  // bytea
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
  // int8, int2, int4, oid, float4, float8
  ...[20, 21, 23, 26, 700, 701].map((type) => [type, Number] as const),
  // date, timestamp
  ...[1082, 1114].map((type) => [type, (text: string) => new Date(text)] as const),
  // timestamptz
  [1184, isoTime],
]);

const asText = (text: string) => text;

export function readerOf(type: number): (text: string) => unknown {
  return readers.get(type) ?? asText;
}

const withMilliseconds = '2026-11-15 02:48:03.123+00'.length;

/** PostgreSQL writes `2026-11-15 02:48:03.12+00`; the API speaks `2026-11-15T02:48:03.120Z`. */
export function isoTime(text: string): string {
  if (text.length === withMilliseconds) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
  const date = text.slice(0, 10);
  const time = text.slice(11, 19);
  const end = text.indexOf('+', 19);
  const fraction = text.slice(20, end < 0 ? undefined : end);
  return `${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}
