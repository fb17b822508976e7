import { expect, test } from 'vitest';
import { fieldProjector } from './lists.ts';

const record = { id: 'x', data: { a: 1, rows: [{ p: 1, q: 2 }, null, { p: 3 }], empty: {} }, name: 'n' };

test.each([
  [['id', 'name'], { id: 'x', name: 'n' }],
  [['data.a'], { data: { a: 1 } }],
  [['data.rows.p'], { data: { rows: [{ p: 1 }, {}, { p: 3 }] } }],
  [['data.rows.p', 'data.rows.q'], { data: { rows: [{ p: 1, q: 2 }, {}, { p: 3 }] } }],
  [['data.a', 'data'], { data: record.data }],
  [['data', 'data.a'], { data: record.data }],
  [['data.none', 'data.rows.none', 'data.a.b', 'none', '__proto__', 'constructor', ''], {}],
  [['data.empty'], { data: { empty: {} } }],
  [['data.empty.x'], {}],
])('[lists.fields] fields %j', (fields, expected) => {
  expect(fieldProjector(fields)(record)).toEqual(expected);
});

test('[lists.fields] more names than a record has properties', () => {
  const names = Array.from({ length: 100 }, (_, place) => `data.rows.x${place}`);
  expect(fieldProjector([...names, 'data.rows.q', 'id'])(record)).toEqual({
    id: 'x',
    data: { rows: [{ q: 2 }, {}, {}] },
  });
});

test.each([
  [['with.dot'], { 'with.dot': 'long' }],
  [['with.x'], { with: { x: 1 } }],
  [['with'], { with: { dot: 'short', x: 1, 'a.b': [{ c: 1 }] } }],
  [['with.a.b.c', 'with.dot'], { 'with.dot': 'long', with: { 'a.b': [{ c: 1 }] } }],
  [['with.dot.none', 'a'], {}],
])('[lists.fields] names with dots: the longest that is there counts, %j', (fields, expected) => {
  const dotted = { 'with.dot': 'long', with: { dot: 'short', x: 1, 'a.b': [{ c: 1 }] } };
  expect(fieldProjector(fields)(dotted)).toEqual(expected);
});
