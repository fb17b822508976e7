// Archived PDFs and renders on demand, and what deleting an entry does to its files.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '../../src/server/base/outbound.ts';
import { asAlice, id, makeForm, root, time } from '../support/entries.ts';
import { makePdf } from '../support/make-pdf.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';
import { reach, upload } from '../support/upload.ts';

let smtp: TestSmtp;
let service: TestService;
let alice: ReturnType<typeof asAlice>;
const remote = createServer((request, response) => {
  if (request.url?.startsWith('/pdf')) response.end(makePdf([[{ text: `Remote ${request.url}`, x: 50, y: 700 }]]));
  else if (request.url === '/html') response.end('<html>%PD</html>');
  else response.writeHead(404).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
  const { port } = remote.address() as AddressInfo;
  // https://layouts.example is this machine's server; everything else goes through the guard as it is.
  const open = createOutbound({ allowPrivate: true });
  const guarded = createOutbound();
  const outbound: Outbound = (url, limits) =>
    url.startsWith('https://layouts.example/')
      ? open(url.replace('https://layouts.example', `http://127.0.0.1:${port}`), { ...limits, isHttpsOnly: false })
      : guarded(url, limits);
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url }, { outbound });
  alice = asAlice(service);
  // The typesetter takes seconds to start; no test's own time is for that.
  const form = await formWith({});
  await alice('POST', '/entry/render', { form, data: {} });
});
afterAll(async () => {
  await service.close();
  await smtp.close();
  remote.close();
});
beforeEach(() => {
  smtp.emails.length = 0;
});

const fields = root(
  { type: 'fInput', name: 'name', label: 'Your name', reqValidator: true },
  { type: 'fInput', name: 'age', typeValidator: 'num' },
);
const archive = { renders: [{}] };
const formWith = (more: object) => makeForm(service, { name: 'Order form', formSchema: { rootElem: fields }, ...more });
const fileObject = {
  name: expect.stringMatching(/^Order form( .*)?\.pdf$/),
  size: expect.any(Number),
  type: 'application/pdf',
  storageKey: expect.any(String),
  storageBucket: expect.any(String),
  url: expect.stringContaining('http://forms.test/storage/'),
};

const download = async (url: string) => {
  const response = await fetch(reach(service, url));
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    content: Buffer.from(await response.arrayBuffer()),
  };
};
const textOf = async (url: string) => (await readPdf((await download(url)).content)).text;
const filesOf = async (form: string) =>
  (await service.services.db.sql`select state, kind from files where form = ${form} order by create_time`).map(
    (row) => `${row['kind']} ${row['state']}`,
  );

test('[after-actions.pdfs] a submit archives one PDF of one layout and attaches it to the emails', async () => {
  const form = await formWith({
    postSubmit: { ...archive, emails: [{ to: ['ops@example.com'], subject: 's', text: 't' }] },
  });
  const { entry } = (await alice('POST', '/entry/submit', { form, data: { name: 'Dana Levi', age: 41 } })).body;
  expect(entry.archivedRenders).toEqual([
    { id, action: entry.actions[0].id, type: 'template', template: { type: 'auto' }, file: fileObject },
  ]);
  const { file } = entry.archivedRenders[0];
  const pdf = await download(file.url);
  expect([pdf.status, pdf.type, pdf.content.length]).toEqual([200, 'application/pdf', file.size]);
  const { text } = await readPdf(pdf.content);
  for (const words of ['Order form', 'Your name', 'Dana Levi', '41', entry.id]) expect(text).toContain(words);
  expect(smtp.emails[0]?.attachments).toEqual([{ name: file.name, type: 'application/pdf', content: pdf.content }]);
  expect((await alice('GET', `/entry/${entry.id}`)).body.archivedRenders).toEqual(entry.archivedRenders);
});

test('[after-actions.pdfs] [forms.locale] a Hebrew form', async () => {
  const form = await makeForm(service, {
    name: 'טופס הזמנה',
    locale: 'he',
    formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'שם מלא' }) },
    postSubmit: { ...archive, emails: [{ to: ['ops@example.com'], subject: 'הזמנה', text: 'שלום' }] },
  });
  const { entry } = (await alice('POST', '/entry/submit', { form, data: { name: 'דנה לוי' } })).body;
  const { file } = entry.archivedRenders[0];
  expect(file.name).toMatch(/^טופס הזמנה\.pdf$/);
  expect(smtp.emails[0]?.attachments[0]?.name).toBe(file.name);
  const text = await textOf(file.url);
  // Programs differ in the order in which they give the words of a line; the letters of each word are in reading order.
  for (const word of ['טופס', 'הזמנה', 'שם', 'מלא', 'דנה', 'לוי']) expect(text).toContain(word);
});

