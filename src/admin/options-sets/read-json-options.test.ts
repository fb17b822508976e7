import { expect, test } from 'vitest';
import { readJsonOptions } from './read-json-options.ts';

const read = (value: unknown) => readJsonOptions(JSON.stringify(value));

test('[management] JSON: what the service downloads, a list of options, a list of texts', () => {
  const options = [{ value: 'a', score: 1, data: { k: 'x', n: 7, b: true, none: null } }, { value: 'b' }];
  const found = { options: { options, problems: [], problemCount: 0, repeatCount: 0 } };
  expect(read({ options })).toEqual(found);
  expect(read(options)).toEqual(found);
  expect(read(['a', 7])).toMatchObject({ options: { options: [{ value: 'a' }, { value: '7' }] } });
});

test('[management] JSON: items with a problem are named and left out', () => {
  const found = read([
    { value: '' },
    { value: 'x', score: 'high' },
    { value: 'x', data: { 'a.b': 1 } },
    null,
    { value: 'ok' },
  ]);
  expect(found).toMatchObject({
    options: {
      options: [{ value: 'ok' }],
      problemCount: 4,
      problems: [
        { line: 1, kind: 'noValue' },
        { line: 2, kind: 'score', cell: 'high' },
        { line: 3, kind: 'data', key: 'a.b' },
        { line: 4, kind: 'noValue' },
      ],
    },
  });
});

test('[management] JSON: records become columns; anything else is not a list', () => {
  expect(
    read([
      { town: 'Haifa', code: 1 },
      { town: 'Lod', more: { x: 1 } },
    ]),
  ).toEqual({
    rows: [
      { line: 1, cells: ['town', 'code', 'more'] },
      { line: 2, cells: ['Haifa', '1', ''] },
      { line: 3, cells: ['Lod', '', '{"x":1}'] },
    ],
  });
  expect([read({ a: 1 }), read('x'), readJsonOptions('{')]).toEqual(['noList', 'noList', 'notJson']);
});
