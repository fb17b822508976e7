// Finished responses of searches. Many people type the same first letters: what was found for them is not looked for again.
// What is asked for the first time is only noted: most of what is typed nobody types again. A response belongs to the index that gave
// it, so a set that changed is never answered from here.
import type { Steps } from '../scheduling/run-in-slices.ts';
import type { SearchIndex } from './search-index.ts';

export interface ResponseCache {
  /** Undefined when it is not kept. */
  find(search: Search): string | undefined;
  /** Gives the bytes of the JSON as letters; they are kept if somebody asked for the same before. */
  keep(search: Search, json: string): string;
  /** A search that takes long was begun; whoever asks for the same goes on with it. */
  begin(search: Search, steps: Steps<string[]>): void;
  takeBegun(search: Search): Steps<string[]> | undefined;
}

interface Search {
  readonly index: SearchIndex;
  readonly key: string;
}

interface Kept {
  /** Of the index: the index itself may be large and replaced. */
  readonly mark: object;
  readonly bytes: string;
}

const defaultMaxBytes = 8_388_608;
/** Nobody else types a text as long as this. */
const maxKeyLength = 400;
/** What an item takes besides its texts, roughly. */
const itemBytes = 150;
/** Each is taken in the next turn of the event loop. */
const maxBegun = 1_000;
/** So many searches are noted, by a number each; two may share a place. */
const notedSearches = 65_536;

export function createResponseCache({ maxBytes = defaultMaxBytes } = {}): ResponseCache {
  // Two halves: when one is full the other is dropped, so that nothing is ever removed one by one.
  let young = new Map<string, Kept>();
  let old = new Map<string, Kept>();
  let youngBytes = 0;
  const begun = new Map<string, { readonly mark: object; readonly steps: Steps<string[]> }>();
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
    const bytes = 2 * key.length + item.bytes.length + itemBytes;
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
      if (known?.mark === index.mark) return known.bytes;
      const older = old.get(key);
      if (older?.mark !== index.mark) return undefined;
      add(key, older);
      return older.bytes;
    },
    keep({ index, key }, json) {
      const bytes = bytesOf(json);
      if (key.length <= maxKeyLength && bytes.length <= maxBytes / 100 && note(key))
        add(key, { mark: index.mark, bytes });
      return bytes;
    },
    begin({ index, key }, steps) {
      if (begun.size >= maxBegun) begun.clear();
      begun.set(key, { mark: index.mark, steps });
    },
    takeBegun({ index, key }) {
      const found = begun.get(key);
      if (found === undefined) return undefined;
      begun.delete(key);
      return found.mark === index.mark ? found.steps : undefined;
    },
  };
}

/** Texts become bytes here, one after the other. */
const desk = Buffer.allocUnsafe(65_536);
const maxBytesOfLetter = 3;

/** As letters. */
function bytesOf(text: string): string {
  if (text.length * maxBytesOfLetter > desk.length) return Buffer.from(text).toString('latin1');
  return desk.toString('latin1', 0, desk.write(text));
}

/** 0 is a place where nothing was noted yet. */
function hashOf(key: string): number {
  let hash = 17;
  // What differs is at the end.
  for (let i = key.length - 1; i >= 0; i--) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return hash === 0 ? 1 : hash;
}
