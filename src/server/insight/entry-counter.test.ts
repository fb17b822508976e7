// A form with every kind of field, in sections, tabs and repeats of repeats, against an oracle that keeps everything.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FieldInsight, Insight } from '../../api-types/insight.ts';
import type { FormDefinition, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { compileForm } from '../../core/plan/compile-form.ts';
import { compileTools } from '../../core/plan/compile-tools.ts';
import { type CountedEntry, createEntryCounter } from './entry-counter.ts';

const colors = [['r', 'Red'], 'g', { label: 'Cold', options: [['b', 'Blue']] }];
const form = {
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'anything',
      children: [
        { type: 'fInput', name: 'text' },
        { type: 'fLngTxt', name: 'long' },
        { type: 'fFile', name: 'file' },
        { type: 'fSign', name: 'sign' },
        { type: 'fColor', name: 'color' },
        { type: 'fDoc', name: 'doc' },
        { type: 'fInput', name: 'age', label: 'Your age', typeValidator: 'num' },
        {
          type: 'cSection',
          name: 'home',
          secFlat: false,
          children: [{ type: 'fRadio', name: 'pick', label: 'Pick', options: colors }],
        },
        {
          type: 'cTabs',
          name: 'tabs',
          tabs: [{ name: 'one' }, { name: 'two' }],
          children: [[{ type: 'fBool', name: 'isIn' }], [{ type: 'fRate', name: 'stars', rateMax: 3 }]],
        },
        { type: 'fCheckbox', name: 'many', options: colors },
        { type: 'fSelect', name: 'free', options: { url: 'https://example.com/' } },
        { type: 'fDate', name: 'day' },
        { type: 'fMatrix', name: 'grid', matrixQuestions: [['q1', 'First'], 'q2'], options: ['yes', 'no'] },
        {
          type: 'cRepeat',
          name: 'rows',
          children: [
            { type: 'fSelect', name: 'color', options: colors },
            { type: 'cRepeat', name: 'inner', children: [{ type: 'fInput', name: 'n', typeValidator: 'num' }] },
          ],
        },
      ],
    },
  },
} as unknown as FormDefinition;
const plan = compileForm(form, compileTools);

function count(entries: readonly CountedEntry[], timeZone = 'UTC'): Insight {
  const counter = createEntryCounter(plan, { timeZone });
  for (const entry of entries) counter.add(entry);
  return counter.finish();
}
const fieldsOf = (insight: Insight) => Object.fromEntries(insight.fields.map((field) => [field.name, field]));

test('[insight.fields] nothing counted: every field is there, empty', () => {
  const insight = count([]);
  expect({ ...insight, fields: [] }).toEqual({
    entries: 0,
    firstTime: null,
    lastTime: null,
    overTime: { unit: 'day', points: [] },
    fields: [],
  });
  expect(
    insight.fields.map(({ path, label, type, kind, answered, outOf }) => [path, label, type, kind, answered, outOf]),
  ).toEqual([
    ['root≡age', 'Your age', 'fInput', 'number', 0, 0],
    ['root≡home≡pick', 'Pick', 'fRadio', 'choice', 0, 0],
    ['root≡tabs≡one≡isIn', 'isIn', 'fBool', 'bool', 0, 0],
    ['root≡tabs≡two≡stars', 'stars', 'fRate', 'rating', 0, 0],
    ['root≡many', 'many', 'fCheckbox', 'choice', 0, 0],
    ['root≡free', 'free', 'fSelect', 'choice', 0, 0],
    ['root≡day', 'day', 'fDate', 'date', 0, 0],
    ['root≡grid', 'grid', 'fMatrix', 'matrix', 0, 0],
    ['root≡rows≡color', 'color', 'fSelect', 'choice', 0, 0],
    ['root≡rows≡inner≡n', 'n', 'fInput', 'number', 0, 0],
  ]);
});

