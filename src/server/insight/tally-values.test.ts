import { expect, test } from 'vitest';
import { readOptionList } from '../../core/plan/option-list.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { createValueTally, readChoices } from './tally-values.ts';

const choices = (list: unknown[], element: object = { type: 'fSelect', name: 'x' }) =>
  readChoices(readOptionList(list), itemTypeOf(element as Parameters<typeof itemTypeOf>[0]));

function tell(list: unknown[], values: unknown[], maxKeys = 10_000) {
  const tally = createValueTally(choices(list), { maxKeys });
  const answered = values.filter((value) => tally.add(value)).length;
  return { answered, ...tally.finish() };
}

test('[insight.choices] options in their order, also those nobody chose; then other values by count', () => {
  expect(tell([['b', 'Bee'], 'a', ['c', 'Sea']], ['a', 'x', ['b', 'a'], 'y', 'y', [], null, undefined, {}])).toEqual({
    answered: 5,
    values: [
      { value: 'b', label: 'Bee', count: 1 },
      { value: 'a', label: 'a', count: 2 },
      { value: 'c', label: 'Sea', count: 0 },
      { value: 'y', label: 'y', count: 2 },
      { value: 'x', label: 'x', count: 1 },
    ],
    otherCount: 0,
  });
});

test('[insight.choices] at most 50 other values; equally frequent ones in a fixed order; the rest in otherCount', () => {
  const values = Array.from({ length: 120 }, (_, place) => `v${String(place).padStart(3, '0')}`);
  const told = tell(['a'], [...values, ...values.slice(60), 'v119', 'x'.repeat(201)]);
  expect(told.values).toHaveLength(51);
  expect(told.values.slice(0, 3)).toEqual([
    { value: 'a', label: 'a', count: 0 },
    { value: 'v119', label: 'v119', count: 3 },
    { value: 'v060', label: 'v060', count: 2 },
  ]);
  expect(told.otherCount).toBe(10 * 2 + 60 + 1);
  // Whatever the order they came in.
  expect(tell(['a'], [...values, ...values.slice(60), 'v119', 'x'.repeat(201)].reverse())).toEqual(told);
});

test('[insight.choices] memory is bounded: values that came too late are counted together', () => {
  const told = tell([], ['a', 'b', 'c', 'a', 'd', 'd', 'd'], 2);
  expect(told).toEqual({
    answered: 7,
    values: [
      { value: 'a', label: 'a', count: 2 },
      { value: 'b', label: 'b', count: 1 },
    ],
    otherCount: 4,
  });
});

test('[insight.choices] a very long option list shows its first 500, and of the others what was chosen', () => {
  const list = Array.from({ length: 600 }, (_, place) => [`o${place}`, `Option ${place}`]);
  const told = tell(list, ['o0', 'o599', 'o599']);
  expect(told.values).toHaveLength(501);
  expect(told.values[0]).toEqual({ value: 'o0', label: 'Option 0', count: 1 });
  expect(told.values[500]).toEqual({ value: 'o599', label: 'Option 599', count: 2 });
  expect(told.otherCount).toBe(0);
});

test('[insight.choices] options of typed fields are met as they are stored', () => {
  const numbers = { type: 'fRadio', name: 'x', typeValidator: 'num' };
  expect(choices([['1', 'One'], 2, 'many', ['1', 'Again']], numbers)).toEqual([
    { value: 1, label: 'One', count: 0 },
    { value: 2, label: '2', count: 0 },
  ]);
  const dates = { type: 'fSelect', name: 'x', typeValidator: 'date' };
  expect(choices([['2024-05-01', 'May Day']], dates)).toEqual([
    { value: '2024-05-01T00:00:00.000Z', label: 'May Day', count: 0 },
  ]);
  const tally = createValueTally(
    choices([
      [1, 'One'],
      [true, 'Yes'],
    ]),
    { maxKeys: 10 },
  );
  for (const value of [1, '1', true, 'true']) tally.add(value);
  // As the engine itself tells options apart: by their text.
  expect(tally.finish().values.map(({ count }) => count)).toEqual([2, 2]);
});

test('[insight.choices] names that every object has are values like any other', () => {
  const told = tell(['constructor'], ['constructor', '__proto__', 'toString', '__proto__']);
  expect(told.values.map(({ value, count }) => [value, count])).toEqual([
    ['constructor', 1],
    ['__proto__', 2],
    ['toString', 1],
  ]);
});
