// The sets that the service maintains: there on the first start, refreshed from their sources, never seen half.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allMaintainedSets, type MaintainedSetKey } from '../../src/server/options-sets/maintained-sets.ts';
import { createSourceFetcher } from '../../src/server/registries/fetch-source.ts';
import { families } from '../../src/server/registries/gather-sets.ts';
import { createBackgroundRefresh, refreshNames } from '../../src/server/registries/refresh-in-background.ts';
import { type RefreshOptions, refreshSets } from '../../src/server/registries/refresh-sets.ts';
import { readSources } from '../../src/server/registries/sources.ts';
import { lockOptionsSet, replaceChunks } from '../../src/server/store/options-sets.ts';
import { planRefresh } from '../../src/server/store/refresh-plan.ts';
import { listSetRefreshes } from '../../src/server/store/set-refreshes.ts';
import { ticksDuring } from '../support/measure.ts';
import { type Registry, startRegistry } from '../support/registry.ts';
import { startService, type TestService } from '../support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'formstead-sets-'));
const sourcesFile = join(folder, 'sources.json');
let service: TestService;
let registry: Registry;

beforeAll(async () => {
  writeSources({});
  registry = await startRegistry();
  service = await startService({ SETS_SOURCES: sourcesFile });
});
afterAll(async () => {
  await service.close();
  await registry.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

const idOf = (key: MaintainedSetKey) => allMaintainedSets.find((set) => set.key === key)?.id ?? '';
/** Real floors are in the thousands. */
const sets = allMaintainedSets.map((set) => (set.isExact ? set : { ...set, floor: 2 }));
const fetching = { allowsHttp: true, pausesMs: [1, 1] };

function writeSources(sources: Record<string, unknown>): void {
  writeFileSync(sourcesFile, JSON.stringify(sources));
}

/** A file of the folder, as SETS_SOURCES may name it: relative to itself. */
function writeSource(name: string, content: string | object): string {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  return `file:${name}`;
}

async function refresh(keys?: MaintainedSetKey[], options: RefreshOptions = {}) {
  const reports = await refreshSets({ keys, sets, fetching, ...options }, service.services);
  return Object.fromEntries(reports.map(({ set, id, ...report }) => [set, report]));
}

async function search(key: MaintainedSetKey, query: Record<string, unknown> = {}): Promise<string[]> {
  const reply = await service.call('GET', `/optionsSet/${idOf(key)}/autocomplete`, { query: { limit: 250, ...query } });
  expect(reply.status).toBe(200);
  return reply.body.data.map((item: { value: string }) => item.value);
}

async function isValid(key: MaintainedSetKey, query: Record<string, unknown>): Promise<boolean> {
  return (await service.call('GET', `/optionsSet/${idOf(key)}/validate`, { query })).body.isValid;
}

const cities = [
  { city_code: '101 ', city_name_he: 'גבעת דוגמה ', city_name_en: 'EXAMPLE HILL ' },
  { city_code: 102, city_name_he: 'באר מבחן', city_name_en: 'TEST WELL' },
  { city_code: 103, city_name_he: 'תל ניסוי )שבט(', city_name_en: ' ' },
  { city_code: 0, city_name_he: 'לא רשום', city_name_en: ' ' },
];
const streets = [
  { סמל_ישוב: 101, שם_רחוב: 'הבודקים ' },
  { סמל_ישוב: '102 ', שם_רחוב: 'הבודקים' },
  { סמל_ישוב: 102, שם_רחוב: 'צה"ל' },
  { סמל_ישוב: 102, שם_רחוב: 'שביל ב' },
  { סמל_ישוב: 103, שם_רחוב: 'תל ניסוי (שבט)' },
];
const branches = [
  {
    id: 71,
    name: 'בנק הדוגמה',
    branch_code: '1',
    branch_name: 'ראשי',
    address: 'הבודקים 1',
    city: 'באר מבחן',
    close_date: '',
  },
  {
    id: 71,
    name: 'בנק הדוגמה',
    branch_code: '2',
    branch_name: 'דרום',
    address: 'הבודקים 2',
    city: 'באר מבחן',
    close_date: '',
  },
  {
    id: 4,
    name: 'בנק אחר',
    branch_code: '1',
    branch_name: 'ראשי',
    address: 'צה"ל 3',
    city: 'באר מבחן',
    close_date: '',
  },
  {
    id: 4,
    name: 'בנק אחר',
    branch_code: '9',
    branch_name: 'סגור',
    address: 'צה"ל 4',
    city: 'באר מבחן',
    close_date: '01/01/2020',
  },
];

/** Every source a datastore or file of the registry, and nothing read from it yet. */
async function useRegistry(): Promise<void> {
  const { db, optionsSets } = service.services;
  const read = ['cities', 'citiesEnglish', 'streets', 'banksEnglish', 'branchesEnglish', 'taxLocalities'] as const;
  await db.sql`delete from tax_years`;
  await db.sql`delete from set_refreshes where set_id = any(${read.map(idOf)}::text[])`;
  for (const id of read.map(idOf)) {
    await db.transaction(async (tx) => {
      const set = await lockOptionsSet(tx, id);
      if (set !== undefined) await replaceChunks(tx, set, { chunks: [], time: set.createTime });
    });
    optionsSets.forget(id);
  }
  const datastore = (id: string) => `${registry.url}/api/datastore_search?resource_id=${id}`;
  registry.datastores.set('cities', cities).set('streets', streets).set('branches', branches).set('english', branches);
  registry.failures.length = 0;
  registry.missingRows = 0;
  registry.requests.length = 0;
  registry.files.clear();
  registry.files.set('/institutions.txt', 'מכללה א\nמכללה ב\n');
  writeSources({
    cities: datastore('cities'),
    streets: datastore('streets'),
    branches: datastore('branches'),
    branchesEnglish: datastore('english'),
    taxLocalities: `${registry.url}/tax-{year}.csv`,
    institutions: `${registry.url}/institutions.txt`,
  });
}

describe('the first start', () => {
  test('[options-sets.maintained.content] countries, former ones, Hebrew banks and branches and institutions are there', async () => {
    expect(await search('countries', { term: '| IL' })).toEqual(['ישראל | IL']);
    expect(await search('countriesEnglish', { term: 'israel' })).toEqual(['Israel | IL']);
    expect(await search('countries', { term: 'SUHH' })).toEqual([]);
    expect(await search('countriesFormer', { term: 'SUHH' })).toEqual(['ברית המועצות | SUHH']);
    expect(await search('countriesFormerEnglish', { term: 'SUHH' })).toEqual(['USSR | SUHH']);
    expect((await search('institutions')).length).toBeGreaterThan(50);
    const [largest] = await search('banks');
    const code = Number(largest?.split('|').at(-1));
    expect(await search('branches', { query: { bankCode: code } })).toHaveLength(250);
    expect(await search('branches', { query: { bankCode: String(code) } })).toEqual([]);
  });

  test('[options-sets.maintained.content] the others wait for their first refresh', async () => {
    for (const key of [
      'cities',
      'citiesEnglish',
      'streets',
      'banksEnglish',
      'branchesEnglish',
      'taxLocalities',
    ] as const) {
      expect([key, await search(key)]).toEqual([key, []]);
    }
  });

  test('[options-sets.maintained.content] countries are made of packages: a refresh needs no source', async () => {
    expect(await refresh(['countries'])).toEqual({ countries: { outcome: 'unchanged', count: 249, warnings: [] } });
  });
});

describe('a refresh', () => {
  beforeEach(useRegistry);

  test('[options-sets.maintained.content] cities, their streets, English names: joined by code, in street-count order', async () => {
    expect(await refresh(['streets'])).toEqual({
      cities: { outcome: 'refreshed', count: 3, warnings: [] },
      citiesEnglish: { outcome: 'refreshed', count: 2, warnings: ['1 cities have no English name and were left out'] },
      streets: { outcome: 'refreshed', count: 5, warnings: [] },
    });
    expect(await search('cities')).toEqual(['באר מבחן', 'גבעת דוגמה', 'תל ניסוי (שבט)']);
    expect(await search('cities', { query: { code: 101 } })).toEqual(['גבעת דוגמה']);
    expect(await search('citiesEnglish')).toEqual(['TEST WELL', 'EXAMPLE HILL']);
    expect(await search('citiesEnglish', { query: { heName: 'גבעת דוגמה' } })).toEqual(['EXAMPLE HILL']);
    for (const city of await search('cities'))
      expect((await search('streets', { query: { city } })).length).toBeGreaterThan(0);
    expect(await search('streets', { query: { city: 'באר מבחן' } })).toEqual(['הבודקים', 'צה"ל', 'שביל ב']);
    expect(await isValid('streets', { value: 'צה"ל', query: { city: 'גבעת דוגמה' } })).toBe(false);
  });

  test('[options-sets.maintained.refresh] pages are asked for one after the other, in the way the portal wants', async () => {
    await refresh(['cities']);
    const asked = registry.requests.filter(({ path }) => path.includes('resource_id=cities'));
    expect(asked.map(({ path }) => path.replace(/^.*cities&/, ''))).toEqual([
      'limit=32000&offset=0&sort=_id',
      'limit=32000&offset=2&sort=_id',
    ]);
    expect(asked.every(({ userAgent }) => userAgent?.startsWith('datagov-external-client'))).toBe(true);
  });

  test('[options-sets.maintained.content] banks by number of branches; closed branches are left out', async () => {
    // The seed has more than a thousand: to replace it by three is a shrunken source, as it should be.
    expect(await refresh(['banks'])).toMatchObject({
      banks: {
        outcome: 'kept',
        reason: expect.stringMatching(/^banks: 2 options would replace \d+: the source has shrunk$/),
      },
      branches: { outcome: 'kept' },
    });
    expect(await refresh(['banksEnglish'])).toEqual({
      banksEnglish: { outcome: 'refreshed', count: 2, warnings: [] },
      branchesEnglish: { outcome: 'refreshed', count: 3, warnings: ['1 branches left out: closed'] },
    });
    expect(await search('banksEnglish')).toEqual(['בנק הדוגמה | 71', 'בנק אחר | 4']);
    expect(await search('branchesEnglish', { query: { bankCode: 4 } })).toEqual(['ראשי | 1 | צה"ל 3, באר מבחן']);
    expect(await search('branchesEnglish', { query: { bankCode: '4' } })).toEqual([]);
    expect(await search('branchesEnglish', { query: { bankName: 'בנק אחר', code: 1 } })).toHaveLength(1);
  });

  test('[options-sets.maintained.refresh] the same again: unchanged, and modifyTime stays', async () => {
    await refresh(['cities']);
    const get = async () => {
      const reply = await service.call('GET', `/optionsSet/${idOf('streets')}`, { key: service.people.alice.key });
      const { lastRefresh: _other, ...set } = reply.body;
      return set;
    };
    const before = await get();
    service.advance(1_000);
    expect((await refresh(['streets']))['streets']).toEqual({ outcome: 'unchanged', count: 5, warnings: [] });
    expect(await get()).toEqual(before);
    registry.datastores.set('streets', [...streets, { סמל_ישוב: 101, שם_רחוב: 'החדש' }]);
    expect((await refresh(['streets']))['streets']).toMatchObject({ outcome: 'refreshed', count: 6 });
    expect(await search('streets', { term: 'חדש' })).toEqual(['החדש']);
    expect((await get()).modifyTime > before.modifyTime).toBe(true);
  });

  test.each<[string, () => void, RegExp]>([
    ['a partial download', () => (registry.missingRows = 1), /partial: 4 of 5 rows came/],
    ['a changed source', () => registry.datastores.set('cities', [{ code2: 1 }]), /has changed: no column city_code/],
    ['a shrunken source', () => registry.datastores.set('streets', streets.slice(0, 4)), /shrunk/],
    [
      'sources that do not fit together',
      () => registry.datastores.set('streets', [{ סמל_ישוב: 7, שם_רחוב: 'א' }]),
      /do not fit/,
    ],
    [
      'a web page',
      () => {
        registry.files.set('/page', '<!DOCTYPE html><html></html>');
        writeSources({ cities: `${registry.url}/page` });
      },
      /web page/,
    ],
    ['an absent file', () => writeSources({ cities: 'file:nothing.json' }), /nothing\.json: there is no such file/],
    ['a server that stays down', () => registry.failures.push(503, 503, 503), /answered 503/],
    ['a refusal', () => registry.failures.push(403), /answered 403/],
    ['an unreachable server', () => writeSources({ cities: 'http://127.0.0.1:1/x' }), /not reachable/],
  ])(
    '[options-sets.maintained.refresh] %s keeps the old options of the whole family and says so',
    async (_title, breakIt, reason) => {
      const lanes = Array.from({ length: 10 }, (_, i) => ({ סמל_ישוב: 101, שם_רחוב: `סמטה ${i}` }));
      registry.datastores.set('streets', [...streets, ...lanes]);
      await refresh(['cities']);
      const before = [await search('cities'), await search('citiesEnglish'), await search('streets')];
      breakIt();
      const reports = await refresh(['cities']);
      for (const key of ['cities', 'citiesEnglish', 'streets']) {
        const { diff: _shown, ...report } = reports[key] ?? {};
        expect(report).toEqual({
          outcome: 'kept',
          count: expect.any(Number),
          reason: expect.stringMatching(reason),
          warnings: [],
        });
      }
      expect([await search('cities'), await search('citiesEnglish'), await search('streets')]).toEqual(before);
    },
  );

  test('[options-sets.maintained.encoding] [options-sets.maintained.language] one bad byte keeps the old options and is reported with its place', async () => {
    const lanes = Array.from({ length: 40 }, (_, i) => `101,סמטה ${i}`);
    const csv = Buffer.from(['city_code,street_name', ...lanes, ''].join('\n'));
    writeFileSync(join(folder, 'lanes.csv'), csv);
    const given = { cities: writeSource('cities.json', cities), streets: 'file:lanes.csv' };
    writeSources(given);
    expect((await refresh(['streets']))['streets']).toMatchObject({ outcome: 'refreshed', count: 40 });
    const at = csv.indexOf('סמטה 7');
    writeFileSync(
      join(folder, 'lanes.csv'),
      Buffer.concat([csv.subarray(0, at), Buffer.of(0xff), csv.subarray(at + 1)]),
    );
    expect((await refresh(['streets']))['streets']).toMatchObject({
      outcome: 'kept',
      reason: expect.stringMatching(/^streets: 1 values cannot be read.*line 9 \(byte \d+\)/),
    });
    expect(await search('streets', { term: 'סמטה 7' })).toEqual(['סמטה 7']);
  });

  test('[options-sets.maintained.refresh] failures that pass are waited for', async () => {
    registry.failures.push(404, 429);
    expect((await refresh(['institutions']))['institutions']).toMatchObject({ outcome: 'kept', reason: /shrunk/ });
    expect(registry.requests).toHaveLength(3);
  });

  test('[options-sets.maintained.refresh] one failing source does not stop the others', async () => {
    registry.datastores.delete('cities');
    const reports = await refresh();
    expect(Object.fromEntries(Object.entries(reports).map(([key, { outcome }]) => [key, outcome]))).toEqual({
      cities: 'kept',
      citiesEnglish: 'kept',
      streets: 'kept',
      banks: 'kept',
      banksEnglish: expect.stringMatching(/refreshed|unchanged/),
      branches: 'kept',
      branchesEnglish: expect.stringMatching(/refreshed|unchanged/),
      countries: 'unchanged',
      countriesEnglish: 'unchanged',
      countriesFormer: 'unchanged',
      countriesFormerEnglish: 'unchanged',
      taxLocalities: 'kept',
      institutions: 'kept',
    });
  });

  test('[options-sets.maintained.refresh] a resource that got a new id is found in its package', async () => {
    registry.packages.set('cities', [
      { id: 'old', name: 'רשימה מתעדכן', datastore_active: true, last_modified: '2020' },
      { id: 'cities', name: 'רשימה מתעדכן', datastore_active: true, last_modified: '2026' },
      { id: 'file', name: 'מתעדכן XML', datastore_active: false, last_modified: '2027' },
      { id: 'other', name: 'archive', datastore_active: true, last_modified: '2028' },
    ]);
    const place = { url: `${registry.url}/api/package_show?id=cities`, nameHas: 'מתעדכן' };
    const fetcher = createSourceFetcher({ report: () => {}, ...fetching });
    const gone = `${registry.url}/api/datastore_search?resource_id=gone`;
    for (const address of [{ url: gone, package: place }, { package: place }]) {
      const pages = await fetcher.fetchPages(address);
      expect(Buffer.concat(pages).toString()).toContain('EXAMPLE HILL');
    }
  });

  test('[options-sets.maintained.refresh] a response that is too large is not read to its end', async () => {
    registry.files.set('/large', 'x'.repeat(5_000));
    const fetcher = createSourceFetcher({ report: () => {}, ...fetching, maxBytes: 1_000 });
    await expect(fetcher.fetchPages({ url: `${registry.url}/large` })).rejects.toThrow('more than 1000 bytes');
    expect(registry.requests).toHaveLength(1);
    const careful = createSourceFetcher({ report: () => {} });
    await expect(careful.fetchPages({ url: `${registry.url}/large` })).rejects.toThrow('not https');
  });

  test('[options-sets.maintained.sources] from files: CSV in windows-1255 beside plain lists', async () => {
    const fixtures = pathToFileURL(join(import.meta.dirname, '../fixtures/sets/')).href;
    writeSources({
      cities: `${fixtures}cities-datastore.json`,
      streets: `${fixtures}streets-windows-1255.csv`,
      institutions: writeSource('institutions.txt', Array.from({ length: 60 }, (_, i) => `מכללה ${i}`).join('\r\n')),
    });
    expect(await refresh(['cities', 'institutions'])).toMatchObject({
      cities: { outcome: 'refreshed' },
      streets: { outcome: 'refreshed' },
      institutions: { outcome: 'refreshed', count: 60 },
    });
    expect(await search('streets', { term: 'צה"ל' })).toEqual(['צה"ל']);
    expect(await search('institutions', { term: 'מכללה 59' })).toEqual(['מכללה 59']);
  });

  test('[options-sets.maintained.refresh] two refreshes at once: both end, the options are there once', async () => {
    await Promise.all([refresh(['cities']), refresh(['cities']), refresh(['streets'])]);
    expect(await search('cities')).toEqual(['באר מבחן', 'גבעת דוגמה', 'תל ניסוי (שבט)']);
    expect(await search('streets')).toHaveLength(5);
  });

  test('[options-sets.maintained.refresh] readers see the old options or the new ones, never none and never both', async () => {
    const wells = (name: string) => Array.from({ length: 300 }, (_, i) => ({ סמל_ישוב: 101, שם_רחוב: `${name} ${i}` }));
    const cities = writeSource('cities.json', [
      { code: 101, nameHe: 'א', nameEn: 'A' },
      { code: 102, nameHe: 'ב', nameEn: 'B' },
    ]);
    // From another address everything may be other than before.
    const [first, second] = ['ראשון', 'שני'].map((name) => writeSource(`${name}.json`, wells(name)));
    writeSources({ cities, streets: first });
    await refresh(['streets']);
    let isRefreshing = true;
    const seen = new Set<string>();
    const reading = (async () => {
      while (isRefreshing) {
        service.advance(4_000);
        const values = await search('streets');
        seen.add(`${values.length} ${new Set(values.map((value) => value.split(' ')[0])).size}`);
      }
    })();
    for (let round = 0; round < 10; round += 1) {
      writeSources({ cities, streets: round % 2 === 0 ? second : first });
      expect((await refresh(['streets']))['streets']?.outcome).toBe('refreshed');
    }
    isRefreshing = false;
    await reading;
    expect([...seen]).toEqual(['250 1']);
  });
});

describe('tax-credit localities', () => {
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
});

describe('SETS_SOURCES', () => {
  test.each<[unknown, string]>([
    [[], 'is not a JSON object'],
    [{ towns: 'file:x' }, 'has the key "towns", but keys are: cities, streets,'],
    [{ cities: 1 }, 'must give an https: or file: address for "cities"'],
    [{ cities: 'ftp://example.com/x' }, 'must give an https: or file: address for "cities"'],
    [{ cities: 'http://example.com/x' }, 'must give an https: or file: address for "cities"'],
    [{ cities: 'cities.json' }, 'must give an https: or file: address for "cities"'],
  ])('[options-sets.maintained.sources] [running.settings] %j is refused with its name', (content, problem) => {
    writeFileSync(sourcesFile, JSON.stringify(content));
    expect(() => readSources(sourcesFile)).toThrow('SETS_SOURCES (flag --sets-sources): the file ');
    expect(() => readSources(sourcesFile)).toThrow(problem);
  });

  test('[options-sets.maintained.sources] [running.settings] no such file, no JSON, and what is not named stays public', () => {
    expect(() => readSources(join(folder, 'none.json'))).toThrow('cannot be read');
    writeFileSync(sourcesFile, '{');
    expect(() => readSources(sourcesFile)).toThrow('cannot be read');
    writeSources({ taxLocalities: 'file:tax/{year}.pdf', cities: 'https://example.com/a?b=1' });
    const { taxLocalities, cities: towns, streets: roads } = readSources(sourcesFile);
    expect(taxLocalities).toEqual([{ url: `${pathToFileURL(folder).href}/tax/{year}.pdf`, isGiven: true }]);
    expect(towns).toEqual([{ url: 'https://example.com/a?b=1', isGiven: true }]);
    expect(roads[0]?.url).toContain('https://data.gov.il/');
    expect(() => readSources(undefined)).not.toThrow();
  });
});

describe('in the background', () => {
  const never = () => new Promise<void>(() => {});
  const due = async () => {
    for (const name of refreshNames)
      await planRefresh(service.services.db.sql, { name, nextTime: '2020-01-01T00:00:00Z', failures: 0 });
  };

  test('[options-sets.maintained.refresh] of several processes one refreshes; a failure is one warning and is tried again later', async () => {
    await due();
    writeSources({});
    let gathered = 0;
    const gather: RefreshOptions['gather'] = async (request, onEvent) => {
      gathered += 1;
      onEvent({ type: 'kept', keys: request.sets.map(({ key }) => key), reason: 'no network' });
    };
    const processes = [1, 2, 3].map(() => createBackgroundRefresh(service.services, { gather, delayMs: 1 }));
    const linesBefore = service.log.length;
    await Promise.all(processes.map((one) => one.startIfDue()));
    await waitFor(() => service.log.slice(linesBefore).some((line) => line.includes('no network')));
    expect(gathered).toBe(1);
    const lines = service.log
      .slice(linesBefore)
      .map((line) => JSON.parse(line))
      .filter(({ sets }) => sets);
    expect(lines).toEqual([
      {
        sets: allMaintainedSets.map(({ key }) => key),
        reasons: ['no network'],
        nextTry: expect.any(String),
        message: 'maintained sets could not be refreshed; they keep their options',
      },
    ]);
    await Promise.all(processes.map((one) => one.startIfDue()));
    expect(gathered).toBe(1);
    service.advance(11 * 60_000);
    await Promise.all(processes.map((one) => one.startIfDue()));
    await waitFor(() => gathered === 2);
    await Promise.all(processes.map((one) => one.close()));
  });

  test('[options-sets.maintained.refresh] a source that stays broken is tried less and less, another that fails is tried soon', async () => {
    await due();
    const ids = allMaintainedSets.map(({ id }) => id);
    const known = await listSetRefreshes(service.services.db.sql, ids);
    /** The options that the set has, made again. */
    const asItIs = (key: MaintainedSetKey) => {
      const fingerprint = known.find(({ set }) => set === idOf(key))?.fingerprint ?? '';
      return { key, source: '', chunks: [], fingerprint, warnings: [] };
    };
    const broken = new Set<string>(['streets']);
    let gathered: string[] = [];
    const gather: RefreshOptions['gather'] = async ({ sets: asked }, onEvent) => {
      gathered = asked.map(({ key }) => key);
      for (const family of families.filter(([first]) => gathered.includes(first!))) {
        const reason = family.some((key) => broken.has(key)) ? 'it is away' : undefined;
        if (reason !== undefined) onEvent({ type: 'kept', keys: family, reason });
        else onEvent({ type: 'made', sets: family.map(asItIs), taxYears: [] });
      }
    };
    const places = ['cities', 'citiesEnglish', 'streets'];
    const start = async (minutes: number) => {
      service.advance(minutes * 60_000);
      gathered = [];
      const one = createBackgroundRefresh(service.services, { gather, delayMs: 1 });
      await one.startIfDue();
      await one.settled();
      await one.close();
      return gathered;
    };
    const began = service.services.clock.now();
    const dayMs = 86_400_000;
    try {
      // Noon: no set's own time is near.
      service.advance(Math.ceil(began / dayMs) * dayMs + dayMs / 2 - began);
      expect(await start(0)).toHaveLength(13);
      expect(await start(11)).toEqual(places);
      expect(await start(11)).toEqual([]);
      expect(await start(20)).toEqual(places);
      // Hours later another source fails: its own first pause is short.
      await planRefresh(service.services.db.sql, {
        name: 'institutions',
        nextTime: '2020-01-01T00:00:00Z',
        failures: 0,
      });
      broken.add('institutions');
      expect(await start(0)).toEqual(['institutions']);
      broken.clear();
      expect(await start(11)).toEqual(['institutions']);
      expect(await start(110)).toEqual(places);
      expect(await start(11)).toEqual([]);
    } finally {
      service.advance(began - service.services.clock.now());
    }
  });

  test('[options-sets.maintained.refresh] a stop does not wait for a refresh, and the next start goes on with it', async () => {
    await due();
    let gathered = 0;
    const gather: RefreshOptions['gather'] = async (_request, _onEvent, signal) => {
      gathered += 1;
      await Promise.race([
        never(),
        new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      ]);
    };
    const first = createBackgroundRefresh(service.services, { gather, delayMs: 1 });
    await first.startIfDue();
    await waitFor(() => gathered === 1);
    expect(await ticksDuring(() => first.close())).toBeLessThan(100);
    const second = createBackgroundRefresh(service.services, { gather, delayMs: 1 });
    await second.startIfDue();
    await waitFor(() => gathered === 2);
    await second.close();
  });

  async function waitFor(isTrue: () => boolean): Promise<void> {
    for (let tries = 0; tries < 200 && !isTrue(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isTrue()).toBe(true);
  }
});
