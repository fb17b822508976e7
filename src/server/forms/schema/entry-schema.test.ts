import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validForm } from '../../../../test/support/random-forms.ts';
import { makeSample } from '../../../admin/sample/make-sample.ts';
import type { Element, FormDefinition, JsonObject, JsonValue } from '../../../core/definition/form-definition.ts';
import { compileForm } from '../../../core/plan/compile-form.ts';
import { compileTools } from '../../../core/plan/compile-tools.ts';
import type { FormPlan } from '../../../core/plan/form-plan.ts';
import { compilePattern } from '../../../core/text/pattern.ts';
import { validateEntry } from '../../../core/validation/validate-entry.ts';
import { runAtOnce } from '../../scheduling/run-in-slices.ts';
import { entrySchema } from './entry-schema.ts';
import type { SchemaOf } from './schema-parts.ts';

const context = { cleanHtml: (html: string) => html };
const planOf = (definition: FormDefinition) => compileForm(definition, { ...compileTools, compilePattern });

function schemaOf(definition: FormDefinition, plan: FormPlan, of: SchemaOf): JsonObject {
  return JSON.parse(runAtOnce(entrySchema({ plan, definition, url: `https://forms.test/${of}`, of })));
}

function checksOf(definition: FormDefinition) {
  const plan = planOf(definition);
  const compile = (of: SchemaOf) =>
    new Ajv2020({ strict: false, validateFormats: false, ownProperties: true }).compile(schemaOf(definition, plan, of));
  const text = JSON.stringify(schemaOf(definition, plan, 'sent'));
  return { plan, sent: compile('sent'), stored: compile('stored'), text };
}

/** Other spellings of good values, and what is none. NUL characters are dropped by the service before anything is checked. */
const values = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    '',
    ' ',
    '\t \u00a0',
    0,
    1,
    -5,
    1.5,
    42,
    true,
    false,
    'yes',
    'off',
    '1',
    ' 7 ',
    '1e3',
  ),
  fc.constantFrom<JsonValue>(
    'a',
    'b',
    ' a',
    'Two',
    'true',
    '2024-02-30',
    '2024-05-01',
    '2024-05-01T10:00Z',
    '2024-05-01T10:00:00+02:00',
  ),
  fc.constantFrom<JsonValue>('a@b.co', ' a@b.co ', 'a@b', 'HTTP://x.org/y', 'x y', '123456789', '<p></p>', '𝒳𝒴'),
  fc.constantFrom<JsonValue>(
    [],
    [null],
    ['a', 'b'],
    ['a', '', null],
    [1, 2],
    {},
    { strokes: [] },
    { p: 'a' },
    { 1: 'a', 2: 'b' },
  ),
  fc.constantFrom<JsonValue>([{}], [null, {}], [[]], [{ storageKey: 'k', storageBucket: 'b', url: 'u', size: 3 }]),
  fc.string({ maxLength: 30 }).map((text) => text.replaceAll('\0', '')),
  fc.integer({ min: 0, max: 220 }).map((length) => 'x'.repeat(length)),
);
const changes = fc.array(fc.tuple(fc.nat(), fc.option(values, { nil: undefined })), { maxLength: 4 });

function changed(data: JsonObject, list: readonly (readonly [number, JsonValue | undefined])[]): JsonObject {
  const copy = structuredClone(data);
  for (const [which, value] of list) {
    const places = [...placesIn(copy)];
    const place = places[which % Math.max(1, places.length)];
    if (place === undefined) continue;
    const [holder, key] = place;
    if (value === undefined) delete holder[key];
    else holder[key] = structuredClone(value);
  }
  return JSON.parse(JSON.stringify(copy)) as JsonObject;
}

function* placesIn(value: JsonValue): Generator<[holder: JsonObject, key: string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    yield [value as JsonObject, key];
    yield* placesIn((value as JsonObject)[key] as JsonValue);
  }
}

type Part = Record<string, unknown>;

