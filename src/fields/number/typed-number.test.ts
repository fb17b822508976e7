import { expect, test } from 'vitest';
import { readTypedNumber } from './typed-number.ts';

const readings: [typed: string, number: number | undefined][] = [
  ['1234.5', 1234.5],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1,234,567.8', 1234567.8],
  ['1.234.567,8', 1234567.8],
  ['12,34,567', 1234567],
  ['1 234,5', 1234.5],
  ['1\u202f234\u202f567', 1234567],
  ["1'234.5", 1234.5],
  ['1,5', 1.5],
  ['0,234', 0.234],
  ['1234,567', 1234.567],
  ['-1.234,5', -1234.5],
  ['−5', -5],
  ['\u200e+5\u200f', 5],
  ['-.5e1', -5],
  // Two readings: as English and Hebrew write numbers.
  ['1,234', 1234],
  ['1.234', 1.234],
  ['', undefined],
  ['.', undefined],
  ['1,234,56', undefined],
  ['1,2,3', undefined],
  ['1..2', undefined],
  ['1 2', undefined],
  ['1,234.5.6', undefined],
  ['12 apples', undefined],
  [`${'9'.repeat(400)},5`, undefined],
];

test.each(readings)('[fill-links.typed-numbers] %s is read as %s', (typed, number) => {
  expect(readTypedNumber(typed)).toBe(number);
});

const exact: [typed: string, number: number | undefined][] = [
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740992', undefined],
  ['9007199254740993', undefined],
  ['12345678901234567890', undefined],
  ['12,345,678,901,234,567,890', undefined],
  ['-9007199254740993', undefined],
  ['1000000000000000000', 1e18],
  ['0000000000000000005', 5],
  ['1.5000000000000000000', 1.5],
  ['1234567890.123456789', undefined],
  ['0.123456789012345', 0.123456789012345],
  ['1e21', 1e21],
];

test.each(exact)(
  '[fill-links.typed-numbers] %s is read as %s: no other number than the one that is seen',
  (typed, number) => {
    expect(readTypedNumber(typed)).toBe(number);
  },
);
