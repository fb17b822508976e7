// Concealed fields: every way in which whoever filled in a form gets something made of the entry, for every place a field can be in.
// Fillers get none of the values, people of the account all of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiArchivedRender } from '../../src/api-types/entries.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';
import { reach, type UploadedFile, upload } from '../support/upload.ts';

let smtp: TestSmtp;
let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url });
  alice = asAlice(service);
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});

const rootElem = root(
  { type: 'fInput', name: 'name', label: 'Name' },
  { type: 'fInput', name: 'plain', label: 'Source', concealed: true },
  { type: 'fInput', name: 'thanks', label: 'Voucher', relevant: "model.plain == 'SECRETPLAIN'" },
  {
    type: 'cSection',
    name: 'sec',
    secFlat: false,
    children: [{ type: 'fSelect', name: 'nested', options: [['n', 'SECRETNESTED']], concealed: true }],
  },
  {
    type: 'cRepeat',
    name: 'rows',
    children: [
      { type: 'fInput', name: 'shown', label: 'Shown' },
      { type: 'fInput', name: 'row', concealed: true },
    ],
  },
  {
    type: 'cRepeat',
    name: 'cards',
    children: [
      { type: 'fLngTxt', name: 'shown', label: 'Shown' },
      { type: 'fMatrix', name: 'card', matrixQuestions: ['SECRETCARD'], options: ['x'], concealed: true },
    ],
  },
  { type: 'fFile', name: 'file', concealed: true },
);
const data = (file: UploadedFile) => ({
  name: 'Dana',
  plain: 'SECRETPLAIN',
  thanks: 'THANKS10',
  sec: { nested: 'n' },
  rows: [{ shown: 'first', row: 'SECRETROW' }],
  cards: [{ shown: 'long '.repeat(80), card: { SECRETCARD: 'x' } }],
  file: [file],
});
const ownLayout = {
  type: 'typst',
  name: 'own',
  source:
    '#set document(title: "t")\n#let it = json("/entry.json")\n#repr(it.model)\n\n#repr(it.texts)\n\n#repr(it.pictures)',
};
const emails = [
  {
    to: ['{{ model.name }}@example.com'],
    subject: 'Thanks',
    text: '{{ allAnswers }}',
    attach: { pdf: true, files: true },
  },
];
const textOf = async (pdf: Uint8Array) => (await readPdf(pdf)).text.replaceAll('-\n', '');
const open = async (url: string) => textOf(new Uint8Array(await (await fetch(reach(service, url))).arrayBuffer()));
const secretsIn = (text: string) =>
  [...new Set(text.replace(/[\s\u00AD\u200B]/g, '').match(/SECRET(?:PLAIN|NESTED|ROW|CARD|\.png)/g))].sort();

test.each([
  ['the automatic layout', []],
  ["an owner's layout", [ownLayout]],
  ['several layouts', [{ type: 'auto', name: 'auto' }, ownLayout]],
])(
  '[after-actions.pdfs.concealed] [forms.elements.page] %s: what fillers get has no concealed value',
  async (_, templates) => {
    for (const archives of [true, false]) {
      smtp.emails.length = 0;
      const form = await makeForm(service, {
        name: 'Order',
        page: { copy: 'pdf' },
        templates,
        formSchema: { rootElem },
        postSubmit: { emails, renders: archives ? [{}] : [], ui: [{ type: 'message', text: '{{ allAnswers }}' }] },
      });
      const picture = Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      );
      const file = await upload(service, form, { name: 'SECRET.png', type: 'image/png', content: picture });
      const sent = await service.call('POST', '/entry/submit', { body: { form, data: data(file) } });
      expect(sent.status).toBe(200);
      const { entry, uiActions, copyBewit } = sent.body;
      const renders = entry.archivedRenders as ApiArchivedRender[];
      expect(renders.length > 0).toBe(archives);
      const copy = await service.call('POST', `/entry/${entry.id}/copy`, { query: { bewit: copyBewit } });
      expect(copy.status).toBe(200);
      const [email] = smtp.emails;
      const attached = email?.attachments ?? [];
      expect(attached.map(({ name }) => name)).toEqual(['Order.pdf']);
      const got = [
        await open(copy.body.url),
        ...(await Promise.all(renders.map((render) => open(render.file.url)))),
        ...(await Promise.all(attached.map(({ content }) => textOf(content)))),
        JSON.stringify(uiActions),
        String(email?.text),
      ];
      // Parts that depend on a concealed value were on the page, so they are here.
      for (const text of got)
        expect([text.includes('Dana'), text.includes('THANKS10'), secretsIn(text)]).toEqual([true, true, []]);
      expect(got.join(' ')).not.toContain(file.storageKey);

      const staffs = await open((await alice('POST', `/entry/${entry.id}/render`)).body.url);
      expect(secretsIn(staffs)).toEqual(
        expect.arrayContaining(['SECRETCARD', 'SECRETNESTED', 'SECRETPLAIN', 'SECRETROW']),
      );
    }
  },
);

