import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countScale, labelPlaces } from './chart-scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [2, [0, 1, 2]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [17, [0, 10, 20]],
  [60, [0, 20, 40, 60]],
  [1_000_000, [0, 500_000, 1_000_000]],
])('[management] scales: %d', (max, scale) => {
  expect(countScale(max)).toEqual(scale);
});

test('[management] scales: always whole, few, and high enough', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (max) => {
      const scale = countScale(max);
      expect(scale.at(-1)).toBeGreaterThanOrEqual(max);
      expect(scale.every(Number.isInteger)).toBe(true);
      expect(scale.length).toBeLessThanOrEqual(5);
    }),
  );
});

test('[management] labels of charts: evenly apart', () => {
  expect([...labelPlaces(5, 6)]).toEqual([0, 1, 2, 3, 4]);
  expect([...labelPlaces(12, 6)]).toEqual([0, 2, 4, 6, 8, 10]);
  expect([...labelPlaces(0, 6)]).toEqual([]);
});
