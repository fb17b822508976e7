// The entries of a form that a search finds, in its order: for lists, exports, counts and insight. [entry-search.all]
import { mapInSlices } from '../run-in-slices.ts';
import type { Services } from '../services.ts';
import { eachCandidates } from './each-candidates.ts';
import { entryMatcher } from './match-entry.ts';
import type { SearchRow } from './search-paths.ts';
import { comparePlaces, type SortPlace, sortKeyOf } from './sort-key.ts';
import type { WantedMatches } from './wanted-matches.ts';

export { type EntrySearch, isPlain, readEntrySearch } from './parse-search.ts';
export type { WantedMatches } from './wanted-matches.ts';

const idsAtOnce = 1_000;

/** Pages of up to 1,000 ids, newest first or in the order of `sort`. */
export async function* eachMatch(
  wanted: WantedMatches,
  services: Services,
  signal?: AbortSignal,
): AsyncGenerator<string[], void, undefined> {
  let page: string[] = [];
  for await (const found of eachFound(wanted, services, signal)) {
    page.push(...found);
    while (page.length >= idsAtOnce) {
      yield page.slice(0, idsAtOnce);
      page = page.slice(idsAtOnce);
    }
  }
  if (page.length > 0) yield page;
}

async function* eachFound(wanted: WantedMatches, services: Services, signal: AbortSignal | undefined) {
  if (wanted.search?.sort === undefined) {
    for await (const { rows } of eachMatchingRows(wanted, services, signal)) yield rows.map(({ id }) => id);
    return;
  }
  let after: SortPlace | undefined;
  do {
    const places = await nextPlaces(wanted, { after, limit: idsAtOnce }, services, signal);
    yield places.map(({ id }) => id);
    after = places.length < idsAtOnce ? undefined : places.at(-1);
  } while (after !== undefined);
}

export const maxCounted = 10_000;

/** Exact up to 10,000. */
export async function countMatches(
  wanted: WantedMatches,
  services: Services,
  signal?: AbortSignal,
): Promise<{ count: number; isMore: boolean }> {
  let count = 0;
  for await (const { rows } of eachMatchingRows(wanted, services, signal)) {
    count += rows.length;
    if (count > maxCounted) return { count: maxCounted, isMore: true };
  }
  return { count, isMore: false };
}

export interface FoundPage {
  readonly ids: readonly string[];
  /** Where the next page begins, also when this one is short; undefined at the end. */
  readonly next: SortPlace | undefined;
}

/** After so long a page ends with what it has. */
const maxPageMs = 3_000;

export async function findPage(
  wanted: WantedMatches,
  page: { readonly after: SortPlace | undefined; readonly limit: number },
  services: Services,
  signal?: AbortSignal,
): Promise<FoundPage> {
  if (wanted.search?.sort !== undefined) {
    const places = await nextPlaces(wanted, { ...page, limit: page.limit + 1 }, services, signal);
    const own = places.slice(0, page.limit);
    return { ids: own.map(({ id }) => id), next: places.length > page.limit ? own.at(-1) : undefined };
  }
  const end = performance.now() + maxPageMs;
  const ids: string[] = [];
  for await (const { rows, last } of eachMatchingRows({ ...wanted, after: page.after?.id }, services, signal)) {
    ids.push(...rows.map(({ id }) => id));
    if (ids.length > page.limit) {
      const own = ids.slice(0, page.limit);
      return { ids: own, next: { id: own.at(-1) as string, key: undefined } };
    }
    if (performance.now() >= end) return { ids, next: { id: last, key: undefined } };
  }
  return { ids, next: undefined };
}

interface FoundRows {
  readonly rows: readonly SearchRow[];
  /** The last entry that was looked at. */
  readonly last: string;
}

async function* eachMatchingRows(
  wanted: WantedMatches & { readonly after?: string | undefined },
  services: Services,
  signal: AbortSignal | undefined,
): AsyncGenerator<FoundRows, void, undefined> {
  const matches = wanted.search === undefined ? () => true : entryMatcher(wanted.search);
  for await (const rows of eachCandidates(wanted, services)) {
    signal?.throwIfAborted();
    const are = await mapInSlices(rows, matches);
    yield { rows: rows.filter((_, place) => are[place]), last: rows.at(-1)?.id as string };
  }
}

/** The matches that come next in the order of `sort`; of all others nothing is kept. */
async function nextPlaces(
  wanted: WantedMatches,
  { after, limit }: { readonly after: SortPlace | undefined; readonly limit: number },
  services: Services,
  signal: AbortSignal | undefined,
): Promise<SortPlace[]> {
  const sort = wanted.search!.sort!;
  const compare = comparePlaces(sort);
  let places: SortPlace[] = [];
  for await (const { rows } of eachMatchingRows(wanted, services, signal)) {
    for (const row of rows) {
      const place = { id: row.id, key: sortKeyOf(sort.path, row) };
      if (after === undefined || compare(place, after) > 0) places.push(place);
    }
    if (places.length > keptPlaces + limit) places = places.sort(compare).slice(0, limit);
  }
  return places.sort(compare).slice(0, limit);
}

const keptPlaces = 2_000;
