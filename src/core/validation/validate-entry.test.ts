import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { file } from '../../../test/cases/file-cases.ts';
import { cases } from '../../../test/cases/validation-cases.ts';
import type { FormDefinition, JsonObject, JsonValue } from '../definition/form-definition.ts';
import { compileForm } from '../plan/compile-form.ts';
import { compileTools } from '../plan/compile-tools.ts';
import { filesIn } from '../plan/files-in-entry.ts';
import { runRemoteChecks } from './run-remote-checks.ts';
import { mustCheckSaved, mustCheckTemplate, validateEntry } from './validate-entry.ts';
import { formOf, text } from './validation-case.ts';

const context = { cleanHtml: (html: string) => html.replace(/<script.*?<\/script>/g, '') };

function check(form: FormDefinition, input: unknown, rules: 'all' | 'types' = 'all') {
  return validateEntry(compileForm(form, compileTools), input, { rules, context });
}

describe('cases', () => {
  test.each(cases)('$title', ({ form, input, rules, data, messages = [], notices = [] }) => {
    const result = check(form, input, rules);
    expect(result.data).toStrictEqual(data);
    expect(JSON.stringify(result.data)).toBe(JSON.stringify(data));
    expect(result.messages).toEqual(
      messages.map(([modelPath, message, value]) => ({ modelPath, message, type: 'error', value })),
    );
    expect(result.notices).toEqual(
      notices.map(([modelPath, message, type, value]) => ({ modelPath, message, type, value })),
    );
    const again = check(form, result.data, 'types');
    expect(again.data).toEqual(data);
    expect(again.files).toEqual(filesIn(compileForm(form, compileTools), data));
  });
});

test('[files.confirmed] the files that the data holds are given with it, in form order', () => {
  const form = formOf(
    { type: 'fFile', name: 'hidden', relevant: false },
    {
      type: 'cRepeat',
      name: 'r',
      children: [{ type: 'cSection', name: 's', children: [{ type: 'fFile', name: 'f' }] }],
    },
    { type: 'fFile', name: 'g' },
  );
  const input = { hidden: [file()], g: [file(), file({ deleted: true })], r: [null, { f: [file(), file()] }] };
  for (const rules of ['all', 'types'] as const) {
    const { data, files } = check(form, input, rules);
    expect(files.map(({ modelPath }) => modelPath)).toEqual(["model['r'][1]['f']", "model['r'][1]['f']", "model['g']"]);
    expect(files).toEqual(filesIn(compileForm(form, compileTools), data));
  }
});

test('[files.object.deleted] files sent with deleted true are named to the caller, unless their field is hidden', () => {
  const form = formOf(
    { type: 'cRepeat', name: 'r', children: [{ type: 'fFile', name: 'f' }] },
    { type: 'fFile', name: 'g', relevant: false },
  );
  const gone = file({ deleted: true });
  const { data, deletedFiles } = check(form, { r: [{ f: [gone] }], g: [gone] }, 'types');
  expect(data).toEqual({ r: [null] });
  expect(deletedFiles).toEqual([{ modelPath: "model['r'][0]['f']", file: file() }]);
});

test('[values.rich-text] fDoc is cleaned by the sanitizer of the caller', () => {
  const form = formOf({ type: 'fDoc', name: 'd' });
  expect(check(form, { d: '<p>Hi<script>x</script></p>' }).data).toEqual({ d: '<p>Hi</p>' });
  expect(check(form, { d: '<script>x</script>' }).data).toEqual({});
});

