import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSeparator, readDelimited, type Separator } from './read-delimited.ts';

const read = (text: string, separator: Separator = 'comma') => {
  const steps = readDelimited(text, separator);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
const cellsOf = (text: string, separator?: Separator) => read(text, separator).map(({ cells }) => cells);

test.each<[string, string, Separator, string[][]]>([
  [
    'rows and columns',
    'a,b\nc,d',
    'comma',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['every kind of line break', 'a\r\nb\rc\n', 'comma', [['a'], ['b'], ['c']]],
  ['a mark at the beginning is not text', '\uFEFFa,b', 'comma', [['a', 'b']]],
  ['quotes around a separator', '"a,b",c', 'comma', [['a,b', 'c']]],
  ['a quote inside quotes', '"say ""hi""",x', 'comma', [['say "hi"', 'x']]],
  [
    'a line break inside quotes',
    '"a\r\nb",c\nd,e',
    'comma',
    [
      ['a\r\nb', 'c'],
      ['d', 'e'],
    ],
  ],
  ['a quote inside a cell is itself', 'צה"ל,5" pipe', 'comma', [['צה"ל', '5" pipe']]],
  [
    'a quote that is never closed is itself',
    '"open,b\nc,d',
    'comma',
    [
      ['"open', 'b'],
      ['c', 'd'],
    ],
  ],
  ['what follows a closing quote is kept', '"a"b,c', 'comma', [['ab', 'c']]],
  ['empty cells', ',a,\n', 'comma', [['', 'a', '']]],
  ['rows without a word are left out', 'a\n\n , \n\t\nb', 'comma', [['a'], ['b']]],
  [
    'tabs',
    'a\tb, c\n"d\te"\tf',
    'tab',
    [
      ['a', 'b, c'],
      ['d\te', 'f'],
    ],
  ],
  ['semicolons', 'a;1,5', 'semicolon', [['a', '1,5']]],
  ['one per line: nothing is a sign', '"a", b\tc\r\nd;e', 'none', [['"a", b\tc'], ['d;e']]],
  ['nothing', '', 'comma', []],
])('[management] rows: %s', (_, text, separator, rows) => {
  expect(cellsOf(text, separator)).toEqual(rows);
});

test('[management] rows: a row knows its line, however many lines its cells have', () => {
  expect(read('a\n\n"b\nc\r\nd",e\nf').map(({ line }) => line)).toEqual([1, 3, 6]);
});

test('[management] rows: whatever is written as spreadsheets do is read back', () => {
  const cell = fc.string({ unit: 'grapheme' }).map((text) => `x${text}`);
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
      const text = rows.map((cells) => cells.map(quote).join(',')).join('\r\n');
      expect(cellsOf(text)).toEqual(rows);
    }),
  );
});

test.each([
  ['Haifa, Israel\nParis, France', 'paste', 'none'],
  ['Haifa\t4000', 'paste', 'tab'],
  ['a,b', 'csv', 'comma'],
  ['a;b,c\nd;e\nf;g', 'csv', 'semicolon'],
  ['"a;b;c";x\n"d,e,f";y', 'csv', 'semicolon'],
  ['a\tb\nc\td', 'csv', 'tab'],
  ['one\ntwo', 'csv', 'comma'],
  ['a,b', 'other', 'none'],
  ['a\tb', 'other', 'tab'],
] as const)('[management] separators: %j in %s: %s', (text, source, separator) => {
  expect(findSeparator(text, source)).toBe(separator);
});
