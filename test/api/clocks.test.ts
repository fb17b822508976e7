// Clocks that differ, are set back, or were wrong for a while: what pollers go by, actions and ids stay in order.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeForm, memberForm } from '../support/entries.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

const minute = 60_000;
const hour = 60 * minute;
const twoYears = 2 * 365 * 24 * hour;
const times = (count: number) => Array.from({ length: count }, (_, place) => place);

let service: TestService;
let second: SecondService;
let key: string;
/** How far the second machine's clock is ahead of the first's. */
let ahead = 0;
beforeAll(async () => {
  service = await startService();
  const { clock } = service.services;
  second = await startSecondService(service, service.databaseUrl, { now: () => clock.now() + ahead });
  key = service.people.alice.key;
});
afterAll(async () => {
  await second.close();
  await service.close();
});

interface Target {
  call: TestService['call'];
}

interface Item {
  readonly id?: string;
  readonly _id?: string;
  readonly changedAt?: string;
  readonly deletedAt?: string;
}

async function ok(reply: Promise<Reply>): Promise<Reply> {
  const { status, text } = await reply;
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  return reply;
}

const submit = async (target: Target, form: string, name = 'x') =>
  (await ok(target.call('POST', '/entry/submit', { key, body: { form, data: { name } } }))).body.entry;
const edit = async (target: Target, id: string) =>
  (await ok(target.call('POST', `/entry/${id}/edit`, { key, body: { data: { name: 'edited' } } }))).body.entry;
const remove = (target: Target, id: string) => ok(target.call('DELETE', `/entry/${id}`, { key }));
const get = async (id: string) => (await ok(service.call('GET', `/entry/${id}`, { key }))).body;

/** As [lists.polling] says: keeps the largest changedAt or deletedAt, begins a minute earlier. */
function createPoller() {
  let largest = '1970-01-02T00:00:00.000Z';
  return async () => {
    const from = new Date(Date.parse(largest) - minute).toISOString();
    const query = { changedAt: { $gt: from } };
    const reply = await ok(service.call('GET', '/entry', { key, query: { query, deleteMarkers: true } }));
    const items = reply.body.data as Item[];
    for (const { changedAt, deletedAt } of items)
      for (const time of [changedAt, deletedAt]) if (time !== undefined && time > largest) largest = time;
    return new Set(items.map((item) => item.id ?? item._id));
  };
}

/** 40 rounds of every kind of change, each seen by the next run of the poller. */
async function pollThrough(target: (place: number) => Target): Promise<string[]> {
  const form = await makeForm(service, memberForm);
  const poll = createPoller();
  await poll();
  const missed: string[] = [];
  const saw = async (id: string, what: string) => {
    if (!(await poll()).has(id)) missed.push(what);
  };
  for (const place of times(40)) {
    const at = target(place);
    const { id } = await submit(at, form);
    await saw(id, `${place} submit`);
    if (place % 4 === 1) await edit(target(place + 1), id);
    if (place % 4 === 1) await saw(id, `${place} edit`);
    if (place % 4 === 2) await remove(target(place + 1), id);
    if (place % 4 === 2) await saw(id, `${place} delete`);
    service.advance(1_000);
  }
  const doomed = await makeForm(service, memberForm);
  const { id } = await submit(target(0), doomed);
  await poll();
  expect((await target(1).call('DELETE', `/form/${doomed}`, { key })).status).toBeLessThan(300);
  await saw(id, 'form delete');
  return missed;
}

