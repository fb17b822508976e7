// Entries through all their states: what each request answers, records and refuses.
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

const required = "You can't leave this empty.";

test('[entries.save] [entries.shape] [entries.links] a new draft: the whole response', async () => {
  const reply = await alice(
    'POST',
    '/entry/save',
    { form, data: { age: '41', name: null, other: 1 } },
    { headers: { 'user-agent': 'tests' } },
  );
  expect(reply.status).toBe(200);
  const { entry } = reply.body;
  expect(reply.body).toEqual({
    entry: {
      id,
      form,
      account: service.people.alice.account,
      status: 'saved',
      idx: 1,
      data: { age: 41 },
      actions: [{ id, type: 'save', time, ip: '127.0.0.1', userAgent: 'tests', user: service.people.alice.user }],
      sentEmails: [],
      archivedRenders: [],
      deleted: false,
      bewit: expect.any(String),
      resumeUrl: `http://forms.test/e/${entry.id}/`,
      resumeUrlBewit: `http://forms.test/e/${entry.id}/?b=${entry.bewit}`,
      cloneUrl: `http://forms.test/c/${entry.id}/`,
      editUrl: `http://forms.test/admin/entries/${form}/${entry.id}/`,
      createTime: time,
      modifyTime: time,
      changedAt: time,
    },
    uiActions: [{ type: 'continueLater' }],
    userCanResume: true,
    formId: form,
    entryId: entry.id,
    bewit: entry.bewit,
  });
  expect((await alice('GET', `/entry/${entry.id.toUpperCase()}`)).body).toEqual(entry);
});

test('[entries.submit] [entries.links] a new entry without a key: no user in the action, no links back', async () => {
  const reply = await service.call('POST', '/entry/submit', {
    body: { form, data: { name: 'Ann', items: [{ product: 'Tea' }] } },
  });
  expect(reply.status).toBe(200);
  const { entry } = reply.body;
  expect(reply.body).toEqual({
    entry: {
      id,
      form,
      account: service.people.alice.account,
      status: 'submitted',
      idx: expect.any(Number),
      submitIdx: 1,
      data: { name: 'Ann', items: [{ product: 'Tea' }] },
      actions: [{ id, type: 'submit', time, ip: '127.0.0.1', userAgent: expect.any(String) }],
      sentEmails: [],
      archivedRenders: [],
      deleted: false,
      cloneUrl: expect.any(String),
      editUrl: expect.any(String),
      createTime: time,
      modifyTime: time,
      changedAt: time,
      submitTime: time,
    },
    uiActions: [{ type: 'message', text: expect.any(String) }],
    entryId: entry.id,
  });
});

test('[validation.messages] every message, nothing stored, nothing counted', async () => {
  const before = (await alice('GET', `/form/${form}`)).body;
  const reply = await alice('POST', '/entry/submit', {
    form,
    data: { age: 'x', items: [{ note: 'a' }, {}, { product: 'b' }] },
  });
  expect(reply.status).toBe(400);
  expect(reply.body).toEqual({
    statusCode: 400,
    error: 'Bad Request',
    message: expect.stringContaining('failed validation on the server'),
    id: 'entry_failed_validation',
    messages: [
      { modelPath: "model['name']", message: required, type: 'error', value: null },
      { modelPath: "model['age']", message: 'Invalid data type.', type: 'error', value: 'x' },
      { modelPath: "model['items'][0]['product']", message: required, type: 'error', value: null },
      { modelPath: "model['items'][1]['product']", message: required, type: 'error', value: null },
    ],
  });
  const after = (await alice('GET', `/form/${form}`)).body;
  expect(after).toEqual(before);
  const wrongType = await alice('POST', '/entry/save', { form, data: { age: 'x' } });
  expect([wrongType.status, wrongType.body.messages.length]).toEqual([400, 1]);
});

