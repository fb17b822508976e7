import { expect, test } from 'vitest';
import { isUpsideDown, rangeLimits, readRange, type TimeRange, writeRange } from './time-range.ts';

const now = new Date(2024, 2, 15, 17, 30);
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day).toISOString();

test.each<[TimeRange, { from?: string; to?: string }]>([
  [{ key: 'all' }, {}],
  [{ key: '7d' }, { from: at(2024, 3, 9) }],
  [{ key: '30d' }, { from: at(2024, 2, 15) }],
  [{ key: '12m' }, { from: at(2023, 4, 1) }],
  [
    { key: 'custom', first: '2024-01-31', last: '2024-02-29' },
    { from: at(2024, 1, 31), to: at(2024, 3, 1) },
  ],
  [{ key: 'custom', first: '2024-01-31' }, { from: at(2024, 1, 31) }],
  [{ key: 'custom', last: '2023-12-31' }, { to: at(2024, 1, 1) }],
  [{ key: 'custom' }, {}],
])('[management] ranges of time: %j is whole days of the own clock', (range, limits) => {
  expect(rangeLimits(range, now)).toEqual(limits);
});

test.each<[TimeRange, string]>([
  [{ key: 'all' }, ''],
  [{ key: '30d' }, '?range=30d'],
  [{ key: 'custom', first: '2024-01-31', last: '2024-02-29' }, '?range=custom&first=2024-01-31&last=2024-02-29'],
])('[management] ranges of time: %j in the address and back', (range, search) => {
  expect(writeRange(range)).toBe(search);
  expect(readRange(search)).toEqual(range);
});

test('[management] ranges of time: an address that makes no sense', () => {
  expect(readRange('?range=forever')).toEqual({ key: 'all' });
  expect(readRange('?range=custom&first=<script>&last=2024-02-29')).toEqual({ key: 'custom', last: '2024-02-29' });
  expect(isUpsideDown({ key: 'custom', first: '2024-02-02', last: '2024-02-01' })).toBe(true);
  expect(isUpsideDown({ key: 'custom', first: '2024-02-02', last: '2024-02-02' })).toBe(false);
});
