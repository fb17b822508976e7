// The history of one entry cannot grow for ever. docs/limits.md.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, asAlice as openAlice, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof openAlice>;
let form: string;
beforeAll(async () => {
  service = await startService();
  alice = openAlice(service);
  form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fInput', name: 'name' }) } });
});
afterAll(() => service.close());

/** As after thousands of saves. */
const makeOld = async (entry: string, length: number) => {
  const { sql } = service.services.db;
  const action = {
    id: 'a'.repeat(24),
    type: 'save',
    time: '2026-01-01T00:00:00.000Z',
    ip: '::1',
    userAgent: 'x'.repeat(500),
  };
  const text = JSON.stringify(Array.from({ length: Math.ceil(length / JSON.stringify(action).length) }, () => action));
  await sql`update entries set actions = ${text}::text::json where id = ${entry}`;
};
const save = async () => {
  const { body } = await service.call('POST', '/entry/save', { body: { form, data: { name: 'a' } } });
  return body as { entryId: string; bewit: string };
};

test('[entries.actions.bounded] a history of thousands of actions takes no more saves and edits, but a submit and a deletion', async () => {
  const { entryId, bewit } = await save();
  const fill = (verb: string, locale = 'en') =>
    service.call('POST', `/entry/${entryId}/${verb}`, { query: { bewit, locale }, body: { data: { name: 'b' } } });
  await makeOld(entryId, 1_900_000);
  expect((await fill('save')).status).toBe(200);
  await makeOld(entryId, 2_000_000);
  const refused = await fill('save');
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'This form entry was saved or edited too often. It can still be submitted or deleted.',
  ]);
  expect((await fill('save', 'he')).body.message).toContain('נשמר או נערך יותר מדי פעמים');
  const edit = (body: object) => alice('POST', `/entry/${entryId}/edit`, body);
  expect((await edit({ data: { name: 'c' } })).status).toBe(403);
  expect((await fill('submit')).status).toBe(200);
  expect((await edit({ data: { name: 'c' } })).status).toBe(403);
  expect((await alice('GET', `/entry/${entryId}`)).body).toMatchObject({ status: 'submitted', data: { name: 'b' } });
  expect((await alice('DELETE', `/entry/${entryId}`)).status).toBe(200);
});

test('[entries.edit.status] an edit that submits is a submit', async () => {
  const { entryId } = await save();
  await makeOld(entryId, 2_000_000);
  const submitted = await alice('POST', `/entry/${entryId}/edit`, { status: 'submitted' });
  expect([submitted.status, submitted.body.entry.status]).toEqual([200, 'submitted']);
});