test('[entries.transitions] [entries.submit] saved: saved again, then submitted; then neither', async () => {
  const made = (await alice('POST', '/entry/save', { form, data: { name: 'Bo', age: 3 } })).body.entry;
  service.advance(10);
  const again = await alice('POST', `/entry/${made.id}/save`, { data: { age: 4 } });
  expect(again.body.entry).toMatchObject({
    id: made.id,
    status: 'saved',
    idx: made.idx,
    data: { age: 4 },
    createTime: made.createTime,
  });
  expect(again.body.entry.data).toEqual({ age: 4 });
  expect(again.body.entry.modifyTime > made.modifyTime).toBe(true);
  const done = await alice('POST', `/entry/${made.id}/submit`, { data: { name: 'Bo' } });
  expect(done.status).toBe(200);
  expect(done.body.entry).toMatchObject({ status: 'submitted', data: { name: 'Bo' }, submitIdx: 2, submitTime: time });
  expect(done.body.entry.actions.map((action: { type: string }) => action.type)).toEqual(['save', 'save', 'submit']);
  for (const name of ['bewit', 'resumeUrl', 'resumeUrlBewit']) expect(name in done.body.entry).toBe(false);
  const save = await alice('POST', `/entry/${made.id}/save`, { data: {} });
  expect([save.status, save.body.message]).toEqual([
    403,
    'You cannot save this form entry because it was already submitted.',
  ]);
  const submit = await alice('POST', `/entry/${made.id}/submit`, { data: { name: 'x' } });
  expect([submit.status, submit.body.message]).toEqual([
    403,
    'You cannot submit this form entry because it was already submitted.',
  ]);
  expect((await alice('POST', `/entry/${made.id}/submit?locale=he`, { data: {} })).body.message).toBe(
    'אי אפשר לשלוח את הטופס כי הוא כבר נשלח.',
  );
});

test('[entries.edit] [entries.edit.status] [entries.edit.status-only] [entries.edit.no-submit] [entries.times] [entries.submit.again] edit: statuses, what is checked, what is not set', async () => {
  const draft = (await alice('POST', '/entry/save', { form, data: {} })).body.entry;
  const bad = await alice('POST', `/entry/${draft.id}/edit`, { status: 'submitted', data: { age: 1 } });
  expect(bad.body.messages).toEqual([{ modelPath: "model['name']", message: required, type: 'error', value: null }]);
  // A status-only edit checks nothing.
  const submitted = await alice('POST', `/entry/${draft.id}/edit`, { status: 'submitted' });
  expect(Object.keys(submitted.body).sort()).toEqual(['entry', 'uiActions']);
  expect(submitted.body.uiActions).toEqual([]);
  expect(submitted.body.entry.status).toBe('submitted');
  for (const name of ['submitTime', 'submitIdx', 'bewit']) expect(name in submitted.body.entry).toBe(false);
  const reopened = await alice('POST', `/entry/${draft.id}/edit`, { status: 'saved', data: {} });
  expect(reopened.body.entry).toMatchObject({ status: 'saved', resumeUrlBewit: expect.any(String) });
  expect(reopened.body.entry.bewit).not.toBe(draft.bewit);
  for (const status of ['deleted', 'template', 'created', 'render']) {
    const reply = await alice('POST', `/entry/${draft.id}/edit`, { status });
    expect([status, reply.status, reply.body.message]).toEqual([
      status,
      403,
      "Can't change the status of the entry to this status.",
    ]);
  }
  expect((await alice('POST', `/entry/${draft.id}/edit`, { status: 'done' })).body.validation).toEqual({
    source: 'payload',
    keys: ['status'],
  });
});

test('[entries.edit.rules] edit without status checks rules only where the result needs them', async () => {
  const submitted = (await alice('POST', '/entry/submit', { form, data: { name: 'Cy' } })).body.entry;
  const invalid = await alice('POST', `/entry/${submitted.id}/edit`, { data: { age: 5 } });
  expect([invalid.status, invalid.body.id]).toEqual([400, 'entry_failed_validation']);
  const draft = (await alice('POST', '/entry/save', { form, data: {} })).body.entry;
  expect((await alice('POST', `/entry/${draft.id}/edit`, { data: { age: 5 } })).status).toBe(200);
  const strict = await makeForm(service, { formSchema: { ...memberForm.formSchema, validateSaved: 'model.age > 10' } });
  expect((await alice('POST', '/entry/save', { form: strict, data: { age: 5 } })).status).toBe(200);
  const checked = await alice('POST', '/entry/save', { form: strict, data: { age: 11 } });
  expect(checked.body.messages.map((item: { modelPath: string }) => item.modelPath)).toEqual(["model['name']"]);
});

