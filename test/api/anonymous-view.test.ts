// What callers without a credential see of an entry: the full entry, but not who of the staff
// worked on it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, id, makeForm, memberForm, time } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const staff = { 'user-agent': 'Staff browser' };
const filler = { 'user-agent': 'Filler browser' };

test('[entries.anonymous-view] a bewit sees the actions of staff without ip, user agent and user; its own are whole', async () => {
  const form = await makeForm(service, memberForm);
  const generated = (await alice('POST', `/form/${form}/generateEntries`, { num: 1 }, { headers: staff })).body;
  const { id: entryId, bewit } = generated.createdEntries[0];
  await alice('POST', `/entry/${entryId}/save`, { data: { age: 1 } }, { headers: staff });
  const body = { data: { name: 'Dana' } };
  const saved = await service.call('POST', `/entry/${entryId}/save`, { query: { bewit }, body, headers: filler });
  expect(saved.body.entry.actions).toEqual([
    { id, type: 'create', time, ip: '', userAgent: '' },
    { id, type: 'save', time, ip: '', userAgent: '' },
    { id, type: 'save', time, ip: '127.0.0.1', userAgent: 'Filler browser' },
  ]);
  const submitted = await service.call('POST', `/entry/${entryId}/submit`, { query: { bewit }, body, headers: filler });
  expect(submitted.body.entry.actions).toHaveLength(4);
  expect(submitted.text).not.toContain('Staff browser');
  expect(submitted.text).not.toContain(service.people.alice.user);

  // The owner sees everything, and nothing stored has changed.
  const { user } = service.people.alice;
  const read = (await alice('GET', `/entry/${entryId}`)).body;
  expect(read.actions[1]).toEqual({ id, type: 'save', time, ip: '127.0.0.1', userAgent: 'Staff browser', user });
  expect(read).toEqual({ ...submitted.body.entry, actions: read.actions });
});

test('[entries.anonymous-view] an entry of a stranger’s own is whole; a credential sees the user', async () => {
  const form = await makeForm(service, memberForm);
  const body = { form, data: { name: 'Dana' } };
  const { entry } = (await service.call('POST', '/entry/submit', { body, headers: filler })).body;
  expect(entry.actions).toEqual([{ id, type: 'submit', time, ip: '127.0.0.1', userAgent: 'Filler browser' }]);
  expect(await alice('GET', `/entry/${entry.id}`)).toMatchObject({ body: entry });
  const own = (await alice('POST', '/entry/submit', body, { headers: staff })).body.entry;
  expect(own.actions).toMatchObject([{ userAgent: 'Staff browser', user: service.people.alice.user }]);
});
