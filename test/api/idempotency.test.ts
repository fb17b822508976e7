// Idempotency-Key: one entry however often a request is sent, in one process and in two.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeForm, memberForm } from '../support/entries.ts';
import { findMiscounts } from '../support/recount.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type CallOptions, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
let key: string;
beforeAll(async () => {
  service = await startService();
  second = await startSecondService(service);
  key = service.people.alice.key;
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const post = (path: string, body: object, options: CallOptions = {}) =>
  service.call('POST', path, { key, body, ...options });
/** Every other request goes to the other process. */
const either = (place: number) => (place % 2 === 0 ? service : second);
const times = (count: number) => Array.from({ length: count }, (_, place) => place);
const miscounts = () => findMiscounts(service.services.db.sql);

describe('Idempotency-Key', () => {
  let form: string;
  beforeAll(async () => {
    form = await makeForm(service, memberForm);
  });
  const withKey = (name: string) => ({ 'idempotency-key': name });
  const replayed = (reply: Reply) => reply.headers.get('idempotent-replayed');
  const countEntries = async (target = form) =>
    (await service.services.db.sql`select 1 from entries where form = ${target}`).length;

  test.each([
    ['/entry/submit', () => ({ form, data: { name: 'x' } })],
    ['/entry/save', () => ({ form, data: { age: 1 } })],
    ['/entry/template', () => ({ form, data: { age: 1 } })],
    ['/form/:form/generateEntries', () => ({ num: 4 })],
  ] as const)(
    '[entries.idempotency] %s ten times at once in two processes: made once, answered alike',
    async (path, body) => {
      const before = await countEntries();
      const headers = withKey(`parallel ${path}`);
      const address = path.replace(':form', form);
      const replies = await Promise.all(
        times(10).map((place) => either(place).call('POST', address, { key, body: body(), headers })),
      );
      expect([...new Set(replies.map((reply) => reply.status))]).toEqual([200]);
      expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
      expect(replies.filter((reply) => replayed(reply) === 'true')).toHaveLength(9);
      expect(replies.filter((reply) => replayed(reply) === null)).toHaveLength(1);
      expect((await countEntries()) - before).toBe(path.includes('generate') ? 4 : 1);
      const other = await second.call('POST', address, {
        key,
        headers,
        body: path.includes('generate') ? { num: 5 } : { form, data: { age: 2, name: 'y' } },
      });
      expect([other.status, other.body.error, other.body.message]).toEqual([
        422,
        'Unprocessable Entity',
        'This Idempotency-Key was already used with another request body.',
      ]);
      expect((await countEntries()) - before).toBe(path.includes('generate') ? 4 : 1);
      expect(await miscounts()).toEqual([]);
    },
  );

  test('[entries.idempotency] on submits of many keys at once, each thrice', async () => {
    const own = await makeForm(service, memberForm);
    const replies = await Promise.all(
      times(90).map((place) =>
        either(place).call('POST', '/entry/submit', {
          key,
          body: { form: own, data: { name: `n${place % 30}` } },
          headers: withKey(`many ${place % 30}`),
        }),
      ),
    );
    expect([...new Set(replies.map((reply) => reply.status))]).toEqual([200]);
    expect(new Set(replies.map((reply) => reply.body.entryId)).size).toBe(30);
    for (const [place, reply] of replies.entries()) expect(reply.body.entry.data).toEqual({ name: `n${place % 30}` });
    expect(await countEntries(own)).toBe(30);
    expect(await miscounts()).toEqual([]);
  });

  test('[entries.idempotency.owner] belongs to the account, or without a credential to the form', async () => {
    const { bob, chelsea } = service.people;
    const [other, foreign] = [await makeForm(service, memberForm), await makeForm(service, memberForm, chelsea.key)];
    const headers = withKey('scoped');
    const send = async (caller: string | undefined, target: string) => {
      const body = { form: target, data: { name: 'x' } };
      const reply = await service.call('POST', '/entry/submit', { body, headers, ...(caller && { key: caller }) });
      return [reply.status, replayed(reply)];
    };
    expect(await send(key, form)).toEqual([200, null]);
    expect(await send(bob.key, form)).toEqual([200, 'true']);
    expect(await send(key, other)).toEqual([422, null]);
    expect(await send(chelsea.key, foreign)).toEqual([200, null]);
    expect(await send(undefined, form)).toEqual([200, null]);
    expect(await send(undefined, form)).toEqual([200, 'true']);
    expect(await send(undefined, other)).toEqual([200, null]);
  });

  test('[entries.idempotency] a failed validation, a refusal and a missing form leave the key free', async () => {
    const headers = withKey('freed');
    expect((await post('/entry/submit', { form, data: {} }, { headers })).body.id).toBe('entry_failed_validation');
    expect((await post('/entry/submit', { form: 'e'.repeat(24), data: {} }, { headers })).status).toBe(404);
    expect(
      (await post('/entry/submit', { form }, { headers: { ...headers }, key: service.people.chelsea.key })).status,
    ).toBe(403);
    const good = await post('/entry/submit', { form, data: { name: 'x' } }, { headers });
    expect([good.status, replayed(good)]).toEqual([200, null]);
    for (const name of ['', ' ', 'x'.repeat(256)]) {
      const reply = await post('/entry/submit', { form, data: { name: 'x' } }, { headers: withKey(name) });
      expect([name, reply.status]).toEqual([name, 400]);
    }
  });

  test('[entries.idempotency] answers as at first even after the entry changed; free again after 24 hours', async () => {
    const headers = withKey('a day');
    const body = { form, data: { name: 'x' } };
    const first = await post('/entry/submit', body, { headers });
    await post(`/entry/${first.body.entryId}/edit`, { data: { name: 'changed' } });
    service.advance(24 * 3_600_000 - 60_000);
    const again = await post('/entry/submit', body, { headers });
    expect([replayed(again), again.text]).toEqual(['true', first.text]);
    service.advance(61_000);
    const fresh = await Promise.all(
      times(6).map((place) => either(place).call('POST', '/entry/submit', { key, body, headers })),
    );
    expect(new Set(fresh.map((reply) => reply.body.entryId)).size).toBe(1);
    expect(fresh[0]?.body.entryId).not.toBe(first.body.entryId);
    expect(fresh.filter((reply) => replayed(reply) === null)).toHaveLength(1);
  });

  test.each([
    ['/entry/submit', () => ({ form, data: { name: 'x' } })],
    ['/entry/save', () => ({ form, data: { age: 1 } })],
    ['/entry/template', () => ({ form, data: { age: 1 } })],
    ['/form/:form/generateEntries', () => ({ num: 3 })],
  ] as const)('[entries.idempotency] %s: the process died before its response was kept', async (path, body) => {
    const headers = withKey(`died ${path}`);
    const address = path.replace(':form', form);
    const first = await post(address, body(), { headers });
    await service.services.db.sql`update idempotency_keys set answer = null where key = ${headers['idempotency-key']}`;
    service.advance(6_000);
    const third = await startSecondService(service);
    try {
      const again = await third.call('POST', address, { key, body: body(), headers });
      expect([again.status, replayed(again), again.body]).toEqual([200, 'true', first.body]);
    } finally {
      await third.close();
    }
  });
});
