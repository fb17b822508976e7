// The place of an entry in a sorted list as one text, whose order by code points is the list's. Entries without an answer come
// last in both directions; entries with equal answers follow their ids in the list's own direction. [entry-search.sort]
import { compareFolded } from './fold-answer.ts';
import type { EntrySort } from './parse-search.ts';
import type { SearchPath, SearchRow } from './search-paths.ts';

export interface SortPlace {
  readonly id: string;
  /** Undefined where the answer is empty. */
  readonly key: string | undefined;
}

/** Only the beginning of a long text decides: a cursor holds it. */
export const maxKeyLength = 100;

export function sortKeyOf({ items, type }: SearchPath, row: SearchRow): string | undefined {
  const keys: string[] = [];
  for (const item of items(row)) {
    const order = type.order(item);
    if (typeof order === 'number') return numberKey(order);
    if (order !== undefined) keys.push(order);
  }
  return keys.length === 0
    ? undefined
    : Array.from(keys.join(', ').slice(0, 2 * maxKeyLength))
        .slice(0, maxKeyLength)
        .join('');
}

/** 16 digits in the order of the numbers. */
export function numberKey(number: number): string {
  view.setFloat64(0, number + 0);
  const low = view.getUint32(4);
  return hex(sortableBits(number)) + hex(view.getUint32(0) >= 0x8000_0000 ? ~low >>> 0 : low);
}

/** The first 32 bits of a number, in the order of the numbers. */
export function sortableBits(number: number): number {
  view.setFloat64(0, number + 0);
  const high = view.getUint32(0);
  return high >= 0x8000_0000 ? ~high >>> 0 : (high | 0x8000_0000) >>> 0;
}

const view = new DataView(new ArrayBuffer(8));
const hex = (number: number) => number.toString(16).padStart(8, '0');

export function comparePlaces({
  isDescending,
}: Pick<EntrySort, 'isDescending'>): (a: SortPlace, b: SortPlace) => number {
  const direction = isDescending ? -1 : 1;
  return (a, b) => {
    if (a.key === undefined || b.key === undefined) {
      if (a.key !== b.key) return a.key === undefined ? 1 : -1;
    } else if (a.key !== b.key) return direction * compareFolded(a.key, b.key);
    return direction * (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  };
}
