import { expect, test } from 'vitest';
import { csvText } from './csv-text.ts';

test('[management] csv: quotes, separators, lines and formulas', () => {
  const rows = [
    ['a', 'שלום', ''],
    ['=1+1', '@x', '-5'],
    ['say "hi"', 'a,b;c', 'one\ntwo'],
  ];
  expect(csvText(rows)).toBe(`\ufeffa,שלום,\r\n"'=1+1","'@x","'-5"\r\n"say ""hi""","a,b;c","one\ntwo"\r\n`);
});
