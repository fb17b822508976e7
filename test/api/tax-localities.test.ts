import { beforeEach, expect, test } from 'vitest';
import { startSets } from '../support/maintained-sets.ts';
import type { Registry } from '../support/registry.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let registry: Registry;
const { writeSources, writeSource, refresh, search, isValid, useRegistry } = startSets((started) => {
  ({ service, registry } = started);
});

beforeEach(useRegistry);
const list = (...names: string[]) => names.join('\n');
const thisYear = () => new Date(service.services.clock.now()).getUTCFullYear();
const taxOf = (year: number) => search('taxLocalities', { query: { year } });

test('[options-sets.maintained.years] one copy per year, named as the cities set names them; a year without a list copies the last', async () => {
  const year = thisYear();
  registry.files.set(`/tax-${year - 2}.csv`, list('גבעת דוגמה', 'באר מבחן'));
  registry.files.set(`/tax-${year}.csv`, list('באר-מבחן', 'תל ניסוי (שבט)', 'רמת חוץ'));
  expect((await refresh(['taxLocalities']))['taxLocalities']).toEqual({
    outcome: 'refreshed',
    count: 2 + 2 + 3 + 3,
    warnings: [`${year}: in no list of cities, kept as published: רמת חוץ`],
  });
  expect(await taxOf(year - 2)).toEqual(['גבעת דוגמה', 'באר מבחן']);
  expect(await taxOf(year - 1)).toEqual(['גבעת דוגמה', 'באר מבחן']);
  expect(await taxOf(year)).toEqual(['באר מבחן', 'תל ניסוי (שבט)', 'רמת חוץ']);
  expect(await taxOf(year + 1)).toEqual(await taxOf(year));
  expect(await taxOf(year + 2)).toEqual([]);
  expect(await isValid('taxLocalities', { value: 'באר מבחן', query: { year } })).toBe(true);
  expect(await isValid('taxLocalities', { value: 'גבעת דוגמה', query: { year } })).toBe(false);
  expect(await isValid('taxLocalities', { value: 'באר מבחן', query: { year: String(year) } })).toBe(false);
});

test('[options-sets.maintained.years] the source is away: the lists read before stay, and the turn of the year still makes a copy', async () => {
  const year = thisYear();
  registry.files.set(`/tax-${year}.csv`, list('באר מבחן', 'גבעת דוגמה'));
  await refresh(['taxLocalities']);
  registry.files.clear();
  expect((await refresh(['taxLocalities']))['taxLocalities']).toMatchObject({
    outcome: 'kept',
    reason: expect.stringMatching(`^${year}: .*answered 404$`),
  });
  const aYear = 366 * 24 * 60 * 60 * 1000;
  service.advance(aYear);
  try {
    expect((await refresh(['taxLocalities']))['taxLocalities']).toMatchObject({ outcome: 'refreshed' });
    expect(await taxOf(year + 2)).toEqual(['באר מבחן', 'גבעת דוגמה']);
    // Its own list comes: the copy goes, and what copied the copy follows.
    registry.files.set(`/tax-${year + 1}.csv`, list('תל ניסוי (שבט)', 'גבעת דוגמה'));
    await refresh(['taxLocalities']);
    expect(await taxOf(year)).toEqual(['באר מבחן', 'גבעת דוגמה']);
    expect(await taxOf(year + 1)).toEqual(['תל ניסוי (שבט)', 'גבעת דוגמה']);
    expect(await taxOf(year + 2)).toEqual(['תל ניסוי (שבט)', 'גבעת דוגמה']);
  } finally {
    service.advance(-aYear);
  }
});

test('[options-sets.maintained.years] a list that is too short keeps the one before', async () => {
  const year = thisYear();
  registry.files.set(`/tax-${year}.csv`, list('באר מבחן', 'גבעת דוגמה'));
  await refresh(['taxLocalities']);
  registry.files.set(`/tax-${year}.csv`, list('באר מבחן'));
  expect((await refresh(['taxLocalities']))['taxLocalities']).toMatchObject({
    outcome: 'kept',
    reason: `${year}: 1 localities are too few to believe`,
  });
  expect(await taxOf(year)).toEqual(['באר מבחן', 'גבעת דוגמה']);
});

test('[options-sets.maintained.years] one file without a year is the list of this year; names come from the cities of before', async () => {
  await refresh(['cities']);
  writeSources({
    cities: 'file:nothing.json',
    taxLocalities: writeSource('tax.txt', list('באר-מבחן', 'גבעת דוגמה')),
  });
  expect((await refresh(['taxLocalities']))['taxLocalities']).toMatchObject({ outcome: 'refreshed', count: 4 });
  expect(await taxOf(thisYear())).toEqual(['באר מבחן', 'גבעת דוגמה']);
});
