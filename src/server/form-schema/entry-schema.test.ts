import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validForm } from '../../../test/support/random-forms.ts';
import { makeSample } from '../../admin/sample/make-sample.ts';
import { compileTools } from '../../core/compile-tools.ts';
import type { FormDefinition, JsonObject, JsonValue } from '../../core/form-definition.ts';
import { compileForm, type FormPlan } from '../../core/form-plan.ts';
import { compilePattern } from '../../core/pattern.ts';
import { validateEntry } from '../../core/validation/validate-entry.ts';
import { runAtOnce } from '../run-in-slices.ts';
import { entrySchema } from './entry-schema.ts';
import type { SchemaOf } from './field-schema.ts';

const context = { cleanHtml: (html: string) => html };
const planOf = (definition: FormDefinition) => compileForm(definition, { ...compileTools, compilePattern });

function schemaOf(definition: FormDefinition, plan: FormPlan, of: SchemaOf): JsonObject {
  return JSON.parse(runAtOnce(entrySchema({ plan, definition, url: `https://forms.test/${of}`, of })));
}

function checksOf(definition: FormDefinition) {
  const plan = planOf(definition);
  const compile = (of: SchemaOf) =>
    new Ajv2020({ strict: false, validateFormats: false, ownProperties: true }).compile(schemaOf(definition, plan, of));
  return { plan, sent: compile('sent'), stored: compile('stored') };
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

/** Some elements with conditions, so that what is hidden is looked at too. */
function withConditions(definition: FormDefinition, which: readonly number[]): FormDefinition {
  const copy = structuredClone(definition);
  const elements: { relevant?: unknown }[] = [];
  const walk = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null) {
      elements.push(value);
      walk((value as { children?: unknown }).children);
    }
  };
  walk((copy.formSchema?.rootElem as { children?: unknown } | undefined)?.children);
  for (const at of which) {
    const element = elements[at % Math.max(1, elements.length)];
    if (element !== undefined) element.relevant = at % 2 === 0 ? false : 'model.nothing == 5';
  }
  return copy;
}

test('[forms.schema] what core accepts the schema accepts, and what is stored fits the schema of what is stored', () => {
  const seen = { accepted: 0, refused: 0, asked: 0 };
  const conditions = fc.array(fc.nat(), { maxLength: 2 });
  fc.assert(
    fc.property(
      validForm,
      conditions,
      fc.array(changes, { minLength: 10, maxLength: 20 }),
      (form, hidden, attempts) => {
        const definition = withConditions(form, hidden);
        const { plan, sent, stored } = checksOf(definition);
        const sample = makeSample(form);
        for (const attempt of [[], ...attempts]) {
          const data = changed(sample, attempt);
          const check = validateEntry(plan, data, { rules: 'all', context });
          const isAccepted = check.messages.length === 0;
          const passes = sent(data);
          seen.asked += 1;
          if (isAccepted) seen.accepted += 1;
          if (!passes) seen.refused += 1;
          if (isAccepted && !passes) throw new Error(`${JSON.stringify(data)}: ${JSON.stringify(sent.errors)}`);
          if (isAccepted && !stored(check.data)) {
            throw new Error(`stored ${JSON.stringify(check.data)}: ${JSON.stringify(stored.errors)}`);
          }
        }
      },
    ),
    { numRuns: 30 },
  );
  // It says something: it refuses most of what core refuses.
  expect(seen.accepted).toBeGreaterThan(seen.asked / 10);
  expect(seen.refused).toBeGreaterThan((seen.asked - seen.accepted) / 2);
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
  const good = { name: 'Ada', address: { city: 'Haifa' }, day: 5, meal: 'v', guests: [{ age: '7' }, null] };
  const bad = [
    { name: ' ' },
    { address: {} },
    { address: null },
    { meal: 'x' },
    { guests: [{ age: -1 }] },
    { guests: [{}, {}, {}, {}] },
  ];
  expect([sent(good), ...bad.map((part) => sent({ ...good, ...part }))]).toEqual([true, ...bad.map(() => false)]);
});

test('[forms.schema.bounds] long lists of options are left out, and the work comes in small steps', () => {
  const options = Array.from({ length: 9_000 }, (_, at) => `option ${at}`);
  const children = Array.from({ length: 2_000 }, (_, at) => ({
    type: at < 3 ? 'fRadio' : 'fInput',
    name: `f${at}`,
    ...(at < 3 ? { options } : { typeValidator: 'num' }),
  }));
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
