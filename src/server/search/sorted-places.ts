// The next matches in the order of `sort`. Where keys of the path are written, along these; where matches are few, or the form is
// small, from the matches themselves. A large form whose keys are being written is waited for, as long as a page may take.
// [entry-search.sort]
import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../base/services.ts';
import { mapInSlices } from '../scheduling/run-in-slices.ts';
import { addKeySet, type KeySetState, listKeys, loadKeySet, noteKeySetUse } from '../store/entries/entry-keys.ts';
import { noteUse } from '../store/entries/entry-segments.ts';
import type { StoredSearchRow } from '../store/entries/search-rows.ts';
import { eachRowsById } from './each-rows.ts';
import { type EntryMatcher, entryMatcher, matchRows } from './match-entry.ts';
import { meaningOf } from './search-paths.ts';
import { comparePlaces, type SortPlace, sortKeyOf } from './sort-key.ts';
import type { CandidatePlan } from './team-candidates.ts';
import type { WantedMatches } from './wanted-matches.ts';

interface Page {
  readonly after: SortPlace | undefined;
  readonly limit: number;
  /** By `performance.now()`: the page then ends with what it has. */
  readonly until: number;
}

export interface SortedPage {
  readonly places: readonly SortPlace[];
  /** Time was up: after this place the next page goes on. */
  readonly cut?: { readonly after: SortPlace | undefined } | undefined;
}

/** Up to so many entries are looked at one by one. */
const fewCandidates = 2_000;
/** So many may be, where few of the entries along the keys are matches. */
const someCandidates = 20_000;

export async function nextPlaces(
  wanted: WantedMatches,
  plan: CandidatePlan,
  page: Page,
  services: Pick<Services, 'newId' | 'longReads' | 'db' | 'entryIndexes'>,
  signal: AbortSignal | undefined,
): Promise<SortedPage> {
  const { limits } = services.entryIndexes;
  const { words, where } = wanted.search!;
  const hasSearch = words.length > 0 || where !== undefined;
  const isLarge = plan.entries > limits.directEntries;
  const known = plan.entries < limits.minEntries ? undefined : await findKeys(wanted, services);
  const candidates = hasSearch ? await plan.estimate() : Number.POSITIVE_INFINITY;
  if (candidates <= fewCandidates || (known === undefined && !isLarge)) {
    const places = await placesOfMatches(wanted, plan, page, signal);
    if (places !== undefined) return { places };
  }
  const set = known ?? (await awaitKeys(wanted, page.until, services, signal));
  if (set === 'failed') {
    const whole = { ...page, until: Number.POSITIVE_INFINITY };
    return { places: (await placesOfMatches(wanted, plan, whole, signal)) ?? [] };
  }
  if (set === undefined) return { places: [], cut: { after: page.after } };
  return placesAlongKeys(wanted, { ...page, set, plan, candidates }, services, signal);
}

type UsableSet = KeySetState & { readonly changed: readonly string[] };

/** Undefined while there are none: they are being written then. */
async function findKeys(
  wanted: WantedMatches,
  services: Pick<Services, 'newId' | 'db' | 'entryIndexes'>,
): Promise<UsableSet | undefined> {
  const { account, form } = wanted;
  const { path } = wanted.search!.sort!;
  const { entryIndexes, db, newId } = services;
  const name = pathName(wanted);
  const isTeam = path.isTeam === true;
  const about = { account, form: form.id, path: name, isTeam, overlap: entryIndexes.limits.overlapSeconds };
  const meaning = meaningOf([path]);
  const set = await loadKeySet(db.sql, about);
  if (set === undefined || set.meaning !== meaning) {
    await noteUse(db.sql, { account, form: form.id });
    await addKeySet(db.sql, { id: newId(), form: form.id, path: name, meaning });
  } else if (set.isBuilt) {
    await noteKeySetUse(db.sql, set.id);
    if (set.changed !== undefined) return set as UsableSet;
  }
  entryIndexes.startKeys(form);
  return undefined;
}

const firstWaitMs = 20;
const maxWaitMs = 500;

/** Undefined when time is up. One process writes them for all that wait; where it failed, the entries themselves have to do. */
async function awaitKeys(
  wanted: WantedMatches,
  until: number,
  services: Pick<Services, 'newId' | 'db' | 'entryIndexes'>,
  signal: AbortSignal | undefined,
): Promise<UsableSet | 'failed' | undefined> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
    signal?.throwIfAborted();
    const set = await findKeys(wanted, services);
    if (set !== undefined) return set;
    if (services.entryIndexes.hasFailed(wanted.form)) return 'failed';
    const leftMs = until - performance.now();
    if (leftMs <= 0) return undefined;
    await sleep(Math.min(waitMs, leftMs), undefined, signal && { signal });
  }
}