test('[after-actions.pdfs.layouts] several layouts: the concatenation first, then one for each; the first is the main PDF', async () => {
  const form = await formWith({
    templates: [
      { type: 'auto', name: 'long', label: 'Long one' },
      { type: 'remote', url: 'https://layouts.example/pdf?n={{ model.name }}', name: 'far' },
    ],
    postSubmit: { ...archive, emails: [{ to: ['ops@example.com'], subject: 's', text: 't' }] },
  });
  const { body, status } = await alice('POST', '/entry/submit', { form, data: { name: 'Dana' } });
  expect([status, body.message]).toEqual([200, undefined]);
  const { entry } = body;
  const action = entry.actions[0].id;
  expect(entry.archivedRenders).toEqual([
    {
      id,
      action,
      type: 'concatenation',
      template: { type: 'auto', name: 'long', label: 'Long one' },
      file: fileObject,
    },
    { id, action, type: 'template', template: { type: 'auto', name: 'long', label: 'Long one' }, file: fileObject },
    { id, action, type: 'template', template: { type: 'remote', name: 'far' }, file: fileObject },
  ]);
  const texts = await Promise.all(entry.archivedRenders.map(({ file }: { file: { url: string } }) => textOf(file.url)));
  expect(texts[0]).toContain('Your name');
  expect(texts[0]).toContain('Remote /pdf?n=Dana');
  expect(texts[1]).not.toContain('Remote');
  expect(texts[2]).toContain('Remote /pdf?n=Dana');
  const { file } = entry.archivedRenders[0];
  expect(smtp.emails[0]?.attachments).toMatchObject([{ name: file.name, content: { length: file.size } }]);

  const { url } = (await alice('POST', `/entry/${entry.id}/render`)).body;
  const rendered = await textOf(url);
  expect([rendered.includes('Your name'), rendered.includes('Remote')]).toEqual([true, true]);
});

test('[after-actions.triggers] [after-actions.conditions] [entries.flags] conditions, skipRenders, and which operation archives', async () => {
  const form = await formWith({
    postSubmit: { renders: [{ if: 'model.age > 3' }, { if: "model.name == 'x'" }] },
    postSave: { renders: [{ if: "model.name == 'draft'" }] },
    postEdit: archive,
    postTemplate: archive,
  });
  const rendersOf = ({ body }: { body: { entry: { archivedRenders: object[] } } }) => body.entry.archivedRenders.length;
  expect(rendersOf(await alice('POST', '/entry/submit', { form, data: { name: 'a', age: 3 } }))).toBe(0);
  // Two rules that apply archive once.
  expect(rendersOf(await alice('POST', '/entry/submit', { form, data: { name: 'x', age: 4 } }))).toBe(1);
  expect(rendersOf(await alice('POST', '/entry/submit', { form, data: { name: 'x' }, skipRenders: true }))).toBe(0);

  const draft = await alice('POST', '/entry/save', { form, data: { name: 'draft', age: 9 } });
  expect(rendersOf(draft)).toBe(1);
  const { entryId } = draft.body;
  const first = draft.body.entry.archivedRenders[0];
  const edited = await alice('POST', `/entry/${entryId}/edit`, { status: 'submitted' });
  expect(edited.body.entry.archivedRenders).toMatchObject([first, { action: edited.body.entry.actions.at(-1).id }]);
  await alice('POST', `/entry/${entryId}/edit`, { status: 'saved', skipRenders: true });
  const submitted = await alice('POST', `/entry/${entryId}/submit`, { data: { name: 'now', age: 9 } });
  expect(submitted.body.entry.archivedRenders).toMatchObject([
    first,
    edited.body.entry.archivedRenders[1],
    { type: 'template', action: submitted.body.entry.actions.at(-1).id },
  ]);
  // Rule 7: what is archived stays as it was.
  expect(await textOf(first.file.url)).toContain('draft');
  expect(await textOf(submitted.body.entry.archivedRenders[2].file.url)).toContain('now');

  const template = (await alice('POST', '/entry/template', { form, data: { name: 'T' } })).body;
  expect((await alice('GET', `/entry/${template.entryId}`)).body.archivedRenders).toHaveLength(1);
});

