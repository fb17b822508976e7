// The entries of a form that a search finds, in its order: for lists, exports, counts and insight. [entry-search.all]
import type { Services } from '../base/services.ts';
import { catchUp, type IndexState, loadIndexState } from '../store/entries/entry-segments.ts';
import { isBehind, planCandidates } from './each-candidates.ts';
import { entryMatcher, matchRows } from './match-entry.ts';
import { keptSearchPaths, type SearchRow } from './search-paths.ts';
import type { SortPlace } from './sort-key.ts';
import { nextPlaces } from './sorted-places.ts';
import type { CandidatePlan } from './team-candidates.ts';
import type { WantedMatches } from './wanted-matches.ts';

export { type EntrySearch, isPlain, readEntrySearch } from './parse-search.ts';
export type { WantedMatches } from './wanted-matches.ts';

const idsAtOnce = 1_000;

/** Pages of up to 1,000 ids, newest first or in the order of `sort`. */
export async function* eachMatch(
  wanted: WantedMatches,
  services: Pick<Services, 'newId' | 'longReads' | 'db' | 'entryIndexes'>,
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

async function* eachFound(
  wanted: WantedMatches,
  services: Pick<Services, 'newId' | 'longReads' | 'db' | 'entryIndexes'>,
  signal: AbortSignal | undefined,
) {
  const plan = await planSearch(wanted, services);
  if (wanted.search?.sort === undefined) {
    for await (const { rows } of eachMatching(wanted, plan, { after: undefined, signal }))
      yield rows.map(({ id }) => id);
    return;
  }
  let next: { after: SortPlace | undefined } | undefined = { after: undefined };
  while (next !== undefined) {
    const page = { ...next, limit: idsAtOnce, until: Number.POSITIVE_INFINITY };
    const { places, cut } = await nextPlaces(wanted, plan, page, services, signal);
    yield places.map(({ id }) => id);
    next = cut ?? (places.length < idsAtOnce ? undefined : { after: places.at(-1) });
  }
}

export const maxCounted = 10_000;

/** Exact up to 10,000, or up to `most`, and as far as it comes by `until`. */
export async function countMatches(
  wanted: WantedMatches,
  services: Pick<Services, 'longReads' | 'db' | 'entryIndexes'>,
  signal?: AbortSignal,
  { most = maxCounted, until = Number.POSITIVE_INFINITY } = {},
): Promise<{ count: number; isMore: boolean }> {
  const plan = await planSearch(wanted, services);
  let count = 0;
  for await (const { rows } of eachMatching(wanted, plan, { after: undefined, signal })) {
    count += rows.length;
    if (count > most) return { count: most, isMore: true };
    if (performance.now() >= until) return { count, isMore: true };
  }
  return { count, isMore: false };
}

export interface FoundPage {
  readonly ids: readonly string[];
  /** After what the next page begins, also when this one is short or empty; undefined at the end. */
  readonly next: { readonly after: SortPlace | undefined } | undefined;
}

export async function findPage(
  wanted: WantedMatches,
  page: { readonly after: SortPlace | undefined; readonly limit: number },
  services: Pick<Services, 'newId' | 'longReads' | 'db' | 'entryIndexes'>,
  signal?: AbortSignal,
): Promise<FoundPage> {
  const end = performance.now() + services.entryIndexes.limits.pageMs;
  const plan = await planSearch(wanted, services);
  if (wanted.search?.sort !== undefined) {
    const asked = { ...page, limit: page.limit + 1, until: end };
    const { places, cut } = await nextPlaces(wanted, plan, asked, services, signal);
    const own = places.slice(0, page.limit);
    return { ids: own.map(({ id }) => id), next: places.length > page.limit ? { after: own.at(-1) } : cut };
  }
  const ids: string[] = [];
  for await (const { rows, reached } of eachMatching(wanted, plan, { after: page.after?.id, signal })) {
    ids.push(...rows.map(({ id }) => id));
    if (ids.length > page.limit) {
      const own = ids.slice(0, page.limit);
      return { ids: own, next: { after: { id: own.at(-1) as string, key: undefined } } };
    }
    if (performance.now() >= end) return { ids, next: { after: { id: reached, key: undefined } } };
  }
  return { ids, next: undefined };
}

export interface FoundRows {
  readonly rows: readonly SearchRow[];
  /** All entries that are newer have been looked at. */
  readonly reached: string;
}

export async function* eachMatching(
  wanted: WantedMatches,
  plan: CandidatePlan,
  { after, signal }: { readonly after: string | undefined; readonly signal: AbortSignal | undefined },
): AsyncGenerator<FoundRows, void, undefined> {
  const matcher = wanted.search && entryMatcher(wanted.search);
  for await (const { rows, reached } of plan.each(after)) {
    signal?.throwIfAborted();
    const are = matcher && (await matchRows(rows, matcher));
    yield { rows: are === undefined ? rows : rows.filter((_, place) => are[place]), reached };
  }
}

/** An index that is missing, or has fallen behind, is brought up to date meanwhile. */
async function planSearch(
  wanted: WantedMatches,
  services: Pick<Services, 'longReads' | 'db' | 'entryIndexes'>,
): Promise<CandidatePlan> {
  const { account, form } = wanted;
  const { limits } = services.entryIndexes;
  const about = { account, form: form.id, overlap: limits.overlapSeconds };
  let state: IndexState = await loadIndexState(services.db.sql, about);
  if (state.changed === undefined) {
    await catchUp(services.db, about);
    state = await loadIndexState(services.db.sql, about);
  }
  const meaning = keptSearchPaths(form.plan, form.definition.timeZone).meaning;
  if (state.entries >= limits.minEntries) await services.entryIndexes.noteSearch(form, isBehind(state, meaning));
  return planCandidates(wanted, state, services);
}
