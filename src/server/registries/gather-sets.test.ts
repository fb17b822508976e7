// Families that need what another family brings.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMaintainedSets, type MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import type { Option } from '../options-sets/search-index.ts';
import { type GatherEvent, type GatherRequest, gatherSets, type MadeSet } from './gather-sets.ts';
import { readSources } from './sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'formstead-gather-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));

const keys: readonly MaintainedSetKey[] = ['cities', 'citiesEnglish', 'streets', 'taxLocalities'];
const sets = allMaintainedSets
  .filter(({ key }) => keys.includes(key))
  .map(({ anchors, ...set }) => ({ ...set, floor: 2 }));
const codes = Array.from({ length: 60 }, (_, at) => 1_000 + at);
/** The registry of the tax authority writes a hyphen where that of the cities has a blank. */
const locality = (code: number) => `גבעת-דוגמה ${code}`;
const city = (code: number) => `גבעת דוגמה ${code}`;
/** More than may change from the same address, fewer than may from another one. */
const lost = (code: number) => (code % 3 === 0 ? `גבעת "דוגמה" ${code}` : city(code));

beforeAll(() => {
  const sources = { cities: 'file:cities.json', streets: 'file:streets.json', taxLocalities: 'file:tax-{year}.txt' };
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources));
  const streets = codes.map((code) => ({ סמל_ישוב: code, שם_רחוב: `רחוב ${code}` }));
  writeFileSync(join(folder, 'streets.json'), JSON.stringify(streets));
  writeFileSync(join(folder, 'tax-2026.txt'), `${codes.map(locality).join('\n')}\n`);
});

function writeCities(name: (code: number) => string): void {
  const cities = codes.map((code) => ({ city_code: code, city_name_he: name(code), city_name_en: `HILL ${code}` }));
  writeFileSync(join(folder, 'cities.json'), JSON.stringify(cities));
}

async function gather(request: Partial<GatherRequest> = {}): Promise<GatherEvent[]> {
  const events: GatherEvent[] = [];
  const sources = readSources(join(folder, 'sources.json'), {});
  const base = { sets, sources, today: '2026-03-15', current: {}, taxYears: [], currentCities: [] };
  await gatherSets({ ...base, ...request }, (event) => event.type !== 'progress' && events.push(event));
  return events;
}

const madeOf = (events: readonly GatherEvent[]): MadeSet[] =>
  events.flatMap((event) => (event.type === 'made' ? event.sets : []));
const optionsOf = (made: MadeSet | undefined): Option[] =>
  (made?.chunks ?? []).flatMap(({ json }) => JSON.parse(json) as Option[]);
const taxOf = (events: readonly GatherEvent[]) =>
  optionsOf(madeOf(events).find(({ key }) => key === 'taxLocalities')).map(({ value }) => value);
const bothYears = (name: (code: number) => string) => [...codes, ...codes].map(name);

test('[options-sets.maintained.content] localities are named by cities that are used, never by those of a refused list', async () => {
  writeCities(city);
  const first = await gather();
  expect(taxOf(first)).toEqual(bothYears(city));
  const made = madeOf(first);
  const current = Object.fromEntries(
    sets.map(({ id, key }) => {
      const { chunks, source } = made.find((one) => one.key === key)!;
      return [id, { chunks: chunks.map(({ json }) => json), source }];
    }),
  );
  const currentCities = codes.map((code) => ({ code, name: city(code) }));
  const known = { current, currentCities };

  writeCities(lost);
  const refused = await gather(known);
  expect(refused.map(({ type }) => type)).toEqual(['kept', 'made']);
  expect(taxOf(refused)).toEqual(bothYears(city));
  // Alone, without the family of the cities.
  const alone = sets.filter(({ key }) => key === 'taxLocalities');
  expect(taxOf(await gather({ ...known, sets: alone }))).toEqual(bothYears(city));
  // Taken back before, then brought again: not used either, unless a person accepts it.
  const accepted = await gather({ ...known, accepted: ['cities'] });
  expect(taxOf(accepted)).toEqual(bothYears(lost));
  const fingerprint = madeOf(accepted).find(({ key }) => key === 'cities')?.fingerprint ?? '';
  const otherSource = Object.fromEntries(
    Object.entries(current).map(([id, list]) => [id, { ...list, source: 'elsewhere' }]),
  );
  expect(taxOf(await gather({ ...known, current: otherSource }))).toEqual(bothYears(lost));
  expect(taxOf(await gather({ ...known, current: otherSource, withdrawn: [fingerprint] }))).toEqual(bothYears(city));
});
