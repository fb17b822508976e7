// Saved views of a form's entries: mine and the team's.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { id, makeForm, memberForm, time } from '../support/entries.ts';
import { type Person, startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: Person;
let bob: Person;
let form: string;
beforeAll(async () => {
  service = await startService();
  alice = service.people.alice;
  bob = await service.person('bob.views@example.com', alice.account);
  form = await makeForm(service, memberForm);
});
afterAll(() => service.close());

const views = (path = '') => `/form/${form}/views${path}`;
const save = (person: Person, body: object) => service.call('POST', views(), { key: person.key, body });
const listed = async (person: Person) => (await service.call('GET', views(), { key: person.key })).body.data;
const names = async (person: Person) => (await listed(person)).map(({ name }: { name: string }) => name);

const state = {
  status: 'all',
  since: '2024-05-01',
  search: 'ש"ס ada',
  where: { or: [{ path: 'age', op: 'gte', value: 18 }, { and: [{ path: 'items.note', op: 'empty' }] }] },
  sort: '-age',
  columns: ['status', 'root≡name'],
  layout: { widths: { 'root≡name': 240 }, order: ['root≡name'], isWrapped: true, density: 'compact' },
};

test('[lists.views] saved for oneself or the team, listed, changed, deleted; each is in the audit trail', async () => {
  const mine = await save(alice, { name: '  Grown-ups ', state });
  expect([mine.status, mine.body]).toEqual([
    200,
    {
      id,
      name: 'Grown-ups',
      isShared: false,
      by: { id: alice.user, name: expect.any(String) },
      createTime: time,
      modifyTime: time,
      state,
    },
  ]);
  const shared = (await save(bob, { name: 'Team', isShared: true, state: {} })).body;
  expect(await listed(alice)).toEqual([mine.body, shared]);
  expect(await listed(bob)).toEqual([shared]);

  const renamed = await service.call('PATCH', views(`/${shared.id}`), { key: alice.key, body: { name: 'All of us' } });
  expect(renamed.body).toEqual({ ...shared, name: 'All of us', modifyTime: time });
  const changed = await service.call('PATCH', views(`/${shared.id}`), { token: bob.token, body: { state } });
  expect(changed.body).toEqual({ ...renamed.body, state, modifyTime: time });
  expect(await listed(bob)).toEqual([changed.body]);

  const gone = await service.call('DELETE', views(`/${shared.id}`), { key: alice.key, query: { locale: 'he' } });
  expect([gone.status, gone.body]).toEqual([200, { message: 'התצוגה נמחקה.' }]);
  expect(await listed(bob)).toEqual([]);
  const again = await service.call('DELETE', views(`/${shared.id}`), { key: alice.key });
  expect([again.status, again.body.message]).toEqual([404, `Could not find a view with ID ${shared.id}.`]);

  const { data } = (await service.call('GET', '/audit', { key: alice.key, query: { object: 'view' } })).body;
  const lines = data.map((line: Record<string, unknown>) => [
    line['action'],
    line['name'],
    line['user'],
    line['detail'],
  ]);
  expect(lines).toEqual([
    ['viewDelete', 'All of us', alice.user, { form, isShared: true }],
    ['viewChange', 'All of us', bob.user, { form, isShared: true }],
    ['viewChange', 'All of us', alice.user, { form, isShared: true }],
    ['viewCreate', 'Team', bob.user, { form, isShared: true }],
    ['viewCreate', 'Grown-ups', alice.user, { form, isShared: false }],
  ]);
});

test('[lists.views.private] a private view is nobody else’s; only who made a shared one takes it back', async () => {
  const view = (await save(alice, { name: 'Mine', state: {} })).body;
  for (const method of ['PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { name: 'Yours' } : undefined;
    const reply = await service.call(method, views(`/${view.id}`), { key: bob.key, body });
    expect([reply.status, reply.body.message]).toEqual([404, `Could not find a view with ID ${view.id}.`]);
    // Nor is it a view of another form.
    const other = await makeForm(service, memberForm);
    const elsewhere = await service.call(method, `/form/${other}/views/${view.id}`, { key: alice.key, body });
    expect(elsewhere.status).toBe(404);
  }
  const path = views(`/${view.id}`);
  expect((await service.call('PATCH', path, { key: alice.key, body: { isShared: true } })).body.isShared).toBe(true);
  expect(await names(bob)).toContain('Mine');
  const taken = await service.call('PATCH', path, { key: bob.key, body: { isShared: false } });
  expect(taken.status).toBe(403);
  expect((await service.call('PATCH', path, { key: alice.key, body: { isShared: false } })).body.isShared).toBe(false);
  expect(await names(bob)).not.toContain('Mine');
});

test('[lists.views.private] private views go with their user, shared ones stay without a maker; all go with the form', async () => {
  const carl = await service.person('carl.views@example.com', alice.account);
  await save(carl, { name: 'Private', state: {} });
  const shared = (await save(carl, { name: 'Shared', isShared: true, state: {} })).body;
  expect((await service.call('DELETE', `/user/${carl.user}`, { token: alice.token })).status).toBe(200);
  const { by: _, ...rest } = shared;
  expect((await listed(alice)).find((one: { id: string }) => one.id === shared.id)).toEqual(rest);
  const left = async () =>
    service.services.db.sql`select name from entry_views where form = ${form} and name like 'Private'`;
  expect(await left()).toEqual([]);

  const other = await makeForm(service, memberForm);
  await service.call('POST', `/form/${other}/views`, { key: alice.key, body: { name: 'Soon gone', state: {} } });
  await service.call('DELETE', `/form/${other}`, { key: alice.key });
  expect(await service.services.db.sql`select 1 from entry_views where form = ${other}`).toHaveLength(0);
  const missing = await service.call('GET', `/form/${other}/views`, { key: alice.key });
  expect(missing.status).toBe(404);
});

test('[lists.views.bounds] what is not a view is a 400; at most 100 for a person, also when many are saved at once', async () => {
  const wrong: [object, string][] = [
    [{ state: {} }, '"name" is required'],
    [{ name: ' ', state: {} }, '"name" is not allowed to be empty'],
    [{ name: 'x'.repeat(101), state: {} }, '"name" length must be less than or equal to 100 characters long'],
    [{ name: 'x' }, '"state" is required'],
    [{ name: 'x', state: { account: 'y' } }, '"state.account" is not allowed'],
    [{ name: 'x', state: { status: 'deleted' } }, '"state.status" must be one of'],
    [{ name: 'x', state: { search: 'x'.repeat(201) } }, '"state.search" length must be'],
    [{ name: 'x', state: { where: 'age' } }, '"state.where" must be of type object'],
    [{ name: 'x', state: { layout: { widths: { a: 0 } } } }, '"state.layout.widths.a" must be greater'],
    [
      { name: 'x', state: { where: { value: 'x'.repeat(16_384) } } },
      '"state" must be at most 16384 characters of JSON',
    ],
    [{ name: 'x', state: {}, id: form }, '"id" is not allowed'],
  ];
  for (const [body, message] of wrong) {
    const reply = await save(alice, body);
    expect([body, reply.status, reply.body.message]).toEqual([body, 400, expect.stringContaining(message)]);
  }
  form = await makeForm(service, memberForm);
  await save(bob, { name: 'Shared', isShared: true, state: {} });
  await save(bob, { name: 'Bob’s', state: {} });
  const replies = await Promise.all(
    Array.from({ length: 102 }, (_, at) => save(alice, { name: `View ${at}`, state: {} })),
  );
  const statuses = replies.map(({ status }) => status);
  expect([statuses.filter((one) => one === 200).length, (await listed(alice)).length]).toEqual([99, 100]);
  const refused = replies.find(({ status }) => status !== 200)!;
  expect([refused.status, refused.body.quota]).toEqual([403, 'views']);
  expect((await save(bob, { name: 'One more', state: {} })).status).toBe(200);
});
