// With auditViews on, every way to read answers leaves a line. Walks the API, OData and the tools for agents: an answer that is known
// to be stored is looked for in every response.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes } from '../../src/server/api/route-table.ts';
import type { Route } from '../../src/server/http/route.ts';
import { makeForm, root } from '../support/entries.ts';
import { openAgent } from '../support/mcp-agent.ts';
import { type Person, send, startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
let ann: Person;
/** Ids by the names of parameters. */
let owned: Record<string, string>;
const secret = 'kumquat-7391';
/** Charts show numbers, not texts. */
const secretNumber = 73_910_017;
const holdsAnswer = (text: string) => text.includes(secret) || text.includes(String(secretNumber));

beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url });
  ann = await service.person('ann@example.com');
  const { key, token } = ann;
  const formSchema = {
    rootElem: root({ type: 'fInput', name: 'name' }, { type: 'fInput', name: 'age', typeValidator: 'num' }),
  };
  const toNobody = { to: ['{{ model.nothing }}'], subject: 'To nobody: {{ model.name }}', text: '{{ model.name }}' };
  const rules = { emails: [{ to: ['owner@example.com'], subject: 'New', text: '{{ model.name }}' }, toNobody] };
  const form = { name: 'Orders', formSchema, postSubmit: rules };
  const made = await service.call('POST', '/form', { key, body: form });
  expect([made.status, made.body.message]).toEqual([200, undefined]);
  const formId = made.body.id as string;
  const data = { name: secret, age: secretNumber };
  const entry = await service.call('POST', '/entry/submit', { key, body: { form: formId, data } });
  const change = { data: { name: `${secret} again` }, updateMode: 'assign', skipEmails: true };
  await service.call('POST', `/entry/${entry.body.entryId}/edit`, { key, body: change });
  const draft = await service.call('POST', '/entry/save', { key, body: { form: formId, data } });
  const template = await service.call('POST', '/entry/template', { key, body: { form: formId, data } });
  const note = await service.call('POST', `/entry/${entry.body.entryId}/notes`, { key, body: { text: 'x' } });
  const view = await service.call('POST', `/form/${formId}/views`, { key, body: { name: 'x', state: {} } });
  owned = {
    ...{ formId, entryId: entry.body.entryId, draft: draft.body.entryId, template: template.body.entryId },
    ...{ noteId: note.body.id, viewId: view.body.id, n: '0', number: '0', userId: ann.user, setId: 'f'.repeat(24) },
    ...{ progressId: 'e'.repeat(24), apiKey: 'e'.repeat(24), invitation: 'e'.repeat(24), factor: 'e'.repeat(24) },
    ...{ uploadId: 'e'.repeat(24), part: '1', session: 'e'.repeat(12) },
  };
  await service.call('PATCH', '/account', { token, body: { settings: { auditViews: true } } });
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});

const lines = async () =>
  (await service.call('GET', '/audit', { key: ann.key, query: { limit: 1000 } })).body.data as Record<
    string,
    unknown
  >[];

/** What else a request needs so that it shows what it can. Routes that fit one kind of entry name it. */
const requests: Readonly<
  Record<string, { entry?: 'draft' | 'template'; query?: Record<string, string | number>; body?: object }>
> = {
  listEntries: { query: { limit: 10 } },
  listFormEntries: { query: { limit: 10 } },
  saveDraft: { entry: 'draft', body: {} },
  resumeEntry: { entry: 'draft' },
  cloneEntry: { entry: 'template' },
  renameTemplate: { entry: 'template', body: { name: 'y' } },
  exportEntries: { query: { format: 'csv' }, body: {} },
  renderData: { body: {} },
  editEntry: { body: { data: { name: secret } } },
};
const addressOf = ({ operationId, path }: Route) =>
  path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => owned[name === 'entryId' ? (requests[operationId]?.entry ?? name) : name] ?? 'missing',
  );

/** They give no answers back in their response, and yet hand them out: a link to a file, or an email. */
const handsOut = ['copyEntry', 'renderEntry', 'sendTestEmail', 'exportEntries'];
/** Shows answers without a line of its own kind, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  editEntry: 'entryEdit is written',
  renameTemplate: 'entryRename is written',
  resendEmail: 'emailResend is written',
  exportEntries: 'entriesExport is written, whatever auditViews says',
};
/** Nothing is read: they would change or remove what the others look for. */
const skipped = new Set(['deleteEntry', 'deleteEntries', 'deleteForm', 'deleteNote', 'deleteView', 'submitDraft']);