const requestIdOf = ({ headers }: { headers: Headers }) => headers.get('x-service-request-id');

test('[after-actions.pdfs.failure] a failed PDF fails the submit: nothing stored, nothing sent, nothing left behind', async () => {
  const emails = [{ to: ['ops@example.com'], subject: 's', text: 't' }];
  for (const broken of [
    { type: 'typst', source: '#let x = ' },
    { type: 'remote', url: 'https://layouts.example/html' },
    { type: 'remote', url: 'https://layouts.example/missing' },
    { type: 'remote', url: 'https://127.0.0.1/pdf' },
    { type: 'remote', url: "{{ 'http' }}://example.com/pdf" },
  ]) {
    const form = await formWith({ templates: [{ type: 'auto' }, broken], postSubmit: { ...archive, emails } });
    const draft = (await alice('POST', '/entry/save', { form, data: { name: 'a' } })).body.entry;
    const before = (await alice('GET', `/form/${form}`)).body;
    const fresh = await alice('POST', '/entry/submit', { form, data: { name: 'a' } });
    const continued = await alice('POST', `/entry/${draft.id}/submit`, { data: { name: 'b' } });
    expect([fresh.status, continued.status]).toEqual([500, 500]);
    expect(fresh.body).toMatchObject({ statusCode: 500, error: 'Internal Server Error' });
    expect(fresh.body.message).toMatch(/^The PDF could not be made\. ./);
    expect(fresh.headers.get('x-service-error')).toBe('pdfFailed');
    // A filler is told politely, and nothing of the layout.
    const stranger = await service.call('POST', '/entry/submit', { body: { form, data: { name: 'a' } } });
    expect(stranger.body).toEqual({
      statusCode: 500,
      error: 'Internal Server Error',
      message: 'The form could not be processed because its PDF could not be made. Please tell the owner of the form.',
    });
    const query = { bewit: draft.bewit, locale: 'he' };
    const guest = await service.call('POST', `/entry/${draft.id}/submit`, { query, body: { data: { name: 'b' } } });
    expect([guest.status, guest.body.message]).toEqual([500, expect.stringMatching(/^לא ניתן היה לטפל בטופס/)]);
    const logged = service.log
      .map((line) => JSON.parse(line))
      .filter(({ requestId }) => requestId === requestIdOf(stranger));
    expect(logged.map(({ message }) => `The PDF could not be made. ${message}`)).toContain(fresh.body.message);
    expect((await alice('GET', `/form/${form}`)).body).toEqual(before);
    expect((await alice('GET', `/entry/${draft.id}`)).body).toEqual(draft);
    expect(smtp.emails).toEqual([]);
    expect((await filesOf(form)).filter((file) => !file.endsWith('deleted'))).toEqual([]);
  }
});

test('[entries.races] of submits at once one archives; the PDFs of the others are removed', async () => {
  const form = await formWith({ postSubmit: archive });
  const draft = (await alice('POST', '/entry/save', { form, data: { name: 'a' } })).body.entry;
  const replies = await Promise.all(
    ['b', 'c', 'd'].map((name) => alice('POST', `/entry/${draft.id}/submit`, { data: { name } })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  expect((await alice('GET', `/entry/${draft.id}`)).body.archivedRenders).toHaveLength(1);
  expect((await filesOf(form)).filter((file) => file === 'generated stored')).toHaveLength(1);
});

test('[files.life.entry] [files.life.kept] archived PDFs and uploads go with their entry, unless the form keeps them', async () => {
  for (const keeps of [false, true]) {
    const form = await makeForm(service, {
      formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) },
      postSubmit: archive,
      ...(keeps ? { keepUploadedFiles: ['deleted'] } : {}),
    });
    const put = () => upload(service, form, { name: 'a.txt', type: 'text/plain', content: Buffer.from('text') });
    const [one, two, three] = [await put(), await put(), await put()];
    const { entry } = (await alice('POST', '/entry/submit', { form, data: { files: [one, two] } })).body;
    // A copied pointer: deleting either entry deletes the file both show.
    const copy = (await alice('POST', '/entry/submit', { form, data: { files: [one, three] } })).body.entry;
    const urls = [one.url, two.url, entry.archivedRenders[0].file.url];
    const statuses = () => Promise.all(urls.map(async (url) => (await download(url)).status));
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await alice('DELETE', `/entry/${entry.id}`)).status).toBe(200);
    expect(await statuses()).toEqual(keeps ? [200, 200, 200] : [403, 403, 403]);
    expect((await download(three.url)).status).toBe(200);
    expect((await alice('GET', `/entry/${copy.id}`)).body.data.files).toHaveLength(2);

    expect((await alice('DELETE', `/form/${form}`)).status).toBe(200);
    expect((await download(three.url)).status).toBe(keeps ? 200 : 403);
  }
});

