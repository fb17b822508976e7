import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldAnswer } from './fold-answer.ts';

const signs = 'aZ é É ß ẞ ς Σ İ ı ך ם ׳ ״ ” ’ – \u05be \u05b0 \u0301 \u200f \ufb01 \ufdfa 한 😀 \ud83d \udc00 ﷺ'.split(
  ' ',
);
const character = fc.oneof(fc.constantFrom(...signs, ' '), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));

test('[entry-search.folding] a long text is folded as its pieces are', () => {
  fc.assert(
    fc.property(fc.array(character, { minLength: 1, maxLength: 40 }), (piece) => {
      const short = piece.join('');
      const times = Math.ceil(2_000 / short.length);
      // A half of a pair at the end would meet its other half at the next beginning.
      const long = `${short} `.repeat(times);
      expect(foldAnswer(long)).toBe(`${foldAnswer(short)} `.repeat(times));
    }),
  );
});
