// What can happen to a source on its way: bytes that change, an end that is missing, columns that are renamed or moved, rows
// that go or come, an encoding that is applied twice, another file altogether. The same for the same seed.
import type { Table } from './read-copies.ts';
import { encode, type Format, formats, writeTable } from './write-table.ts';

export interface Variant {
  readonly title: string;
  readonly bytes: Uint8Array;
  /** So many options may be other than in the source: a byte that became another letter or digit cannot be seen by anybody. */
  readonly mayTouch: number;
}

export type Random = () => number;

/** Between 0 and 1. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export interface BrokenSource {
  readonly table: Table;
  /** Headers that the reader needs. */
  readonly needed: readonly string[];
  /** Pairs of headers that are exchanged. */
  readonly swapped: readonly (readonly [string, string])[];
}

type Breaking = (source: BrokenSource, format: Format, random: Random) => Variant;
const whole = (random: Random, from: number, to: number) => from + Math.floor(random() * (to - from + 1));
const pick = <Item>(items: readonly Item[], random: Random): Item => items[Math.floor(random() * items.length)]!;

const breakings: readonly Breaking[] = [
  (source, format, random) => flip(writeTable(source.table, format), whole(random, 1, 3), random),
  (source, format, random) => flip(writeTable(source.table, format), whole(random, 20, 400), random),
  (source, format, random) => cut(writeTable(source.table, format), 0.02 + random() * 0.9),
  (source, format, random) => cut(writeTable(source.table, format), 0.9 + random() * 0.09),
  ({ table, needed }, format, random) => {
    const header = pick(needed, random);
    const headers = table.headers.map((name) => (name === header ? 'x_new' : name));
    return { title: `${header} is renamed`, bytes: writeTable({ ...table, headers }, format), mayTouch: 0 };
  },
  ({ table, swapped }, format, random) => {
    const [one, other] = pick(swapped, random);
    const headers = table.headers.map((name) => (name === one ? other : name === other ? one : name));
    return {
      title: `${one} and ${other} are exchanged`,
      bytes: writeTable({ ...table, headers }, format),
      mayTouch: 0,
    };
  },
  ({ table }, format, random) => {
    const share = 0.2 + random() * 0.7;
    const rows = table.rows.filter((_, i) => ((i * 7919) % 1000) / 1000 >= share);
    return {
      title: `${Math.round(share * 100)}% of the rows are missing`,
      bytes: writeTable({ ...table, rows }, format),
      mayTouch: 0,
    };
  },
  ({ table }, format, random) => {
    const times = whole(random, 1, 3);
    const more = Array.from({ length: times }, (_, i) =>
      table.rows.map((row) => row.map((cell) => grow(cell, i + 1))),
    ).flat();
    return {
      title: `${times} times as many rows come`,
      bytes: writeTable({ ...table, rows: [...table.rows, ...more] }, format),
      mayTouch: 0,
    };
  },
  ({ table }, format, random) => {
    const encoding = pick(['windows-1252', 'windows-1255', 'latin1'], random);
    const once = writeTable(table, format === 'csv-1255' || format === 'tsv-16' ? 'csv' : format);
    return {
      title: `UTF-8 that was read as ${encoding} and written again`,
      bytes: encode(new TextDecoder(encoding).decode(once)),
      mayTouch: 0,
    };
  },
  ({ table }, format) => {
    const rows = table.rows.map((row) => row.map((cell) => cell.replace(/[א-ת]/g, '?')));
    return { title: 'letters became question marks', bytes: writeTable({ ...table, rows }, format), mayTouch: 0 };
  },
  ({ table }, format, random) => {
    const from = whole(random, 0, table.rows.length - 2);
    const garble = (cell: string) => new TextDecoder('windows-1255').decode(encode(cell));
    const rows = table.rows.map((row, i) => (i >= from ? row.map(garble) : row));
    return {
      title: `encoded twice from row ${from} on`,
      bytes: writeTable({ ...table, rows }, format === 'csv-1255' ? 'csv' : format),
      mayTouch: 0,
    };
  },
  ({ table }, _, random) => {
    const text = table.rows.map((row) => row.join(' ')).slice(0, 2_000);
    const pages = [
      `<!DOCTYPE html><html><body><h1>Error</h1>${text.join('<br>')}</body></html>`,
      `Request rejected. Support ID: 1234\n${text.map((line) => `<p>${line}</p>`).join('\n')}`,
      '{"success":false,"error":{"message":"Not found"}}',
      Array.from({ length: 100 }, (_line, i) => `The requested URL was rejected (${i})`).join('\n'),
      '',
    ];
    return { title: 'a page instead of data', bytes: encode(pick(pages, random)), mayTouch: 0 };
  },
  (_source, _format, random) => {
    const bytes = Uint8Array.from({ length: whole(random, 100, 200_000) }, () => Math.floor(random() * 256));
    return { title: 'random bytes', bytes, mayTouch: 0 };
  },
];

export function* breakSource(
  source: BrokenSource,
  { count, seed }: { count: number; seed: number },
): Generator<Variant> {
  const random = createRandom(seed);
  for (let i = 0; i < count; i++) {
    const format = pick(formats, random);
    const { title, ...variant } = breakings[i % breakings.length]!(source, format, random);
    yield { title: `${i} ${format}: ${title}`, ...variant };
  }
}

export function flip(bytes: Uint8Array, count: number, random: Random): Variant {
  const changed = Uint8Array.from(bytes);
  for (let i = 0; i < count; i++) {
    const at = Math.floor(random() * changed.length);
    changed[at] = changed[at]! ^ (1 << Math.floor(random() * 8));
  }
  return { title: `${count} bits changed`, bytes: changed, mayTouch: count * 8 };
}

export function cut(bytes: Uint8Array, share: number): Variant {
  const length = Math.floor(bytes.length * share);
  return { title: `cut after ${length} of ${bytes.length} bytes`, bytes: bytes.subarray(0, length), mayTouch: 0 };
}

/** Another row of the same kind. */
function grow(cell: string, by: number): string {
  if (/^\d+$/.test(cell)) return String(Number(cell) + by * 10_000);
  return cell.trim() === '' ? cell : `${cell} ${'אבגד'[by]}`;
}