test('[entries.edit.modes] update modes; null removes a key', async () => {
  const made = (
    await alice('POST', '/entry/submit', {
      form,
      data: { name: 'Di', age: 1, items: [{ product: 'a', note: 'n' }, { product: 'b' }] },
    })
  ).body.entry;
  const edit = async (updateMode: string | undefined, data: object) =>
    (await alice('POST', `/entry/${made.id}/edit`, { data, ...(updateMode && { updateMode }) })).body.entry.data;
  expect(await edit('merge', { items: [{ product: 'c' }] })).toEqual({
    name: 'Di',
    age: 1,
    items: [{ product: 'c', note: 'n' }, { product: 'b' }],
  });
  expect(await edit('assign', { items: [{ product: 'd' }], age: null })).toEqual({
    name: 'Di',
    items: [{ product: 'd' }],
  });
  expect(await edit(undefined, { name: 'E' })).toEqual({ name: 'E' });
  expect(await edit('replace', { name: 'F', age: null })).toEqual({ name: 'F' });
});

test('[entries.template] [entries.template.name] [entries.clone] [fill-links.short] made, edited, renamed, cloned; never given a status', async () => {
  const reply = await alice('POST', '/entry/template', { form, data: { age: 7 } });
  expect(reply.body).toEqual({
    formId: form,
    entryId: id,
    shortUrl: expect.stringMatching(/^http:\/\/forms\.test\/s\/\w+$/),
  });
  const { entryId, shortUrl } = reply.body;
  expect((await alice('POST', '/entry/template?createShortUrl=false', { form, data: {} })).body).toEqual({
    formId: form,
    entryId: id,
  });
  const short = await fetch(`${service.url}${new URL(shortUrl).pathname}?data=%7B%7D`, { redirect: 'manual' });
  expect([short.status, short.headers.get('location')]).toEqual([302, `http://forms.test/c/${entryId}/`]);
  const refused = await alice('POST', `/entry/${entryId}/edit`, { status: 'saved' });
  expect([refused.status, refused.body.message]).toEqual([403, "Can't change the status of the entry to this status."]);
  const edited = await alice('POST', `/entry/${entryId}/edit`, { data: { name: 'T' }, updateMode: 'merge' });
  expect(edited.body.entry).toMatchObject({ status: 'template', data: { name: 'T', age: 7 } });
  expect((await alice('PATCH', `/entry/${entryId}`, { name: 'Ours' })).body).toMatchObject({
    id: entryId,
    name: 'Ours',
    status: 'template',
  });
  const cloned = await service.call('GET', `/entry/${entryId}/clone`);
  expect(cloned.body).toMatchObject({ form: { id: form }, data: { name: 'T', age: 7 } });
  const saved = (await alice('POST', '/entry/save', { form })).body.entry;
  expect((await service.call('GET', `/entry/${saved.id}/clone`)).status).toBe(401);
  expect((await alice('GET', `/entry/${saved.id}/clone`)).body.data).toEqual({});
  expect((await service.call('GET', `/entry/${saved.id}/clone`, { key: service.people.chelsea.key })).status).toBe(403);
  expect((await alice('PATCH', `/entry/${saved.id}`, { name: 'No' })).status).toBe(403);
  expect((await alice('POST', `/entry/${entryId}/save`, { data: {} })).status).toBe(403);
});

test('[entries.delete] [entries.get] [lists.deleted] one entry: still got, never listed, not deleted twice, not edited', async () => {
  const made = (await alice('POST', '/entry/submit', { form, data: { name: 'Del' } })).body.entry;
  const reply = await alice('DELETE', `/entry/${made.id}`);
  expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
  const got = (await alice('GET', `/entry/${made.id}`)).body;
  expect(got).toMatchObject({ status: 'deleted', deleted: true, deletedAt: time });
  expect(got.actions.map((action: { type: string }) => action.type)).toEqual(['submit', 'delete']);
  const twice = await alice('DELETE', `/entry/${made.id}`);
  expect([twice.status, twice.body.message]).toEqual([
    403,
    'You cannot delete this form entry because it was already deleted.',
  ]);
  const edited = await alice('POST', `/entry/${made.id}/edit`, { data: { name: 'x' } });
  expect([edited.status, edited.body.message]).toEqual([
    403,
    'This form entry was already deleted and cannot be edited.',
  ]);
  for (const verb of ['save', 'submit']) {
    const filled = await alice('POST', `/entry/${made.id}/${verb}`, { data: { name: 'x' } });
    expect([filled.status, filled.body.message]).toEqual([
      403,
      'This form entry was already deleted and cannot be edited.',
    ]);
  }
  const list = await alice('GET', '/entry', undefined, { query: { query: { _id: made.id } } });
  expect(list.body.data).toEqual([]);
});

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
