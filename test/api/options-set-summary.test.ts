// GET /optionsSet/{setId}/summary: what a set holds, and how a maintained one was last refreshed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMaintainedSets } from '../../src/server/options-sets/maintained-sets.ts';
import { openDb } from '../../src/server/store/connection/db.ts';
import { migrate } from '../../src/server/store/connection/migrate.ts';
import { migrations } from '../../src/server/store/migrations/all.ts';
import { listDataKeys } from '../../src/server/store/options-sets/options-sets.ts';
import { recordRefresh } from '../../src/server/store/options-sets/set-refreshes.ts';
import { asAlice } from '../support/entries.ts';
import { createFreshDatabase } from '../support/fresh-database.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const summaryOf = (set: string) => alice('GET', `/optionsSet/${set}/summary`);
const makeSet = async () => (await alice('POST', '/optionsSet', { name: 'Mine' })).body.id as string;
const add = (set: string, options: object[]) => alice('POST', `/optionsSet/${set}/addOptions`, { options });
const idOf = (key: string) => allMaintainedSets.find((set) => set.key === key)?.id ?? '';

test('[options-sets.summary] counts options and names the keys of their data, in the order they came', async () => {
  const set = await makeSet();
  const base = { isMaintained: false, allowsAutocomplete: true };
  expect((await summaryOf(set)).body).toEqual({ count: 0, dataKeys: [], ...base });
  await add(set, [{ value: 'a', data: { city: 'x', code: 1 } }, { value: 'b' }, { value: 'c', data: { zip: null } }]);
  await add(set, [{ value: 'd', data: { code: 2, area: 'y' } }]);
  const reply = await summaryOf(set);
  expect([reply.status, reply.body]).toEqual([200, { count: 4, dataKeys: ['city', 'code', 'zip', 'area'], ...base }]);
  await alice('POST', `/optionsSet/${set}/deleteOptions`);
  expect((await summaryOf(set)).body).toEqual({ count: 0, dataKeys: [], ...base });
});

test('[options-sets.summary] at most 50 keys, none that is very long', async () => {
  const set = await makeSet();
  const keys = Array.from({ length: 70 }, (_, place) => `k${place}`);
  await add(set, [{ value: 'long', data: { ['x'.repeat(201)]: 1, first: 1 } }]);
  for (const key of keys) await add(set, [{ value: key, data: { [key]: 1 } }]);
  expect((await summaryOf(set)).body.dataKeys).toEqual(['first', ...keys.slice(0, 49)]);
  const many = await makeSet();
  await add(many, [{ value: 'all', data: Object.fromEntries(keys.map((key) => [key, 1])) }]);
  expect((await summaryOf(many)).body.dataKeys).toEqual(keys.slice(0, 50));
});

test('[options-sets.summary] a maintained set: none, the last good and the last failed refresh', async () => {
  const set = idOf('countries');
  const { sql } = service.services.db;
  const reply = await summaryOf(set);
  const base = { count: 249, dataKeys: [], isMaintained: true, allowsAutocomplete: true };
  expect([reply.status, reply.body]).toEqual([200, base]);
  const [good, bad] = ['2026-01-02T01:00:00.000Z', '2026-01-03T01:00:00.000Z'];
  await recordRefresh(sql, { set, outcome: 'refreshed', reason: null, warnings: ['two are alike'], time: good });
  expect((await summaryOf(set)).body).toEqual({
    ...base,
    lastRefresh: { outcome: 'refreshed', lastTry: good, lastSuccess: good, warnings: ['two are alike'] },
  });
  await recordRefresh(sql, { set, outcome: 'kept', reason: 'the source is away', warnings: [], time: bad });
  expect((await summaryOf(set)).body.lastRefresh).toEqual({
    outcome: 'kept',
    lastTry: bad,
    lastSuccess: good,
    reason: 'the source is away',
    warnings: [],
  });
  const other = idOf('banks');
  await recordRefresh(sql, { set: other, outcome: 'kept', reason: 'r', warnings: [], time: bad });
  const { lastRefresh, ...facts } = (await summaryOf(other)).body;
  expect(lastRefresh).toEqual({ outcome: 'kept', lastTry: bad, reason: 'r', warnings: [] });
  expect(facts).toEqual({
    count: facts.count,
    dataKeys: ['code', 'name'],
    isMaintained: true,
    allowsAutocomplete: true,
  });
  expect(facts.count).toBeGreaterThan(10);
});

test("[options-sets.summary] autocomplete turned off is reported; another account's set 403, unknown 404", async () => {
  const set = await makeSet();
  await service.services.db.sql`update options_sets set allows_autocomplete = false where id = ${set}`;
  expect((await summaryOf(set)).body.allowsAutocomplete).toBe(false);
  const foreign = await service.call('GET', `/optionsSet/${set}/summary`, { key: service.people.chelsea.key });
  expect([foreign.status, foreign.body.message]).toEqual([
    403,
    'You have insufficient permissions to perform the action.',
  ]);
  const unknown = await summaryOf('f'.repeat(24));
  expect([unknown.status, unknown.body.message]).toEqual([
    404,
    `Could not find an options set with ID ${'f'.repeat(24)}.`,
  ]);
});

test('[running.migrations] sets from before learn the keys of the options they have, and only of those', async () => {
  const database = await createFreshDatabase();
  const db = await openDb(database.url, { maxConnections: 2 });
  try {
    await migrate(
      db,
      migrations.filter(({ number }) => number < 7),
    );
    const now = new Date().toISOString();
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, place) => [`k${String(place).padStart(2, '0')}`, 1]),
    );
    const pieces = [
      { set: 'a', generation: 1, position: 1, options: [{ value: 'x', data: { b: 1, a: 2 } }, { value: 'y' }] },
      { set: 'a', generation: 1, position: 2, options: [{ value: 'z', data: { 'k"\\': 1, a: 1 } }] },
      { set: 'a', generation: 0, position: 1, options: [{ value: 'old', data: { gone: 1 } }] },
      { set: 'b', generation: 1, position: 1, options: [{ value: 'x', data: many }] },
    ];
    for (const set of ['a', 'b', 'c']) {
      const count = set === 'c' ? 0 : 3;
      await db.sql`insert into options_sets (id, account, name, generation, last_position, option_count, create_time,
        modify_time) values (${set}, 'x', ${set}, 1, 2, ${count}, ${now}, ${now})`;
    }
    for (const piece of pieces) {
      await db.sql`insert into options_pieces (set_id, generation, position, option_count, options) values (${piece.set},
        ${piece.generation}, ${piece.position}, ${piece.options.length}, ${JSON.stringify(piece.options)})`;
    }
    await migrate(db);
    expect(await listDataKeys(db.sql, 'a')).toEqual(['a', 'b', 'k"\\']);
    expect(await listDataKeys(db.sql, 'b')).toEqual(Object.keys(many).slice(0, 50));
    expect(await listDataKeys(db.sql, 'c')).toEqual([]);
  } finally {
    await db.close();
    await database.drop();
  }
});
