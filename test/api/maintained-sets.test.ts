// The sets that the service maintains: there on the first start, refreshed from their sources, never seen half.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSourceFetcher } from '../../src/server/registries/fetch-source.ts';
import { cities, fetching, idOf, startSets, streets } from '../support/maintained-sets.ts';
import type { Registry } from '../support/registry.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let registry: Registry;
const { folder, writeSources, writeSource, refresh, search, isValid, useRegistry } = startSets((started) => {
  ({ service, registry } = started);
});

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

  test('[options-sets.search.names] other names find banks and institutions with near=true only', async () => {
    const technion = 'הטכניון - מכון טכנולוגי לישראל';
    expect((await search('institutions', { term: 'technion', near: true }))[0]).toBe(technion);
    expect((await search('banks', { term: 'fibi', near: true }))[0]).toContain('הבינלאומי');
    expect(await search('institutions', { term: 'technion' })).toEqual([]);
    expect(await isValid('institutions', { value: 'technion' })).toBe(false);
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
    expect(await search('banksEnglish')).toEqual(['Example Bank | 71', 'Other Bank | 4']);
    expect(await search('branchesEnglish', { query: { bankCode: 4 } })).toEqual(['Main | 1 | 3 Army St, TEST WELL']);
    expect(await search('branchesEnglish', { query: { bankCode: '4' } })).toEqual([]);
    expect(await search('branchesEnglish', { query: { bankName: 'Other Bank', code: 1 } })).toHaveLength(1);
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
    const [first, second] = ['ראשון', 'שני'].map((name) => writeSource(`${name}.json`, wells(name)));
    writeSources({ cities, streets: first });
    const accept = () => refresh(['streets'], { accepted: ['streets'] });
    await accept();
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
      expect((await accept())['streets']?.outcome).toBe('refreshed');
    }
    isRefreshing = false;
    await reading;
    expect([...seen]).toEqual(['250 1']);
  });
});
