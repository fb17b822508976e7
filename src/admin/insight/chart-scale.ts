// Where the lines of a chart's scale stand, and which of many columns carry a label.

/** Whole numbers from 0 to at least `max`, three to five of them: 0, 5, 10 for 9. */
export function countScale(max: number): number[] {
  const rough = Math.max(1, max) / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? rough);
  const steps = Math.ceil(Math.max(1, max) / step);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Places of at most `most` labels among `count` columns, evenly apart, the first among them. */
export function labelPlaces(count: number, most: number): Set<number> {
  const every = Math.max(1, Math.ceil(count / most));
  return new Set(Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every));
}