describe('remote validators', () => {
  const remote = {
    type: 'remote',
    req: { url: '/validate', qs: '{ value: value, city: model.city }' },
    res: 'res.data.isValid',
  };
  const ask = (answer: unknown) => async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };

  test('[validation.remote] asks with the query of its expression, and reads the response by res', async () => {
    const form = formOf(text('city'), {
      type: 'fSelect',
      name: 's',
      options: { url: '/x' },
      validators: [{ ...remote, message: 'No such street' }],
    });
    const { messages, remoteChecks } = check(form, { city: 'Haifa', s: 'Main' });
    expect(messages).toEqual([]);
    expect(remoteChecks.map(({ url, qs }) => [url, qs])).toEqual([['/validate', { value: 'Main', city: 'Haifa' }]]);
    const failed = { modelPath: "model['s']", message: 'No such street', type: 'error', value: 'Main' };
    expect(await runRemoteChecks(remoteChecks, ask({ isValid: true }))).toEqual([]);
    expect(await runRemoteChecks(remoteChecks, ask({ isValid: false }))).toEqual([failed]);
    expect(await runRemoteChecks(remoteChecks, ask('nonsense'))).toEqual([failed]);
    expect(await runRemoteChecks(remoteChecks, ask(new Error('away')))).toEqual([
      { ...failed, message: 'This value could not be checked. Please try again.' },
    ]);
  });

  test('[validation.remote] without res it never fails, and an empty or already wrong value is not asked about', () => {
    const { res: _, ...withoutRes } = remote;
    const form = formOf(
      text('a', { validators: [withoutRes] }),
      text('b', { validators: [remote] }),
      text('c', { validators: ['str/email', remote] }),
    );
    expect(check(form, { a: 'x', c: 'x' }).remoteChecks).toEqual([]);
    expect(check(form, { b: 'x' }, 'types').remoteChecks).toEqual([]);
  });

  test('[validation.remote.bounds] equal questions are asked once, messages keep the order of the rows', async () => {
    const form = formOf({
      type: 'cRepeat',
      name: 'r',
      children: [text('x', { validators: [{ ...remote, level: 'warning' }] })],
    });
    const { remoteChecks } = check(form, { r: [{ x: 'a' }, { x: 'b' }, { x: 'a' }] });
    const asked: JsonValue[] = [];
    const found = await runRemoteChecks(remoteChecks, async (_, qs) => {
      asked.push(qs['value']!);
      return { isValid: false };
    });
    expect(asked.sort()).toEqual(['a', 'b']);
    expect(found.map(({ modelPath, type }) => [modelPath, type])).toEqual([
      ["model['r'][0]['x']", 'warning'],
      ["model['r'][1]['x']", 'warning'],
      ["model['r'][2]['x']", 'warning'],
    ]);
  });

  test('[validation.remote.bounds] questions that are written nearly alike are different ones', async () => {
    const different = [
      { a: 'b' },
      { ab: '' },
      { '': 'ab' },
      { a: 1 },
      { a: '1' },
      { a: ['b'] },
      { a: 'b', b: '' },
      { '{"a":"b"}': '' },
    ] as readonly Record<string, JsonValue>[];
    const checks = ['/x', '/x', '/y'].flatMap((url) =>
      different.map((qs) => ({ url, qs, accept: () => undefined, unreachable: () => ({}) as never })),
    );
    const asked: string[] = [];
    await runRemoteChecks(checks, async (url, qs) => asked.push(url + JSON.stringify(qs)));
    expect(asked.length).toBe(2 * different.length);
    expect(new Set(asked).size).toBe(2 * different.length);
  });
});

test.each([
  [undefined, {}, false],
  [true, {}, true],
  [false, {}, false],
  ["model.a == 'x'", { a: 'x' }, true],
  ["model.a == 'x'", {}, false],
  ["data.entry.status == 'saved'", {}, true],
])(
  '[validation.when] [forms.settings] validateSaved and validateTemplate %s with %j: %s',
  (condition, data, expected) => {
    const { formSchema } = formOf(text('a'));
    const plan = compileForm(
      { formSchema: { ...formSchema, validateSaved: condition, validateTemplate: condition } },
      compileTools,
    );
    const scope = { entry: { status: 'saved' } };
    expect(mustCheckSaved(plan, data as JsonObject, scope)).toBe(expected);
    expect(mustCheckTemplate(plan, data as JsonObject, scope)).toBe(expected);
  },
);

