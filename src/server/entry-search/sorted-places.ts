// The next matches in the order of `sort`. Where keys of the path are written, along these; where matches are few, or there are no
// keys yet, from the matches themselves. [entry-search.sort]
import { mapInSlices } from '../run-in-slices.ts';
import type { Services } from '../services.ts';
import { addKeySet, type KeySetState, listKeys, loadKeySet, noteKeySetUse } from '../store/entry-keys.ts';
import type { StoredSearchRow } from '../store/search-rows.ts';
import { eachRowsById, refreshKeys } from './build-keys.ts';
import type { CandidatePlan } from './each-candidates.ts';
import { type EntryMatcher, entryMatcher, matchRows } from './match-entry.ts';
import { meaningOf } from './search-paths.ts';
import { comparePlaces, type SortPlace, sortKeyOf } from './sort-key.ts';
import type { WantedMatches } from './wanted-matches.ts';

interface Page {
  readonly after: SortPlace | undefined;
  readonly limit: number;
}

/** Up to so many entries are looked at one by one. */
const fewCandidates = 2_000;

export async function nextPlaces(
  wanted: WantedMatches,
  plan: CandidatePlan,
  page: Page,
  services: Services,
  signal: AbortSignal | undefined,
): Promise<SortPlace[]> {
  const set = await findKeys(wanted, plan, services);
  const { words, where } = wanted.search!;
  const hasSearch = words.length > 0 || where !== undefined;
  if (set === undefined) return placesOfMatches(wanted, plan, page, signal);
  const candidates = hasSearch ? await plan.estimate() : Number.POSITIVE_INFINITY;
  const along =
    candidates <= fewCandidates
      ? undefined
      : await placesAlongKeys(wanted, { ...page, set, maxKeys: candidates }, services, signal);
  return along ?? placesOfMatches(wanted, plan, page, signal);
}

type UsableSet = KeySetState & { readonly changed: readonly string[] };

/** Undefined while there are none: they are being written then. */
async function findKeys(
  wanted: WantedMatches,
  plan: CandidatePlan,
  services: Services,
): Promise<UsableSet | undefined> {
  const { account, form } = wanted;
  const { path } = wanted.search!.sort!;
  const { entryIndexes, db, newId } = services;
  const name = pathName(wanted);
  const about = { account, form: form.id, path: name, overlap: entryIndexes.limits.overlapSeconds };
  const meaning = meaningOf([path]);
  let set = await loadKeySet(db.sql, about);
  if (set?.meaning !== meaning || !set.isBuilt) {
    if (plan.entries >= entryIndexes.limits.minEntries) {
      await addKeySet(db.sql, { id: newId(), form: form.id, path: name, meaning });
      entryIndexes.start(form);
    }
    return undefined;
  }
  await noteKeySetUse(db.sql, set.id);
  if (set.changed === undefined) {
    await refreshKeys({ form, set, limits: entryIndexes.limits }, services);
    set = await loadKeySet(db.sql, about);
  }
  return set?.changed === undefined ? undefined : (set as UsableSet);
}

/** An answer and a fact may have one name. */
function pathName({ search }: WantedMatches): string {
  const { path } = search!.sort!;
  return search!.paths.answers.get(path.path) === path ? `data.${path.path}` : path.path;
}

/** Of all matches the next ones; of the others nothing is kept. */
async function placesOfMatches(
  wanted: WantedMatches,
  plan: CandidatePlan,
  { after, limit }: Page,
  signal: AbortSignal | undefined,
): Promise<SortPlace[]> {
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

/**
 * Entries that changed after their key was written come with the key that they have now. Undefined where so few of the keys along
 * the way are of matches that looking at all matches is quicker.
 */
async function placesAlongKeys(
  wanted: WantedMatches,
  { after, limit, set, maxKeys }: Page & { readonly set: UsableSet; readonly maxKeys: number },
  services: Services,
  signal: AbortSignal | undefined,
): Promise<SortPlace[] | undefined> {
  const sort = wanted.search!.sort!;
  const compare = comparePlaces(sort);
  const matcher = entryMatcher(wanted.search!);
  const changed = new Set(set.changed);
  const read = async (ids: readonly string[]): Promise<SortPlace[]> => {
    const places: SortPlace[] = [];
    const about = { account: wanted.account, form: wanted.form.id, filter: wanted.filter, ids };
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const some = { ...about, ids: ids.slice(at, at + idsAtOnce) };
      for await (const rows of eachRowsById(some, services))
        places.push(...(await matchingPlaces(rows, wanted, matcher)));
    }
    return places;
  };
  const recent = (await read(set.changed)).filter((place) => after === undefined || compare(place, after) > 0);
  const places: SortPlace[] = [];
  let from = after;
  let walked = 0;
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
    if (walked > maxKeys) return undefined;
    from = { id: last.id, key: last.key ?? undefined };
  }
  return [...places, ...recent].sort(compare).slice(0, limit);
}

const idsAtOnce = 500;
