// Forms: their shape, lists, writing, opening and deleting.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const root = (...children: object[]) => ({ type: 'cSection', name: 'root', children });
const noActions = { ui: [], emails: [], renders: [] };

async function makeForm(body: object, key = service.people.alice.key) {
  const reply = await service.call('POST', '/form', { key, body });
  expect([reply.status, reply.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return reply.body;
}

test('[forms.shape] [forms.write] made, then got: the whole shape', async () => {
  const { alice } = service.people;
  const rootElem = root({ type: 'fInput', name: 'city', label: 'City', reqValidator: true });
  const made = await makeForm({
    name: 'Members',
    publicName: 'Join us',
    formSchema: { rootElem, validateSaved: 'model.city' },
    templates: [{ type: 'auto', name: 'main', label: 'Main' }],
    postSubmit: {
      renders: [{}],
      emails: [{ to: ['{{ model.city }}@example.com'], subject: 'New', text: '{{ model | json }}' }],
    },
  });
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    account: alice.account,
    name: 'Members',
    publicName: 'Join us',
    displayName: 'Members',
    access: { isDisabled: false },
    formSchema: { rootElem, validateSaved: 'model.city' },
    templates: [{ type: 'auto', name: 'main', label: 'Main' }],
    postSave: noActions,
    postSubmit: {
      ui: [],
      emails: [{ to: ['{{ model.city }}@example.com'], subject: 'New', text: '{{ model | json }}' }],
      renders: [{ if: 'true' }],
    },
    postEdit: noActions,
    postTemplate: { emails: [], renders: [] },
    counts: { all: 0, submit: 0, save: 0, delete: 0, start: 0, template: 0, render: 0 },
    current: { all: 0, submit: 0, save: 0, template: 0, render: 0 },
    createTime: time,
    modifyTime: time,
    changedAt: time,
  });
  const got = await service.call('GET', `/form/${made.id}`, { key: service.people.bob.key });
  expect(got.body).toEqual(made);
});

test('[forms.display-name] displayName is the id without a name; an empty body makes an empty form', async () => {
  const made = await makeForm({});
  expect(made.displayName).toBe(made.id);
  expect('name' in made).toBe(false);
  expect(made.templates).toEqual([]);
});

test('[forms.defaults] a definition omits every property that has its default value', async () => {
  const made = await makeForm({
    locale: 'en',
    saveRenderedEntries: 'none',
    keepUploadedFiles: [],
    formSchema: {
      validateSaved: false,
      rootElem: root(
        { type: 'fRate', name: 'stars', rateMax: 5, relevant: true },
        { type: 'fColor', name: 'color', colorPreferredFormat: 'hex' },
        {
          type: 'cRepeat',
          name: 'rows',
          repMaxRows: 10,
          children: [{ type: 'fSelect', name: 's', selectMulti: false, options: ['a'] }],
        },
        {
          type: 'cTabs',
          name: 'tabs',
          tabs: [{ name: 't', relevant: true }],
          children: [[{ type: 'cSection', name: 'sec', secFlat: true, secCollapse: false, children: [] }]],
        },
      ),
    },
  });
  expect(made.formSchema).toEqual({
    rootElem: root(
      { type: 'fRate', name: 'stars' },
      { type: 'fColor', name: 'color' },
      { type: 'cRepeat', name: 'rows', children: [{ type: 'fSelect', name: 's', options: ['a'] }] },
      {
        type: 'cTabs',
        name: 'tabs',
        tabs: [{ name: 't' }],
        children: [[{ type: 'cSection', name: 'sec', children: [] }]],
      },
    ),
  });
  for (const name of ['locale', 'saveRenderedEntries', 'keepUploadedFiles']) expect(name in made).toBe(false);
});