/** Answers at the top of the data that conditions may read: their names and values to compare with. */
function answersIn(definition: FormDefinition): [name: string, literals: readonly JsonValue[]][] {
  return planOf(definition).shapes[0].steps.flatMap((step): [string, JsonValue[]][] => {
    if (step.kind !== 'field' || step.container !== 0) return [];
    if (step.value.kind === 'bool') return [[step.name, [true, false]]];
    if (step.value.kind === 'text') return [[step.name, ['x', 'a', '42', 'a@b.co']]];
    if (step.value.kind === 'choice' && step.options?.form === 'list')
      return [[step.name, [...step.options.index.values()]]];
    return [];
  });
}

/** `&&`, `||` and `!` of comparisons, places in lists, and answers by themselves; one that no schema can say. */
function conditionOf(numbers: readonly number[], answers: ReturnType<typeof answersIn>): string {
  const [kind = 0, which = 0, value = 0, ...more] = numbers;
  const [name, literals] = answers[which % answers.length]!;
  const answer = `model[${JSON.stringify(name)}]`;
  const literal = JSON.stringify(literals[value % Math.max(1, literals.length)] ?? 'x');
  const atoms = [
    `${answer} == ${literal}`,
    `${answer} != ${literal}`,
    answer,
    `!${answer}`,
    `[${literal}, 'b'].indexOf(${answer}) >= 0`,
    `${literal} === ${answer}`,
    `${answer} == null`,
    `fn.last(fn.split(${answer}, 'a')) == 'x'`,
  ];
  const atom = atoms[kind % atoms.length]!;
  if (more.length < 3) return atom;
  return `${kind % 3 === 0 ? '!' : ''}(${atom} ${kind % 2 === 0 ? '&&' : '||'} ${conditionOf(more, answers)})`;
}

/** Some elements with conditions, of being shown and of being required. */
function withConditions(definition: FormDefinition, which: readonly (readonly number[])[]): FormDefinition {
  const answers = answersIn(definition);
  const copy = structuredClone(definition);
  const elements: Part[] = [];
  const walk = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) {
      elements.push(value as Part);
      walk((value as Part)['children']);
    }
  };
  walk((copy.formSchema?.rootElem as { children?: unknown } | undefined)?.children);
  for (const [at = 0, ...numbers] of which) {
    const element = elements[at % Math.max(1, elements.length)];
    if (element === undefined) continue;
    const condition = answers.length === 0 ? at % 2 === 0 : conditionOf(numbers, answers);
    if (at % 4 === 0 && String(element['type']).startsWith('f')) element['reqValidator'] = { req: condition };
    else element['relevant'] = condition;
  }
  return copy;
}

/** With answers that conditions can read at the top. */
const formWithAnswers = fc.tuple(validForm, fc.boolean()).map(([form, isHebrew]): FormDefinition => {
  const rest = { ...(form.formSchema?.rootElem as Element), name: 'rest' };
  const answers = [
    { type: 'fBool', name: 'yes' },
    { type: 'fRadio', name: 'one', options: ['a', ['b', 'Bee'], 3, 'no'] },
    { type: 'fInput', name: 'word' },
    { type: 'fSelect', name: 'long', options: Array.from({ length: 70 }, (_, at) => (at === 0 ? 'x' : `o${at}`)) },
  ];
  const rootElem = { type: 'cSection', name: 'root', children: [...answers, rest] } as Element;
  return { formSchema: { rootElem }, ...(isHebrew && { locale: 'he' as const }) };
});
const conditions = fc.array(fc.array(fc.nat(), { minLength: 4, maxLength: 10 }), { minLength: 1, maxLength: 4 });
/** TESTS=whole tries more of them. */
const numRuns = process.env['TESTS'] === 'whole' ? 400 : 60;

