// Finished responses of searches. Many people type the same first letters: what was found for them is not looked for again.
// A response belongs to the index that gave it, so a set that changed is never answered from here.
import type { SearchIndex } from './search-index.ts';

export interface ResponseCache {
  /** Undefined when it is not kept. */
  find(search: Search): Buffer | undefined;
  keep(search: Search, json: string): Buffer;
}

interface Search {
  readonly index: SearchIndex;
  readonly key: string;
}

interface Kept {
  /** Of the index: the index itself may be large and replaced. */
  readonly mark: object;
  readonly json: Buffer;
}

const defaultMaxBytes = 8_388_608;
/** Nobody else types a text as long as this. */
const maxKeyLength = 200;
/** What an item takes besides its texts, roughly. */
const itemBytes = 250;

export function createResponseCache({ maxBytes = defaultMaxBytes } = {}): ResponseCache {
  // Two halves: when one is full the other is dropped, so that nothing is ever removed one by one.
  let young = new Map<string, Kept>();
  let old = new Map<string, Kept>();
  let youngBytes = 0;

  function add(key: string, item: Kept): void {
    youngBytes += 2 * key.length + item.json.length + itemBytes;
    if (youngBytes > maxBytes / 2) {
      old = young;
      young = new Map();
      youngBytes = 2 * key.length + item.json.length + itemBytes;
    }
    young.set(key, item);
  }

  function keep({ index, key }: Search, json: Buffer): void {
    if (key.length <= maxKeyLength && json.length <= maxBytes / 100) add(key, { mark: index.mark, json });
  }

  return {
    find(search) {
      const { index, key } = search;
      const known = young.get(key);
      if (known?.mark === index.mark) return known.json;
      const older = old.get(key);
      if (older?.mark !== index.mark) return undefined;
      keep(search, older.json);
      return older.json;
    },
    keep(search, text) {
      const json = Buffer.from(text);
      keep(search, json);
      return json;
    },
  };
}