/** An answer and a fact may have one name. */
function pathName({ search }: WantedMatches): string {
  const { path } = search!.sort!;
  return search!.paths.answers.get(path.path) === path ? `data.${path.path}` : path.path;
}

/** Of all matches the next ones; of the others nothing is kept. Undefined when time is up. */
async function placesOfMatches(
  wanted: WantedMatches,
  plan: CandidatePlan,
  { after, limit, until }: Page,
  signal: AbortSignal | undefined,
): Promise<SortPlace[] | undefined> {
  const sort = wanted.search!.sort!;
  const compare = comparePlaces(sort);
  const matcher = entryMatcher(wanted.search!);
  let places: SortPlace[] = [];
  for await (const { rows } of plan.each(undefined)) {
    signal?.throwIfAborted();
    for (const place of await matchingPlaces(rows, wanted, matcher)) {
      if (after === undefined || compare(place, after) > 0) places.push(place);
    }
    if (places.length > keptPlaces + limit) places = places.sort(compare).slice(0, limit);
    if (performance.now() >= until) return undefined;
  }
  return places.sort(compare).slice(0, limit);
}

const keptPlaces = 2_000;

async function matchingPlaces(
  rows: readonly StoredSearchRow[],
  wanted: WantedMatches,
  matcher: EntryMatcher,
): Promise<SortPlace[]> {
  const { path } = wanted.search!.sort!;
  const are = await matchRows(rows, matcher);
  const matching = rows.filter((_, place) => are[place]);
  return mapInSlices(matching, (row) => ({ id: row.id, key: sortKeyOf(path, row) }));
}

type AlongKeys = Page & { readonly set: UsableSet; readonly plan: CandidatePlan; readonly candidates: number };

/**
 * Entries that changed after their key was written come with the key that they have now. Where few of the keys along the way are
 * of matches, the matches are looked at instead if they are not many.
 */
async function placesAlongKeys(
  wanted: WantedMatches,
  { set, plan, candidates, ...page }: AlongKeys,
  services: Pick<Services, 'longReads' | 'db'>,
  signal: AbortSignal | undefined,
): Promise<SortedPage> {
  const { after, limit, until } = page;
  const sort = wanted.search!.sort!;
  const compare = comparePlaces(sort);
  const matcher = entryMatcher(wanted.search!);
  const changed = new Set(set.changed);
  const read = async (ids: readonly string[]): Promise<SortPlace[]> => {
    const places: SortPlace[] = [];
    const { account, filter, search } = wanted;
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const some = ids.slice(at, at + idsAtOnce);
      const about = { account, form: wanted.form.id, filter, ids: some, hasTeam: search!.hasTeam };
      for await (const rows of eachRowsById(about, services))
        places.push(...(await matchingPlaces(rows, wanted, matcher)));
    }
    return places;
  };
  const recent = (await read(set.changed)).filter((place) => after === undefined || compare(place, after) > 0);
  const places: SortPlace[] = [];
  let from = after;
  let walked = 0;
  let hasTried = candidates > someCandidates;
  for (let atOnce = Math.min(idsAtOnce, limit); places.length < limit; atOnce = idsAtOnce) {
    signal?.throwIfAborted();
    const keys = await listKeys(services.db.sql, {
      set: set.id,
      isDescending: sort.isDescending,
      after: from,
      limit: atOnce,
    });
    const known = new Map(keys.map(({ id, key }) => [id, key ?? undefined]));
    const found = await read(keys.map(({ id }) => id).filter((id) => !changed.has(id)));
    // What was written since the list of changes was made has its place by the key that was walked along.
    places.push(...found.map(({ id }) => ({ id, key: known.get(id) })));
    const last = keys.at(-1);
    if (last === undefined || keys.length < atOnce) break;
    walked += keys.length;
    from = { id: last.id, key: last.key ?? undefined };
    if (walked > candidates && !hasTried) {
      hasTried = true;
      const all = await placesOfMatches(wanted, plan, page, signal);
      if (all !== undefined) return { places: all };
    }
    if (performance.now() >= until && places.length < limit) {
      const end = from;
      const before = recent.filter((place) => compare(place, end) <= 0);
      return { places: [...places, ...before].sort(compare).slice(0, limit), cut: { after: end } };
    }
  }
  return { places: [...places, ...recent].sort(compare).slice(0, limit) };
}

const idsAtOnce = 500;
