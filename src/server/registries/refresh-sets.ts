// Brings maintained sets up to date: has them gathered from their sources, replaces what changed and records what became of
// each. A source that is shrunken, changed or away keeps the old options and is reported. maintained-sets 4.1.
// [options-sets.maintained.refresh]

import { type Clock, isoNow } from '../base/clock.ts';
import { allMaintainedSets, type MaintainedSet, type MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import type { Option } from '../options-sets/search-index.ts';
import { listChunks, lockOptionsSet } from '../store/options-sets/options-sets.ts';
import { listSetLists } from '../store/options-sets/set-lists.ts';
import { listSetRefreshes, listTaxYears, recordRefresh, type SetRefresh } from '../store/options-sets/set-refreshes.ts';
import type { City } from './city-options.ts';
import { gatherInWorker } from './gather-in-worker.ts';
import { type CurrentList, families, type GatherEvent, type GatherRequest } from './gather-sets.ts';
import type { TaxLocality } from './read-tax-pdf.ts';
import { readSources } from './sources.ts';
import { type RefreshOptions, type RefreshServices, type SetReport, storeMadeSets } from './store-made-sets.ts';
import type { TaxYear } from './tax-locality-options.ts';

/** One report per set, in the order of the sets. Throws only when the database is away or the work was aborted. */
export async function refreshSets(options: RefreshOptions, services: RefreshServices): Promise<SetReport[]> {
  const sets = withFamilies(options.sets ?? allMaintainedSets, options.keys);
  const request = await makeRequest(sets, options, services);
  const reports = new Map<MaintainedSetKey, SetReport>();
  // Events come faster than the database writes; each waits for the one before.
  let writing = Promise.resolve();
  const onEvent = (event: GatherEvent) => {
    if (event.type === 'progress') options.onProgress?.(event.text);
    else {
      writing = writing.then(async () => {
        for (const report of await storeEvent(event, sets, { options, services })) reports.set(report.set, report);
      });
      // The failure is thrown below; until then it is nobody's unhandled one.
      writing.catch(() => {});
    }
  };
  let failure = 'the refresh ended early';
  try {
    await (options.gather ?? gatherInWorker)(request, onEvent, options.signal);
  } catch (error) {
    options.signal?.throwIfAborted();
    failure = `the refresh ended early: ${error instanceof Error ? error.message : String(error)}`;
  }
  await writing;
  for (const { key } of sets) {
    if (reports.has(key)) continue;
    const kept = await storeEvent({ type: 'kept', keys: [key], reason: failure }, sets, { options, services });
    for (const report of kept) reports.set(key, report);
  }
  return sets.flatMap(({ key }) => reports.get(key) ?? []);
}

function withFamilies(sets: readonly MaintainedSet[], keys: readonly MaintainedSetKey[] | undefined): MaintainedSet[] {
  if (keys === undefined) return [...sets];
  const wanted = families.filter((family) => family.some((key) => keys.includes(key))).flat();
  return sets.filter(({ key }) => wanted.includes(key));
}

async function makeRequest(
  sets: readonly MaintainedSet[],
  options: RefreshOptions,
  services: RefreshServices,
): Promise<GatherRequest> {
  const { db, clock, config } = services;
  const rows = await listSetRefreshes(
    db.sql,
    sets.map(({ id }) => id),
  );
  const withTax = sets.some(({ key }) => key === 'taxLocalities');
  return {
    sets,
    sources: readSources(config.setsSources, { allowsHttp: options.fetching?.allowsHttp ?? false }),
    today: todayInIsrael(clock),
    current: await readCurrent(rows, services),
    taxYears: withTax ? await readTaxYears(services) : [],
    currentCities: withTax ? await readCurrentCities(services) : [],
    withdrawn: rows.flatMap(({ withdrawn }) => withdrawn.map(({ fingerprint }) => fingerprint)),
    ...(options.accepted === undefined ? {} : { accepted: options.accepted }),
    ...(options.fetching === undefined ? {} : { fetching: options.fetching }),
  };
}

/** The registries are Israeli: their day decides which branch is closed and which tax year it is. */
function todayInIsrael(clock: Clock): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(clock.now());
}

async function readTaxYears({ db }: RefreshServices): Promise<TaxYear[]> {
  const rows = await listTaxYears(db.sql);
  return rows.map(({ year, localities, reader }) => {
    return { year, localities: JSON.parse(localities) as TaxLocality[], reader };
  });
}

async function readCurrent(
  rows: readonly SetRefresh[],
  services: RefreshServices,
): Promise<Record<string, CurrentList>> {
  const current: Record<string, CurrentList> = {};
  for (const { set, source } of rows) {
    const lists = await listSetLists(services.db.sql, [set]);
    const date = lists.find(({ isCurrent }) => isCurrent)?.facts.date;
    current[set] = { chunks: await readChunks(set, services), source, date };
  }
  return current;
}

async function readCurrentCities(services: RefreshServices): Promise<Pick<City, 'code' | 'name'>[]> {
  const id = allMaintainedSets.find(({ key }) => key === 'cities')?.id ?? '';
  const options = (await readChunks(id, services)).flatMap((json) => JSON.parse(json) as Option[]);
  return options.map(({ value, data }) => ({ name: value, code: Number(data?.['code']) }));
}

async function readChunks(id: string, { db }: RefreshServices): Promise<string[]> {
  const chunks = await db.transaction(async (tx) => {
    const set = await lockOptionsSet(tx, id);
    if (set === undefined) return [];
    const { generation, lastPosition: upTo } = set;
    return listChunks(tx, { set: id, generation, after: 0, upTo, limit: upTo });
  });
  return chunks.map(({ json }) => json);
}

type StoredEvent = Exclude<GatherEvent, { type: 'progress' }>;

async function storeEvent(
  event: StoredEvent,
  sets: readonly MaintainedSet[],
  refresh: { options: RefreshOptions; services: RefreshServices },
): Promise<SetReport[]> {
  if (event.type === 'made') return storeMadeSets(event, sets, refresh);
  const { keys, reason, refused = [], taxYears = [] } = event;
  if (refused.length > 0) return storeMadeSets({ sets: refused, taxYears, refusal: reason }, sets, refresh);
  return keepSets({ keys, reason }, sets, refresh.services);
}

async function keepSets(
  { keys, reason }: { keys: readonly MaintainedSetKey[]; reason: string },
  sets: readonly MaintainedSet[],
  { db, clock }: RefreshServices,
): Promise<SetReport[]> {
  const family = sets.filter(({ key }) => keys.includes(key));
  const known = await listSetRefreshes(
    db.sql,
    family.map(({ id }) => id),
  );
  const reports: SetReport[] = [];
  for (const { key, id } of family) {
    const row = known.find(({ set }) => set === id);
    if (row === undefined) continue;
    await recordRefresh(db.sql, { set: id, outcome: 'kept', reason, warnings: [], time: isoNow(clock) });
    reports.push({ set: key, id, outcome: 'kept', count: row.optionCount, reason, warnings: [] });
  }
  return reports;
}
