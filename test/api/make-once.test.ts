// Idempotency-Key on what makes forms and options sets: one of them however often a request is sent, in one process and in two.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberForm } from '../support/entries.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
beforeAll(async () => {
  service = await startService();
  second = await startSecondService(service);
  // What is loaded with the first form is not waited for inside the transactions below.
  for (const one of [service, second])
    await one.call('POST', '/form', { key: service.people.bob.key, body: memberForm });
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const cases = [
  ['forms', '/form', memberForm, { name: 'other' }, 'forms'],
  ['sets', '/optionsSet', { name: 'Cities' }, { name: 'Towns' }, 'options_sets'],
] as const;

test.each(cases)(
  '[forms.write.once] [options-sets.create.once] %s are made once, though ten requests at once ask in two processes',
  async (_, path, body, other, table) => {
    const { alice, chelsea } = service.people;
    const { sql } = service.services.db;
    const count = async () => Number((await sql`select count(*) from ${sql(table)}`)[0]?.['count']);
    const before = await count();
    const headers = { 'idempotency-key': `at once ${path}` };
    const post = (place: number, options = {}) =>
      (place % 2 === 0 ? service : second).call('POST', path, { key: alice.key, body, headers, ...options });
    const replies = await Promise.all(Array.from({ length: 10 }, (_one, place) => post(place)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ body: made }) => made.id)).size).toBe(1);
    expect(replies.filter((reply) => reply.headers.get('idempotent-replayed') === 'true')).toHaveLength(9);
    expect((await count()) - before).toBe(1);
    const refused = await post(1, { body: other });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'This Idempotency-Key was already used with another request body.',
    ]);
    // The key of another account is another key.
    const foreign = await post(0, { key: chelsea.key });
    expect([foreign.status, foreign.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect(foreign.body.id).not.toBe(replies[0]?.body.id);
    expect((await count()) - before).toBe(2);
    const without = await service.call('POST', path, { key: alice.key, body });
    expect(without.body.id).not.toBe(replies[0]?.body.id);
  },
);

test('[forms.write.once] a repetition shows the form as it is now; one that was deleted is not made again', async () => {
  const { key } = service.people.alice;
  const headers = { 'idempotency-key': 'as it is now' };
  const post = () => service.call('POST', '/form', { key, body: memberForm, headers });
  const { id } = (await post()).body;
  await service.call('PATCH', `/form/${id}`, { key, body: { name: 'Renamed' } });
  const again = await post();
  expect([again.body.id, again.body.name, again.headers.get('etag')]).toEqual([id, 'Renamed', '"2"']);
  await service.call('DELETE', `/form/${id}`, { key });
  const gone = await post();
  expect([gone.status, gone.headers.get('x-service-error')]).toEqual([404, 'formNotFound']);
});

test('[forms.write.once] a definition that is refused leaves its key free', async () => {
  const { key } = service.people.alice;
  const headers = { 'idempotency-key': 'refused first' };
  const bad = await service.call('POST', '/form', { key, body: { nope: 1 }, headers });
  expect(bad.status).toBe(400);
  const good = await service.call('POST', '/form', { key, body: memberForm, headers });
  expect([good.status, good.headers.get('idempotent-replayed')]).toEqual([200, null]);
});