describe('polling', () => {
  test('[lists.polling] two machines five minutes apart: a poller misses nothing', {
    timeout: 120_000,
  }, async () => {
    ahead = 5 * minute;
    try {
      expect(await pollThrough((place) => (place % 2 === 0 ? second : service))).toEqual([]);
    } finally {
      ahead = 0;
      service.advance(hour);
    }
  });

  test('[lists.polling] a clock that was set back by an hour: a poller misses nothing', {
    timeout: 120_000,
  }, async () => {
    const form = await makeForm(service, memberForm);
    const early = await submit(service, form);
    const poll = createPoller();
    await poll();
    service.advance(-hour);
    try {
      const late = await submit(service, form);
      expect(late.changedAt > early.changedAt).toBe(true);
      // What people read is the true time.
      expect(late.createTime < early.createTime).toBe(true);
      expect((await poll()).has(late.id)).toBe(true);
      expect((await get(late.id)).changedAt).toBe(late.changedAt);
      expect(await pollThrough(() => service)).toEqual([]);
    } finally {
      service.advance(2 * hour);
    }
  });

  test('[conventions.times.database] in ordinary times a new entry has one time', async () => {
    const form = await makeForm(service, memberForm);
    const entry = await submit(service, form);
    const { createTime, modifyTime, submitTime, changedAt, actions } = entry;
    expect([modifyTime, submitTime, changedAt, actions[0].time]).toEqual(times(4).map(() => createTime));
  });
});

describe('actions', () => {
  const timesOf = (entry: { actions: { time: string }[] }) => entry.actions.map(({ time }) => time);
  const sorted = (texts: string[]) => [...texts].sort();

  test('[conventions.times.database] writers whose clocks differ leave the actions of an entry in order', {
    timeout: 120_000,
  }, async () => {
    const form = await makeForm(service, memberForm);
    ahead = 30;
    try {
      for (const round of times(6)) {
        const { id } = (await ok(service.call('POST', '/entry/save', { key, body: { form, data: { name: 'draft' } } })))
          .body.entry;
        await Promise.all(
          times(8).map((place) => {
            const at = place % 2 === 0 ? second : service;
            if (place === 5) return at.call('POST', `/entry/${id}/submit`, { key, body: { data: { name: 'x' } } });
            if (place % 3 === 0) return at.call('GET', `/entry/${id}/resume`, { key });
            if (place % 3 === 1) return at.call('POST', `/entry/${id}/save`, { key, body: { data: { name: 'y' } } });
            return at.call('POST', `/entry/${id}/edit`, { key, body: { data: { name: 'z' } } });
          }),
        );
        if (round % 2 === 0) await remove(service, id);
        const [row] = await service.services.db.sql<{ actions: string; changedAt: string }[]>`
          select actions, changed_at as "changedAt" from entries where id = ${id}`;
        const stored = { actions: JSON.parse(row?.actions ?? '[]') };
        expect(stored.actions.length).toBeGreaterThan(2);
        expect(timesOf(stored)).toEqual(sorted(timesOf(stored)));
        expect((row?.changedAt ?? '') >= (timesOf(stored).at(-1) ?? '')).toBe(true);
      }
    } finally {
      ahead = 0;
    }
  });

  test('[entries.actions] an action keeps its shape when its time is moved', async () => {
    const form = await makeForm(service, memberForm);
    ahead = hour;
    const { id, modifyTime } = await submit(second, form);
    ahead = 0;
    const headers = { 'user-agent': '"time":"2020-01-01T00:00:00.000Z"' };
    await ok(service.call('POST', `/entry/${id}/edit`, { key, headers, body: { data: { name: 'edited' } } }));
    const entry = await get(id);
    const [first, last] = entry.actions;
    expect(Object.keys(last)).toEqual(Object.keys(first));
    expect(last).toMatchObject({ type: 'edit', time: first.time, userAgent: headers['user-agent'] });
    expect(entry.modifyTime).toBe(modifyTime);
    expect(entry.changedAt >= modifyTime).toBe(true);
    service.advance(2 * hour);
  });
});

test('[conventions.times.database] two years ahead and corrected: changes go on from there, a step each', async () => {
  const form = await makeForm(service, memberForm);
  ahead = twoYears;
  const far = await submit(second, form);
  ahead = 0;
  const [one, two] = [await submit(service, form), await submit(service, form)];
  expect(Date.parse(one.changedAt)).toBe(Date.parse(far.changedAt) + 1);
  expect(Date.parse(two.changedAt)).toBe(Date.parse(far.changedAt) + 2);
  expect(Math.abs(Date.parse(two.createTime) - service.services.clock.now())).toBeLessThan(hour);
});
