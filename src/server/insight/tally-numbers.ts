// Least, greatest, mean, median and histogram of numbers that pass by once. Up to a few thousand different numbers are kept
// as they are; more are kept in bins whose width grows with the number, so that what they tell is right to about a hundredth.
// [insight.numbers]

import type { NumberInsight } from '../../api-types/insight.ts';
import { histogramOf, numberAt, type Weighted } from './histogram.ts';

export interface NumberTally {
  add(value: number): void;
  finish(): NumberInsight;
}

const maxExactNumbers = 5_000;
const minBins = 64;
/** Each bin ends at so many times where it begins. */
const binRatio = 1.01;
/** Numbers nearer to zero than this share its bin. */
const nearZero = 1e-12;
/** Sums are kept this much smaller: no sum of a million numbers is too large for a number. */
const sumScale = 2 ** -60;

export function createNumberTally({ maxKeys }: { maxKeys: number }): NumberTally {
  let exact: Map<number, number> | undefined = new Map();
  let bins: Bins | undefined;
  let count = 0;
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let isWhole = true;

  return {
    add(value) {
      count += 1;
      sum += value * sumScale;
      if (value < min) min = value;
      if (value > max) max = value;
      isWhole &&= Number.isInteger(value);
      if (exact !== undefined) {
        exact.set(value, (exact.get(value) ?? 0) + 1);
        if (exact.size <= Math.min(maxExactNumbers, maxKeys)) return;
        bins = createBins(Math.max(minBins, Math.min(maxExactNumbers, maxKeys)));
        for (const [known, times] of exact) bins.add(known, times);
        exact = undefined;
      } else bins?.add(value, 1);
    },
    finish() {
      if (count === 0) return { kind: 'number', min: null, max: null, mean: null, median: null, histogram: [] };
      // What was rounded on the way must not end up outside.
      const within = (value: number) => Math.max(min, Math.min(value, max));
      const seen = exact === undefined ? bins!.list(within) : listExact(exact);
      return {
        kind: 'number',
        min,
        max,
        mean: within(sum / count / sumScale),
        median: medianOf(seen, count),
        histogram: histogramOf(seen, { count, min, max, isWhole }),
      };
    },
  };
}

function listExact(exact: ReadonlyMap<number, number>): Weighted[] {
  return [...exact].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value);
}

interface Bins {
  add(value: number, times: number): void;
  /** The mean of each bin, in order. */
  list(within: (value: number) => number): Weighted[];
}

interface Bin {
  count: number;
  sum: number;
}

// Two neighbours become one when there are too many: bins twice as wide, half as many.
function createBins(maxBins: number): Bins {
  const logRatio = Math.log(binRatio);
  let width = 1;
  let bins = new Map<number, Bin>();

  function put(index: number, { count, sum }: Bin): void {
    const bin = bins.get(index);
    if (bin === undefined) bins.set(index, { count, sum });
    else {
      bin.count += count;
      bin.sum += sum;
    }
  }

  return {
    add(value, times) {
      const size = Math.abs(value);
      // Counted from the smallest size that is told apart, so that the sign of the index is the sign of the number.
      const step = size < nearZero ? 0 : 1 + Math.floor(Math.log(size / nearZero) / logRatio / width);
      put(value < 0 ? -step : step, { count: times, sum: value * sumScale * times });
      if (bins.size <= maxBins) return;
      const narrow = bins;
      bins = new Map();
      width *= 2;
      for (const [index, bin] of narrow) {
        const wide = index === 0 ? 0 : Math.sign(index) * (1 + Math.floor((Math.abs(index) - 1) / 2));
        put(wide, bin);
      }
    },
    list(within) {
      const means = [...bins].map(([index, { count, sum }]) => ({
        index,
        value: within(sum / count / sumScale),
        count,
      }));
      return means.sort((a, b) => a.index - b.index).map(({ value, count }) => ({ value, count }));
    },
  };
}

function medianOf(seen: readonly Weighted[], count: number): number {
  const [low, high] = [numberAt(seen, Math.floor((count - 1) / 2)), numberAt(seen, Math.floor(count / 2))];
  // Halved first: the sum of two numbers may be too large for one.
  return low === high ? low : low / 2 + high / 2;
}
