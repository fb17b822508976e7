// Rules that need no story of their own: one request or two each.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, memberForm, root, time } from '../support/entries.ts';
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

test('[conventions.order-of-checks] route, credential, body, path, query, payload: the first complaint is the response', async () => {
  const { key } = service.people.alice;
  const broken = '{"data":';
  const wrong = { data: 1 };
  for (const [method, path, options, status, detail] of [
    ['POST', '/nowhere', { key: 'bad', body: broken }, 404, 'Not Found'],
    ['POST', '/nowhere', { key: 'bad', body: `"${'x'.repeat(1_048_576)}"` }, 404, 'Not Found'],
    ['POST', '/nowhere', { body: 'a=b', headers: { 'content-type': 'text/plain' } }, 404, 'Not Found'],
    ['POST', '/entry/x/edit?q=1', { key: 'bad', body: broken }, 401, 'Invalid API key'],
    ['POST', '/entry/x/edit?q=1', { key, body: broken }, 400, 'Invalid request payload JSON format'],
    ['POST', '/entry/x/edit?q=1', { key, body: wrong }, 400, 'params'],
    ['POST', `/entry/${form}/edit?q=1`, { key, body: wrong }, 400, 'query'],
    ['POST', `/entry/${form}/edit`, { key, body: wrong }, 400, 'payload'],
    ['POST', `/entry/${form}/edit`, { key, body: { data: {} } }, 404, `Could not find an entry with ID ${form}.`],
  ] as const) {
    const { status: seen, body } = await service.call(method, path, options);
    expect([path, seen, body.validation?.source ?? body.message]).toEqual([path, status, detail]);
  }
});

test('[entries.submit.without-data] a draft that is saved or submitted without data keeps what it holds', async () => {
  const { id } = (await alice('POST', '/entry/save', { form, data: { age: 3 } })).body.entry;
  expect((await alice('POST', `/entry/${id}/save`, {})).body.entry.data).toEqual({ age: 3 });
  const refused = await alice('POST', `/entry/${id}/submit`, {});
  expect([refused.status, refused.body.messages[0].modelPath]).toEqual([400, "model['name']"]);
  await alice('POST', `/entry/${id}/save`, { data: { name: 'Bo' } });
  const { entry } = (await alice('POST', `/entry/${id}/submit`, {})).body;
  expect([entry.status, entry.data]).toEqual(['submitted', { name: 'Bo' }]);
});

test('[entries.submit.again] [entries.times] [entries.edit.back-to-saved] submitted, taken back and submitted again: the same number, a new time', async () => {
  const first = (await alice('POST', '/entry/submit', { form, data: { name: 'Cy' } })).body.entry;
  service.advance(1000);
  const back = (await alice('POST', `/entry/${first.id}/edit`, { status: 'saved' })).body.entry;
  expect(back).toMatchObject({ status: 'saved', resumeUrlBewit: expect.stringContaining(back.bewit) });
  service.advance(1000);
  const second = (await alice('POST', `/entry/${first.id}/submit`, { data: { name: 'Cy' } })).body.entry;
  expect([second.idx, second.submitIdx]).toEqual([first.idx, first.submitIdx]);
  expect(second.submitTime > first.submitTime).toBe(true);
  expect('bewit' in second).toBe(false);
});

test('[values.no-calculations] the API makes no initial values and no calculations', async () => {
  const calculating = await makeForm(service, {
    formSchema: {
      rootElem: root(
        { type: 'fInput', name: 'a', initialValue: 'x' },
        { type: 'fBool', name: 'b', boolUncheckedValue: false },
        { type: 'eEq', name: 'c', eq: '1 + 1' },
      ),
    },
  });
  expect((await alice('POST', '/entry/submit', { form: calculating, data: {} })).body.entry.data).toEqual({});
});

test('[errors.unauthorized] a 401 says which credential is missing or wrong', async () => {
  for (const [options, message] of [
    [{}, 'Missing authentication'],
    [{ key: 'bad' }, 'Invalid API key'],
    [{ key: service.people.alice.key.slice(0, -1) }, 'Invalid API key'],
    [{ token: 'bad' }, 'Invalid token'],
  ] as const) {
    const { status, body } = await service.call('GET', '/me', options);
    const attributes = { error: message };
    expect([status, body]).toEqual([401, { statusCode: 401, error: 'Unauthorized', message, attributes }]);
  }
});

test('[entries.actions] every step, oldest first, with who took it; nobody where there was no credential', async () => {
  const { bewit, id } = (await alice('POST', '/entry/save', { form, data: {} })).body.entry;
  await service.call('GET', `/entry/${id}/resume?bewit=${bewit}`, { headers: { 'user-agent': 'a phone' } });
  await service.call('POST', `/entry/${id}/submit?bewit=${bewit}`, { body: { data: { name: 'Di' } } });
  await alice('POST', `/entry/${id}/edit`, { data: { name: 'Dee' } });
  await alice('DELETE', `/entry/${id}`);
  const { actions } = (await alice('GET', `/entry/${id}`)).body;
  const { user } = service.people.alice;
  expect(actions.map((action: { type: string; user?: string }) => [action.type, action.user])).toEqual([
    ['save', user],
    ['resume', undefined],
    ['submit', undefined],
    ['edit', user],
    ['delete', user],
  ]);
  expect(actions[1]).toMatchObject({ time, ip: '127.0.0.1', userAgent: 'a phone' });
});
