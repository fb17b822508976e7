import { expect, test } from 'vitest';
import { type Part, partsToMerge } from './index-parts.ts';

const partsOf = (sizes: readonly number[]) => sizes.map((size) => ({ segment: { size } }) as Part);

test.each<[string, number[], boolean, number]>([
  ['one', [9], true, -1],
  ['while options are added, some parts are left alone', Array.from({ length: 16 }, () => 1), false, -1],
  ['small ones beside a large one', [500_000, ...Array.from({ length: 16 }, () => 1)], false, 1],
  ['when it is quiet: a tail that is small stays', [500_000, 1, 1, 1], true, -1],
  ['when it is quiet: many small ones', [500_000, ...Array.from({ length: 8 }, () => 1)], true, 1],
  ['when it is quiet: a fair share', [50_000, 50_000, 50_000], true, 0],
])('[options-sets.search.lag] segments that become one: %s', (_title, sizes, isQuiet, first) => {
  expect(partsToMerge(partsOf(sizes), { isQuiet })).toBe(first);
});

test('[options-sets.search.lag] added one by one, options are laid out again a few times each, and segments stay few', () => {
  let sizes = [10_000];
  let laidOut = 0;
  for (let i = 0; i < 5_000; i++) {
    sizes.push(1);
    const first = partsToMerge(partsOf(sizes), { isQuiet: false });
    if (first < 0) continue;
    const merged = sizes.slice(first).reduce((sum, size) => sum + size, 0);
    laidOut += merged;
    sizes = [...sizes.slice(0, first), merged];
    expect(sizes.length).toBeLessThanOrEqual(16);
  }
  expect(laidOut).toBeLessThan(20 * 5_000);
});
