import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Chunk, chunkIds } from './chunks.ts';

const many = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
const keyOf = (chunks: readonly Chunk[]) => new Map(chunks.flatMap(({ key, ids }) => ids.map((id) => [id, key])));
const moved = (before: readonly Chunk[], after: readonly Chunk[]) => {
  const keys = keyOf(before);
  return [...keyOf(after)].filter(([id, key]) => keys.has(id) && keys.get(id) !== key).map(([id]) => id);
};

test('[builder] a list is drawn in chunks, in its order, of which none is long', () => {
  const ids = fc.uniqueArray(
    fc.integer({ min: 0, max: 200 }).map((number) => `n${number}`),
    { maxLength: 120 },
  );
  fc.assert(
    fc.property(fc.array(ids, { minLength: 1, maxLength: 6 }), (lists) => {
      let chunks: Chunk[] = [];
      for (const list of lists) {
        chunks = chunkIds(list, chunks);
        expect(chunks.flatMap((chunk) => chunk.ids)).toEqual(list);
        expect(chunks.every((chunk) => chunk.ids.length > 0 && chunk.ids.length <= 24)).toBe(true);
        expect(new Set(chunks.map(({ key }) => key)).size).toBe(chunks.length);
      }
    }),
  );
});

test('[builder] what comes, goes or moves leaves the others in their chunks', () => {
  const ids = many(100);
  const before = chunkIds(ids, []);
  expect(moved(before, chunkIds(['new', ...ids], before))).toEqual([]);
  expect(moved(before, chunkIds([...ids.slice(0, 6), 'new', ...ids.slice(6)], before))).toEqual([]);
  expect(moved(before, chunkIds([...ids.slice(0, 12), 'new', ...ids.slice(12)], before))).toEqual([]);
  expect(moved(before, chunkIds([...ids, 'new'], before))).toEqual([]);
  for (const gone of [0, 12, 23, 50, 99]) {
    const without = ids.filter((_, at) => at !== gone);
    expect(moved(before, chunkIds(without, before))).toEqual([]);
    expect(
      moved(before, chunkIds([...without.slice(0, 40), ids[gone]!, ...without.slice(40)], before)).length,
    ).toBeLessThan(2);
  }
});
