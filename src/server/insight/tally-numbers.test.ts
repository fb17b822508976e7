import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createNumberTally } from './tally-numbers.ts';

function tell(numbers: readonly number[], maxKeys = 10_000) {
  const tally = createNumberTally({ maxKeys });
  for (const value of numbers) tally.add(value);
  return tally.finish();
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (place: number) => sorted[place]!;
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? middle(half) : middle(half - 1) / 2 + middle(half) / 2;
}

test('[insight.numbers] without numbers there is nothing to tell', () => {
  expect(tell([])).toEqual({ kind: 'number', min: null, max: null, mean: null, median: null, histogram: [] });
});

test('[insight.numbers] exact while the different numbers are few', () => {
  const any = fc.oneof(fc.integer({ min: -99, max: 99 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
  // Zero and minus zero are one number to everybody who reads of it.
  const value = any.map((number) => number + 0);
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (numbers) => {
      const told = tell(numbers);
      expect([told.min, told.max]).toEqual([Math.min(...numbers), Math.max(...numbers)]);
      expect(told.median).toBeCloseTo(median(numbers), 9);
      expect(told.mean).toBeCloseTo(numbers.reduce((sum, one) => sum + one, 0) / numbers.length, 6);
    }),
    { numRuns: 1_000 },
  );
});

test('[insight.numbers] very many different numbers: least, greatest and mean exact, the median within a hundredth', () => {
  // A fixed generator: the same numbers at every run.
  let state = 12345;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const kinds: (() => number)[] = [
    () => random() * 1000,
    () => -(random() ** 3) * 1e9,
    () => Math.exp(random() * 40 - 20),
    () => (random() - 0.5) * 1e6,
    () => Math.floor(random() * 1e7),
  ];
  for (const make of kinds) {
    const numbers = Array.from({ length: 50_000 }, make);
    const told = tell(numbers);
    expect([told.min, told.max]).toEqual([
      numbers.reduce((a, b) => Math.min(a, b)),
      numbers.reduce((a, b) => Math.max(a, b)),
    ]);
    const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    expect(Math.abs((told.mean as number) - mean)).toBeLessThanOrEqual(Math.abs(mean) * 1e-9);
    const exact = median(numbers);
    const sorted = numbers.toSorted((a, b) => a - b);
    // Of numbers on both sides of zero the middle one may be near zero, where a hundredth is little: its rank must be right.
    const rank = sorted.findIndex((one) => one >= (told.median as number)) / sorted.length;
    const isNear = Math.abs((told.median as number) - exact) <= Math.abs(exact) * 0.011;
    expect(isNear || Math.abs(rank - 0.5) < 0.005).toBe(true);
    expect(told.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length);
    expect(told.histogram.length).toBeLessThanOrEqual(20);
  }
});

test('[insight.numbers] extreme numbers and little memory break nothing', () => {
  const extreme = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 0, -0, 1e-300, 1e300),
  );
  fc.assert(
    fc.property(
      fc.array(extreme, { minLength: 1, maxLength: 300 }),
      fc.constantFrom(1, 16, 10_000),
      (numbers, maxKeys) => {
        const told = tell(numbers, maxKeys);
        for (const part of [told.min, told.max, told.mean, told.median]) expect(Number.isFinite(part)).toBe(true);
        expect(told.histogram.length).toBeLessThanOrEqual(20);
        expect(told.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length);
        for (const { from, to } of told.histogram)
          expect(from < to && Number.isFinite(from) && Number.isFinite(to)).toBe(true);
        expect(told.median).toBeGreaterThanOrEqual(told.min as number);
        expect(told.median).toBeLessThanOrEqual(told.max as number);
      },
    ),
    { numRuns: 2_000 },
  );
});
