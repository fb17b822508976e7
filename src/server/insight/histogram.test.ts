import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histogramOf } from './histogram.ts';

function histogramFor(numbers: readonly number[]) {
  const counts = new Map<number, number>();
  for (const value of numbers) counts.set(value, (counts.get(value) ?? 0) + 1);
  const seen = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value);
  const min = seen[0]!.value;
  const max = seen.at(-1)!.value;
  return histogramOf(seen, { count: numbers.length, min, max, isWhole: numbers.every(Number.isInteger) });
}

const anyNumber = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.integer({ min: -1000, max: 1000 }).map((value) => value / 100),
  fc.constantFrom(0, -0, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 1e15, 1e20, 1e-20, 0.1, 0.3, 0.7),
);

test('[insight.numbers] at most 20 buckets, without gaps, and every number is in the one it says', () => {
  fc.assert(
    fc.property(fc.array(anyNumber, { minLength: 1, maxLength: 100 }), (numbers) => {
      const buckets = histogramFor(numbers);
      expect(buckets.length).toBeLessThanOrEqual(20);
      expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length);
      buckets.forEach(({ from, to, count }, place) => {
        expect(Number.isFinite(from) && Number.isFinite(to) && from < to).toBe(true);
        if (place > 0) expect(from).toBe(buckets[place - 1]!.to);
        const isLast = place === buckets.length - 1;
        const inside = numbers.filter((value) => value >= from && (value < to || (isLast && value <= to)));
        expect(count).toBe(inside.length);
      });
    }),
    { numRuns: 1_500 },
  );
});

test.each([
  [
    [1, 2, 2, 3, 5],
    [1, 2, 3, 4, 5, 6],
  ],
  [[7], [7, 8]],
  [
    [0, 0, 0],
    [0, 1],
  ],
  [
    [0, 89],
    [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90],
  ],
  [
    [0.1, 0.2, 0.3],
    [
      0.1, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17, 0.18, 0.19, 0.2, 0.21, 0.22, 0.23, 0.24, 0.25, 0.26, 0.27, 0.28,
      0.29, 0.3, 0.31,
    ]
      .filter((_, place) => place % 2 === 0)
      .concat(0.32),
  ],
  [
    [-15, 15],
    [-16, -14, -12, -10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10, 12, 14, 16],
  ],
  [
    [18, 18.5, 21],
    [18, 18.2, 18.4, 18.6, 18.8, 19, 19.2, 19.4, 19.6, 19.8, 20, 20.2, 20.4, 20.6, 20.8, 21, 21.2],
  ],
])('[insight.numbers] edges of %j are round', (numbers, edges) => {
  const buckets = histogramFor(numbers);
  expect([buckets[0]?.from, ...buckets.map(({ to }) => to)]).toEqual(edges);
});

test('[insight.numbers] one mistyped number does not push the others into one bucket', () => {
  const ages = Array.from({ length: 400 }, (_, place) => 20 + (place % 50));
  const buckets = histogramFor([...ages, 1_990_000, -7_000]);
  expect(buckets[0]).toEqual({ from: -7000, to: 20, count: 1 });
  expect(buckets.at(-1)).toEqual({ from: 70, to: 1_990_000, count: 1 });
  expect(buckets.slice(1, -1)).toEqual(
    Array.from({ length: 10 }, (_, place) => ({ from: 20 + 5 * place, to: 25 + 5 * place, count: 40 })),
  );
});
