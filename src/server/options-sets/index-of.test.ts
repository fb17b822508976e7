import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexOf } from './index-of.ts';

test('[options-sets.search] long terms are found where the built-in search finds them', () => {
  const repetitive = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 0, maxLength: 400 });
  const long = fc.tuple(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 }), fc.nat(60));
  fc.assert(
    fc.property(repetitive, long, repetitive, fc.nat(500), (before, [unit, times], after, from) => {
      const needle = unit.repeat(times + 64);
      for (const text of [before + needle + after, before + needle.slice(1) + after, needle.slice(1)]) {
        expect(indexOf(text, needle, from)).toBe(text.indexOf(needle, from));
      }
    }),
  );
});