test('[forms.schema] [forms.schema.conditions] [forms.schema.unsaid] what core accepts the schema accepts; what the schema accepts core accepts, where it says all rules', () => {
  const seen = { forms: 0, exact: 0, conditional: 0, accepted: 0, asked: 0, passed: 0, wrong: 0 };
  const examples: string[] = [];
  fc.assert(
    fc.property(
      formWithAnswers,
      conditions,
      fc.array(changes, { minLength: 15, maxLength: 30 }),
      (form, hidden, attempts) => {
        const definition = withConditions(form, hidden);
        const { plan, sent, stored, text } = checksOf(definition);
        const isExact = !text.includes('"$comment"');
        seen.forms += 1;
        if (isExact) seen.exact += 1;
        if (isExact && text.includes('"if"')) seen.conditional += 1;
        const sample = makeSample(form);
        for (const attempt of [[], ...attempts]) {
          const data = changed(sample, attempt);
          const check = validateEntry(plan, data, { rules: 'all', context });
          const isAccepted = check.messages.length === 0;
          const passes = sent(data);
          seen.asked += 1;
          if (isAccepted) seen.accepted += 1;
          if (isAccepted && !passes) throw new Error(`${JSON.stringify(data)}: ${JSON.stringify(sent.errors?.at(-1))}`);
          if (isAccepted && !stored(check.data)) {
            throw new Error(`stored ${JSON.stringify(check.data)}: ${JSON.stringify(stored.errors?.at(-1))}`);
          }
          if (!isExact || !passes) continue;
          seen.passed += 1;
          if (isAccepted) continue;
          seen.wrong += 1;
          examples.push(JSON.stringify([check.messages.slice(0, 2), definition.formSchema]));
        }
      },
    ),
    { numRuns },
  );
  // Neither side of it is empty.
  expect(seen.accepted).toBeGreaterThan(seen.asked / 10);
  expect(seen.exact).toBeGreaterThan(seen.forms / 8);
  expect(seen.conditional).toBeGreaterThan(seen.forms / 20);
  expect(seen.passed).toBeGreaterThan(100);
  expect(seen.wrong / seen.passed, examples.slice(0, 5).join('\n')).toBeLessThanOrEqual(0.01);
});

