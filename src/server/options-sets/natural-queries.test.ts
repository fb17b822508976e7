// Do people find what they mean? The share of natural queries whose option comes first, and among the first ten.
import { expect, test } from 'vitest';
import { naturalQueries, type QuerySet } from '../../../test/search/natural-queries.ts';
import { otherNameQueries } from '../../../test/search/other-name-queries.ts';
import { searchedSets, storedSets } from '../../../test/search/sets.ts';
import { buildSearchIndex } from './search-index.ts';

const first = 0.94;
const inFirstTen = 0.98;
/** Without near matches: what the rule alone finds. */
const firstByRule = 0.3;

test('[options-sets.search.near] natural queries: the share that is found first, and among the first ten', () => {
  const sets = searchedSets();
  const near = { all: 0, first: 0, ten: 0 };
  let byRule = 0;
  const missed: string[] = [];
  for (const [set, lines] of Object.entries(naturalQueries)) {
    const options = sets[set as QuerySet];
    const index = buildSearchIndex(options);
    for (const line of lines.trim().split(/\n\s*/)) {
      const [term = '', meant = ''] = line.split(' → ');
      expect(
        options.some(({ value }) => value === meant),
        `${set} has ${meant}`,
      ).toBe(true);
      const found = index.autocomplete({ term, limit: 10, near: true });
      const rule = index.autocomplete({ term, limit: 10 });
      expect(found.slice(0, rule.length)).toEqual(rule);
      near.all++;
      if (found[0] === meant) near.first++;
      else missed.push(`${set}: ${line} (${found.slice(0, 3).join('; ')})`);
      if (found.includes(meant)) near.ten++;
      if (rule[0] === meant) byRule++;
    }
  }
  expect(near.all).toBeGreaterThanOrEqual(300);
  expect(byRule / near.all).toBeGreaterThanOrEqual(firstByRule);
  expect(near.first / near.all, missed.join('\n')).toBeGreaterThanOrEqual(first);
  expect(near.ten / near.all, missed.join('\n')).toBeGreaterThanOrEqual(inFirstTen);
});

test('[options-sets.search.names] other names that people use: all among the first three, nearly all first', () => {
  const [sets, stored] = [searchedSets(), storedSets()];
  const counts = { all: 0, first: 0, three: 0, ten: 0, withoutNames: 0 };
  const missed: string[] = [];
  for (const [set, lines] of Object.entries(otherNameQueries) as [QuerySet, string][]) {
    const [index, plain] = [buildSearchIndex(sets[set]), buildSearchIndex(stored[set])];
    for (const line of lines.trim().split(/\n\s*/)) {
      const [term = '', meant = ''] = line.split(' → ');
      expect(
        sets[set].some(({ value }) => value === meant),
        `${set} has ${meant}`,
      ).toBe(true);
      const found = index.autocomplete({ term, limit: 10, near: true });
      counts.all++;
      if (found[0] === meant) counts.first++;
      else missed.push(`${set}: ${line} (${found.slice(0, 3).join('; ')})`);
      if (found.slice(0, 3).includes(meant)) counts.three++;
      if (found.includes(meant)) counts.ten++;
      if (plain.autocomplete({ term, limit: 10, near: true })[0] === meant) counts.withoutNames++;
      // Without near matches nothing is found by another name.
      expect(index.autocomplete({ term, limit: 10 })).toEqual(plain.autocomplete({ term, limit: 10 }));
    }
  }
  const { all } = counts;
  expect({ ...counts, missed }).toMatchObject({ three: all, ten: all });
  expect(counts.first / all, missed.join('\n')).toBeGreaterThanOrEqual(0.95);
  expect(counts.withoutNames / all).toBeLessThan(0.6);
});
