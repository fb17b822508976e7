// POST /form/check says what POST /form would, and stores nothing.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const alice = () => ({ key: service.people.alice.key });
const formOf = (...children: object[]) => ({ formSchema: { rootElem: { type: 'cSection', name: 'root', children } } });
const check = async (body: unknown) => service.call('POST', '/form/check', { ...alice(), body });
const countForms = async () => (await service.call('GET', '/form', alice())).body.data.length;

test('[forms.check] every problem of the element tree with its place, and slips of the pen', async () => {
  const { status, body } = await check(
    formOf(
      { type: 'fInputt', name: 'a' },
      { type: 'fInput', name: 'b', relevant: 'model.' },
      { type: 'fInput', name: 'b' },
      { type: 'fInput', name: 'c', validators: [{ type: 'str/regex', value: '(' }] },
    ),
  );
  expect([status, body.isValid, body.isMore, body.warnings]).toEqual([200, false, false, []]);
  const keys = body.problems.map(({ key }: { key: string }) => key);
  expect(keys).toEqual(
    expect.arrayContaining(['formSchema.rootElem.children.0.type', 'formSchema.rootElem.children.1.relevant']),
  );
  expect(body.problems[0].message).toContain('"formSchema.rootElem.children[0].type" must be one of');
  const slip = await check(formOf({ type: 'fInput', name: 'a', reqValidater: true }));
  expect(slip.body).toEqual({
    ...{ isValid: true, problems: [], isMore: false },
    warnings: ['formSchema.rootElem.children.0.reqValidater has no effect, did you mean reqValidator?'],
  });
});

test('[forms.check] outside of the tree the first problem alone', async () => {
  const { body } = await check({ name: 5, locale: 'xx' });
  expect(body).toEqual({
    ...{ isValid: false, isMore: false, warnings: [] },
    problems: [{ key: 'name', message: '"name" must be a string' }],
  });
});

test('[forms.check] many problems are cut, and nothing is stored', async () => {
  const before = await countForms();
  const broken = Array.from({ length: 500 }, (_, at) => ({ type: 'none', name: `f${at}` }));
  const { body } = await check(formOf(...broken));
  expect([body.problems.length, body.isMore, body.isValid]).toEqual([100, true, false]);
  expect((await check({ name: 'Fine' })).body.isValid).toBe(true);
  expect(await countForms()).toBe(before);
});

test('[forms.check] it is valid exactly where POST /form takes it', async () => {
  const page = readFileSync('docs/form-language.md', 'utf8');
  const documented = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(([, json = '']) => {
    const { form, elements } = JSON.parse(json) as { form?: object; elements?: object[] };
    return form ?? formOf(...(elements ?? []));
  });
  const broken = [
    ...[{ name: null }, { unknown: 1 }, { formSchema: { rootElem: { type: 'fInput', name: 'x' } } }],
    ...[formOf({ type: 'fInput' }), formOf({ type: 'cSection', name: 's', children: {} })],
    ...[{ postSubmit: { emails: [{ to: [] }] } }, { postSubmit: { ui: [{ type: 'message', text: '{{ x' }] } }],
    ...[{ timeZone: 'Mars' }, { theme: { color: 'red' } }, { templates: [{ type: 'typst' }] }],
  ];
  for (const form of [...documented, ...broken]) {
    const { body } = await check(form);
    const { status, body: made } = await service.call('POST', '/form', { ...alice(), body: form });
    expect([form, body.isValid]).toEqual([form, status === 200]);
    if (status === 400) expect(made.validation.keys).toContain(body.problems[0].key);
  }
});
