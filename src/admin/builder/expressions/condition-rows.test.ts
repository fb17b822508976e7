import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../../core/definition/form-definition.ts';
import { compileExpression } from '../../../core/expression/compile.ts';
import { type ConditionRows, readRows, writeRows } from './condition-rows.ts';
import { type ConditionTest, isComplete, operatorsFor, valueInput } from './condition-tests.ts';
import { fieldNames, type KnownName } from './expression-names.ts';

const hostile = ["it's", 'back\\slash', '"quoted"', '}} && {{', 'שלום', '\n\t\u2028', "\\'", '<script>'];
const names = fieldNames({
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        { type: 'fInput', name: 'name' },
        { type: 'fInput', name: 'age', typeValidator: 'num' },
        { type: 'fDate', name: 'day' },
        { type: 'fBool', name: 'abroad' },
        { type: 'fSelect', name: "wh'ere \\to", options: ['il', ['fr', 'France'], ...hostile] },
        { type: 'fRadio', name: 'size', typeValidator: 'num', options: ['0', '1', '-2'] },
        { type: 'fSelect', name: 'city', options: { url: '/x' } },
        { type: 'fCheckbox', name: 'topics', options: ['news', 'sport'] },
        { type: 'fFile', name: 'files' },
        { type: 'cRepeat', name: 'items', children: [{ type: 'fInput', name: 'product' }] },
        { type: 'fMatrix', name: 'opinion', matrixQuestions: ['price'], options: ['good', 'bad'] },
      ],
    },
  },
});
const field = (text: string) => names.fields.find((name) => name.text === text)!;
const read = (source: string) => readRows(source, names);

const numbers = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
const days = fc.integer({ min: 0, max: 20_000 }).map((day) => new Date(day * 86_400_000).toISOString());
const texts = fc.oneof(fc.constantFrom(...hostile), fc.string({ minLength: 1 }));
const anyField = fc.constantFrom(...names.fields);

function values(of: KnownName, operator: ConditionTest['operator']): fc.Arbitrary<JsonValue[]> {
  const input = valueInput(of, operator);
  const count = operator === 'between' ? 2 : 1;
  const some = (value: fc.Arbitrary<JsonValue>) => fc.array(value, { minLength: count, maxLength: count });
  if (input === 'none') return fc.constant([]);
  if (input === 'count') return some(fc.integer({ min: 1, max: 4 }));
  if (input === 'number') return some(numbers.map((number) => number + 0 || 0));
  if (input === 'date') return some(days);
  if (input === 'text') return some(texts);
  const option = fc.constantFrom(...of.options!.map(({ value }) => value));
  return input === 'option' ? some(option) : fc.uniqueArray(option, { minLength: 1 });
}

const anyTest = anyField.chain((of) =>
  fc
    .constantFrom(...operatorsFor(of))
    .chain((operator) => values(of, operator).map((given): ConditionTest => ({ field: of, operator, values: given }))),
);
const anyRows = fc.record({
  joined: fc.constantFrom('and' as const, 'or' as const),
  tests: fc.array(anyTest, { minLength: 1, maxLength: 4 }),
});

/** What a person means by a test. */
function holds({ field: of, operator, values: given }: ConditionTest, value: JsonValue): boolean {
  const [first, second] = given;
  const isEmpty = value === null || (of.kind === 'rows' && (value as JsonValue[]).length === 0);
  const size = Array.isArray(value) ? value.length : 0;
  const above = (limit: JsonValue | undefined) => !isEmpty && (value as number) > (limit as number);
  const below = (limit: JsonValue | undefined) => !isEmpty && (value as number) < (limit as number);
  switch (operator) {
    case 'is':
      return value === first;
    case 'isNot':
      return value !== first;
    case 'oneOf':
      return given.includes(value);
    case 'noneOf':
      return !given.includes(value);
    case 'contains':
      return !isEmpty && (value as string).includes(first as string);
    case 'lacks':
      return isEmpty || !(value as string).includes(first as string);
    case 'more':
      return above(first);
    case 'atLeast':
      return above(first) || value === first;
    case 'less':
      return below(first);
    case 'atMost':
      return below(first) || value === first;
    case 'between':
      return !isEmpty && !below(first) && !above(second);
    case 'countAtLeast':
      return size >= (first as number);
    case 'countAtMost':
      return size <= (first as number);
    case 'checked':
      return value === true;
    case 'unchecked':
      return value !== true;
    case 'filled':
      return !isEmpty;
    case 'empty':
      return isEmpty;
  }
}

function anyValue(of: KnownName): fc.Arbitrary<JsonValue> {
  const option = of.options && fc.constantFrom(...of.options.map(({ value }) => value));
  const filled: Partial<Record<KnownName['kind'], fc.Arbitrary<JsonValue>>> = {
    number: fc.integer({ min: -3, max: 3 }),
    date: days,
    bool: fc.boolean(),
    'multi-choice': fc.uniqueArray(option ?? fc.constant(null), { minLength: 1 }),
    file: fc.array(fc.constant({}), { minLength: 1, maxLength: 5 }),
    rows: fc.array(fc.constant({}), { maxLength: 5 }),
    matrix: fc.constant({ price: 'good' }),
  };
  return fc.oneof(fc.constant(null), filled[of.kind] ?? option ?? texts);
}

