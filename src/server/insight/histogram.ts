// A histogram with edges at round numbers: 1, 2 or 5 times a power of ten apart, whole where the numbers are.
import type { NumberInsight } from '../../api-types/insight.ts';

/** The number at a place among all of them in order. */
export function numberAt(seen: readonly Weighted[], place: number): number {
  let passed = 0;
  for (const { value, count } of seen) {
    passed += count;
    if (passed > place) return value;
  }
  return seen.at(-1)?.value ?? 0;
}

/** A number, and how often it came. */
export interface Weighted {
  readonly value: number;
  readonly count: number;
}

const maxBuckets = 20;

/** `seen` is in order and not empty. */
export function histogramOf(
  seen: readonly Weighted[],
  { count, min, max, isWhole }: { count: number; min: number; max: number; isWhole: boolean },
): NumberInsight['histogram'] {
  const { low, high } = withoutOutliers(seen, { count, min, max });
  const isCut = low > min || high < max;
  const scale = findScale(low, high, { isWhole, maxBuckets: isCut ? maxBuckets - 2 : maxBuckets });
  const first = placeOf(low, scale);
  const last = placeOf(high, scale);
  const counts = new Array<number>(last - first + 1).fill(0);
  let below = 0;
  let above = 0;
  for (const { value, count: times } of seen) {
    const place = placeOf(value, scale) - first;
    if (place < 0) below += times;
    else if (place >= counts.length) above += times;
    else counts[place]! += times;
  }
  const buckets = counts.map((times, place) => ({
    from: toNumber(edgeAt(first + place, scale)),
    to: toNumber(edgeAt(first + place + 1, scale)),
    count: times,
  }));
  if (below > 0) buckets.unshift({ from: min, to: edgeAt(first, scale), count: below });
  if (above > 0) buckets.push({ from: edgeAt(last + 1, scale), to: max, count: above });
  return buckets;
}

/** How many times the span of nearly all numbers one may lie outside before it gets no say in the edges. */
const farSpans = 3;
const nearlyAll = 0.01;

/** One mistyped number must not push all others into a single bucket. */
function withoutOutliers(
  seen: readonly Weighted[],
  { count, min, max }: { count: number; min: number; max: number },
): { low: number; high: number } {
  const low = numberAt(seen, Math.floor(count * nearlyAll));
  const high = numberAt(seen, Math.ceil(count * (1 - nearlyAll)) - 1);
  const far = farSpans * (high - low);
  const isFar = far > 0 && (max - high > far || low - min > far);
  return isFar ? { low: low - min > far ? low : min, high: max - high > far ? high : max } : { low: min, high: max };
}

/** Edges are at whole multiples of `factor` times ten to the `power`. */
interface Scale {
  readonly factor: 1 | 2 | 5;
  readonly power: number;
}

/** Steps smaller than this part of a number are lost in it. */
const finest = 2 ** -40;
const minPower = -300;

function findScale(low: number, high: number, wanted: { isWhole: boolean; maxBuckets: number }): Scale {
  // In halves: the span of two numbers may be too large for one.
  const span = Math.max(high / 2 - low / 2, Math.abs(high / 2) * finest, Math.abs(low / 2) * finest);
  let power = Math.max(minPower, span === 0 ? 0 : Math.floor(Math.log10(span / wanted.maxBuckets)) - 1);
  if (wanted.isWhole) power = Math.max(0, power);
  for (; ; power += 1) {
    for (const factor of [1, 2, 5] as const) {
      const scale = { factor, power };
      const isDistinct = edgeAt(placeOf(high, scale) + 1, scale) > high;
      if (isDistinct && placeOf(high, scale) - placeOf(low, scale) < wanted.maxBuckets) return scale;
    }
  }
}

/** The bucket of a number: the one that begins at it, where it is an edge. */
function placeOf(value: number, scale: Scale): number {
  const place = Math.floor(scale.power < 0 ? (value * 10 ** -scale.power) / scale.factor : value / edgeAt(1, scale));
  if (value >= edgeAt(place + 1, scale)) return place + 1;
  return value < edgeAt(place, scale) ? place - 1 : place;
}

/** Divided by a power of ten rather than multiplied by a part: 3 / 10 is 0.3, 3 * 0.1 is not. */
function edgeAt(place: number, { factor, power }: Scale): number {
  return power < 0 ? (place * factor) / 10 ** -power : place * factor * 10 ** power;
}

/** The outermost edges of the largest numbers there are would be infinite. */
function toNumber(edge: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(edge, Number.MAX_VALUE));
}
