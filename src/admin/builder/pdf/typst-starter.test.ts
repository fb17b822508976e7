import { expect, test } from 'vitest';
import { errorLine, lineRange } from './typst-starter.ts';

test('[builder] PDF layouts: the line of an error is found in the server’s words and in the source', () => {
  const message = 'The PDF could not be made. The PDF layout has an error: line 2, column 5: unknown variable: nope';
  expect(errorLine(message)).toBe(2);
  expect(errorLine('The PDF took too long.')).toBeUndefined();
  const source = 'one\ntwo two\n\nfour';
  const line = (number: number) => source.slice(...lineRange(source, number));
  expect([1, 2, 3, 4, 9].map(line)).toEqual(['one', 'two two', '', 'four', '']);
});
