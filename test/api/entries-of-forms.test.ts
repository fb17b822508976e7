// Entries and their form: generated, counted, of a closed or deleted form, of another account, and what the screen is told.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, id, makeForm, memberForm, root, time } from '../support/entries.ts';
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

test('[entries.generate] created entries with links; each can be filled', async () => {
  const own = await makeForm(service, memberForm);
  await alice('POST', '/entry/save', { form: own });
  const reply = await alice('POST', `/form/${own}/generateEntries`, { num: 3 });
  expect(reply.status).toBe(200);
  expect(Object.keys(reply.body).sort()).toEqual(['createdEntries', 'message']);
  expect(reply.body.createdEntries.map((entry: { idx: number }) => entry.idx)).toEqual([2, 3, 4]);
  const [first] = reply.body.createdEntries;
  expect(first).toEqual({
    id,
    form: own,
    status: 'created',
    idx: 2,
    actions: [
      { id, type: 'create', time, ip: '127.0.0.1', userAgent: expect.any(String), user: service.people.alice.user },
    ],
    bewit: expect.any(String),
    resumeUrlBewit: `http://forms.test/e/${first.id}/?b=${first.bewit}`,
    resumeUrl: `http://forms.test/e/${first.id}/`,
    createTime: time,
  });
  const filled = await service.call('POST', `/entry/${first.id}/submit?bewit=${first.bewit}`, {
    body: { data: { name: 'Me' } },
  });
  expect(filled.body.entry).toMatchObject({ id: first.id, status: 'submitted', submitIdx: 1, idx: 2 });
  expect((await alice('POST', `/form/${own}/generateEntries`, { num: 10001 })).body.message).toBe(
    '"num" must be less than or equal to 10000',
  );
  const state = (await alice('GET', `/form/${own}`)).body;
  expect(state.counts).toEqual({ all: 4, submit: 1, save: 1, delete: 0, start: 0, template: 0, render: 0 });
  expect(state.current).toEqual({ all: 4, submit: 1, save: 1, template: 0, render: 0 });
  expect((await alice('GET', `/entry/${reply.body.createdEntries[1].id}`)).body.data).toEqual({});
});

test('[forms.counts] [forms.times] every operation moves what it should', async () => {
  const own = await makeForm(service, memberForm);
  const state = async () => {
    const { counts, current } = (await alice('GET', `/form/${own}`)).body;
    return [
      counts.all,
      counts.submit,
      counts.save,
      counts.delete,
      counts.template,
      '|',
      current.all,
      current.submit,
      current.save,
      current.template,
    ].join(' ');
  };
  const entry = (await alice('POST', '/entry/save', { form: own })).body.entryId;
  expect(await state()).toBe('1 0 1 0 0 | 1 0 1 0');
  await alice('POST', `/entry/${entry}/save`, { data: {} });
  expect(await state()).toBe('1 0 2 0 0 | 1 0 1 0');
  await alice('POST', `/entry/${entry}/submit`, { data: { name: 'a' } });
  expect(await state()).toBe('1 1 2 0 0 | 1 1 0 0');
  await alice('POST', `/entry/${entry}/edit`, { status: 'saved' });
  expect(await state()).toBe('1 1 2 0 0 | 1 0 1 0');
  const again = await alice('POST', `/entry/${entry}/submit`, { data: { name: 'b' } });
  expect([again.body.entry.submitIdx, await state()]).toEqual([1, '1 2 2 0 0 | 1 1 0 0']);
  await alice('POST', '/entry/submit', { form: own, data: { name: 'c' } });
  const template = (await alice('POST', '/entry/template', { form: own })).body.entryId;
  expect(await state()).toBe('3 3 2 0 1 | 3 2 0 1');
  await alice('DELETE', `/entry/${template}`);
  expect(await state()).toBe('3 3 2 1 1 | 2 2 0 0');
  await alice('POST', '/entry/delete', { query: { form: own } });
  expect(await state()).toBe('3 3 2 3 1 | 0 0 0 0');
  const before = (await alice('GET', `/form/${own}`)).body;
  service.advance(50);
  await alice('POST', '/entry/submit', { form: own, data: { name: 'd' } });
  const after = (await alice('GET', `/form/${own}`)).body;
  expect(after.changedAt > before.changedAt).toBe(true);
  expect(after.modifyTime).toBe(before.modifyTime);
});

test('[forms.closed] no new entries; drafts can be finished; templates can be made', async () => {
  const own = await makeForm(service, memberForm);
  const draft = (await alice('POST', '/entry/save', { form: own })).body.entry;
  const template = (await alice('POST', '/entry/template', { form: own })).body.entryId;
  await alice('PATCH', `/form/${own}`, { access: { isDisabled: true, disabledMessage: 'Next year.' } });
  for (const [method, path, body] of [
    ['POST', '/entry/save', { form: own }],
    ['POST', '/entry/submit', { form: own, data: { name: 'x' } }],
    ['POST', `/form/${own}/generateEntries`, { num: 1 }],
    ['GET', `/entry/${template}/clone`, undefined],
    ['GET', `/form/${own}/start`, undefined],
  ] as const) {
    const reply = await alice(method, path, body);
    expect([path, reply.status, reply.body.message]).toEqual([path, 403, 'Next year.']);
  }
  expect(
    (await service.call('POST', `/entry/${draft.id}/submit?bewit=${draft.bewit}`, { body: { data: { name: 'y' } } }))
      .status,
  ).toBe(200);
  expect((await alice('POST', '/entry/template', { form: own })).status).toBe(200);
});