const kinds: Record<string, Part> = {
  text: { type: 'fInput' },
  requiredText: { type: 'fInput', reqValidator: true },
  requiredByExpression: { type: 'fInput', reqValidator: { req: '1 == 1' } },
  requiredOnWarning: { type: 'fInput', reqValidator: { level: 'warning' } },
  lengths: {
    type: 'fInput',
    validators: [
      { type: 'str/minLength', value: 3 },
      { type: 'str/maxLength', value: 5 },
    ],
  },
  email: { type: 'fInput', validators: ['str/email'] },
  url: { type: 'fInput', validators: ['str/url'], reqValidator: true },
  letters: { type: 'fInput', validators: [{ type: 'str/pattern', value: '^[A-Z]{2}$' }] },
  phone: { type: 'fInput', validators: ['str/phone'] },
  homePhone: { type: 'fInput', validators: ['str/phone'], phoneCountry: 'IL', reqValidator: true },
  number: { type: 'fInput', typeValidator: 'num' },
  limited: {
    type: 'fInput',
    typeValidator: 'num',
    validators: [
      { type: 'num/min', value: -5 },
      { type: 'num/max', value: 42 },
    ],
  },
  whole: { type: 'fInput', typeValidator: 'num', validators: ['num/integer', { type: 'num/min', value: 7 }] },
  day: { type: 'fDate' },
  moment: { type: 'fDate', typeValidator: { type: 'date', mode: 'dt' }, reqValidator: true },
  yes: { type: 'fBool', reqValidator: true },
  choice: { type: 'fRadio', options: ['a', ['b', 'Bee'], 1, true] },
  constantOptions: { type: 'fRadio', options: "['a', 'b']" },
  noOptions: { type: 'fRadio', options: [] },
  requiredNoOptions: { type: 'fSelect', options: [], reqValidator: true },
  numbers: { type: 'fRadio', typeValidator: 'num', options: ['1', 7, 'no'] },
  dates: { type: 'fSelect', typeValidator: 'date', options: ['2024-05-01', '2024-02-30'] },
  booleans: { type: 'fRadio', typeValidator: 'bool', options: [[true, 'Yes']] },
  other: { type: 'fRadio', options: ['a'], otherOption: true },
  list: { type: 'fCheckbox', options: ['a', 'b', 1] },
  requiredList: { type: 'fCheckbox', options: ['a', 'b', 1], reqValidator: true },
  counted: {
    type: 'fCheckbox',
    options: ['a', 'b', 1],
    validators: [
      { type: 'arr/minLength', value: 2 },
      { type: 'arr/maxLength', value: 2 },
    ],
  },
  ranked: { type: 'fCheckbox', options: ['a', 'b'], ranked: true },
  requiredRanked: { type: 'fCheckbox', options: ['a', 'b'], ranked: true, reqValidator: true },
  listWithOther: { type: 'fCheckbox', options: ['a'], otherOption: true },
  emptyList: { type: 'fCheckbox', options: [] },
  matrix: { type: 'fMatrix', matrixQuestions: ['p', 'q'], options: ['a', 'b'], reqValidator: true },
  rate: { type: 'fRate' },
};
const manyValues: readonly JsonValue[] = [
  ...[
    null,
    '',
    ' ',
    '\u0000',
    ' \u0000 ',
    0,
    1,
    -1,
    1.5,
    7,
    42,
    43,
    1e21,
    123456,
    true,
    false,
    'yes',
    'true',
    'no',
    '0',
    '1',
    '1.0',
    ' 1 ',
    '+7',
    '-5',
    '-6',
  ],
  ...[
    '42',
    '42.0',
    '42.5',
    '007',
    '1e3',
    '.5',
    '-.5',
    'a',
    'b',
    'A',
    'AB',
    'ABC',
    'true ',
    ' a',
    'a ',
    'x'.repeat(5),
    'x'.repeat(1001),
  ],
  ...[
    '2024-02-30',
    '2023-02-29',
    '2024-02-29',
    '1900-02-29',
    '2000-02-29',
    '2024-04-31',
    '2024-13-01',
    '2024-05-01',
    '2024-05-02',
  ],
  ...[
    '2024-05-01T10:00Z',
    '2024-05-01T24:00Z',
    '2024-05-01T10:60Z',
    '2024-05-01T10:00:00.000Z',
    '2024-05-01T10:00:00+02:00',
  ],
  ...[
    'a@b.co',
    ' a@b.co ',
    'a@b',
    'a@b..co',
    'a.@b.co',
    'a@b.11',
    'http://x.org',
    ' HTTPS://x.org/y ',
    'http://',
    'x y',
  ],
  ...[
    '+972 50-123-4567',
    '00972501234567',
    '050-123 4567',
    '050',
    '+0501234567',
    '(+972) 50 1234567',
    '+12',
    'call me',
    972501234567,
  ],
  ...[
    [],
    [null],
    [' '],
    ['a'],
    ['a', 'a'],
    ['a', 'b'],
    ['b', 'a', 1],
    ['a', '', null],
    ['a', 'b', null],
    ['c'],
    ['c', 'd'],
    [1, '1'],
    [['a']],
  ],
  ...[{}, { p: 'a' }, { p: 'a', q: 'b' }, { p: 'a', q: ' ' }, { p: 'a', q: 'c' }, { p: 'a', q: 'b', r: 5 }],
];

/** Accepted by the schema alone: no pattern compares numbers with an exponent. */
const exceptions: Record<string, JsonValue[]> = { limited: ['1e3'], numbers: ['1e3'] };

