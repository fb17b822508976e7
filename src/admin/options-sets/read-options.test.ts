import { expect, test } from 'vitest';
import {
  type Column,
  checkColumns,
  findHeader,
  guessColumns,
  isDataKey,
  maxValueLength,
  readOptions,
} from './read-options.ts';

const rowsOf = (...rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }));
const read = (rows: string[][], columns: Column[], skipsRepeats = false) => {
  const steps = readOptions(rowsOf(...rows), columns, { skipsRepeats });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
const columns: Column[] = [
  { role: 'value', key: 'value' },
  { role: 'score', key: 'score' },
  { role: 'number', key: 'code' },
  { role: 'text', key: 'area' },
  { role: 'skip', key: 'note' },
];

test('[management] options: value, score, numbers and texts; what is empty is not there', () => {
  const rows = [
    [' Haifa ', '5', '4000', 'north', 'n'],
    ['Eilat', '', '', '', ''],
    ['Lod', '-1.5'],
  ];
  expect(read(rows, columns)).toEqual({
    options: [
      { value: 'Haifa', score: 5, data: { code: 4000, area: 'north' } },
      { value: 'Eilat' },
      { value: 'Lod', score: -1.5 },
    ],
    problems: [],
    problemCount: 0,
    repeatCount: 0,
  });
});

test('[management] options: a row with a problem is named and not added', () => {
  const rows = [
    ['', '5'],
    ['Haifa', 'high'],
    ['Lod', '', '1,000'],
    ['x'.repeat(maxValueLength + 1)],
    ['Acre', '', '', 'y'.repeat(maxValueLength + 1)],
    ['Eilat'],
  ];
  expect(read(rows, columns)).toEqual({
    options: [{ value: 'Eilat' }],
    problems: [
      { line: 1, kind: 'noValue' },
      { line: 2, kind: 'score', cell: 'high', key: 'score' },
      { line: 3, kind: 'number', cell: '1,000', key: 'code' },
      { line: 4, kind: 'tooLong' },
      { line: 5, kind: 'tooLong' },
    ],
    problemCount: 5,
    repeatCount: 0,
  });
});

test('[management] options: many problems are counted, the first are named', () => {
  const { problems, problemCount } = read(
    Array.from({ length: 80 }, () => ['', '1']),
    columns,
  );
  expect([problems.length, problemCount]).toEqual([50, 80]);
});

test('[management] options: repeats are counted, and left out when asked', () => {
  const rows = [
    ['Herzl', '', '1'],
    ['Herzl', '', '2'],
    ['Herzl', '9', '1'],
    ['Herzl', '', '2'],
  ];
  expect(read(rows, columns)).toMatchObject({ repeatCount: 2, options: { length: 4 } });
  expect(read(rows, columns, true).options).toEqual([
    { value: 'Herzl', data: { code: 1 } },
    { value: 'Herzl', data: { code: 2 } },
  ]);
});

test('[management] columns: by their names, and by what is in them', () => {
  const rows = rowsOf(
    ['code', 'Value', 'zip', 'score', ''],
    ['4000', 'Haifa', '0012', '5', '1.5'],
    ['31', 'Eilat', '12', '', ''],
  );
  expect(findHeader(rows)).toBe(true);
  expect(guessColumns(rows, true)).toEqual([
    { role: 'number', key: 'code' },
    { role: 'value', key: 'Value' },
    { role: 'text', key: 'zip' },
    { role: 'score', key: 'score' },
    { role: 'number', key: 'column5' },
  ]);
});

test('[management] columns: without names the first is the value', () => {
  const rows = rowsOf(['Haifa', '4000'], ['Eilat', '31', 'south']);
  expect(findHeader(rows)).toBe(false);
  expect(guessColumns(rows, false)).toEqual([
    { role: 'value', key: 'column1' },
    { role: 'number', key: 'column2' },
    { role: 'text', key: 'column3' },
  ]);
});

test('[management] columns: one column has no name, unless it says so', () => {
  expect(findHeader(rowsOf(['Haifa'], ['Eilat']))).toBe(false);
  expect(findHeader(rowsOf(['ערך'], ['חיפה']))).toBe(true);
  expect(findHeader([])).toBe(false);
});

test.each<[string, Column[], string | undefined]>([
  ['all good', columns, undefined],
  ['no value', [{ role: 'text', key: 'a' }], 'noValueColumn'],
  ['two values', [columns[0]!, columns[0]!], 'twoValueColumns'],
  ['two scores', [columns[0]!, columns[1]!, columns[1]!], 'twoScoreColumns'],
  ['a key with a dot', [columns[0]!, { role: 'text', key: 'a.b' }], 'badKey'],
  ['a key of a dollar', [columns[0]!, { role: 'number', key: '$gt' }], 'badKey'],
  ['no key', [columns[0]!, { role: 'number', key: '' }], 'badKey'],
  ['a bad key that is left out', [columns[0]!, { role: 'skip', key: '$gt' }], undefined],
  ['one key twice', [columns[0]!, { role: 'text', key: 'a' }, { role: 'number', key: 'a' }], 'sameKey'],
])('[management] columns: %s', (_, given, problem) => {
  expect(checkColumns(given)).toBe(problem);
});

test('[management] columns: a key that objects keep for themselves is refused', () => {
  expect(isDataKey('__proto__')).toBe(false);
  expect(read([['a', 'x']], [columns[0]!, { role: 'text', key: 'constructor' }]).options).toEqual([
    { value: 'a', data: { constructor: 'x' } },
  ]);
});
