// A service whose maintained sets come from a registry of the tests, with the rows that most tests begin with.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { allMaintainedSets, type MaintainedSetKey } from '../../src/server/options-sets/maintained-sets.ts';
import { refreshSets } from '../../src/server/registries/refresh-sets.ts';
import type { RefreshOptions } from '../../src/server/registries/store-made-sets.ts';
import { lockOptionsSet, replaceChunks } from '../../src/server/store/options-sets/options-sets.ts';
import { type Registry, startRegistry } from './registry.ts';
import { startService, type TestService } from './service.ts';

export const idOf = (key: MaintainedSetKey) => allMaintainedSets.find((set) => set.key === key)?.id ?? '';
/** Real floors are in the thousands, and real lists have real cities. */
export const sets = allMaintainedSets.map(({ anchors, ...set }) => (set.isExact ? set : { ...set, floor: 2 }));
export const fetching = { allowsHttp: true, pausesMs: [1, 1] };

/** One for the tests of a file. `onStart` gets the service and the registry once they run. */
export function startSets(onStart: (started: { service: TestService; registry: Registry }) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-sets-'));
  const sourcesFile = join(folder, 'sources.json');
  let service: TestService;
  let registry: Registry;
  beforeAll(async () => {
    writeSources({});
    registry = await startRegistry();
    service = await startService({ SETS_SOURCES: sourcesFile });
    onStart({ service, registry });
  });
  afterAll(async () => {
    await service.close();
    await registry.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  });

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
    const reply = await service.call('GET', `/optionsSet/${idOf(key)}/autocomplete`, {
      query: { limit: 250, ...query },
    });
    expect(reply.status).toBe(200);
    return reply.body.data.map((item: { value: string }) => item.value);
  }

  async function isValid(key: MaintainedSetKey, query: Record<string, unknown>): Promise<boolean> {
    return (await service.call('GET', `/optionsSet/${idOf(key)}/validate`, { query })).body.isValid;
  }

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
    registry.datastores
      .set('cities', cities)
      .set('streets', streets)
      .set('branches', branches)
      .set('english', englishBranches);
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
  return { folder, writeSources, writeSource, refresh, search, isValid, useRegistry };
}

export const cities = [
  { city_code: '101 ', city_name_he: 'גבעת דוגמה ', city_name_en: 'EXAMPLE HILL ' },
  { city_code: 102, city_name_he: 'באר מבחן', city_name_en: 'TEST WELL' },
  { city_code: 103, city_name_he: 'תל ניסוי )שבט(', city_name_en: ' ' },
  { city_code: 0, city_name_he: 'לא רשום', city_name_en: ' ' },
];
export const streets = [
  { סמל_ישוב: 101, שם_רחוב: 'הבודקים ' },
  { סמל_ישוב: '102 ', שם_רחוב: 'הבודקים' },
  { סמל_ישוב: 102, שם_רחוב: 'צה"ל' },
  { סמל_ישוב: 102, שם_רחוב: 'שביל ב' },
  { סמל_ישוב: 103, שם_רחוב: 'תל ניסוי (שבט)' },
];
export const branches = [
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
const englishTexts: Readonly<Record<string, string>> = {
  'בנק הדוגמה': 'Example Bank',
  'בנק אחר': 'Other Bank',
  ראשי: 'Main',
  דרום: 'South',
  סגור: 'Closed',
  'הבודקים 1': '1 Testers St',
  'הבודקים 2': '2 Testers St',
  'צה"ל 3': '3 Army St',
  'צה"ל 4': '4 Army St',
  'באר מבחן': 'TEST WELL',
};
export const englishBranches = branches.map((branch) =>
  Object.fromEntries(Object.entries(branch).map(([key, value]) => [key, englishTexts[value] ?? value])),
);