test('[identity.audit.views] every route: a response that holds a stored answer leaves exactly one line, any other leaves none', async () => {
  const body: Record<string, object> = {
    exportEntries: { query: { form: owned['formId'] } },
    sendTestEmail: { email: { to: ['a@example.com'], text: '{{ model.name }}' }, entry: owned['entryId'] },
  };
  const shown: string[] = [];
  for (const route of apiRoutes.filter(({ operationId }) => !skipped.has(operationId))) {
    const { operationId, method } = route;
    const asked = requests[operationId] ?? {};
    const before = (await lines()).length;
    const sent = body[operationId] ?? asked.body ?? {};
    const reply = await service.call(method, addressOf(route), {
      key: ann.key,
      ...(asked.query && { query: asked.query as never }),
      ...(route.payload !== undefined && { body: sent }),
    });
    const added = (await lines()).slice(0, (await lines()).length - before).map(({ action }) => action);
    const hasAnswers = reply.status === 200 && (holdsAnswer(reply.text) || handsOut.includes(operationId));
    const views = added.filter((action) => action === 'entryView' || action === 'entriesView');
    if (hasAnswers) shown.push(operationId);
    const expected = hasAnswers && exceptions[operationId] === undefined ? 1 : 0;
    expect([operationId, reply.status, views.length]).toEqual([operationId, reply.status, expected]);
    if (hasAnswers) expect([operationId, added.length]).toEqual([operationId, 1]);
    // One that shows nothing here may show something elsewhere: it must be declared, or show none at all.
    if (views.length === 1) expect([operationId, route.showsAnswers]).toEqual([operationId, true]);
  }
  // None of those that show answers failed for another reason.
  const declared = apiRoutes.filter(({ showsAnswers }) => showsAnswers === true).map(({ operationId }) => operationId);
  // The first has a test below; this form offers no copies and its emails cannot be sent again.
  const silent = ['submitDraft', 'copyEntry', 'resendEmail'];
  expect(
    [...declared, ...Object.keys(exceptions)].filter((name) => !shown.includes(name) && !silent.includes(name)),
  ).toEqual([]);
});

test('[identity.audit.views] responses of the kinds that hold answers are declared, or the request brought them', () => {
  const kinds =
    /#\/components\/schemas\/(?:Entry|EntryProjection|TableEntry|EntryHistory|SavedEntry|SubmittedEntry|EditedEntry|ResumedEntry|ClonedEntry|CreatedTemplate|EntryEmails?|FailedEmail|TestEmail|Insight)"/;
  const brought: Readonly<Record<string, string>> = {
    saveEntry: 'holds what the request brought',
    submitEntry: 'the same',
    createTemplate: 'the same',
  };
  const undeclared = apiRoutes.filter(
    ({ operationId, response, showsAnswers }) =>
      kinds.test(JSON.stringify(response ?? {})) && !showsAnswers && !exceptions[operationId] && !brought[operationId],
  );
  expect(undeclared.map(({ operationId }) => operationId)).toEqual([]);
});

test('[identity.audit.views] a draft that is submitted shows what was stored before', async () => {
  const before = (await lines()).length;
  const reply = await service.call('POST', `/entry/${owned['draft']}/submit`, { key: ann.key, body: {} });
  expect([reply.status, reply.text.includes(secret)]).toEqual([200, true]);
  expect((await lines()).slice(0, (await lines()).length - before)).toMatchObject([
    { action: 'entryView', objectId: owned['draft'], detail: { by: 'submitDraft' } },
  ]);
});

test('[identity.audit.views] lists: forms, count and filter, never what was searched for; an empty list is no line', async () => {
  const { key } = ann;
  const { formId } = owned;
  const last = async () => (await lines())[0];
  const listed = await service.call('GET', '/entry', { key, query: { query: { form: formId, status: 2 } } });
  expect([listed.status, listed.body.message]).toEqual([200, undefined]);
  expect(await last()).toMatchObject({
    action: 'entriesView',
    object: 'form',
    objectId: formId,
    detail: { by: 'listEntries', form: formId, query: { status: 2 } },
  });
  await service.call('GET', `/form/${formId}/entries`, { key, query: { limit: 5, search: secret } });
  const found = await last();
  expect(found).toMatchObject({ detail: { by: 'listFormEntries', form: formId, isNarrowed: true } });
  expect(Number((found?.['detail'] as { count?: number } | undefined)?.count)).toBeGreaterThan(0);
  expect(JSON.stringify(await lines())).not.toContain(secret);
  const before = (await lines()).length;
  await service.call('GET', '/entry', { key, query: { limit: 5, query: { form: 'f'.repeat(24) } } });
  expect(await lines()).toHaveLength(before);
  await service.call('GET', '/entry', { key, query: { query: { form: 'f'.repeat(24) } } });
  expect(await lines()).toHaveLength(before);
  // Somebody who fills in a form leaves none.
  await service.call('GET', `/entry/${owned['template']}/clone`);
  expect(await lines()).toHaveLength(before);
});

