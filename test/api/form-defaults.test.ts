// What a form definition leaves out because it is the default, and what it does not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { propertyNames } from '../../src/fields/properties.ts';
import { newFormCheck } from '../../src/server/forms/form-checks.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const inert = { label: '', relevant: ' ', readonly: '', validators: [], fileTypes: [], reqValidator: false };

test.each([
  ['text', { type: 'fInput', name: 'a', typeValidator: 'text', ...inert }, { type: 'fInput', name: 'a' }],
  ['text as an object', { type: 'fInput', name: 'a', typeValidator: { type: 'str' } }, { type: 'fInput', name: 'a' }],
  ['a day', { type: 'fDate', name: 'a', typeValidator: { type: 'date', mode: 'd' } }, { type: 'fDate', name: 'a' }],
  ['a day by its name', { type: 'fDate', name: 'a', typeValidator: 'date' }, { type: 'fDate', name: 'a' }],
  [
    'a box',
    { type: 'fBool', name: 'a', typeValidator: 'bool', boolUncheckedValue: true },
    { type: 'fBool', name: 'a' },
  ],
  [
    'levels and messages of rules',
    {
      type: 'fInput',
      name: 'a',
      reqValidator: { req: true, level: 'error', message: '' },
      validators: ['str/email', { type: 'str/maxLength', value: 5, level: 'error', message: '' }],
    },
    {
      type: 'fInput',
      name: 'a',
      reqValidator: { req: true },
      validators: ['str/email', { type: 'str/maxLength', value: 5 }],
    },
  ],
  [
    'inside tabs',
    {
      type: 'cTabs',
      name: 't',
      tabs: [{ name: 'x', label: '', relevant: true }],
      children: [[{ type: 'fRate', name: 'a', rateMax: 5, label: '' }]],
    },
    { type: 'cTabs', name: 't', tabs: [{ name: 'x' }], children: [[{ type: 'fRate', name: 'a' }]] },
  ],
])('[forms.defaults] omitted: %s', async (_, sent, shown) => {
  const form = await makeForm(service, { formSchema: { rootElem: root(sent), validateSaved: '' } });
  expect((await alice('GET', `/form/${form}`)).body.formSchema).toEqual({ rootElem: root(shown) });
});

test.each([
  [{ type: 'fInput', name: 'a', typeValidator: 'date', label: 'A' }],
  [{ type: 'fInput', name: 'a', typeValidator: { type: 'date', mode: 'dt' } }],
  [{ type: 'fDate', name: 'a', typeValidator: { type: 'date', mode: 't' } }],
  [{ type: 'fSelect', name: 'a', selectMulti: true, typeValidator: 'array', options: [] }],
  [{ type: 'fBool', name: 'a', boolUncheckedValue: false }],
  [{ type: 'fInput', name: 'a', reqValidator: { req: 'model.b', message: 'x', level: 'warning' } }],
  [{ type: 'fRadio', name: 'a', typeValidator: 'num', options: [1] }],
  [{ type: 'cTabs', name: 't', label: '', children: [] }],
  [{ type: 'fInput', name: 'a', ownProperty: '', other: [] }],
])('[forms.defaults] kept as it is: %j', async (element) => {
  const form = await makeForm(service, { formSchema: { rootElem: root(element) } });
  expect((await alice('GET', `/form/${form}`)).body.formSchema.rootElem).toEqual(root(element));
});

