// POST /form/render: the PDF of a form that is not saved.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, root } from '../support/entries.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startService, type TestService } from '../support/service.ts';
import { reach } from '../support/upload.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const rootElem = root(
  { type: 'fInput', name: 'name', label: 'Your name', reqValidator: true },
  { type: 'fInput', name: 'age', typeValidator: 'num', relevant: "model.name != 'Shy'" },
);
const form = { name: 'Half done', formSchema: { rootElem } };
const render = (body: object, path = '') => alice('POST', `/form/render${path}`, body);

async function textOf(url: string): Promise<string> {
  const response = await fetch(reach(service, url));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return (await readPdf(Buffer.from(await response.arrayBuffer()))).text;
}

test('[forms.preview] a PDF of definition and data; neither form nor entry is stored, and no rule is checked', async () => {
  const { sql } = service.services.db;
  const stored = async () =>
    (await sql`select (select count(*) from forms) as forms, (select count(*) from entries) as entries`)[0];
  const before = await stored();
  const reply = await render({ form: { ...form, saveRenderedEntries: 'all' }, data: { name: 'Dana', age: '41' } });
  expect([reply.status, reply.body]).toEqual([200, { url: expect.stringContaining('http://forms.test/storage/') }]);
  const text = await textOf(reply.body.url);
  for (const words of ['Half done', 'Your name', 'Dana', '41']) expect(text).toContain(words);
  expect((await textOf((await render({ form, data: { name: 'Shy', age: 77 } })).body.url)).includes('77')).toBe(false);
  expect((await render({ form })).status).toBe(200);
  expect((await render({ form: {} })).status).toBe(200);
  expect(await stored()).toEqual(before);
  // The PDF alone, for two days, and in a folder that all previews share.
  const files = await sql`select distinct form, account, kind, state, used_at,
    expires_at > create_time + interval '47 hours' and expires_at < create_time + interval '60 hours' as lasts from files`;
  const { account } = service.people.alice;
  expect([...files]).toEqual([
    { form: account, account, kind: 'generated', state: 'stored', used_at: null, lasts: true },
  ]);
});

test('[forms.preview] all layouts, or the one of which the place is named', async () => {
  const layout = (words: string) => ({ type: 'typst', source: `#set document(title: "t")\n${words}` });
  const two = { ...form, templates: [layout('First layout'), layout('Second layout')] };
  const texts = [];
  for (const template of [undefined, 0, 1]) {
    texts.push(await textOf((await render({ form: two, data: {}, template })).body.url));
  }
  expect(texts.map((text) => [text.includes('First'), text.includes('Second')])).toEqual([
    [true, true],
    [true, false],
    [false, true],
  ]);
  expect(await textOf((await render({ form, data: { name: 'Dana' }, template: 0 })).body.url)).toContain('Dana');
  for (const [template, message] of [
    [2, '"template" must be less than or equal to 1'],
    [-1, '"template" must be greater than or equal to 0'],
    [0.5, '"template" must be an integer'],
    ['x', '"template" must be a number'],
  ]) {
    const reply = await render({ form: two, template });
    expect([reply.status, reply.body]).toEqual([
      400,
      { statusCode: 400, error: 'Bad Request', message, validation: { source: 'payload', keys: ['template'] } },
    ]);
  }
});

test('[forms.preview] a broken definition is the 400 of POST /form, its keys under form', async () => {
  const broken: [object, string][] = [
    [{ ...form, nme: 'x' }, 'nme'],
    [{ ...form, locale: 'fr' }, 'locale'],
    [{ formSchema: { rootElem: root({ type: 'fNone', name: 'x' }) } }, 'formSchema.rootElem.children.0.type'],
    [
      { formSchema: { rootElem: root({ type: 'fInput', name: 'x', relevant: '1 +' }) } },
      'formSchema.rootElem.children.0.relevant',
    ],
    [{ templates: [{ type: 'remote', url: '{{' }] }, 'templates.0.url'],
  ];
  for (const [definition, key] of broken) {
    const saved = await alice('POST', '/form', definition);
    const { status, body } = await render({ form: definition });
    expect([saved.status, saved.body.validation]).toEqual([400, { source: 'payload', keys: [key] }]);
    expect([status, body]).toEqual([
      400,
      {
        ...saved.body,
        message: saved.body.message.replace('"', '"form.'),
        validation: { source: 'payload', keys: [`form.${key}`] },
      },
    ]);
  }
  expect((await render({ data: {} })).body.message).toBe('"form" is required');
  expect((await render({ form: 'a'.repeat(24) })).body.message).toBe('"form" must be of type object');
});

test('[forms.preview] values of a wrong type are the 400 of an entry; a layout that fails says why', async () => {
  const wrong = await render({ form, data: { age: 'old' } });
  expect([wrong.status, wrong.body.id, wrong.body.messages]).toEqual([
    400,
    'entry_failed_validation',
    [{ modelPath: "model['age']", message: 'Invalid data type.', type: 'error', value: 'old' }],
  ]);
  const failing = await render({ form: { ...form, templates: [{ type: 'typst', source: '#nothing-here()' }] } });
  expect([failing.status, failing.body.message]).toEqual([
    500,
    expect.stringMatching(/^The PDF could not be made\. .*nothing-here/s),
  ]);
});

test('[forms.preview] takes 2 MB', async () => {
  const rule = { type: 'message', text: 'x'.repeat(900_000) };
  const large = { form: { name: 'Large', postSubmit: { ui: [rule, rule] } } };
  expect((await render(large)).status).toBe(200);
  const tooLarge = await render({ form: { name: 'x'.repeat(2_097_152) } });
  expect([tooLarge.status, tooLarge.body.message]).toEqual([
    413,
    'Payload content length greater than maximum allowed: 2097152',
  ]);
});
