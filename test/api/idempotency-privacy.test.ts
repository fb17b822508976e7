// Kept responses die with their entry and form, and a stranger does not get them by a guessed key.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, memberForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService({ TRUST_PROXY: '1' });
  alice = asAlice(service);
});
afterAll(() => service.close());

const strong = 'b0a1c4f2-5f0e-4a55-9a8e-0d3c1b7a9e11';
const save = (form: string, key: string, from: string, credential: object = {}) =>
  service.call('POST', '/entry/save', {
    body: { form },
    headers: { 'idempotency-key': key, 'x-forwarded-for': from },
    ...credential,
  });
const replayed = (reply: { headers: Headers }) => reply.headers.get('idempotent-replayed');
const countOf = async (form: string) =>
  (await service.services.db.sql`select 1 from entries where form = ${form}`).length;

test('[entries.idempotency.owner] a short key of a caller without a credential counts for its address only', async () => {
  const form = await makeForm(service, memberForm);
  const first = await save(form, 'draft-1', '198.51.100.1');
  const stranger = await save(form, 'draft-1', '198.51.100.2');
  expect([stranger.status, replayed(stranger)]).toEqual([200, null]);
  expect(stranger.body.entryId).not.toBe(first.body.entryId);
  expect(stranger.text).not.toContain(first.body.bewit);
  const again = await save(form, 'draft-1', '198.51.100.1');
  expect([replayed(again), again.text]).toEqual(['true', first.text]);
  expect(await countOf(form)).toBe(2);
});

test('[entries.idempotency.owner] a short key kept before an upgrade, for the form alone, is known to the address that used it', async () => {
  const form = await makeForm(service, memberForm);
  const first = await save(form, 'upg', '198.51.100.1');
  const { sql } = service.services.db;
  await sql`update idempotency_keys set scope = ${`form ${form}`} where entry = ${first.body.entryId}`;
  const again = await save(form, 'upg', '198.51.100.1');
  expect([again.status, replayed(again), again.text]).toEqual([200, 'true', first.text]);
  const stranger = await save(form, 'upg', '198.51.100.2');
  expect([stranger.status, replayed(stranger)]).toEqual([200, null]);
  expect(stranger.text).not.toContain(first.body.bewit);
  expect(await countOf(form)).toBe(2);
  const other = {
    body: { form, data: { age: 1 } },
    headers: { 'idempotency-key': 'upg', 'x-forwarded-for': '198.51.100.1' },
  };
  expect((await service.call('POST', '/entry/save', other)).status).toBe(422);
});

test('[entries.idempotency.owner] a long key is good from everywhere: a phone that changed its network gets the first response', async () => {
  const form = await makeForm(service, memberForm);
  const first = await save(form, strong, '198.51.100.1');
  const again = await save(form, strong, '203.0.113.9');
  expect([again.status, replayed(again), again.text]).toEqual([200, 'true', first.text]);
  expect(await countOf(form)).toBe(1);
  // With a credential the account is enough, however short the key.
  const credential = { key: service.people.alice.key };
  const own = await save(form, 'k', '198.51.100.1', credential);
  expect((await save(form, 'k', '203.0.113.9', credential)).text).toBe(own.text);
});

test.each([
  ['DELETE /entry/{entryId}', (entry: string) => alice('DELETE', `/entry/${entry}`)],
  ['POST /entry/delete', (entry: string) => alice('POST', '/entry/delete', { query: { _id: entry } })],
])(
  '[entries.idempotency.deleted] after %s the response is gone, and no repetition makes the entry again',
  async (_name, remove) => {
    const form = await makeForm(service, memberForm);
    const first = await save(form, strong, '198.51.100.1');
    const other = await save(form, `${strong} other`, '198.51.100.1');
    expect((await remove(first.body.entryId)).status).toBe(200);
    const again = await save(form, strong, '198.51.100.1');
    expect([again.status, again.body.message]).toEqual([
      403,
      'This form entry was already deleted and cannot be edited.',
    ]);
    expect(await countOf(form)).toBe(2);
    const { sql } = service.services.db;
    const kept = await sql<
      { answer: string }[]
    >`select answer from idempotency_keys where entry = ${first.body.entryId}`;
    expect(kept).toEqual([{ answer: '' }]);
    // Another body is still another body, and other entries keep theirs.
    const changed = await service.call('POST', '/entry/save', {
      body: { form, data: { age: 1 } },
      headers: { 'idempotency-key': strong },
    });
    expect(changed.status).toBe(422);
    expect((await save(form, `${strong} other`, '198.51.100.1')).text).toBe(other.text);
  },
);

test('[entries.idempotency.deleted] the responses of a deleted form are gone; keys of accounts and of strangers alike', async () => {
  const form = await makeForm(service, memberForm);
  const credential = { key: service.people.alice.key };
  const first = await save(form, strong, '198.51.100.1');
  const own = await save(form, `${strong} own`, '198.51.100.1', credential);
  expect((await alice('DELETE', `/form/${form}`)).status).toBe(200);
  const again = await save(form, strong, '198.51.100.1');
  expect([again.status, again.body.message]).toEqual([404, `Could not find an entry with ID ${first.body.entryId}.`]);
  const ownAgain = await save(form, `${strong} own`, '198.51.100.1', credential);
  expect([ownAgain.status, ownAgain.text.includes(own.body.bewit)]).toEqual([404, false]);
  const { sql } = service.services.db;
  expect(await sql`select 1 from idempotency_keys where answer like ${`%${form}%`}`).toHaveLength(0);
});

test('[entries.idempotency.deleted] a response that comes after the deletion of its entry is not kept', async () => {
  const form = await makeForm(service, memberForm);
  const first = await save(form, strong, '198.51.100.1');
  const { sql } = service.services.db;
  await sql`update idempotency_keys set answer = null where entry = ${first.body.entryId}`;
  await alice('DELETE', `/entry/${first.body.entryId}`);
  expect((await save(form, strong, '198.51.100.1')).status).toBe(403);
});

test('[entries.idempotency] an entry that is stored is answered with 200, also where its response could not be kept; a repetition gets the same', async () => {
  const form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fInput', name: 'a' }) } });
  const { services } = service;
  const { keepResponse } = services;
  const send = () =>
    service.call('POST', '/entry/submit', {
      key: service.people.alice.key,
      body: { form, data: { a: 'x' } },
      headers: { 'idempotency-key': 'not-kept-at-first' },
    });
  Object.assign(services, { keepResponse: () => Promise.reject(new Error('a lock')) });
  const first = await send();
  Object.assign(services, { keepResponse });
  expect(first.status).toBe(200);
  const again = await send();
  expect([again.status, again.body.entryId]).toEqual([200, first.body.entryId]);
});