/** Each property of an element that has a default, on an element that knows it. */
const elementDefaults: Record<string, [object, ...unknown[]]> = {
  label: [{ type: 'fInput' }, ''],
  relevant: [{ type: 'fInput' }, true, '', ' '],
  readonly: [{ type: 'fInput' }, false, ''],
  reqValidator: [{ type: 'fInput' }, false],
  typeValidator: [{ type: 'fDate' }, 'date', { type: 'date', mode: 'd' }],
  validators: [{ type: 'fInput' }, []],
  matrixQuestions: [{ type: 'fMatrix', options: ['x'] }, []],
  initialValue: [{ type: 'fInput' }, null],
  secFlat: [{ type: 'cSection', children: [] }, true],
  secCollapse: [{ type: 'cSection', children: [] }, false],
  repMaxRows: [{ type: 'cRepeat', children: [] }, 10],
  selectMulti: [{ type: 'fSelect', options: ['x'] }, false],
  boolUncheckedValue: [{ type: 'fBool' }, true],
  rateMax: [{ type: 'fRate' }, 5],
  rateStyle: [{ type: 'fRate' }, 'stars', ''],
  rateMin: [{ type: 'fRate' }, 1],
  rateLow: [{ type: 'fRate' }, ''],
  rateHigh: [{ type: 'fRate' }, ''],
  colorPreferredFormat: [{ type: 'fColor' }, 'hex'],
  tabsStyle: [{ type: 'cTabs', children: [] }, ''],
  fileTypes: [{ type: 'fFile' }, []],
  buttonAction: [{ type: 'eButton' }, 'submit'],
  html: [{ type: 'eText', text: 'x' }, ''],
  help: [{ type: 'fInput' }, ''],
  placeholder: [{ type: 'fInput' }, ''],
  autocomplete: [{ type: 'fInput' }, ''],
  labelHtml: [{ type: 'fBool' }, ''],
  rowName: [{ type: 'cRepeat', children: [] }, ''],
  fromLink: [{ type: 'fInput' }, ''],
  concealed: [{ type: 'fInput' }, false],
  otherOption: [{ type: 'fRadio', options: ['x'] }, false, ''],
  ranked: [{ type: 'fCheckbox', options: ['x'] }, false],
  inputStyle: [{ type: 'fInput', typeValidator: 'num' }, 'text', ''],
  step: [{ type: 'fInput', typeValidator: 'num' }, 1],
  phoneCountry: [{ type: 'fInput', validators: ['str/phone'] }, ''],
  optionPictures: [{ type: 'fRadio', options: ['x'] }, {}],
  compute: [{ type: 'fInput' }, ''],
};
/** They say what the element is, or an absent one means something that no value says. */
const withoutDefault = 'type name children tabs options eq text fileMaxSize fileMaxNum'.split(' ');

test('[forms.defaults] every property of elements has its default here, or has none', () => {
  expect([...Object.keys(elementDefaults), ...withoutDefault].sort()).toEqual([...propertyNames].sort());
});

test('[forms.defaults] the default of every property of elements is omitted, wherever the element is', async () => {
  for (const [name, [element, ...values]] of Object.entries(elementDefaults)) {
    for (const value of values) {
      const sent = { name: 'a', ...element, [name]: value };
      const places = (one: object) =>
        root(
          one,
          { type: 'cRepeat', name: 'r', children: [one] },
          { type: 'cRow', name: 'w', children: [[{ ...one, name: 'b' }]] },
        );
      const form = await makeForm(service, { formSchema: { rootElem: places(sent) } });
      const shown = (await alice('GET', `/form/${form}`)).body.formSchema.rootElem;
      expect([name, value, shown]).toEqual([name, value, places({ name: 'a', ...element })]);
    }
  }
});