test('[identity.audit.views] OData and the tools for agents: whatever shows an answer leaves a line', async () => {
  const { formId, entryId } = owned as { formId: string; entryId: string };
  const odata = (path: string) => send('GET', `${service.url}/odata/${formId}${path}`, { key: ann.key });
  const count = async () => (await lines()).filter(({ action }) => /^entr(?:y|ies)View$/.test(String(action))).length;
  for (const path of [
    '',
    '/$metadata',
    '/Submissions',
    `/Submissions('${entryId}')`,
    '/Submissions/$count',
    '/Submissions?$count=true&$top=1',
  ]) {
    const before = await count();
    const { status, text } = await odata(path);
    const isRows = holdsAnswer(text);
    expect([path, status, (await count()) - before]).toEqual([path, 200, isRows ? 1 : 0]);
  }
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers: { 'x-api-key': ann.key } },
  });
  const agent = await openAgent(transport);
  const { tools } = await agent.client.listTools();
  const given: Record<string, Record<string, unknown>> = {
    list_entries: { formId },
    get_entry: { entryId },
    insight: { formId },
    count_entries: { formId },
    get_form: { formId },
  };
  const showing: string[] = [];
  for (const { name } of tools.filter(({ name }) => !/^(?:delete|create|update|submit)_/.test(name))) {
    const before = await count();
    const { content } = await agent.call(name, given[name] ?? {}).catch(() => ({ content: '' }));
    const hasAnswers = holdsAnswer(JSON.stringify(content));
    if (hasAnswers) showing.push(name);
    expect([name, (await count()) - before]).toEqual([name, hasAnswers ? 1 : 0]);
  }
  await agent.close();
  expect(showing).toEqual(['list_entries', 'get_entry', 'insight']);
});

test('[identity.audit.views] answers cannot be read by counting: whatever searches in them leaves one line, also when nothing is found', async () => {
  const formId = owned['formId'] ?? '';
  const entries = (path: string, query: object) =>
    service.call('GET', `/form/${formId}/entries${path}`, { key: ann.key, query: query as never });
  const odata = (path: string) => send('GET', `${service.url}/odata/${formId}${path}`, { key: ann.key });
  const where = (value: string) => JSON.stringify({ path: 'name', op: 'eq', value });
  const filter = (name: string) => `$filter=${encodeURIComponent(`name eq '${name}'`)}`;
  const asked: [string, number, () => Promise<{ status: number }>][] = [
    ['count', 0, () => entries('/count', {})],
    ['count by status', 0, () => entries('/count', { query: { status: 2 } })],
    ['count of a search', 1, () => entries('/count', { search: secret })],
    ['count of a search without a match', 1, () => entries('/count', { search: 'durian' })],
    ['count of a condition', 1, () => entries('/count', { where: where(secret) })],
    ['empty list of a search', 1, () => entries('', { limit: 5, search: 'durian' })],
    ['empty list of a condition', 1, () => entries('', { limit: 5, where: where('durian') })],
    ['$count', 0, () => odata('/Submissions/$count')],
    ['$count of a filter', 1, () => odata(`/Submissions/$count?${filter(secret)}`)],
    ['$count of a filter without a match', 1, () => odata(`/Submissions/$count?${filter('durian')}`)],
    ['@odata.count alone', 1, () => odata(`/Submissions?$top=0&$count=true&${filter(secret)}`)],
    ['empty page of a filter', 1, () => odata(`/Submissions?${filter('durian')}`)],
  ];
  for (const [name, added, ask] of asked) {
    const before = (await lines()).length;
    expect([name, (await ask()).status]).toEqual([name, 200]);
    const after = await lines();
    expect([name, after.length - before]).toEqual([name, added]);
    if (added === 1)
      expect(after[0]).toMatchObject({ action: 'entriesView', objectId: formId, detail: { isNarrowed: true } });
  }
  expect(JSON.stringify(await lines())).not.toContain('durian');
});

test('[identity.audit.views] a refused change names stored values in its messages: it leaves a line, also where a success has another', async () => {
  const { key } = ann;
  const rootElem = (pattern: string) =>
    root({ type: 'fInput', name: 'name', validators: pattern === '' ? [] : [{ type: 'str/pattern', value: pattern }] });
  const form = await makeForm(service, { formSchema: { rootElem: rootElem('') } }, key);
  const submitted = await service.call('POST', '/entry/submit', { key, body: { form, data: { name: secret } } });
  await service.call('PATCH', `/form/${form}`, { key, body: { formSchema: { rootElem: rootElem('^$') } } });
  const entry = submitted.body.entryId as string;
  const refused: [string, string, object][] = [
    ['edit, merge', `/entry/${entry}/edit`, { data: {}, updateMode: 'merge' }],
    ['edit, assign', `/entry/${entry}/edit`, { data: {}, updateMode: 'assign' }],
  ];
  for (const [name, path, body] of refused) {
    const before = (await lines()).length;
    const reply = await service.call('POST', path, { key, body });
    expect([name, reply.status, reply.text.includes(secret)]).toEqual([name, 400, true]);
    const after = await lines();
    expect([name, after.length - before]).toEqual([name, 1]);
    expect(after[0]).toMatchObject({ action: 'entryView', objectId: path.split('/')[2] });
  }
});

test('[identity.audit.views] without the line there is no response', async () => {
  const { sql } = service.services.db;
  await sql.unsafe('alter table audit_pending rename to audit_away');
  try {
    for (const path of [`/entry/${owned['entryId']}`, '/entry', `/form/${owned['formId']}/entries?limit=5`]) {
      const { status, text } = await service.call('GET', path, { key: ann.key });
      expect([path, status >= 500, text.includes(secret)]).toEqual([path, true, false]);
    }
  } finally {
    await sql.unsafe('alter table audit_away rename to audit_pending');
  }
  expect((await service.call('GET', '/entry', { key: ann.key })).status).toBe(200);
});