test('[insight.fields] each kind as it is reported', () => {
  const at = (text: string, data: JsonObject) => ({ time: Date.parse(text), data });
  const insight = count([
    at('2024-05-01T10:00:00Z', {
      text: 'never told',
      age: 41,
      home: { pick: 'r' },
      isIn: true,
      stars: 3,
      many: ['r', 'b'],
      free: 'Haifa',
      day: '1984-05-01T00:00:00.000Z',
      grid: { q1: 'yes' },
      rows: [{ color: 'g', inner: [{ n: 1 }, { n: 2 }] }, null, { inner: [null] }],
    }),
    at('2024-05-03T23:30:00Z', {
      age: 20,
      isIn: false,
      stars: 9,
      many: ['old'],
      grid: { q1: 'no', q2: 'maybe', q3: 'x' },
    }),
    // From before the form had these types: no answers.
    at('2024-05-02T00:00:00Z', {
      age: 'old',
      home: 'x',
      isIn: 'yes',
      stars: '3',
      many: {},
      day: 5,
      grid: [],
      rows: {},
    }),
  ]);
  expect([insight.entries, insight.firstTime, insight.lastTime, insight.overTime]).toEqual([
    3,
    '2024-05-01T10:00:00.000Z',
    '2024-05-03T23:30:00.000Z',
    {
      unit: 'day',
      points: [
        { from: '2024-05-01', count: 1 },
        { from: '2024-05-02', count: 1 },
        { from: '2024-05-03', count: 1 },
      ],
    },
  ]);
  const colorsTold = (r: number, g: number, b: number) => [
    { value: 'r', label: 'Red', count: r },
    { value: 'g', label: 'g', count: g },
    { value: 'b', label: 'Blue', count: b },
  ];
  const facts = (path: string, name: string, type: string, answered: number, outOf: number, label = name) => ({
    path,
    name,
    label,
    type,
    answered,
    outOf,
  });
  expect(insight.fields).toEqual([
    {
      ...facts('root≡age', 'age', 'fInput', 2, 3, 'Your age'),
      kind: 'number',
      min: 20,
      max: 41,
      mean: 30.5,
      median: 30.5,
      histogram: expect.any(Array),
    },
    {
      ...facts('root≡home≡pick', 'pick', 'fRadio', 1, 3, 'Pick'),
      kind: 'choice',
      isMulti: false,
      values: colorsTold(1, 0, 0),
      otherCount: 0,
    },
    {
      ...facts('root≡tabs≡one≡isIn', 'isIn', 'fBool', 2, 3),
      kind: 'bool',
      values: [
        { value: true, count: 1 },
        { value: false, count: 1 },
      ],
    },
    {
      ...facts('root≡tabs≡two≡stars', 'stars', 'fRate', 2, 3),
      kind: 'rating',
      mean: 6,
      values: [
        { value: 1, count: 0 },
        { value: 2, count: 0 },
        { value: 3, count: 1 },
      ],
      otherCount: 1,
    },
    {
      ...facts('root≡many', 'many', 'fCheckbox', 2, 3),
      kind: 'choice',
      isMulti: true,
      values: [...colorsTold(1, 0, 1), { value: 'old', label: 'old', count: 1 }],
      otherCount: 0,
    },
    {
      ...facts('root≡free', 'free', 'fSelect', 1, 3),
      kind: 'choice',
      isMulti: false,
      values: [{ value: 'Haifa', label: 'Haifa', count: 1 }],
      otherCount: 0,
    },
    {
      ...facts('root≡day', 'day', 'fDate', 1, 3),
      kind: 'date',
      min: '1984-05-01',
      max: '1984-05-01',
      unit: 'day',
      points: [{ from: '1984-05-01', count: 1 }],
    },
    {
      ...facts('root≡grid', 'grid', 'fMatrix', 2, 3),
      kind: 'matrix',
      questions: [
        {
          value: 'q1',
          label: 'First',
          answered: 2,
          values: [
            { value: 'yes', label: 'yes', count: 1 },
            { value: 'no', label: 'no', count: 1 },
          ],
          otherCount: 0,
        },
        {
          value: 'q2',
          label: 'q2',
          answered: 1,
          values: [
            { value: 'yes', label: 'yes', count: 0 },
            { value: 'no', label: 'no', count: 0 },
            { value: 'maybe', label: 'maybe', count: 1 },
          ],
          otherCount: 0,
        },
      ],
    },
    {
      ...facts('root≡rows≡color', 'color', 'fSelect', 1, 3),
      kind: 'choice',
      isMulti: false,
      values: colorsTold(0, 1, 0),
      otherCount: 0,
    },
    {
      ...facts('root≡rows≡inner≡n', 'n', 'fInput', 2, 3),
      kind: 'number',
      min: 1,
      max: 2,
      mean: 1.5,
      median: 1.5,
      histogram: [
        { from: 1, to: 2, count: 1 },
        { from: 2, to: 3, count: 1 },
      ],
    },
  ]);
});