const email = { to: ['a@example.com'], text: 'x' };
const message = { type: 'message', text: 'x' };
/** Definitions with one setting at its default, by the place of the setting; rules stand for those of every kind of action. */
const formDefaults: Record<string, object[]> = {
  name: [{ name: '' }],
  publicName: [{ publicName: '' }],
  locale: [{ locale: 'en' }],
  timeZone: [{ timeZone: 'UTC' }],
  'access.isDisabled': [{ access: {} }, { access: { isDisabled: false } }],
  'access.disabledMessage': [{ access: { disabledMessage: '' } }],
  'access.keepDraftOnDevice': [{ access: { keepDraftOnDevice: true } }],
  'formSchema.validateSaved': [{ formSchema: { validateSaved: false } }, { formSchema: { validateSaved: '' } }],
  'formSchema.validateTemplate': [{ formSchema: { validateTemplate: false } }],
  theme: [{ theme: {} }],
  display: [{ display: 'page' }],
  page: [{ page: {} }],
  ...Object.fromEntries(
    ['review', 'hideSave', 'hideSubmit', 'fillAgain', 'helpInPdf', 'emailLink'].map((name) => [
      `page.${name}`,
      [{ page: { [name]: false } }],
    ]),
  ),
  ...Object.fromEntries(
    ['submitText', 'nextText', 'backText', 'saveText', 'description'].map((name) => [
      `page.${name}`,
      [{ page: { [name]: '' } }],
    ]),
  ),
  templates: [{ templates: [] }],
  saveRenderedEntries: [{ saveRenderedEntries: 'none' }],
  keepUploadedFiles: [{ keepUploadedFiles: [] }],
  postSubmit: [{ postSubmit: {} }],
  'postSubmit.ui': [{ postSubmit: { ui: [] } }],
  'postSubmit.emails': [{ postSubmit: { emails: [] } }],
  'postSubmit.renders': [{ postSubmit: { renders: [] } }],
};
/** The same inside a list, where the rest of the item stays. */
const itemDefaults: Record<string, [object, object]> = {
  'templates.name': [{ templates: [{ type: 'auto', name: '' }] }, { templates: [{ type: 'auto' }] }],
  'templates.label': [{ templates: [{ type: 'auto', label: '' }] }, { templates: [{ type: 'auto' }] }],
  'postSubmit.ui.html': [{ postSubmit: { ui: [{ ...message, html: '' }] } }, { postSubmit: { ui: [message] } }],
  'postSubmit.ui.if': [{ postSubmit: { ui: [{ ...message, if: true }] } }, { postSubmit: { ui: [message] } }],
  ...Object.fromEntries(
    Object.entries({ subject: '', replyTo: [], if: true, attach: {}, 'attach.files': { files: false } }).map(
      ([name, value]) => [
        `postSubmit.emails.${name}`,
        [
          { postSubmit: { emails: [{ ...email, [name.split('.')[0] as string]: value }] } },
          { postSubmit: { emails: [email] } },
        ],
      ],
    ),
  ),
  // Shown as the spec has it.
  'postSubmit.renders.if': [{ postSubmit: { renders: [{}] } }, { postSubmit: { renders: [{ if: 'true' }] } }],
};
const settingsWithoutDefault = [
  ...['access', 'formSchema', 'formSchema.rootElem', 'theme.color', 'theme.logo', 'page.colorScheme', 'page.copy'],
  ...['templates.type', 'templates.source', 'templates.url', 'postSubmit.ui.type', 'postSubmit.ui.text'],
  ...[
    'postSubmit.ui.redirectOptions',
    'postSubmit.emails.to',
    'postSubmit.emails.card',
    'postSubmit.emails.attach.pdf',
  ],
  // Which of them there is says what kind of body it is.
  ...['postSubmit.emails.text', 'postSubmit.emails.html'],
];

interface Described {
  readonly keys?: Record<string, Described>;
  readonly items?: Described[];
}

function settingsIn({ keys = {}, items = [] }: Described, path = ''): string[] {
  const inside = Object.entries(keys).flatMap(([name, one]) => [
    `${path}${name}`,
    ...settingsIn(one, `${path}${name}.`),
  ]);
  return [...inside, ...items.flatMap((one) => settingsIn(one, path))];
}

test('[forms.defaults] every setting of forms has its default here, or has none', () => {
  const settings = settingsIn(newFormCheck.describe() as Described).filter(
    (path) => !/^post(?:Save|Edit|Template)/.test(path),
  );
  const known = [...Object.keys(formDefaults), ...Object.keys(itemDefaults), ...settingsWithoutDefault];
  expect([...new Set(known)].sort()).toEqual([...new Set(settings)].sort());
});

