// A set that options are added to: what was laid out stays as it is, and searches never wait for all of it again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIndexCache } from '../../src/server/options-sets/index-cache.ts';
import { asAlice } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const rows = (name: string, count: number) => Array.from({ length: count }, (_, i) => ({ value: `${name} ${i}` }));

async function makeSet(options: object[]) {
  const call = asAlice(service);
  const set: string = (await call('POST', '/optionsSet', { name: 'Growing' })).body.id;
  let now = 1_000_000;
  const cache = createIndexCache({ db: service.services.db, clock: { now: () => now } });
  const add = async (added: object[]) => {
    expect((await call('POST', `/optionsSet/${set}/addOptions`, { options: added })).status).toBe(200);
  };
  await add(options);
  return {
    add,
    deleteAll: () => call('POST', `/optionsSet/${set}/deleteOptions`),
    /** As if this cache's own process had made the change. */
    changed: () => cache.forget(set),
    index: async () => (await cache.get(set)).index,
    advance: (ms: number) => {
      now += ms;
    },
  };
}

test('[options-sets.search.lag] an option that is added is found at once, and the others are not laid out again', async () => {
  const set = await makeSet(rows('old', 3_000));
  const first = (await set.index()).segments[0];
  await set.add([{ value: 'added', score: 1 }]);
  set.changed();
  const grown = await set.index();
  expect(grown.segments[0]).toBe(first);
  expect(grown.size).toBe(3_001);
  expect(grown.autocomplete({ term: '', limit: 2 })).toEqual(['added', 'old 0']);
  expect(grown.autocomplete({ term: 'aded', near: true, limit: 10 })).toEqual(['added']);
  expect(grown.validate({ value: 'added' })).toBe(true);
  // One that was added elsewhere is there some seconds later.
  await set.add([{ value: 'elsewhere' }]);
  set.advance(5_000);
  await expect.poll(async () => (await set.index()).size).toBe(3_002);
  expect((await set.index()).segments[0]).toBe(first);
});

test('[options-sets.search.lag] a search may go on with the old index while very many options are added', async () => {
  const set = await makeSet(rows('old', 6_000));
  const before = await set.index();
  await set.add(rows('new', 4_000));
  set.changed();
  const meanwhile = await set.index();
  expect([6_000, 10_000]).toContain(meanwhile.size);
  await expect.poll(async () => (await set.index()).size).toBe(10_000);
  expect((await set.index()).segments[0]).toBe(before.segments[0]);
  expect((await set.index()).autocomplete({ term: 'new 3999', limit: 5 })).toEqual(['new 3999']);
});

test('[options-sets.search.lag] a set that was empty, or is another one now, is searched with all its options', async () => {
  const set = await makeSet([]);
  expect((await set.index()).size).toBe(0);
  await set.add(rows('first', 5_000));
  set.changed();
  expect((await set.index()).size).toBe(5_000);
  await set.deleteAll();
  set.changed();
  expect((await set.index()).size).toBe(0);
  await set.add(rows('second', 3_000));
  set.changed();
  expect((await set.index()).autocomplete({ term: 'second 2999', limit: 5 })).toEqual(['second 2999']);
});

test('[options-sets.search.lag] small segments become one, and nothing is lost or found twice', async () => {
  const set = await makeSet(rows('old', 100));
  for (let i = 0; i < 30; i++) {
    await set.add([{ value: `added ${i}` }]);
    set.changed();
    expect((await set.index()).validate({ value: `added ${i}` })).toBe(true);
  }
  await expect.poll(async () => (await set.index()).segments.length).toBeLessThanOrEqual(16);
  const merged = await set.index();
  const values = rows('added', 30).map(({ value }) => value);
  expect(merged.autocomplete({ term: 'added', limit: 250 })).toEqual(values);
});

test('[options-sets.search.lag] changes that come all at once are all found', async () => {
  const set = await makeSet(rows('old', 50));
  await set.index();
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      await set.add([{ value: `at once ${i}` }]);
      set.changed();
      expect((await set.index()).validate({ value: `at once ${i}` })).toBe(true);
    }),
  );
  expect((await set.index()).size).toBe(70);
});