const maybe = (value: fc.Arbitrary<JsonValue>) => fc.option(value, { nil: undefined, freq: 4 });
const color = fc.constantFrom<JsonValue>('r', 'g', 'b', 'other', 'x y');
const data = fc.record({
  age: maybe(fc.integer({ min: -5, max: 120 })),
  home: maybe(fc.record({ pick: color })),
  isIn: maybe(fc.boolean()),
  stars: maybe(fc.constantFrom(1, 2, 3, 4, 2.5)),
  many: maybe(fc.uniqueArray(color) as fc.Arbitrary<JsonValue>),
  free: maybe(fc.constantFrom('Haifa', 'Eilat', 'Acre')),
  grid: maybe(
    fc.record(
      { q1: fc.constantFrom('yes', 'no'), q2: fc.constantFrom('yes', 'no') },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonValue>,
  ),
  rows: maybe(
    fc.array(
      fc.option(
        fc.record({ color, inner: fc.array(fc.record({ n: fc.integer({ min: 0, max: 9 }) })) }, { requiredKeys: [] }),
      ),
      { maxLength: 4 },
    ) as fc.Arbitrary<JsonValue>,
  ),
});
const entry = fc.record({
  time: fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2024, 11, 31) }),
  data: data.map((one) => JSON.parse(JSON.stringify(one)) as JsonObject),
});

/** Keeps every answer and counts at the end. */
function tellSlowly(entries: readonly CountedEntry[]) {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
  const all = entries.map((one) => one.data as Record<string, never>);
  const rows = all.flatMap((one) => list(one['rows'])) as (Record<string, never> | null)[];
  const inner = rows.flatMap((row) => list(row?.['inner'])) as Record<string, never>[];
  const times = (values: unknown[], wanted: unknown) => values.filter((value) => value === wanted).length;
  const answersOf: Record<string, unknown[][]> = {
    age: all.map((one) => list(one['age'])),
    pick: all.map((one) => list((one['home'] as { pick?: unknown } | undefined)?.pick)),
    isIn: all.map((one) => list(one['isIn'])),
    stars: all.map((one) => list(one['stars'])),
    many: all.map((one) => list(one['many'])),
    free: all.map((one) => list(one['free'])),
    color: rows.map((row) => list(row?.['color'])),
    n: inner.map((row) => list(row['n'])),
  };
  return {
    answersOf,
    answered: (name: string) => answersOf[name]!.filter((answers) => answers.length > 0).length,
    outOf: (name: string) => answersOf[name]!.length,
    countOf: (name: string, value: unknown) => times(answersOf[name]!.flat(), value),
    questions: (question: string) => all.map((one) => (one['grid'] as Record<string, unknown> | undefined)?.[question]),
  };
}