test('[forms.defaults] the default of every setting is omitted: by POST, by PATCH, and in rules of every kind', async () => {
  const {
    id: _,
    displayName: __,
    createTime,
    modifyTime,
    changedAt,
    ...plain
  } = (await alice('POST', '/form', {})).body;
  const show = async (id: string) => {
    const {
      id: _,
      displayName: __,
      createTime,
      modifyTime,
      changedAt,
      ...shown
    } = (await alice('GET', `/form/${id}`)).body;
    return shown;
  };
  const cases = [
    ...Object.entries(formDefaults).flatMap(([name, sent]) => sent.map((one) => [name, one, {}] as const)),
    ...Object.entries(itemDefaults).map(([name, [sent, shown]]) => [name, sent, shown] as const),
  ];
  for (const [name, sent, kept] of cases) {
    for (const rules of ['postSave', 'postSubmit', 'postEdit', 'postTemplate']) {
      if (rules !== 'postSubmit' && !name.startsWith('postSubmit')) continue;
      if (rules === 'postTemplate' && name.startsWith('postSubmit.ui')) continue;
      const of = (one: object) =>
        JSON.parse(JSON.stringify(one).replace('postSubmit', rules)) as Record<string, object>;
      const expected = { ...plain };
      for (const [key, value] of Object.entries(of(kept))) {
        expected[key] = Array.isArray(value) ? value : { ...plain[key], ...value };
      }
      const made = (await alice('POST', '/form', of(sent))).body;
      expect([name, rules, await show(made.id)]).toEqual([name, rules, expected]);
      const changed = (await alice('POST', '/form', {})).body;
      expect((await alice('PATCH', `/form/${changed.id}`, of(sent))).status).toBe(200);
      expect([name, rules, await show(changed.id)]).toEqual([name, rules, expected]);
    }
  }
});

test('[lists.fields] a name with a dot is selected, the longest first', async () => {
  const rootElem = root(
    { type: 'fInput', name: 'with.dot' },
    {
      type: 'cSection',
      name: 'with',
      secFlat: false,
      children: [
        { type: 'fInput', name: 'dot' },
        { type: 'fInput', name: 'a.b' },
      ],
    },
  );
  const form = await makeForm(service, { formSchema: { rootElem } });
  const data = { 'with.dot': 'long', with: { dot: 'short', 'a.b': 'inner' } };
  await alice('POST', '/entry/save', { form, data });
  const read = async (...fields: string[]) =>
    (await alice('GET', '/entry', undefined, { query: { query: { form }, fields } })).body.data;
  expect(await read('data.with.dot')).toEqual([{ data: { 'with.dot': 'long' } }]);
  expect(await read('data.with.a.b')).toEqual([{ data: { with: { 'a.b': 'inner' } } }]);
  expect(await read('data.with')).toEqual([{ data: { with: data.with } }]);
  expect(await read(`data.${'.'.repeat(2000)}`, 'data.__proto__.x')).toEqual([{}]);
});

test('[forms.defaults] defaults that an older version stored are omitted too: in the form, in lists and for fillers', async () => {
  const element = { type: 'fInput', name: 'a', label: 'A' };
  const rules = { to: ['a@example.com'], text: 'x' };
  const definition = { name: 'Old', formSchema: { rootElem: root(element) }, postSubmit: { emails: [rules] } };
  const { id, ...made } = (await alice('POST', '/form', definition)).body;
  const stored = {
    ...definition,
    publicName: '',
    locale: 'en',
    timeZone: 'UTC',
    display: 'page',
    access: { keepDraftOnDevice: true },
    formSchema: { rootElem: root({ ...element, help: '', step: 1, html: '', initialValue: null, validators: [] }) },
    postSubmit: { ui: [], emails: [{ ...rules, subject: '', replyTo: [], attach: { files: false } }], renders: [] },
  };
  const started = (await service.call('GET', `/form/${id}/start`)).body.form;
  const { sql } = service.services.db;
  await sql`update forms set definition = ${JSON.stringify(stored)} where id = ${id}`;
  service.services.forms.forget(id);
  const one = (await alice('GET', `/form/${id}`)).body;
  const listed = (await alice('GET', '/form?limit=2000')).body.data.find((form: { id: string }) => form.id === id);
  // Counts change by the start.
  const { counts: _, current: __, changedAt: ___, ...expected } = made;
  expect(one).toMatchObject({ id, ...expected });
  expect(Object.keys(one).sort()).toEqual(['id', ...Object.keys(made)].sort());
  expect([one.formSchema, one.postSubmit, one.access]).toEqual([made.formSchema, made.postSubmit, made.access]);
  expect(listed).toEqual(one);
  expect((await service.call('GET', `/form/${id}/start`)).body.form).toEqual(started);
});
