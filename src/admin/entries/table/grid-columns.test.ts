// In which order and width does the table draw its columns?
import { expect, test } from 'vitest';
import type { FieldColumn } from '../table-columns.ts';
import { gridColumns, moveName, orderNames } from './grid-columns.ts';
import { type GridLayout, standardLayout } from './grid-props.ts';

test('[management] table columns: a kept order holds, and a column that it does not know follows its neighbour', () => {
  const names = ['status', 'a', 'b', 'c'];
  expect(orderNames(names, [])).toEqual(names);
  expect(orderNames(names, ['c', 'a', 'status'])).toEqual(['c', 'a', 'b', 'status']);
  expect(orderNames(names, ['b', 'gone', 'b', 'a'])).toEqual(['status', 'b', 'c', 'a']);
  expect(orderNames([], ['a'])).toEqual([]);
});

test('[management] table columns: a moved column is where it was put; hidden ones keep their places', () => {
  const order = moveName(['a', 'b', 'c'], { name: 'c', to: 0 }, []);
  expect(order).toEqual(['c', 'a', 'b']);
  const hidden = moveName(['a', 'c'], { name: 'a', to: 1 }, ['a', 'b', 'c']);
  expect(orderNames(['a', 'c'], hidden)).toEqual(['c', 'a']);
  expect(orderNames(['a', 'b', 'c'], hidden)).toEqual(['c', 'a', 'b']);
});

const field = (name: string, more: Partial<FieldColumn> = {}): FieldColumn => ({
  name,
  title: name,
  read: () => ({ text: '' }),
  topKey: name,
  path: name,
  kind: 'text',
  options: [],
  isSortable: true,
  ...more,
});

test('[management] table columns: the number leads; widths have bounds; a fact and an answer of one name are two columns', () => {
  const layout: GridLayout = { ...standardLayout, widths: { a: 5, b: 99_999, constructor: 300 }, order: ['b', 'idx'] };
  const asked = {
    facts: ['name'] as const,
    fields: [field('a'), field('b', { isSortable: false }), field('root.name', { path: 'name' })],
  };
  const columns = gridColumns({ ...asked, layout, factTitle: (name) => name });
  expect(columns.map(({ name }) => name)).toEqual(['idx', 'name', 'a', 'b', 'root.name']);
  expect(columns.map(({ width }) => width).slice(2, 4)).toEqual([64, 960]);
  expect(columns.map(({ sortPath }) => sortPath)).toEqual(['idx', undefined, 'a', undefined, 'name']);
});