test('[insight.fields] random entries: the same as counted by an oracle', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 60 }), (entries) => {
      const insight = count(entries);
      const fields = fieldsOf(insight) as Record<string, FieldInsight>;
      const slow = tellSlowly(entries);
      for (const name of Object.keys(slow.answersOf)) {
        expect([name, fields[name]!.answered, fields[name]!.outOf]).toEqual([
          name,
          slow.answered(name),
          slow.outOf(name),
        ]);
      }
      for (const name of ['pick', 'many', 'free', 'color']) {
        const field = fields[name] as Extract<FieldInsight, { kind: 'choice' }>;
        for (const { value, count: times } of field.values) expect(times).toBe(slow.countOf(name, value));
        const told = field.values.reduce((sum, one) => sum + one.count, field.otherCount);
        expect(told).toBe(slow.answersOf[name]!.flat().length);
        const others = field.values.slice(name === 'free' ? 0 : 3).map((one) => one.count);
        expect(others).toEqual(others.toSorted((a, b) => b - a));
      }
      for (const name of ['age', 'n']) {
        const numbers = (slow.answersOf[name]!.flat() as number[]).sort((a, b) => a - b);
        const field = fields[name] as Extract<FieldInsight, { kind: 'number' }>;
        const half = numbers.length / 2;
        const middle = numbers.length === 0 ? null : (numbers[Math.ceil(half) - 1]! + numbers[Math.floor(half)]!) / 2;
        expect([field.min, field.max, field.median]).toEqual([numbers[0] ?? null, numbers.at(-1) ?? null, middle]);
        if (numbers.length > 0) expect(field.mean).toBeCloseTo(numbers.reduce((a, b) => a + b, 0) / numbers.length, 9);
        for (const { from, to, count: times } of field.histogram) {
          expect(times).toBe(numbers.filter((one) => one >= from && one < to).length);
        }
      }
      const stars = fields['stars'] as Extract<FieldInsight, { kind: 'rating' }>;
      expect(stars.values.map((one) => one.count)).toEqual([1, 2, 3].map((value) => slow.countOf('stars', value)));
      expect(stars.otherCount).toBe(slow.countOf('stars', 4) + slow.countOf('stars', 2.5));
      const isIn = fields['isIn'] as Extract<FieldInsight, { kind: 'bool' }>;
      expect(isIn.values.map((one) => one.count)).toEqual([true, false].map((value) => slow.countOf('isIn', value)));
      const grid = fields['grid'] as Extract<FieldInsight, { kind: 'matrix' }>;
      for (const question of grid.questions) {
        const answers = slow.questions(question.value);
        expect(question.answered).toBe(answers.filter((one) => one !== undefined).length);
        expect(question.values.map((one) => one.count)).toEqual(
          ['yes', 'no'].map((value) => answers.filter((one) => one === value).length),
        );
      }
      const { points } = insight.overTime;
      expect(points.length).toBeLessThanOrEqual(120);
      points.forEach(({ from, count: times }, place) => {
        const [start, end] = [from, points[place + 1]?.from ?? '9999'].map((day) => Date.parse(day));
        expect(times).toBe(entries.filter(({ time }) => time >= start! && time < end!).length);
      });
      expect(points.reduce((sum, point) => sum + point.count, 0)).toBe(entries.length);
    }),
    { numRuns: 300 },
  );
});

test('[limits.memory] a form of very many fields keeps memory within bounds and loses no answer', () => {
  const names = Array.from({ length: 3_000 }, (_, place) => `f${place}`);
  const children = names.map((name) => ({ type: 'fSelect', name, options: 'model.list' }));
  const wide = compileForm(
    {
      formSchema: { rootElem: { type: 'cSection', name: 'root', children } },
    } as FormDefinition,
    compileTools,
  );
  const counter = createEntryCounter(wide, { timeZone: 'UTC' });
  for (let place = 0; place < 150; place += 1) {
    counter.add({ time: 0, data: Object.fromEntries(names.map((name) => [name, `value ${place}`])) });
  }
  const insight = counter.finish();
  for (const field of insight.fields as Extract<FieldInsight, { kind: 'choice' }>[]) {
    expect([field.answered, field.values.length, field.otherCount]).toEqual([150, 50, 100]);
  }
});