test('[files.confirmed] [files.life.removed] checked at a submit, not at a save; deleted removes the file from entry and storage', async () => {
  const form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) } });
  const other = await makeForm(service, { formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) } });
  const put = (inForm = form) =>
    upload(service, inForm, { name: 'a.txt', type: 'text/plain', content: Buffer.from('text') });
  const [one, two] = [await put(), await put()];
  const submit = (files: unknown) => alice('POST', '/entry/submit', { form, data: { files } });

  const wrongSize = { ...one, size: 5 };
  const refused = await submit([wrongSize]);
  expect([refused.status, refused.body.messages]).toEqual([
    400,
    [
      {
        modelPath: "model['files']",
        message: 'Reported size 5 does not match actual size 4',
        type: 'error',
        value: [wrongSize],
      },
    ],
  ]);
  const missing = { ...one, storageKey: `${form}/${'0'.repeat(40)}` };
  expect((await submit([missing])).status).toBe(500);
  expect((await alice('POST', '/entry/save', { form, data: { files: [wrongSize] } })).status).toBe(200);
  expect((await submit([{ ...one, url: undefined }])).body.messages[0].message).toBe('Invalid data type.');

  const { entry } = (await submit([one, two])).body;
  expect(entry.data.files).toEqual([one, two]);
  const edited = await alice('POST', `/entry/${entry.id}/edit`, { data: { files: [{ ...one, deleted: true }, two] } });
  expect(edited.body.entry.data.files).toEqual([two]);
  expect((await download(one.url)).status).toBe(403);
  expect((await download(two.url)).status).toBe(200);

  // Somebody who knows the key of another entry's file cannot delete it; an upload of one's own that no entry has, one can.
  const unused = await put();
  const sent = [two, unused].map((file) => ({ ...file, deleted: true }));
  const stranger = await service.call('POST', '/entry/submit', { body: { form, data: { files: sent } } });
  expect([stranger.status, stranger.body.entry.data]).toEqual([200, {}]);
  expect((await download(two.url)).status).toBe(200);
  expect((await download(unused.url)).status).toBe(403);

  // An edit of another field goes on when a file is gone; a submit does not.
  const shared = await put(other);
  const holder = (await submit([shared])).body.entry;
  const second = (await alice('POST', '/entry/submit', { form: other, data: { files: [shared] } })).body.entry;
  await alice('DELETE', `/entry/${second.id}`);
  expect((await download(shared.url)).status).toBe(403);
  expect((await alice('POST', `/entry/${holder.id}/edit`, { data: holder.data })).status).toBe(200);
  const gone = await submit([shared]);
  expect(gone.status).toBe(500);
});

