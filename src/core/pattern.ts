// Patterns that a form's author writes run on re2js, in time linear in the text: `^(a+)+$` on the built-in engine would
// block the process. The engine is 46 kB gzipped, so it is given to compileForm rather than imported by it: the server
// always gives it, the fill page loads it only for a form that has patterns.

import { RE2JS, RE2JSException } from 're2js';

export interface Pattern {
  /** How many instructions it has: matching takes at most so many steps for each character. */
  readonly size: number;
  test(text: string): boolean;
}

export type CompiledPattern = Pattern | { readonly problem: string };
export type CompilePattern = (source: string) => CompiledPattern;

export const compilePattern: CompilePattern = (source) => {
  if (source.length > MAX_PATTERN_LENGTH) return { problem: `longer than ${MAX_PATTERN_LENGTH} characters` };
  try {
    const pattern = RE2JS.compile(source);
    const size = pattern.programSize();
    // Counted repeats multiply: x{1000}{1000} is short to write and takes all memory to hold.
    if (size > MAX_PROGRAM_SIZE) return { problem: 'too large' };
    return { size, test: (text) => pattern.test(text) };
  } catch (error) {
    if (error instanceof RE2JSException) return { problem: error.message };
    throw error;
  }
};

const MAX_PATTERN_LENGTH = 1000;
const MAX_PROGRAM_SIZE = 20_000;

/**
 * For definitions that were checked: each pattern is compiled when it is first needed, and the least used are given up. A
 * pattern of 20 characters can take 50 kB, and what its engine remembers of long texts 8 MB.
 */
export function createPatternCache({ maxPatterns }: { maxPatterns: number }): CompilePattern {
  const kept = new Map<string, { pattern: Pattern; matched: number }>();

  function find(source: string): { pattern: Pattern; matched: number } {
    const known = kept.get(source);
    if (known !== undefined) kept.delete(source);
    const found = known ?? { pattern: compileKnown(source), matched: 0 };
    kept.set(source, found);
    if (kept.size > maxPatterns) kept.delete(kept.keys().next().value as string);
    return found;
  }

  return (source) => {
    let size: number | undefined;
    return {
      get size() {
        size ??= find(source).pattern.size;
        return size;
      },
      test(text) {
        const found = find(source);
        found.matched += found.pattern.size * text.length;
        if (found.matched > MAX_REMEMBERED) kept.delete(source);
        return found.pattern.test(text);
      },
    };
  };
}

/** Steps of matching after which an engine starts anew, without what it remembers. */
const MAX_REMEMBERED = 200_000;

function compileKnown(source: string): Pattern {
  const pattern = compilePattern(source);
  // Only for a definition that was stored before patterns were checked.
  return 'problem' in pattern ? { size: 1, test: () => false } : pattern;
}