test('[validation.bounded] an expression that hits its limit: shown, not required, fails as validator, no options', () => {
  const bomb = "'x'.repeat(100000).repeat(1000)";
  const form = formOf(
    text('a', { relevant: bomb }),
    text('b', { reqValidator: { req: bomb } }),
    text('c', { validators: [{ type: 'expr', value: bomb }] }),
    { type: 'fSelect', name: 'd', options: bomb },
  );
  const { data, messages } = check(form, { a: '1', c: '2', d: '3' });
  expect(data).toEqual({ a: '1', c: '2', d: '3' });
  expect(messages.map(({ modelPath }) => modelPath)).toEqual(["model['c']", "model['d']"]);
});

describe('any JSON', () => {
  const form = formOf(
    text('a', { reqValidator: true, relevant: '!model.n' }),
    text('n', { typeValidator: 'num', validators: [{ type: 'num/min', value: 'model.a' }] }),
    {
      type: 'cSection',
      name: 's',
      secFlat: false,
      secCollapse: true,
      children: [text('a'), { type: 'fDate', name: 'd', relevant: 'model.a' }],
    },
    {
      type: 'cRepeat',
      name: 'r',
      children: [
        text('a', { relevant: 'row.b' }),
        { type: 'fBool', name: 'b', relevant: '$index > 0 || row.a' },
        { type: 'cRepeat', name: 'r', children: [{ type: 'fCheckbox', name: 'a', options: ['a', 'b'] }] },
      ],
    },
    { type: 'fMatrix', name: 'm', matrixQuestions: ['a', 'b'], options: ['1', '2'], reqValidator: true },
    { type: 'fFile', name: 'f' },
    { type: 'fSign', name: 'g' },
    { type: 'fSelect', name: 'o', options: 'model.r' },
    {
      type: 'cTabs',
      name: 't',
      tabs: [{ relevant: 'model.o' }],
      children: [[text('constructor')], [{ type: 'fDoc', name: 'doc' }]],
    },
  );
  const plan = compileForm(form, compileTools);
  const names = [
    'a',
    'n',
    's',
    'd',
    'r',
    'b',
    'm',
    'f',
    'g',
    'o',
    't',
    'doc',
    'constructor',
    '__proto__',
    '__activeTab',
    '__isCollapsed',
  ];
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(
        fc.constant(null),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: 'binary' }),
        fc.constantFrom('a', '1', '2024-05-01', ' '),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 8, noNullPrototype: true }),
      fc.constant(file()),
    ) as fc.Arbitrary<JsonValue>,
  }));

  test('[values.stable] is idempotent and never throws', () => {
    fc.assert(
      fc.property(value, (input) => {
        const first = validateEntry(plan, input, { rules: 'all', context });
        const again = validateEntry(plan, first.data, { rules: 'types', context });
        expect(again.data).toEqual(first.data);
        expect(JSON.stringify(again.data)).toBe(JSON.stringify(first.data));
        expect(again.messages).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('[values.stable] types and rules store the same', () => {
    fc.assert(
      fc.property(value, (input) => {
        expect(validateEntry(plan, input, { rules: 'types', context }).data).toEqual(
          validateEntry(plan, input, { rules: 'all', context }).data,
        );
      }),
    );
  });

  test('[values.stable] __proto__ and constructor reach no prototype', () => {
    const input = JSON.parse(
      '{"__proto__": {"a": "x"}, "constructor": {"prototype": {"y": 1}}, "s": {"__proto__": {"a": "z"}}}',
    );
    expect(validateEntry(plan, input, { rules: 'types', context }).data).toEqual({});
    expect(({} as Record<string, unknown>)['y']).toBeUndefined();
  });

  test('[values.stable] deep input and huge input end', () => {
    let deep: JsonValue = 'x';
    for (let level = 0; level < 100_000; level++) deep = level % 2 === 0 ? [deep] : { r: deep };
    for (const name of names) validateEntry(plan, { [name]: deep }, { rules: 'all', context });
    const many = validateEntry(plan, { r: Array.from({ length: 500_000 }, () => 0) }, { rules: 'all', context });
    expect(many.messages.find(({ modelPath }) => modelPath === "model['r']")?.message).toMatch(
      /^There must be \d+ rows or less$/,
    );
    const wrong = validateEntry(plan, { r: Array.from({ length: 1000 }, () => 0), s: 1 }, { rules: 'types', context });
    expect(wrong.messages.length).toBe(1000);
  });
});
