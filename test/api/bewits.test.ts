// Where a bewit opens a door, and where it does not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, memberForm } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  form = await makeForm(service, memberForm);
});
afterAll(() => service.close());

const draft = async () => (await alice('POST', '/entry/save', { form, data: { name: 'Dee' } })).body.entry;
const withBewit = (method: string, path: string, bewit: string, body?: unknown) =>
  service.call(method, `${path}?bewit=${encodeURIComponent(bewit)}`, { body });

test('[identity.bewit] [entries.resume] resumes, saves and submits without a credential; the actions have no user', async () => {
  const entry = await draft();
  const resumed = await withBewit('GET', `/entry/${entry.id}/resume`, entry.bewit);
  expect(resumed.status).toBe(200);
  expect(resumed.body).toMatchObject({
    form: { id: form, displayName: 'Members', locale: 'en' },
    entry: { id: entry.id, status: 'saved', data: { name: 'Dee' } },
  });
  expect((await withBewit('POST', `/entry/${entry.id}/save`, entry.bewit, { data: { name: 'Dan' } })).status).toBe(200);
  const submitted = await withBewit('POST', `/entry/${entry.id}/submit`, entry.bewit, { data: { name: 'Don' } });
  expect(submitted.status).toBe(200);
  // Who of the staff saved it first is for the staff.
  const actions = (await alice('GET', `/entry/${entry.id}`)).body.actions as { type: string; user?: string }[];
  expect(actions.map((action) => [action.type, 'user' in action])).toEqual([
    ['save', true],
    ['resume', false],
    ['save', false],
    ['submit', false],
  ]);
});

test('[identity.bewit.ends] [entries.edit.back-to-saved] ends with the submit; fresh after submitted goes back to saved; older links stay dead', async () => {
  const entry = await draft();
  await withBewit('POST', `/entry/${entry.id}/submit`, entry.bewit, { data: { name: 'x' } });
  const resumed = await withBewit('GET', `/entry/${entry.id}/resume`, entry.bewit);
  expect([resumed.status, resumed.body.message]).toEqual([
    403,
    'You cannot resume editing this form entry because it was already submitted.',
  ]);
  expect((await withBewit('POST', `/entry/${entry.id}/submit`, entry.bewit, { data: {} })).body.message).toBe(
    'You cannot submit this form entry because it was already submitted.',
  );
  const reopened = (await alice('POST', `/entry/${entry.id}/edit`, { status: 'saved' })).body.entry;
  const old = await withBewit('GET', `/entry/${entry.id}/resume`, entry.bewit);
  expect([old.status, old.body.message]).toEqual([401, 'Invalid bewit']);
  expect((await withBewit('POST', `/entry/${entry.id}/save`, entry.bewit, { data: {} })).status).toBe(401);
  expect((await withBewit('GET', `/entry/${entry.id}/resume`, reopened.bewit)).status).toBe(200);
});

test('[identity.bewit.ends] at most 2 years', async () => {
  const entry = await draft();
  const days = (count: number) => count * 24 * 60 * 60 * 1000;
  service.advance(days(729));
  expect((await withBewit('GET', `/entry/${entry.id}/resume`, entry.bewit)).status).toBe(200);
  service.advance(days(3));
  const late = await withBewit('GET', `/entry/${entry.id}/resume`, entry.bewit);
  expect([late.status, late.body.message]).toEqual([401, 'Expired bewit']);
  service.advance(-days(732));
});

test('[identity.bewit.wrong] a forged one, another entry’s, or none: 401', async () => {
  const [entry, other] = [await draft(), await draft()];
  for (const bewit of [other.bewit, `${entry.bewit.slice(0, -2)}AA`, 'x', '', '.', service.people.alice.token]) {
    const reply = await withBewit('POST', `/entry/${entry.id}/save`, bewit, { data: {} });
    expect([bewit, reply.status, reply.body.message]).toEqual([bewit, 401, 'Invalid bewit']);
  }
  expect((await service.call('GET', `/entry/${entry.id}/resume`)).body.message).toBe('Missing authentication');
  expect(
    (await service.call('GET', `/entry/${entry.id}/resume?bewit=${entry.bewit}`, { key: 'bad' })).body.message,
  ).toBe('Invalid API key');
});

test('[identity.bewit] [entries.edit] is not taken on edit or anywhere else', async () => {
  const entry = await draft();
  for (const [method, path, body] of [
    ['POST', `/entry/${entry.id}/edit`, { data: {} }],
    ['GET', `/entry/${entry.id}`, undefined],
    ['DELETE', `/entry/${entry.id}`, undefined],
    ['PATCH', `/entry/${entry.id}`, { name: 'x' }],
    ['GET', '/entry', undefined],
  ] as const) {
    const reply = await withBewit(method, path, entry.bewit, body);
    expect([path, reply.status, reply.body.message]).toEqual([path, 401, 'Missing authentication']);
  }
});
