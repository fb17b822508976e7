// Which stored values does a cell offer to filter by?
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import type { FieldColumn, TableEntry } from '../table-columns.ts';
import { cellValues } from './cell-values.ts';
import type { GridColumn } from './grid-columns.ts';

const entry = (data: JsonObject): TableEntry => ({ id: 'e1', idx: 1, status: 'submitted', data }) as TableEntry;
const column = (source: GridColumn['source']): GridColumn => ({
  name: 'x',
  title: 'X',
  source,
  width: 100,
  sortPath: undefined,
  isNumeric: false,
});
const field = (path: string, more: Partial<FieldColumn> = {}) =>
  column({
    name: path,
    title: path,
    read: () => ({ text: '' }),
    topKey: path,
    path,
    kind: 'text',
    options: [],
    isSortable: true,
    ...more,
  });

test('[management] filter by this: the stored value with the text of the cell; null without an answer', () => {
  expect(cellValues(field('a'), entry({ a: 'x' }), 'X shown')).toEqual([{ value: 'x', text: 'X shown' }]);
  expect(cellValues(field('a.b'), entry({ a: { b: false } }), 'No')).toEqual([{ value: false, text: 'No' }]);
  const empty: JsonObject[] = [{}, { a: '' }, { a: null }, { a: [] }];
  for (const data of empty) expect(cellValues(field('a'), entry(data), '')).toEqual([{ value: null, text: '' }]);
});

test('[management] filter by this: each answer of several choices by its label, each different one of a repeat', () => {
  const options = [{ value: 'p', label: 'Price' }];
  expect(cellValues(field('a', { kind: 'multi-choice', options }), entry({ a: ['p', 'q'] }), 'Price, q')).toEqual([
    { value: 'p', text: 'Price' },
    { value: 'q', text: 'q' },
  ]);
  const guests: JsonObject = { guests: [{ age: 3 }, { age: 4 }, { age: 3 }, {}] };
  expect(
    cellValues(field('guests.age', { kind: 'number' }), entry(guests), '3 · 4 · 3').map(({ value }) => value),
  ).toEqual([3, 4]);
});

test('[management] filter by this: facts by their value; files and the number not at all', () => {
  expect(cellValues(column('status'), entry({}), 'Submitted')).toEqual([{ value: 'submitted', text: 'Submitted' }]);
  expect(cellValues(column('id'), entry({}), 'e1')).toEqual([]);
  expect(cellValues(column(undefined), entry({}), '1')).toEqual([]);
  expect(cellValues(field('f', { kind: 'file' }), entry({ f: [{ name: 'a.txt' }] }), 'a.txt')).toEqual([]);
});