test('[conventions.accounts] another account sees and changes nothing', async () => {
  const { chelsea } = service.people;
  const made = (await alice('POST', '/entry/save', { form, data: { name: 'Mine' } })).body.entry;
  for (const [method, path, body] of [
    ['GET', `/entry/${made.id}`, undefined],
    ['DELETE', `/entry/${made.id}`, undefined],
    ['POST', `/entry/${made.id}/save`, { data: {} }],
    ['POST', `/entry/${made.id}/submit`, { data: { name: 'x' } }],
    ['POST', `/entry/${made.id}/edit`, { data: {} }],
    ['PATCH', `/entry/${made.id}`, { name: 'x' }],
    ['GET', `/entry/${made.id}/resume`, undefined],
    ['POST', '/entry/save', { form }],
    ['POST', '/entry/submit', { form, data: { name: 'x' } }],
    ['POST', '/entry/template', { form }],
    ['POST', `/form/${form}/generateEntries`, { num: 1 }],
  ] as const) {
    const reply = await service.call(method, path, { key: chelsea.key, body });
    expect([path, reply.status, reply.body.message]).toEqual([
      path,
      403,
      'You have insufficient permissions to perform the action.',
    ]);
  }
  await service.call('POST', '/entry/delete', { key: chelsea.key, body: { query: {} } });
  await service.call('POST', '/entry/delete', { key: chelsea.key, body: { query: { form } } });
  expect((await alice('GET', `/entry/${made.id}`)).body).toEqual(made);
  const list = await service.call('GET', '/entry', { key: chelsea.key, query: { query: { form: { $in: [form] } } } });
  expect(list.body).toEqual({ data: [] });
  const missing = 'e'.repeat(24);
  expect((await alice('GET', `/entry/${missing}`)).body.message).toBe(`Could not find an entry with ID ${missing}.`);
  const assigned = await alice('POST', '/entry/save', { form, data: {}, account: chelsea.account });
  expect([assigned.status, assigned.body.message]).toEqual([400, '"account" is not allowed']);
});

test('[forms.delete] [lists.markers] its entries leave markers', async () => {
  const own = await makeForm(service, memberForm);
  const entry = (await alice('POST', '/entry/submit', { form: own, data: { name: 'x' } })).body.entry;
  await alice('DELETE', `/form/${own}`);
  expect((await alice('GET', `/entry/${entry.id}`)).status).toBe(404);
  const list = await alice('GET', '/entry', undefined, {
    query: { query: { form: own }, deleteMarkers: true, limit: 5 },
  });
  expect(list.body.data).toEqual([{ _id: entry.id, deletedAt: time }]);
  expect((await alice('GET', '/entry', undefined, { query: { query: { form: own } } })).body.data).toEqual([]);
  expect((await alice('POST', '/entry/save', { form: own })).status).toBe(404);
});

test('[after-actions.screen] [entries.flags] rules, conditions, redirects and the flag that skips them', async () => {
  const own = await makeForm(service, {
    ...memberForm,
    postSubmit: {
      ui: [
        { type: 'redirect', redirectOptions: { url: '{{ model.name }}/{{ data.entry.id }}' }, if: 'model.age > 1' },
        { type: 'message', text: 'Dear {{ model.name }}', if: 'model.age == 1' },
      ],
    },
  });
  const submit = async (data: object, flags = {}) =>
    (await alice('POST', '/entry/submit', { form: own, data, ...flags })).body;
  const redirected = await submit({ name: 'https://a.example', age: 2 });
  expect(redirected.uiActions).toEqual([
    { type: 'redirect', redirectOptions: { url: `https://a.example/${redirected.entryId}` } },
  ]);
  expect((await submit({ name: 'javascript:alert(1)', age: 2 })).uiActions).toEqual([
    { type: 'message', text: 'Thank you. The form was submitted.' },
  ]);
  expect((await submit({ name: 'Zed', age: 1 })).uiActions).toEqual([{ type: 'message', text: 'Dear Zed' }]);
  expect((await submit({ name: 'Zed' })).uiActions).toEqual([
    { type: 'message', text: 'Thank you. The form was submitted.' },
  ]);
  expect((await submit({ name: 'Zed', age: 1 }, { skipUiActions: true })).uiActions).toEqual([]);
  const hebrew = await makeForm(service, {
    locale: 'he',
    formSchema: { rootElem: root({ type: 'fInput', name: 'a', reqValidator: true }) },
  });
  const failed = await alice('POST', '/entry/submit?locale=en', { form: hebrew, data: {} });
  expect(failed.body.messages[0].message).toBe('אי אפשר להשאיר שדה זה ריק.');
  expect((await alice('POST', '/entry/submit', { form: hebrew, data: { a: 'x' } })).body.uiActions[0].text).toBe(
    'תודה. הטופס נשלח.',
  );
});
