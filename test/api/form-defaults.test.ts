// What a form definition leaves out because it is the default, and what it does not.
import { afterAll, beforeAll, expect, test } from 'vitest';
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
