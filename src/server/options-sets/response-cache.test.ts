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
    if (known === undefined) cache.keep(search, text);
    return known ?? text;
  };
  return { ask, finds: () => finds };
}

test('[options-sets.search.lag] what two asked for is kept for the next who asks', () => {
  const { ask, finds } = countFinds();
  expect([ask('a'), ask('b'), ask('a')]).toEqual(['found for a', 'found for b', 'found for a']);
  expect(finds()).toBe(3);
  expect([ask('a'), ask('a')]).toEqual(['found for a', 'found for a']);
  expect(finds()).toBe(3);
});

test('[options-sets.search.lag] an index that was rebuilt is asked again', () => {
  const { ask, finds } = countFinds();
  const changed = buildSearchIndex([]);
  ask('a', index, 'old');
  expect([ask('a', index, 'old'), ask('a', changed, 'new'), ask('a', changed, 'not asked')]).toEqual([
    'old',
    'new',
    'new',
  ]);
  expect(finds()).toBe(3);
});

test('[options-sets.search.lag] what is kept is bounded, the oldest go first; long texts and huge responses are not kept', () => {
  const { ask, finds } = countFinds(createResponseCache({ maxBytes: 10_000 }));
  for (let n = 0; n < 100; n++) for (let asked = 0; asked < 2; asked++) ask(`key ${n}`);
  ask('key 99');
  expect(finds()).toBe(200);
  ask('key 0');
  expect(finds()).toBe(201);
  for (const [key, text] of [
    ['x'.repeat(500), 'short'],
    ['huge', 'y'.repeat(200)],
  ] as const) {
    const before = finds();
    expect([1, 2, 3].map(() => ask(key, index, text))).toEqual([text, text, text]);
    expect(finds()).toBe(before + 3);
  }
});
