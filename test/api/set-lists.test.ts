// The last lists of maintained sets: kept, compared, taken back and accepted, while people search.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MaintainedSetKey } from '../../src/server/options-sets/maintained-sets.ts';
import { switchList } from '../../src/server/registries/switch-list.ts';
import { openDb } from '../../src/server/store/connection/db.ts';
import { migrate } from '../../src/server/store/connection/migrate.ts';
import { findSetting } from '../../src/server/store/identity/settings.ts';
import { migrations } from '../../src/server/store/migrations/all.ts';
import { nextGeneration } from '../../src/server/store/options-sets/options-sets.ts';
import { listSetLists } from '../../src/server/store/options-sets/set-lists.ts';
import { listTaxYears, recordSeed } from '../../src/server/store/options-sets/set-refreshes.ts';
import { type Bringing, bringLists, type Lists, setId } from '../support/bring-lists.ts';
import { time } from '../support/entries.ts';
import { createFreshDatabase } from '../support/fresh-database.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
beforeAll(async () => {
  service = await startService();
  second = await startSecondService(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const institutions = setId('institutions');
const bring = (lists: Lists, bringing?: Bringing) => bringLists(lists, service.services, bringing);
const back = (key: MaintainedSetKey, number?: number) =>
  switchList({ key, isRefused: false, number, by: 'a test' }, service.services);
const asOperator = (method: string, path: string, body?: object) =>
  service.call(method, path, { token: service.people.alice.token, ...(body && { body }) });
const listsOf = async (set = institutions) => (await asOperator('GET', `/optionsSet/${set}/lists`)).body;

async function search(key: MaintainedSetKey, call = service.call): Promise<string[]> {
  const reply = await call('GET', `/optionsSet/${setId(key)}/autocomplete`, { query: { limit: 250 } });
  expect(reply.status).toBe(200);
  return reply.body.data.map(({ value }: { value: string }) => value).sort();
}

/** Another process notices within some seconds of the clock. */
async function expectSoon(values: string[], call = service.call): Promise<void> {
  const find = () => {
    service.advance(4_000);
    return search('institutions', call);
  };
  await expect.poll(find).toEqual(values);
}

/** What must be true after anything: one current list, whole, with its fingerprint known; at most five and one refused. */
async function expectSound(...keys: MaintainedSetKey[]): Promise<void> {
  const { sql } = service.services.db;
  for (const id of keys.map(setId)) {
    const rows = await sql`select s.generation, s.option_count as count, l.fingerprint, r.fingerprint as known,
        (select sum(p.option_count)::integer from options_pieces p
          where p.set_id = s.id and p.generation = s.generation) as stored,
        (select count(*)::integer from set_lists o where o.set_id = s.id and not o.is_refused) as kept,
        (select count(*)::integer from set_lists o where o.set_id = s.id and o.is_refused) as refused,
        (select count(distinct p.generation)::integer from options_pieces p where p.set_id = s.id) as generations,
        (select count(*)::integer from set_lists o where o.set_id = s.id) as lists
      from options_sets s join set_lists l on l.set_id = s.id and l.number = s.generation and not l.is_refused
        and l.option_count = s.option_count and l.withdrawn_time is null
      join set_refreshes r on r.set_id = s.id where s.id = ${id}`;
    expect(rows).toHaveLength(1);
    const [row] = rows as unknown as Record<string, number>[];
    expect(row).toMatchObject({ stored: row?.['count'], fingerprint: row?.['known'], generations: row?.['lists'] });
    expect(row?.['kept']).toBeLessThanOrEqual(5);
    expect(row?.['refused']).toBeLessThanOrEqual(1);
  }
}

/** One list of each set, made of nothing but these. */
async function startWith(lists: Lists): Promise<void> {
  const { sql } = service.services.db;
  const ids = (Object.keys(lists) as MaintainedSetKey[]).map(setId);
  await sql`delete from set_lists where set_id = any(${ids}::text[])`;
  await sql`update set_refreshes set fingerprint = '', withdrawn = '[]' where set_id = any(${ids}::text[])`;
  await bring(lists);
}

describe('history', () => {
  beforeEach(() => startWith({ institutions: ['a', 'b'] }));

  test('[options-sets.maintained.history] the last five lists: when, from where, how many, what changed; which is current', async () => {
    for (let round = 1; round <= 6; round += 1)
      await bring({ institutions: ['a', `c${round}`] }, { warnings: ['odd'] });
    const { data, canChange, refused } = await listsOf();
    expect([data.length, canChange, refused]).toEqual([5, true, undefined]);
    expect(data[0]).toEqual({
      number: expect.any(Number),
      time,
      kind: 'refresh',
      source: 'file:new.csv',
      count: 2,
      fingerprint: expect.stringMatching(/^[\w-]{43}$/),
      warnings: ['odd'],
      changes: { added: 1, removed: 1, changed: 0 },
      isCurrent: true,
      currentFrom: data[0].time,
    });
    const numbers = data.map(({ number }: { number: number }) => number);
    expect(numbers).toEqual(numbers.map((_: number, index: number) => numbers[0] - index));
    expect(data.slice(1).some(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toBe(false);
    await expectSound('institutions');
    // The same again is not a new list.
    expect((await bring({ institutions: ['a', 'c6'] })).institutions?.outcome).toBe('unchanged');
    expect((await listsOf()).data).toEqual(data);
  });

  test('[options-sets.maintained.history] sets of an account have no lists, and those that came with the service have theirs', async () => {
    const set = (await asOperator('POST', '/optionsSet', { name: 'Mine' })).body.id;
    expect(await listsOf(set)).toEqual({ data: [], canChange: true });
    expect((await listsOf(setId('countries'))).data).toMatchObject([{ kind: 'seed', source: '', isCurrent: true }]);
    expect((await listsOf(setId('cities'))).data).toEqual([]);
  });

  test('[options-sets.maintained.report] GET of a maintained set has what its last refresh said', async () => {
    const get = async () => (await asOperator('GET', `/optionsSet/${institutions}`)).body;
    const before = await get();
    const base = { id: institutions, name: before.name, account: before.account, createTime: time, modifyTime: time };
    await bring({ institutions: ['a', 'c', 'd'] }, { warnings: ['one is odd'] });
    const counts = { added: 2, removed: 1, changed: 0 };
    const facts = { source: 'file:new.csv', count: 3 };
    expect(await get()).toEqual({
      ...base,
      lastRefresh: {
        outcome: 'refreshed',
        lastTry: time,
        lastSuccess: time,
        warnings: ['one is odd'],
        ...facts,
        ...counts,
      },
    });
    await bring({ institutions: ['a'] }, { refusal: 'too few' });
    expect((await get()).lastRefresh).toEqual({
      outcome: 'kept',
      lastTry: time,
      lastSuccess: time,
      reason: 'too few',
      warnings: [],
      source: 'file:new.csv',
      count: 1,
      added: 0,
      removed: 2,
      changed: 0,
      refusedList: (await listsOf()).refused.number,
    });
    const list = (await asOperator('GET', '/optionsSet')).body.data;
    expect(list.find(({ id }: { id: string }) => id === institutions)).toEqual(base);
  });

  test('[options-sets.maintained.history] no folder of the machine is in reasons and warnings', async () => {
    const refusal = '2026: /srv/my lists/tax.pdf: there is no such file; file:///srv/my%20lists/a.csv: a web page';
    const warnings = ["EACCES: permission denied, open '/srv/my lists/a.csv'", 'https://example.org/lists/a.csv: cut'];
    const shown = ["EACCES: permission denied, open 'a.csv'", 'https://example.org/lists/a.csv: cut'];
    await bring({ institutions: ['x', 'y'] }, { warnings });
    await bring({ institutions: ['a'] }, { refusal });
    const { data, refused } = await listsOf();
    expect(data[0].warnings).toEqual(shown);
    expect(refused.reason).toBe('2026: tax.pdf: there is no such file; file:a.csv: a web page');
    for (const path of ['', '/summary'])
      expect((await asOperator('GET', `/optionsSet/${institutions}${path}`)).body.lastRefresh.reason).toBe(
        refused.reason,
      );
    await bring({ institutions: ['x', 'y', 'z'] }, { warnings });
    expect((await asOperator('GET', `/optionsSet/${institutions}`)).body.lastRefresh.warnings).toEqual(shown);
  });
});

describe('going back', () => {
  beforeEach(() => startWith({ institutions: ['a', 'b', 'c'] }));

  test('[options-sets.maintained.rollback] the list before is current at once, and the next refresh does not bring the bad one again', async () => {
    const [good] = (await listsOf()).data;
    await bring({ institutions: ['x', 'y', 'z'] });
    const [bad] = (await listsOf()).data;
    const reply = await asOperator('POST', `/optionsSet/${institutions}/lists/${good.number}/restore`, {
      current: bad.number,
    });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject([
      { number: bad.number, isCurrent: false, withdrawnTime: time, withdrawnBy: 'alice@example.com' },
      { number: good.number, isCurrent: true, currentFrom: time, currentBy: 'alice@example.com' },
    ]);
    expect(reply.body.data[1].currentFrom > good.currentFrom).toBe(true);
    expect(await search('institutions')).toEqual(['a', 'b', 'c']);
    expect(service.log.some((line) => line.includes(`institutions ${bad.number} -> ${good.number}`))).toBe(true);

    const again = (await bring({ institutions: ['x', 'y', 'z'] })).institutions;
    expect(again).toMatchObject({ outcome: 'kept', count: 3, reason: expect.stringContaining('was taken back on 20') });
    expect(await search('institutions')).toEqual(['a', 'b', 'c']);
    // Another list is not held up, nor is the good one, which is there already.
    expect((await bring({ institutions: ['a', 'b', 'c'] })).institutions?.outcome).toBe('unchanged');
    expect((await bring({ institutions: ['a', 'b', 'c', 'd'] })).institutions?.outcome).toBe('refreshed');
    expect((await bring({ institutions: ['x', 'y', 'z'] })).institutions?.outcome).toBe('kept');
    const accepted = (await bring({ institutions: ['x', 'y', 'z'] }, { accepts: true })).institutions;
    expect(accepted).toMatchObject({ outcome: 'refreshed', diff: { added: { count: 3 }, removed: { count: 4 } } });
    expect((await bring({ institutions: ['a', 'b'] })).institutions?.outcome).toBe('refreshed');
    expect((await bring({ institutions: ['x', 'y', 'z'] })).institutions?.outcome).toBe('refreshed');
    await expectSound('institutions');
  });

  test('[options-sets.maintained.rollback] without a number past what was taken back before; with one forward too', async () => {
    const numberOf = async () => (await listsOf()).data.find((one: { isCurrent: boolean }) => one.isCurrent).number;
    const first = await numberOf();
    await bring({ institutions: ['bad'] });
    const bad = await numberOf();
    await back('institutions');
    await bring({ institutions: ['worse'] });
    expect(await back('institutions')).toMatchObject([{ set: 'institutions', to: first, count: 3 }]);
    expect(await back('institutions')).toBe('nothingBefore');
    expect(await back('institutions', 9_999)).toBe('noSuchList');
    expect(await back('institutions', first)).toEqual([]);
    expect(await back('institutions', bad)).toMatchObject([{ from: first, to: bad, count: 1 }]);
    expect(await search('institutions')).toEqual(['bad']);
    await expectSound('institutions');
    // Five that were taken back do not push out the good one.
    await back('institutions', first);
    for (let round = 0; round < 6; round += 1) {
      await bring({ institutions: [`bad ${round}`] });
      expect(await back('institutions')).toMatchObject([{ to: first }]);
    }
    expect((await listsOf()).data).toHaveLength(5);
    await expectSound('institutions');
  });

  test('[options-sets.maintained.rollback] sets of one source go back together, and tax years with their list', async () => {
    const city = (name: string, code: number) => ({ value: name, data: { code } });
    const street = (name: string, town: string) => ({ value: name, data: { city: town } });
    const places = (suffix: string) => ({
      cities: [city(`A${suffix}`, 1), city('B', 2)],
      citiesEnglish: [city('B', 2)],
      streets: [street('s', `A${suffix}`), street('s', 'B')],
    });
    await startWith(places(''));
    await bring(places('!'));
    const moved = await back('streets');
    // English cities did not change, so they have nothing to go back from.
    expect(moved).toMatchObject([{ set: 'cities' }, { set: 'streets' }]);
    expect([await search('cities'), await search('streets')]).toEqual([
      ['A', 'B'],
      ['s', 's'],
    ]);
    await expectSound('cities', 'citiesEnglish', 'streets');
    // Only the streets were named: the cities may come again as they were.
    const renamed = { ...places('!'), streets: [...places('!').streets, street('new', 'B')] };
    expect(await bring(renamed)).toMatchObject({ cities: { outcome: 'refreshed' }, streets: { outcome: 'refreshed' } });

    const year = (...names: string[]) => [{ year: 2026, localities: names.map((name) => ({ name })), reader: 1 }];
    const tax = (...names: string[]) => names.map((value) => ({ value, data: { year: 2026 } }));
    await startWith({ taxLocalities: tax('A') });
    await bring({ taxLocalities: tax('A', 'B') }, { taxYears: year('A', 'B') });
    await bring({ taxLocalities: tax('junk') }, { taxYears: year('junk') });
    await back('taxLocalities');
    const [known] = await listTaxYears(service.services.db.sql);
    expect(JSON.parse(known?.localities ?? '')).toEqual([{ name: 'A' }, { name: 'B' }]);
  });

  test('[options-sets.maintained.older] a list that is nearly an earlier one is a warning', async () => {
    const many = (name: string) => Array.from({ length: 30 }, (_, i) => `${name} ${i}`);
    await startWith({ institutions: many('old') });
    const [{ number }] = (await listsOf()).data;
    expect((await bring({ institutions: many('new') })).institutions?.warnings).toEqual([]);
    expect((await bring({ institutions: [...many('new'), 'one'] })).institutions?.warnings).toEqual([]);
    const warning = expect.stringMatching(
      `^nearly the same as list ${number} of 20\\d\\d-\\d\\d-\\d\\d: an older copy\\?$`,
    );
    const again = (await bring({ institutions: [...many('old'), 'another'] }, { warnings: ['odd'] })).institutions;
    expect(again).toMatchObject({ outcome: 'refreshed', warnings: [warning, 'odd'] });
    expect((await listsOf()).data[0].warnings).toEqual([warning, 'odd']);
  });

  describe('families', () => {
    /** Which list of the source each set has: a family is whole when cities and streets are of one date. */
    const places = (date: string, english = date) => ({
      cities: [`cities ${date}`],
      citiesEnglish: [`english ${english}`],
      streets: [`streets ${date}`],
    });
    const have = async () => (await Promise.all([search('cities'), search('citiesEnglish'), search('streets')])).flat();
    const whole = (date: string, english = date) => Object.values(places(date, english)).flat();
    const numbersOf = async (key: MaintainedSetKey): Promise<number[]> =>
      (await listsOf(setId(key))).data.map(({ number }: { number: number }) => number).reverse();

    test('[options-sets.maintained.rollback] every list of every set that is kept brings back all sets of its family, whichever changed alone', async () => {
      await startWith(places('1'));
      for (const [date, name] of [
        ['2', '2'],
        ['2', '2b'],
        ['4', '4'],
        ['2', '2c'],
        ['6', '6'],
        ['6', '6b'],
      ] as const)
        await bring(places(date, name));
      for (const key of ['streets', 'citiesEnglish', 'cities'] as const) {
        const numbers = await numbersOf(key);
        expect(numbers.length).toBeGreaterThan(2);
        for (const number of numbers) {
          expect(await back(key, number)).not.toBeTypeOf('string');
          const [cities = '', name = '', streets = ''] = await have();
          expect(cities.split(' ')[1]).toBe(streets.split(' ')[1]);
          expect(name.split(' ')[1]?.[0]).toBe(streets.split(' ')[1]);
          await expectSound('cities', 'citiesEnglish', 'streets');
        }
      }
      // The first landing is the sixth from the end: gone for all of them.
      expect(await back('streets', 1)).toBe('noSuchList');
    });

    test('[options-sets.maintained.rollback] without a number one step of the family is taken back, and the good list comes again', async () => {
      await startWith(places('1'));
      await bring(places('2'));
      await bring(places('2', 'bad'));
      expect(await back('cities')).toMatchObject([{ set: 'citiesEnglish' }]);
      expect(await have()).toEqual(whole('2'));
      expect((await bring(places('2', 'bad'))).cities).toMatchObject({
        outcome: 'kept',
        reason: expect.stringContaining('taken back'),
      });
      expect(Object.values(await bring(places('2'))).map(({ outcome }) => outcome)).toEqual(Array(3).fill('unchanged'));
      expect(Object.values(await bring(places('3'))).map(({ outcome }) => outcome)).toEqual(Array(3).fill('refreshed'));
      expect(await back('citiesEnglish')).toHaveLength(3);
      expect(await have()).toEqual(whole('2'));
      expect(await back('streets')).toHaveLength(3);
      expect(await have()).toEqual(whole('1'));
      expect(await back('streets')).toBe('nothingBefore');
    });

    test('[options-sets.maintained.rollback] a history that lacks a part names the nearest list that has all of them', async () => {
      const { sql } = service.services.db;
      await startWith(places('1'));
      for (const date of ['2', '3', '4']) await bring(places(date));
      // As kept by earlier versions: five lists of each set, without what the others had.
      const english = setId('citiesEnglish');
      const [first = 0, second = 0, third = 0] = await numbersOf('streets');
      await sql`update set_lists set facts = (facts::jsonb - 'family')::json`;
      const oldest = (await numbersOf('citiesEnglish'))[0]!;
      await sql`delete from options_pieces where set_id = ${english} and generation = ${oldest}`;
      await sql`delete from set_lists where set_id = ${english} and number = ${oldest}`;
      expect(await back('streets', first)).toEqual({ nearest: second });
      expect(await have()).toEqual(whole('4'));
      const reply = await asOperator('POST', `/optionsSet/${setId('streets')}/lists/${first}/restore`, {});
      expect([reply.status, reply.body.message]).toEqual([
        409,
        `List ${first} cannot be restored: lists of other sets that belong to it are gone. The nearest one that can be is ${second}.`,
      ]);
      expect(await back('streets', third)).toHaveLength(3);
      expect(await have()).toEqual(whole('3'));
      expect(await back('streets')).toHaveLength(3);
      expect(await have()).toEqual(whole('2'));
      await bring(places('5'));
      await expectSound('cities', 'citiesEnglish', 'streets');
    });
  });

  test('[options-sets.maintained.rollback] [options-sets.search.lag] whoever searches meanwhile, in any process, finds one list or the other', async () => {
    const many = (name: string) => Array.from({ length: 400 }, (_, index) => `${name} ${index}`);
    await startWith({ institutions: many('good') });
    await bring({ institutions: many('bad') });
    const [bad, good] = (await listsOf()).data.map(({ number }: { number: number }) => number);
    let isDone = false;
    const seen = new Set<string>();
    const searching = [service, second].map(async ({ call }) => {
      while (!isDone) {
        service.advance(4_000);
        const values = await search('institutions', call);
        seen.add(`${values.length} ${new Set(values.map((value) => value.split(' ')[0])).size}`);
      }
    });
    for (let round = 0; round < 8; round += 1) {
      expect(await back('institutions', round % 2 === 0 ? good : bad)).toHaveLength(1);
      await search('institutions');
    }
    isDone = true;
    await Promise.all(searching);
    expect([...seen]).toEqual(['250 1']);
    await back('institutions', good);
    await expectSoon(await search('institutions'), second.call);
  });

  test('[options-sets.maintained.rollback] two processes that refresh and go back at once: always one whole list, and the one taken back stays away', async () => {
    await bring({ institutions: ['bad', 'worse'] });
    const [bad, good] = (await listsOf()).data;
    for (let round = 0; round < 6; round += 1) {
      // The source was read before somebody went back; what was read is stored after it.
      const results = await Promise.all([
        bringLists({ institutions: ['bad', 'worse'] }, second.services, {
          onStart: async () => void (await back('institutions', good.number)),
        }),
        switchList({ key: 'institutions', isRefused: false, number: good.number, by: 'x' }, second.services),
        bringLists({ institutions: ['a', 'b', 'c'] }, service.services),
      ]);
      expect(results[0].institutions?.outcome).toBe('kept');
      await expectSoon(['a', 'b', 'c']);
      await expectSound('institutions');
      await switchList({ key: 'institutions', isRefused: false, number: bad.number, by: 'x' }, second.services);
      await Promise.all([
        switchList({ key: 'institutions', isRefused: false, number: good.number, by: 'x' }, second.services),
        bring({ institutions: [`new ${round}`] }),
      ]);
      await expectSound('institutions');
      await back('institutions', good.number);
    }
  });
});

test('[running.migrations] [identity.operators] lists from before are the first of the history, and the first account is the operators’', async () => {
  const database = await createFreshDatabase();
  const db = await openDb(database.url, { maxConnections: 2 });
  try {
    await migrate(
      db,
      migrations.filter(({ number }) => number < 18),
    );
    const [early, late] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    await db.sql`insert into accounts (id, create_time) values ('b', ${late}), ('c', ${early})`;
    for (const [set, count] of [
      ['full', 3],
      ['empty', 0],
      ['own', 5],
    ] as const) {
      await db.sql`insert into options_sets (id, account, name, generation, last_position, option_count, create_time,
        modify_time) values (${set}, 'x', ${set}, 4, 1, ${count}, ${early}, ${late})`;
      if (set !== 'own') await recordSeed(db.sql, { set, fingerprint: 'f' });
    }
    await migrate(db);
    expect(await listSetLists(db.sql, ['full', 'empty', 'own'])).toMatchObject([
      { set: 'full', number: 4, kind: 'seed', isRefused: false, fingerprint: 'f', optionCount: 3, currentFrom: late },
    ]);
    expect(await findSetting(db.sql, 'operatorAccount')).toBe('c');
    expect(await db.transaction((tx) => nextGeneration(tx, 'full'))).toBe(5);
  } finally {
    await db.close();
    await database.drop();
  }
});
