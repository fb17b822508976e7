// How values travel: times as ISO 8601 text and JSON as text, so that nothing is parsed that is only passed on.
// [conventions.times]

const timestamptz = 1184;
const json = 114;
const jsonb = 3802;
const int8 = 20;

/** The array types that statements send; none comes back. text, integer, json, timestamptz. */
const arrayTypes = Object.fromEntries(
  [1009, 1007, 199, 1185].map((oid) => [
    `array${oid}`,
    { to: oid, from: [oid], serialize: writeArray, parse: (text: string) => text },
  ]),
);

/** Named here, so that no connection has to ask the catalogue. */
export const columnTypes = {
  time: { to: timestamptz, from: [timestamptz], serialize: String, parse: isoTime },
  json: { to: json, from: [json, jsonb], serialize: String, parse: (text: string) => text },
  int8: { to: int8, from: [int8], serialize: String, parse: Number },
  ...arrayTypes,
};

function writeArray(items: readonly (string | number | null)[]): string {
  return `{${items.map(writeArrayItem).join(',')}}`;
}

function writeArrayItem(item: string | number | null): string {
  if (item === null) return 'null';
  if (typeof item === 'number') return String(item);
  return `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
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