test.each(Object.entries(kinds))('[forms.schema] %s: the schema accepts exactly what core accepts', (name, element) => {
  const rootElem = { type: 'cSection', name: 'root', children: [{ name: 'f', ...element }] } as unknown as Element;
  const { plan, sent, text } = checksOf({ formSchema: { rootElem } });
  expect(text).not.toContain('$comment');
  const differing = [{}, ...manyValues.map((f) => ({ f }))].filter((data) => {
    // The service drops NUL characters before core reads a body.
    const read = JSON.parse(JSON.stringify(data).replaceAll('\\u0000', '')) as JsonObject;
    const isAccepted = validateEntry(plan, read, { rules: 'all', context }).messages.length === 0;
    return sent(data) !== isAccepted;
  });
  expect(differing).toEqual((exceptions[name] ?? []).map((f) => ({ f })));
});

const asks = { type: 'fRadio', name: 'asks', options: ['yes', 'no', 'later'] };
const box = { type: 'fBool', name: 'box' };
const word = { type: 'fInput', name: 'word' };
test.each([
  "model.asks == 'yes'",
  "model.asks != 'yes'",
  '!model.asks',
  'model.box',
  'model.box === false',
  "model.word == 'x'",
  "!(model.word != 'x' || model.box)",
  "['yes', 'later'].indexOf(model.asks) >= 0 && model.word",
  "['x', 'y'].includes(model.word)",
  "model.asks == 'yes' ? model.box : model.asks == 'no'",
  'model.unknown == null',
])('[forms.schema.conditions] said: %s', (condition) => {
  const children = [
    asks,
    box,
    word,
    { type: 'fDate', name: 'day', relevant: condition, reqValidator: true },
    { type: 'fInput', name: 'why', reqValidator: { req: condition } },
    {
      type: 'cSection',
      name: 'sec',
      secFlat: false,
      relevant: condition,
      children: [{ type: 'fInput', name: 'num', typeValidator: 'num', reqValidator: true }],
    },
    {
      type: 'cRepeat',
      name: 'rows',
      relevant: condition,
      children: [
        asks,
        box,
        word,
        { type: 'fRate', name: 'rate', relevant: condition.replaceAll('model.', 'row.'), reqValidator: true },
      ],
    },
  ];
  const { plan, sent, text } = checksOf({
    formSchema: { rootElem: { type: 'cSection', name: 'root', children } as unknown as Element },
  });
  expect([text.includes('$comment'), text.includes('"if"') || condition.includes('unknown')]).toEqual([false, true]);
  const answers = fc.record(
    {
      asks: fc.constantFrom<JsonValue>('yes', 'no', 'later', null, ' '),
      box: fc.constantFrom<JsonValue>(true, false, 'yes', 'off', null),
      word: fc.constantFrom<JsonValue>('x', 'y', 'other', '', null, 5),
    },
    { requiredKeys: [] },
  );
  const data = fc.record(
    {
      day: fc.constantFrom<JsonValue>('2024-05-01', 'x', null, 5),
      why: fc.constantFrom<JsonValue>('because', ' ', null),
      sec: fc.constantFrom<JsonValue>({ num: 5 }, { num: 'x' }, {}, null),
      rows: fc.array(
        fc.tuple(answers, fc.constantFrom<JsonValue>(1, 'x', null)).map(([row, rate]) => ({ ...row, rate })),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: [] },
  );
  const seen = { accepted: 0, asked: 0 };
  fc.assert(
    fc.property(answers, data, (one, other) => {
      const all = { ...one, ...other } as JsonObject;
      const isAccepted = validateEntry(plan, all, { rules: 'all', context }).messages.length === 0;
      seen.asked += 1;
      if (isAccepted) seen.accepted += 1;
      expect([sent(all), all]).toEqual([isAccepted, all]);
    }),
    { numRuns: 400 },
  );
  expect(seen.accepted).toBeGreaterThan(0);
});

test.each([
  'model.n > 5',
  'fn.toNumber(model.word) > 5',
  'model.asks.length == 2',
  "model.many.indexOf('a') >= 0",
  'model.word.length > 3',
])('[forms.schema.unsaid] not said, and named: %s', (condition) => {
  const children = [
    { type: 'fInput', name: 'n', typeValidator: 'num' },
    { type: 'fCheckbox', name: 'many', options: ['a', 'b'] },
    asks,
    word,
    { type: 'fInput', name: 'why', relevant: condition, validators: [{ type: 'expr', value: "value != 'x'" }] },
  ];
  const { text } = checksOf({
    formSchema: { rootElem: { type: 'cSection', name: 'root', children } as unknown as Element },
  });
  expect(text).toContain('"$comment":"Also checked: relevant, expr."');
});

const registration: FormDefinition = {
  name: 'Registration',
  publicName: 'Join us',
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        { type: 'fInput', name: 'name', label: 'Your name', help: 'As in your passport.', reqValidator: true },
        { type: 'fRadio', name: 'meal', options: [['v', 'Vegetarian'], 'fish'] },
        {
          type: 'cSection',
          name: 'address',
          label: 'Address',
          secFlat: false,
          children: [{ type: 'fInput', name: 'city', reqValidator: true }],
        },
        { type: 'fDate', name: 'day', relevant: 'model.meal' },
        {
          type: 'cRepeat',
          name: 'guests',
          repMaxRows: 3,
          children: [
            {
              type: 'fInput',
              name: 'age',
              typeValidator: 'num',
              validators: ['num/integer', { type: 'num/min', value: 0 }],
            },
          ],
        },
      ],
    },
  },
};

