// CSV cells in spreadsheets whose list separator is a semicolon or a tab, and in readers that split at commas.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startsFormula } from '../../core/text/starts-formula.ts';
import { defuseCell } from './defuse-cell.ts';
import { Utf8Writer } from './utf8-writer.ts';
import { createRowWriter } from './write-csv.ts';

function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  const out = new Utf8Writer();
  const writeRow = createRowWriter(out);
  for (const row of rows) writeRow(row);
  return out.take().toString('utf8');
}

/** As Python's csv module and spreadsheets read: a quote counts only at the start of a cell; after its end text goes on. */
function readCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let state: 'start' | 'plain' | 'quoted' | 'quoteInQuoted' = 'start';
  const endCell = () => {
    row.push(cell);
    cell = '';
    state = 'start';
  };
  for (const character of text.replaceAll('\r\n', '\n')) {
    if (state === 'quoted') {
      if (character === '"') state = 'quoteInQuoted';
      else cell += character;
    } else if (state === 'quoteInQuoted' && character === '"') {
      cell += '"';
      state = 'quoted';
    } else if (character === separator) endCell();
    else if (character === '\n' || character === '\r') {
      endCell();
      rows.push(row);
      row = [];
    } else if (state === 'start' && character === '"') state = 'quoted';
    else {
      cell += character;
      state = 'plain';
    }
  }
  return rows;
}

/** A formula that calls something. A quotation after anything but an operator is an error of syntax, so the cell is text. */
function callsSomething(cell: string): boolean {
  if (/^\s*[=@＝＠]/.test(cell)) return true;
  if (!/^\s*[+\-＋－]/.test(cell) || !/[(|!]/.test(cell)) return false;
  return !/^[^"(|!]*[^\s&+\-*/^=<>:"(|!]\s*"/.test(cell);
}

test('[export.formulas] the cell of the report: no formula for who splits at semicolons', () => {
  const text = writeCsv([['A', 'x;=1+1;y', 'B']]);
  expect(readCsv(text, ';').flat().filter(startsFormula)).toEqual([]);
  expect(readCsv(text, ',')).toEqual([['A', "x;'=1+1;y", 'B']]);
});

test('[export.formulas] the first cell of a row needs only its quotes, until a cell before it ends with a separator', () => {
  expect(writeCsv([['5;=1', 'a']])).toBe('"5;=1",a\r\n');
  const text = writeCsv([
    ['a', 'x;'],
    ['5;=1', 'a'],
  ]);
  expect(readCsv(text, ';').flat().filter(startsFormula)).toEqual([]);
  expect(text).toBe(`a,"x;"\r\n"5;'=1",a\r\n`);
});

test('[export.formulas] a negative number first: what follows is not part of a sum with a decimal comma', () => {
  const text = writeCsv([[-1, "5+cmd|' /C calc'!A0", 'B']]);
  expect(text).toBe(`"-1","5+cmd|' /C calc'!A0","B"\r\n`);
});

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x\t@SUM(A1)', "x\t'@SUM(A1)"],
  ['x; -1', "x;' -1"],
  ['x;"=1+1', 'x;\'"=1+1'],
  ['x\n=1+1', "x\n'=1+1"],
  ["x\n-2+cmd|' /C calc'!A0", "x\n'-2+cmd|' /C calc'!A0"],
  ['x;＝1', "x;'＝1"],
  ['To do:\n- milk\n- bread', 'To do:\n- milk\n- bread'],
  ['1\n-2', '1\n-2'],
  ['1\n-2&', "1\n'-2&"],
  ['a; b; c', 'a; b; c'],
  ['a;b=c;d-e', 'a;b=c;d-e'],
  ['a;', 'a;'],
])('[export.formulas] %j is written as %j', (cell, written) => {
  expect(defuseCell(cell)).toBe(written);
  expect(readCsv(writeCsv([['A', cell, 'B']]), ',').flat()).toEqual(['A', written, 'B']);
});

test('[export.formulas] whatever cells hold: no formula that calls anything, at any separator; commas give the cells', () => {
  const piece = fc.constantFrom(
    ';',
    '\t',
    '\n',
    '\r\n',
    '"',
    '=',
    '+',
    '-',
    '@',
    '(',
    '|',
    '!',
    ' ',
    ',',
    'a',
    '1',
    '＝',
  );
  const cell = fc.oneof(
    fc.integer(),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  );
  const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(rows, (table) => {
      const text = writeCsv(table);
      for (const separator of [';', '\t']) {
        expect(readCsv(text, separator).flat().filter(callsSomething)).toEqual([]);
      }
      const read = readCsv(text, ',').map((row) => row.map((value) => value.replaceAll("'", '')));
      expect(read).toEqual(table.map((row) => row.map((value) => String(value).replaceAll('\r\n', '\n'))));
    }),
    { numRuns: 3000 },
  );
});

test('[limits.growth] the time grows with the length: long runs of separators, blanks and quotes', () => {
  for (const text of [';', '\t', '\n-', ';"', ' ;=', '\n- a']) {
    expect(defuseCell(text.repeat(200_000)).length).toBeGreaterThanOrEqual(text.length * 200_000);
  }
});