test('[after-actions.pdfs.concealed] the owner decides by name: texts of emails, and the form itself, still have the value', async () => {
  smtp.emails.length = 0;
  const form = await makeForm(service, {
    formSchema: { rootElem },
    postSubmit: { emails: [{ to: ['ops@example.com'], subject: 'New', text: '{{ model | json:0 }}' }] },
  });
  const body = { form, data: { name: 'Dana', plain: 'SECRETPLAIN' } };
  const saved = await service.call('POST', '/entry/save', { body });
  const resumed = await service.call('GET', `/entry/${saved.body.entryId}/resume`, {
    query: { bewit: saved.body.bewit },
  });
  // The page sends all data again, so it has to know them.
  expect(resumed.body.entry.data).toEqual(body.data);
  await service.call('POST', '/entry/submit', { body });
  expect(JSON.parse(String(smtp.emails[0]?.text))).toMatchObject(body.data);
});

test.each([
  ['a section', { type: 'cSection', name: 's', concealed: true, children: [] }, 'concealed'],
  [
    'a section of its own object',
    { type: 'cSection', name: 's', secFlat: false, concealed: true, children: [] },
    'concealed',
  ],
  ['a repeat', { type: 'cRepeat', name: 's', concealed: true, children: [] }, 'concealed'],
  ['columns', { type: 'cRow', name: 's', concealed: true, children: [[]] }, 'concealed'],
  ['tabs', { type: 'cTabs', name: 's', concealed: true, tabs: [{ name: 't' }], children: [[]] }, 'concealed'],
  ['one tab', { type: 'cTabs', name: 's', tabs: [{ name: 't', concealed: true }], children: [[]] }, 'tabs.0.concealed'],
  ['a text', { type: 'eText', name: 's', text: 'x', concealed: true }, 'concealed'],
])('[forms.elements.page] %s cannot be concealed: its fields would be shown all the same', async (_, element, key) => {
  const inside = { type: 'fInput', name: 'inside', label: 'Inside' };
  const place =
    'children' in element
      ? { children: JSON.parse(JSON.stringify(element.children).replace('[]', JSON.stringify([inside]))) }
      : {};
  const formSchema = { rootElem: root({ ...element, ...place }) };
  const refused = { status: 400, keys: [`formSchema.rootElem.children.0.${key}`] };
  const form = await makeForm(service, { formSchema: { rootElem: root(inside) } });
  for (const reply of [
    await alice('POST', '/form', { formSchema }),
    await alice('PATCH', `/form/${form}`, { formSchema }),
  ])
    expect({ status: reply.status, keys: reply.body.validation?.keys }).toEqual(refused);
  expect((await alice('POST', '/form/check', { formSchema })).body.problems).toMatchObject([{ key: refused.keys[0] }]);
  // One that was stored before goes on as it was.
  await service.services.db.sql`update forms set definition = ${JSON.stringify({ formSchema })} where id = ${form}`;
  service.services.forms.forget(form);
  expect((await service.call('POST', '/entry/submit', { body: { form, data: {} } })).status).toBe(200);
  // Its other properties can be changed: above all, it can be closed.
  for (const change of [{ access: { isDisabled: true } }, { name: 'Closed' }, { postSubmit: null }])
    expect((await alice('PATCH', `/form/${form}`, change)).status).toBe(200);
  expect((await alice('PATCH', `/form/${form}`, { name: 'Other', formSchema })).status).toBe(400);
  // The default is none.
  const plain = JSON.parse(JSON.stringify(formSchema).replace('"concealed":true', '"concealed":false'));
  expect((await alice('PATCH', `/form/${form}`, { formSchema: plain })).status).toBe(200);
});
