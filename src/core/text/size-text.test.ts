import { expect, test } from 'vitest';
import { sizeText } from './size-text.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [2_500_000, '2.5 MB'],
  [1_249_000_000, '1.2 GB'],
  [3e15, '3,000 TB'],
])('[values.as-text] %d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes, 'en')).toBe(text);
  expect(sizeText(bytes, 'he')).toContain(text.split(' ')[0]);
});
