// Do people find what they mean? The share of natural queries whose option comes first, and among the first ten.
import { expect, test } from 'vitest';
import { naturalQueries, type QuerySet } from '../../../test/search/natural-queries.ts';
import { searchedSets } from '../../../test/search/sets.ts';
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