test('[forms.schema] labels are titles; sections, repeats, options and what is always required are said', () => {
  expect(schemaOf(registration, planOf(registration), 'stored')).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://forms.test/stored',
    title: 'Join us',
    type: 'object',
    required: ['name', 'address'],
    properties: {
      name: { title: 'Your name', description: 'As in your passport.', type: 'string' },
      meal: { enum: ['v', 'fish'] },
      address: { title: 'Address', type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
      day: { type: 'string', format: 'date-time' },
      guests: {
        type: 'array',
        minItems: 1,
        maxItems: 3,
        items: { type: ['object', 'null'], properties: { age: { type: 'integer', minimum: 0 } } },
      },
    },
  });
  const { sent } = checksOf(registration);
  const good = { name: 'Ada', address: { city: 'Haifa' }, day: '2024-05-01', meal: 'v', guests: [{ age: '7' }, null] };
  const bad = [
    { name: ' ' },
    { address: {} },
    { address: null },
    { meal: 'x' },
    { day: 5 },
    { day: '2024-02-30' },
    { guests: [{ age: '-1' }] },
    { guests: [{ age: -1 }] },
    { guests: [{}, {}, {}, {}] },
  ];
  // Without a meal the day is hidden, and may be anything.
  expect(sent({ ...good, meal: ' ', day: 5 })).toBe(true);
  expect([sent(good), ...bad.map((part) => sent({ ...good, ...part }))]).toEqual([true, ...bad.map(() => false)]);
});

test('[forms.schema.bounds] long lists of options are left out, and the work comes in small steps', () => {
  const options = Array.from({ length: 9_000 }, (_, at) => `option ${at}`);
  const children = Array.from(
    { length: 2_000 },
    (_, at): Element =>
      at < 3 ? { type: 'fRadio', name: `f${at}`, options } : { type: 'fInput', name: `f${at}`, typeValidator: 'num' },
  );
  const definition: FormDefinition = { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  const plan = planOf(definition);
  const steps = entrySchema({ plan, definition, url: 'https://forms.test/', of: 'sent' });
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  expect(count).toBeGreaterThanOrEqual(2_000);
  const { properties } = JSON.parse(step.value) as { properties: Record<string, { anyOf?: unknown; type?: unknown }> };
  expect([properties['f0']?.anyOf, properties['f1']?.anyOf].every(Array.isArray)).toBe(true);
  expect(properties['f2']).toEqual({ type: ['string', 'number', 'boolean', 'null'] });
});
