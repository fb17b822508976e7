// Finished responses of searches. Many people type the same first letters: what was found for them is not looked for again.
// What is asked for the first time is only noted: most of what is typed nobody types again. A response belongs to the index that gave
// it, so a set that changed is never answered from here.
import type { SearchIndex } from './search-index.ts';

export interface ResponseCache {
  /** The JSON of the response; undefined when it is not kept. */
  find(search: Search): string | undefined;
  /** Keeps the JSON if the same was asked for before. */
  keep(search: Search, json: string): void;
}

interface Search {
  readonly index: SearchIndex;
  readonly key: string;
}

interface Kept {
  /** Of the index: the index itself may be large and replaced. */
  readonly mark: object;
  readonly json: string;
}

const defaultMaxBytes = 8_388_608;
/** Nobody else types a text as long as this. */
const maxKeyLength = 400;
/** What an item takes besides its texts, roughly. A letter takes two bytes at most. */
const itemBytes = 150;
/** So many searches are noted, by a number each; two may share a place. */
const notedSearches = 65_536;

export function createResponseCache({ maxBytes = defaultMaxBytes } = {}): ResponseCache {
  // Two halves: when one is full the other is dropped, so that nothing is ever removed one by one.
  let young = new Map<string, Kept>();
  let old = new Map<string, Kept>();
  let youngBytes = 0;
  const noted = new Int32Array(notedSearches);

  /** Whether it was noted before. */
  function note(key: string): boolean {
    const hash = hashOf(key);
    const place = hash & (notedSearches - 1);
    if (noted[place] === hash) return true;
    noted[place] = hash;
    return false;
  }

  function add(key: string, item: Kept): void {
    const bytes = 2 * (key.length + item.json.length) + itemBytes;
    youngBytes += bytes;
    if (youngBytes > maxBytes / 2) {
      old = young;
      young = new Map();
      youngBytes = bytes;
    }
    young.set(key, item);
  }

  return {
    find({ index, key }) {
      const known = young.get(key);
      if (known?.mark === index.mark) return known.json;
      const older = old.get(key);
      if (older?.mark !== index.mark) return undefined;
      add(key, older);
      return older.json;
    },
    keep({ index, key }, json) {
      const isSmall = key.length <= maxKeyLength && 2 * json.length <= maxBytes / 100;
      if (isSmall && note(key)) add(key, { mark: index.mark, json });
    },
  };
}

/** 0 is a place where nothing was noted yet. */
function hashOf(key: string): number {
  let hash = 17;
  // What differs is at the end.
  for (let i = key.length - 1; i >= 0; i--) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return hash === 0 ? 1 : hash;
}
