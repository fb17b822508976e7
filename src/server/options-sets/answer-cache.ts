// Finished answers of searches. Many people type the same first letters: what was found for them is not looked for again.
// An answer belongs to the index that gave it, so a set that changed is never answered from here.
import type { SearchIndex } from './search-index.ts';

export interface AnswerCache {
  /** The kept answer, or else the one that `find` gives. */
  answer(search: { index: SearchIndex; key: string }, find: () => string): Buffer;
}

interface Kept {
  readonly index: WeakRef<SearchIndex>;
  readonly json: Buffer;
}

const defaultMaxBytes = 8_388_608;
/** Nobody else types a text as long as this. */
const maxKeyLength = 200;
/** What an item takes besides its texts, roughly. */
const itemBytes = 300;

export function createAnswerCache({ maxBytes = defaultMaxBytes } = {}): AnswerCache {
  /** The oldest first. */
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const sizeOf = (key: string, json: Buffer) => 2 * key.length + json.length + itemBytes;

  function drop(key: string, item: Kept): void {
    kept.delete(key);
    bytes -= sizeOf(key, item.json);
  }

  return {
    answer({ index, key }, find) {
      const known = kept.get(key);
      if (known !== undefined) {
        if (known.index.deref() === index) return known.json;
        drop(key, known);
      }
      const json = Buffer.from(find());
      if (key.length > maxKeyLength || json.length > maxBytes / 100) return json;
      kept.set(key, { index: new WeakRef(index), json });
      bytes += sizeOf(key, json);
      for (const [oldest, item] of kept) {
        if (bytes <= maxBytes) break;
        drop(oldest, item);
      }
      return json;
    },
  };
}
