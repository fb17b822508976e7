// Which options have a given value under a given key of `data`. One ascending list of positions per pair of key and
// value; the data itself is not kept. Equal means equal as JSON, type included: 10 is not "10", null is not missing.
import type { Steps } from '../scheduling/run-in-slices.ts';

const itemsPerStep = 1024;
/** A map that grows rehashes all it holds at once: many small maps keep that short. */
const shards = 256;
const entryBytes = 48;

type ValueIds = (Map<unknown, number> | undefined)[];
export type Postings = Uint32Array;

export class DataPostings {
  readonly #keys: ReadonlyMap<string, ValueIds>;
  readonly #starts: Uint32Array;
  readonly #positions: Uint32Array;
  readonly bytes: number;

  constructor(keys: ReadonlyMap<string, ValueIds>, starts: Uint32Array, positions: Uint32Array) {
    this.#keys = keys;
    this.#starts = starts;
    this.#positions = positions;
    this.bytes = starts.byteLength + positions.byteLength + starts.length * entryBytes;
  }

  /** One list per key of the query, shortest first; undefined when some pair is in no option. */
  find(query: Readonly<Record<string, unknown>>): Postings[] | undefined {
    const lists: Postings[] = [];
    for (const [key, value] of Object.entries(query)) {
      const id = findId(this.#keys.get(key), value);
      if (id === undefined) return undefined;
      lists.push(this.#positions.subarray(this.#starts[id], this.#starts[id + 1]));
    }
    return lists.sort((a, b) => a.length - b.length);
  }
}

export class DataPostingsDraft {
  readonly #keys = new Map<string, ValueIds>();
  readonly #counts: number[] = [];
  readonly #rowStarts: number[] = [0];
  readonly #rowIds: number[] = [];

  /** Options are added in insertion order, each once, with or without data. */
  add(data: Readonly<Record<string, unknown>> | undefined): void {
    for (const key in data) {
      if (!Object.hasOwn(data, key)) continue;
      const id = this.#idOf(key, data[key]);
      this.#counts[id]!++;
      this.#rowIds.push(id);
    }
    this.#rowStarts.push(this.#rowIds.length);
  }

  /** `order` holds, by position, the number of the option in insertion order. */
  *finish(order: Uint32Array): Steps<DataPostings> {
    const starts = new Uint32Array(this.#counts.length + 1);
    for (let id = 0; id < this.#counts.length; id++) {
      starts[id + 1] = starts[id]! + this.#counts[id]!;
      if (id % itemsPerStep === 0) yield;
    }
    const ends = starts.slice();
    const positions = new Uint32Array(this.#rowIds.length);
    for (let position = 0; position < order.length; position++) {
      const row = order[position]!;
      for (let i = this.#rowStarts[row]!; i < this.#rowStarts[row + 1]!; i++) {
        const id = this.#rowIds[i]!;
        positions[ends[id]!] = position;
        ends[id]!++;
      }
      if (position % itemsPerStep === 0) yield;
    }
    return new DataPostings(this.#keys, starts, positions);
  }

  #idOf(key: string, value: unknown): number {
    let ids = this.#keys.get(key);
    if (ids === undefined) {
      ids = [];
      this.#keys.set(key, ids);
    }
    const comparable = toComparable(value);
    const shard = shardOf(comparable);
    ids[shard] ??= new Map();
    let id = ids[shard].get(comparable);
    if (id === undefined) {
      id = this.#counts.length;
      this.#counts.push(0);
      ids[shard].set(comparable, id);
    }
    return id;
  }
}

/** Whether an ascending list holds a position. */
export function hasPosition(list: Postings, position: number): boolean {
  return list[indexFrom(list, 0, position)] === position;
}

/** Where an ascending list first reaches a position, at or after index `from`; near places are found soonest. */
export function indexFrom(list: Postings, from: number, position: number): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < list.length && list[high]! < position) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  high = Math.min(high, list.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! < position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findId(ids: ValueIds | undefined, value: unknown): number | undefined {
  if (ids === undefined) return undefined;
  const comparable = toComparable(value);
  return ids[shardOf(comparable)]?.get(comparable);
}

/** A map tells strings, numbers, booleans and null apart by itself; the rest is compared as JSON after a NUL. */
function toComparable(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('\u0000') ? `\u0000${JSON.stringify(value)}` : value;
  return typeof value === 'object' && value !== null ? `\u0000${toSortedJson(value)}` : value;
}

function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function shardOf(comparable: unknown): number {
  if (typeof comparable === 'number') return (comparable % shards) & (shards - 1);
  if (typeof comparable !== 'string' || comparable.length === 0) return 0;
  const { length } = comparable;
  const sampled =
    comparable.charCodeAt(0) * 7 + comparable.charCodeAt(length >> 1) * 31 + comparable.charCodeAt(length - 1);
  return (sampled + length) & (shards - 1);
}