test('[builder] conditions: rows to an expression and back give the same rows, or rows that say the same', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const source = writeRows(rows)!;
      const again = read(source);
      expect(again, source).toBeDefined();
      // Two rows may become one (from 1 and to 5 is between); written once more, nothing changes.
      expect(writeRows(again!)).toBe(source);
    }),
    { numRuns: 2000 },
  );
});

test('[builder] conditions: every pair of limits comes back in the words it was written in', () => {
  const age = names.fields.find(({ kind }) => kind === 'number')!;
  const limits = [-2, -1, 0, 1, 2];
  const pairs = limits.flatMap((from) => limits.map((to) => [from, to] as const));
  const guards = ['', `${age.text} != null && `];
  const sources = guards.flatMap((guard) =>
    pairs.map(([from, to]) => `${guard}${age.text} >= ${from} && ${age.text} <= ${to}`),
  );
  expect(sources.map((source) => writeRows(read(source)!))).toEqual(sources);
});

test('[builder] conditions: a single row comes back as it was', () => {
  fc.assert(
    fc.property(anyTest, (one) => {
      expect(read(writeRows({ joined: 'and', tests: [one] })!)).toEqual({ joined: 'and', tests: [one] });
    }),
    { numRuns: 2000 },
  );
});

test('[builder] conditions: core evaluates an expression as the rows say it', () => {
  const withValues = anyRows.chain((rows) =>
    fc.record({ rows: fc.constant(rows), data: fc.tuple(...names.fields.map(anyValue)) }),
  );
  fc.assert(
    fc.property(withValues, ({ rows, data }) => {
      const model = modelOf(data);
      const answers = rows.tests.map((one) => holds(one, valueAt(model, one.field)));
      const expected = rows.joined === 'and' ? answers.every(Boolean) : answers.some(Boolean);
      const source = writeRows(rows)!;
      expect(Boolean(compileExpression(source).evaluate({ model })), source).toBe(expected);
    }),
    { numRuns: 3000 },
  );
});

function modelOf(data: readonly JsonValue[]): JsonObject {
  const model: JsonObject = {};
  names.fields.forEach(({ path }, at) => {
    if (path.length === 2) model[path[1]!] = data[at]!;
  });
  return model;
}

function valueAt(model: JsonObject, { path }: KnownName): JsonValue {
  return path.slice(1).reduce<JsonValue>((value, step) => (value as JsonObject | null)?.[step] ?? null, model);
}

test('[builder] conditions: what people write by hand is read too, and stays as it was', () => {
  const rowsOf = (source: string) =>
    read(source)?.tests.map(({ field: of, operator, values: v }) => [of.text, operator, ...v]);
  expect(rowsOf('model.abroad')).toEqual([['model.abroad', 'checked']]);
  expect(rowsOf('!model.name && model.files')).toEqual([
    ['model.name', 'empty'],
    ['model.files', 'filled'],
  ]);
  expect(rowsOf('model[\'age\'] >= 18 || model.city == "Haifa"')).toEqual([
    ['model.age', 'atLeast', 18],
    ['model.city', 'is', 'Haifa'],
  ]);
  expect(rowsOf("model.day >= '2024-05-01'")).toEqual([['model.day', 'atLeast', '2024-05-01T00:00:00.000Z']]);
  // It holds for an empty age too: adding a guard would change the form behind its author's back.
  expect(writeRows(read('model.age < 18')!)).toBe('model.age < 18');
  expect(writeRows(read('model.age < 18 && model.abroad')!)).toBe('model.age < 18 && model.abroad');
});

test('[builder] conditions: anything else stays an expression', () => {
  const others = [
    'model.age',
    '!model.age',
    'model.abroad == false',
    "model.day == '2024-05-01'",
    'model.age > model.size',
    'model.nope == 1',
    'model.name == null || model.age > 1 && model.abroad',
    'fn.sum(model.items) > 3',
    'model.age === 1',
    "model.age == '1'",
    'true',
    'model.name ==',
    "['a'].includes(model.city)",
    'model.items[0].product',
    'model.size',
    '',
  ];
  for (const source of others) expect([source, read(source)]).toEqual([source, undefined]);
});

test('[builder] conditions: half a row is none', () => {
  const half: ConditionTest = { field: field('model.age'), operator: 'between', values: [1] };
  expect(isComplete(half)).toBe(false);
  expect(writeRows({ joined: 'and', tests: [half] })).toBeUndefined();
  const rows: ConditionRows = {
    joined: 'or',
    tests: [half, { field: field('model.abroad'), operator: 'checked', values: [] }],
  };
  expect(writeRows(rows)).toBe('model.abroad');
});
