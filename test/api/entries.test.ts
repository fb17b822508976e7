// Entries through all their states: what each request answers, records and refuses.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, id, makeForm, memberForm, time } from '../support/entries.ts';
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