test('[forms.write.patch] [forms.times] PATCH replaces each property sent, null removes it; modifyTime and changedAt move', async () => {
  const { alice } = service.people;
  const made = await makeForm({
    name: 'Before',
    publicName: 'Public',
    access: { isDisabled: true, disabledMessage: 'Closed.' },
  });
  service.advance(1000);
  const changed = await service.call('PATCH', `/form/${made.id}`, {
    key: alice.key,
    body: { name: 'After', publicName: null, access: {} },
  });
  expect(changed.body).toMatchObject({
    id: made.id,
    name: 'After',
    displayName: 'After',
    access: { isDisabled: false },
    createTime: made.createTime,
  });
  expect('publicName' in changed.body).toBe(false);
  expect(changed.body.modifyTime > made.modifyTime).toBe(true);
  expect(changed.body.changedAt > made.changedAt).toBe(true);
});

test('[conventions.accounts] account isolation: 403 for another account, 404 for no form, and nothing happens', async () => {
  const { chelsea } = service.people;
  const made = await makeForm({ name: 'Mine' });
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { name: 'Theirs' }],
    ['DELETE', undefined],
  ] as const) {
    const reply = await service.call(method, `/form/${made.id}`, { key: chelsea.key, body });
    expect([method, reply.status, reply.body.message]).toEqual([
      method,
      403,
      'You have insufficient permissions to perform the action.',
    ]);
    const missing = await service.call(method, `/form/${'0'.repeat(24)}`, { key: chelsea.key, body });
    expect([method, missing.status, missing.body.message]).toEqual([
      method,
      404,
      `Could not find a form with ID ${'0'.repeat(24)}.`,
    ]);
  }
  const still = await service.call('GET', `/form/${made.id}`, { key: service.people.alice.key });
  expect(still.body).toEqual(made);
});

test('[forms.no-fields] GET /form/{formId} takes no fields', async () => {
  const made = await makeForm({});
  const reply = await service.call('GET', `/form/${made.id}?fields=["name"]`, { key: service.people.alice.key });
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    message: '"fields" must be [null]',
    validation: { source: 'query', keys: ['fields'] },
  });
});

test('[forms.list] oldest first, filter on _id, projection, limit, after, Link', async () => {
  const jo = await service.person('jo@example.com');
  const forms = [];
  for (let index = 0; index < 5; index += 1) forms.push(await makeForm({ name: `Form ${index}` }, jo.key));
  const list = (query: object) =>
    service.call('GET', '/form', { key: jo.key, query: query as Record<string, unknown> });

  expect((await list({})).body.data).toEqual(forms);
  expect((await list({ query: { _id: forms[2].id.toUpperCase() } })).body.data).toEqual([forms[2]]);
  expect((await list({ query: { _id: { $in: [forms[3].id, forms[1].id] } } })).body.data).toEqual([forms[1], forms[3]]);
  expect((await list({ query: { _id: { $nin: [forms[0].id, forms[1].id], $ne: forms[4].id } } })).body.data).toEqual([
    forms[2],
    forms[3],
  ]);
  expect((await list({ fields: ['id', 'name', 'nothing', 'counts.all'] })).body.data[0]).toEqual({
    id: forms[0].id,
    name: 'Form 0',
    counts: { all: 0 },
  });
  expect((await service.call('GET', '/form?fields=id,name', { key: jo.key })).body.data).toEqual([{}, {}, {}, {}, {}]);
  expect((await list({ query: { name: 'x' } })).body.message).toBe('"query.name" is not allowed');
  expect((await service.call('GET', '/form?query=x', { key: jo.key })).body.message).toBe(
    '"query" must be of type object',
  );
  expect((await list({ limit: 2001 })).body.message).toBe('"limit" must be less than or equal to 2000');

  const seen: unknown[] = [];
  let path = '/form?limit=2';
  for (let page = 0; page < 3; page += 1) {
    const reply = await service.call('GET', path, { key: jo.key });
    seen.push(...reply.body.data);
    const link = reply.headers.get('link');
    expect(link === null).toBe(page === 2);
    path = (/<http:\/\/forms\.test\/v1\.0([^>]+)>; rel=next/.exec(link ?? '') ?? [])[1] ?? '';
  }
  expect(seen).toEqual(forms);
});

