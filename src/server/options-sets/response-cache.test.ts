import { expect, test } from 'vitest';
import { createResponseCache } from './response-cache.ts';
import { buildSearchIndex } from './search-index.ts';

const index = buildSearchIndex([]);

function countFinds(cache = createResponseCache()) {
  let finds = 0;
  const ask = (key: string, of = index, text = `found for ${key}`) => {
    const search = { index: of, key };
    const known = cache.find(search);
    if (known === undefined) finds++;
    return (known ?? cache.keep(search, text)).toString();
  };
  return { ask, finds: () => finds };
}

test('[options-sets.search.lag] a search is made once, and its response kept for the next who asks', () => {
  const { ask, finds } = countFinds();
  expect([ask('a'), ask('b'), ask('a')]).toEqual(['found for a', 'found for b', 'found for a']);
  expect(finds()).toBe(2);
});

test('[options-sets.search.lag] an index that was rebuilt is asked again', () => {
  const { ask, finds } = countFinds();
  const changed = buildSearchIndex([]);
  expect([ask('a', index, 'old'), ask('a', changed, 'new'), ask('a', changed, 'not asked')]).toEqual([
    'old',
    'new',
    'new',
  ]);
  expect(finds()).toBe(2);
});

test('[options-sets.search.lag] what is kept is bounded, the oldest go first; long texts and huge responses are not kept', () => {
  const { ask, finds } = countFinds(createResponseCache({ maxBytes: 10_000 }));
  for (let n = 0; n < 100; n++) ask(`key ${n}`);
  ask('key 99');
  expect(finds()).toBe(100);
  ask('key 0');
  expect(finds()).toBe(101);
  for (const [key, text] of [
    ['x'.repeat(300), 'short'],
    ['huge', 'y'.repeat(200)],
  ] as const) {
    const before = finds();
    expect([ask(key, index, text), ask(key, index, text)]).toEqual([text, text]);
    expect(finds()).toBe(before + 2);
  }
});
