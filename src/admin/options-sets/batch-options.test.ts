import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countInBatch, encodedBytes, maxBatchBytes } from './batch-options.ts';
import type { NewOption } from './read-options.ts';

const sizeOf = (options: readonly NewOption[]) => new TextEncoder().encode(JSON.stringify({ options })).length;

test('[management] batches: bytes are counted as they are sent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const json = JSON.stringify(text);
      expect(encodedBytes(json)).toBe(new TextEncoder().encode(json).length);
    }),
  );
});

test('[management] batches: every batch fits, and no smaller number of them would do', () => {
  const option = fc.record({
    value: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    score: fc.integer(),
  });
  fc.assert(
    fc.property(fc.array(option, { minLength: 1 }), fc.integer({ min: 200, max: 600 }), (options, maxBytes) => {
      for (let start = 0; start < options.length; ) {
        const count = countInBatch(options, start, maxBytes);
        expect(sizeOf(options.slice(start, start + count))).toBeLessThanOrEqual(maxBytes);
        if (start + count < options.length) {
          expect(sizeOf(options.slice(start, start + count + 1))).toBeGreaterThan(maxBytes);
        }
        start += count;
      }
    }),
  );
});

test('[management] batches: Hebrew counts twice its letters; what is too large alone goes alone', () => {
  const hebrew = Array.from({ length: 3 }, () => ({ value: 'א'.repeat(400) }));
  expect(countInBatch(hebrew, 0, 1_700)).toBe(2);
  expect(countInBatch(hebrew, 1, 100)).toBe(1);
  expect(countInBatch(hebrew, 3)).toBe(0);
  expect(maxBatchBytes).toBeLessThan(5_242_880);
});