test('[entries.render] of an entry: current data, nothing added to it, a link of about 2 days', async () => {
  const form = await formWith({ postSubmit: { emails: [{ to: ['ops@example.com'], subject: 's', text: 't' }] } });
  const { entry } = (await alice('POST', '/entry/submit', { form, data: { name: 'Before' }, skipEmails: true })).body;
  const edited = (await alice('POST', `/entry/${entry.id}/edit`, { data: { name: 'After' } })).body.entry;
  const reply = await alice('POST', `/entry/${entry.id}/render`);
  expect([reply.status, reply.body]).toEqual([200, { url: expect.stringContaining('http://forms.test/storage/') }]);
  const text = await textOf(reply.body.url);
  expect([text.includes('After'), text.includes('Before')]).toEqual([true, false]);
  expect((await alice('GET', `/entry/${entry.id}`)).body).toEqual(edited);
  expect(smtp.emails).toEqual([]);
  const { counts, current } = (await alice('GET', `/form/${form}`)).body;
  expect([counts.render, current.render, counts.all]).toEqual([0, 0, 1]);

  const day = 86_400_000;
  service.advance(1.9 * day);
  expect((await download(reply.body.url)).status).toBe(200);
  service.advance(0.2 * day);
  expect((await download(reply.body.url)).status).toBe(403);
  service.advance(-2.1 * day);

  await alice('DELETE', `/entry/${entry.id}`);
  const deleted = await alice('POST', `/entry/${entry.id}/render`);
  expect([deleted.status, deleted.body.message]).toEqual([
    403,
    'This form entry was already deleted and cannot be edited.',
  ]);
  const nobody = await service.call('POST', `/entry/${entry.id}/render`);
  const stranger = await service.call('POST', `/entry/${entry.id}/render`, { key: service.people.chelsea.key });
  expect([nobody.status, stranger.status]).toEqual([401, 403]);
});

test('[entries.render] of data in no entry: types are checked, rules are not', async () => {
  const form = await formWith({});
  const reply = await alice('POST', '/entry/render', { form, data: { age: '7', other: 'x' } });
  expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['url']]);
  expect(await textOf(reply.body.url)).toContain('7');
  const wrong = await alice('POST', '/entry/render', { form, data: { age: 'x' } });
  expect([wrong.status, wrong.body.id, wrong.body.messages.length]).toEqual([400, 'entry_failed_validation', 1]);
  expect((await alice('POST', '/entry/render', { data: {} })).body.message).toBe('"form" is required');
  const stranger = await service.call('POST', '/entry/render', { key: service.people.chelsea.key, body: { form } });
  expect(stranger.status).toBe(403);
  expect((await alice('GET', `/form/${form}`)).body.counts.all).toBe(0);
});

test('[after-actions.pdfs.pictures] a PDF shows pictures of the own account only, whatever key the data names', async () => {
  const formSchema = { rootElem: root({ type: 'fFile', name: 'files' }) };
  const form = await makeForm(service, { formSchema });
  const foreign = await makeForm(service, { formSchema }, service.people.chelsea.key);
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const picture = { name: 'dot.png', type: 'image/png', content: Buffer.from(png, 'base64') };
  const render = async (inForm: string) =>
    alice('POST', '/entry/render', { form, data: { files: [await upload(service, inForm, picture)] } });
  const own = await render(form);
  expect((await download(own.body.url)).content.toString('latin1')).toMatch(/\/Subtype\s*\/Image/);
  const refused = await render(foreign);
  expect([refused.status, refused.body.messages[0].message]).toEqual([400, 'Invalid data type.']);
});

test('[entries.render.kept] [forms.settings] a form that keeps renders gets an entry with status render, once per idempotency key', async () => {
  const form = await formWith({ saveRenderedEntries: 'all', postSubmit: archive });
  const headers = { 'idempotency-key': 'render-once' };
  const body = { form, data: { name: 'Kept' } };
  const [first, again] = [
    await alice('POST', '/entry/render', body, { headers }),
    await alice('POST', '/entry/render', body, { headers }),
  ];
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
  const { data: entries } = (await alice('GET', '/entry', undefined, { query: { query: { form } } })).body;
  expect(entries).toEqual([
    {
      id,
      form,
      account: service.people.alice.account,
      status: 'render',
      idx: 1,
      data: { name: 'Kept' },
      actions: [{ id, type: 'render', time, ip: '127.0.0.1', userAgent: expect.any(String), user: expect.any(String) }],
      sentEmails: [],
      archivedRenders: [],
      deleted: false,
      cloneUrl: expect.any(String),
      editUrl: expect.any(String),
      createTime: time,
      modifyTime: time,
      changedAt: time,
    },
  ]);
  await alice('POST', `/entry/${entries[0].id}/render`);
  const shown = (await alice('GET', `/form/${form}`)).body;
  expect(shown.counts).toMatchObject({ all: 2, render: 2, submit: 0 });
  expect(shown.current).toMatchObject({ all: 2, render: 2 });
});
