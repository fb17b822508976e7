// Search in long lists of options, as options sets have it. [conventions.packages]
import { buildSearchIndex } from '../../../src/server/options-sets/search-index.ts';
import type { Option } from '../../../src/server/options-sets/segment.ts';

export type { Option };

export interface SearchOptions {
  /** Only options whose data have these values; an array for any of several. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** At most so many; 25 where it is missing. */
  readonly limit?: number;
  /** Fills the places that are left with near matches: other orders and spellings, typing errors, the other keyboard, `names` in the data. */
  readonly near?: boolean;
}

export interface OptionSearch {
  readonly size: number;
  /** Values: an option equal to the term first, then by descending score. A term that is empty finds all. */
  search(term: string, options?: SearchOptions): string[];
  /** Whether there is an option with exactly this value. */
  has(value: string, query?: Readonly<Record<string, unknown>>): boolean;
}

const defaultLimit = 25;

export function openOptionSearch(options: Iterable<Option>): OptionSearch {
  const index = buildSearchIndex(options);
  return {
    size: index.size,
    search: (term, { query, limit = defaultLimit, near = false } = {}) =>
      index.autocomplete({ term, limit, near, query }),
    has: (value, query) => index.validate({ value, query }),
  };
}