test('[forms.write] a broken definition is a 400 that names the path', async () => {
  const { alice } = service.people;
  const cases: [object, string][] = [
    [{ color: 'red' }, 'color'],
    [{ id: 'a'.repeat(24) }, 'id'],
    [{ account: 'a'.repeat(24) }, 'account'],
    [{ formSchema: { rootElem: root({ type: 'fUnknown', name: 'x' }) } }, 'formSchema.rootElem.children.0.type'],
    [{ formSchema: { rootElem: root({ type: 'fInput' }) } }, 'formSchema.rootElem.children.0.name'],
    [
      { formSchema: { rootElem: root({ type: 'fInput', name: 'a' }, { type: 'fBool', name: 'a' }) } },
      'formSchema.rootElem.children.1.name',
    ],
    [
      { formSchema: { rootElem: root({ type: 'fInput', name: 'a', relevant: 'model.' }) } },
      'formSchema.rootElem.children.0.relevant',
    ],
    [
      { formSchema: { rootElem: root({ type: 'fRadio', name: 'a', options: [1, {}] }) } },
      'formSchema.rootElem.children.0.options.1',
    ],
    [
      { postSubmit: { emails: [{ to: ['a@b.co'], subject: '{{ model. }}', text: 'x' }] } },
      'postSubmit.emails.0.subject',
    ],
    [{ postSave: { ui: [{ type: 'redirect' }] } }, 'postSave.ui.0.redirectOptions'],
    [{ templates: [{ type: 'word' }] }, 'templates.0.type'],
  ];
  for (const [body, key] of cases) {
    const reply = await service.call('POST', '/form', { key: alice.key, body });
    expect([key, reply.status, reply.body.validation?.source]).toEqual([key, 400, 'payload']);
    expect(reply.body.validation.keys.some((name: string) => name.startsWith(key)) ? key : reply.body).toEqual(key);
  }
});

test('[forms.start] [forms.closed] what a filler needs and nothing more; counts.start; closed forms answer the owner', async () => {
  const { alice } = service.people;
  const rootElem = root({ type: 'fInput', name: 'a' });
  const made = await makeForm({
    name: 'Internal',
    formSchema: { rootElem },
    postSubmit: { emails: [{ to: ['owner@example.com'], text: 'x' }] },
  });
  const started = await service.call('GET', `/form/${made.id}/start`);
  expect(started.status).toBe(200);
  expect(started.body).toEqual({
    form: { id: made.id, displayName: 'Internal', locale: 'en', formSchema: { rootElem } },
  });
  await service.call('PATCH', `/form/${made.id}`, { key: alice.key, body: { publicName: 'Public', locale: 'he' } });
  expect((await service.call('GET', `/form/${made.id}/start`)).body.form).toEqual({
    id: made.id,
    publicName: 'Public',
    locale: 'he',
    formSchema: { rootElem },
  });
  expect((await service.call('GET', `/form/${made.id}`, { key: alice.key })).body.counts.start).toBe(2);

  await service.call('PATCH', `/form/${made.id}`, { key: alice.key, body: { access: { isDisabled: true } } });
  const closed = await service.call('GET', `/form/${made.id}/start`);
  expect([closed.status, closed.body.message]).toEqual([403, 'This form is closed.']);
  expect((await service.call('GET', `/form/${made.id}/start?locale=he`)).body.message).toBe('הטופס סגור.');
  await service.call('PATCH', `/form/${made.id}`, {
    key: alice.key,
    body: { access: { isDisabled: true, disabledMessage: 'Back in {May}.' } },
  });
  const closedByOwner = await service.call('GET', `/form/${made.id}/start?locale=he`);
  expect([closedByOwner.status, closedByOwner.body.message]).toEqual([403, 'Back in {May}.']);
  expect((await service.call('GET', `/form/${made.id}`, { key: alice.key })).body.counts.start).toBe(2);
  expect((await service.call('GET', `/form/${'1'.repeat(24)}/start`)).status).toBe(404);
});

test('[forms.delete] deleted: gone, with a message', async () => {
  const { alice } = service.people;
  const made = await makeForm({});
  const reply = await service.call('DELETE', `/form/${made.id}`, { key: alice.key });
  expect([reply.status, reply.body]).toEqual([200, { message: expect.any(String) }]);
  expect((await service.call('GET', `/form/${made.id}`, { key: alice.key })).status).toBe(404);
  expect((await service.call('GET', `/form/${made.id}/start`)).status).toBe(404);
});
