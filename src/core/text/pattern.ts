// Patterns that a form's author writes run on re2js, in time linear in the text: `^(a+)+$` on the built-in engine would
// block the process. The engine is 46 kB gzipped, so it is given to compileForm rather than imported by it: the server
// always gives it, the fill page loads it only for a form with patterns that are not simple (simple-pattern.ts).
// [validation.validators.pattern]

import { RE2JS, RE2JSException } from 're2js';

export interface Pattern {
  /** How many instructions it has: matching takes at most so many steps for each character. */
  readonly size: number;
  test(text: string): boolean;
}

export type CompiledPattern = Pattern | { readonly problem: string };
export type CompilePattern = (source: string) => CompiledPattern;

export const compilePattern: CompilePattern = (source) => {
  if (source.length > maxPatternLength) return { problem: `longer than ${maxPatternLength} characters` };
  try {
    const pattern = RE2JS.compile(source);
    const size = pattern.programSize();
    // Counted repeats multiply: x{1000}{1000} is short to write and takes all memory to hold.
    if (size > maxProgramSize) return { problem: 'too large' };
    return { size, test: (text) => pattern.test(text) };
  } catch (error) {
    if (error instanceof RE2JSException) return { problem: error.message };
    throw error;
  }
};

const maxPatternLength = 1000;
const maxProgramSize = 20_000;

/**
 * For definitions that were checked: compiled patterns are shared, and those not used for longest are given up and compiled
 * again when they are needed. One instruction takes half a kilobyte, and what the engine remembers of long texts up to 8 MB.
 */
export function createPatternCache({ maxSize }: { maxSize: number }): CompilePattern {
  const kept = new Map<string, { readonly pattern: Pattern; matched: number }>();
  let keptSize = 0;

  function forget(source: string): void {
    keptSize -= kept.get(source)?.pattern.size ?? 0;
    kept.delete(source);
  }

  function find(source: string): { readonly pattern: Pattern; matched: number } {
    const found = kept.get(source) ?? { pattern: compileKnown(source), matched: 0 };
    forget(source);
    kept.set(source, found);
    keptSize += found.pattern.size;
    for (const other of kept.keys()) {
      if (keptSize <= maxSize || other === source) break;
      forget(other);
    }
    return found;
  }

  return (source) => {
    const { size } = find(source).pattern;
    return {
      size,
      test(text) {
        const found = find(source);
        found.matched += size * text.length;
        if (found.matched > maxRemembered) forget(source);
        return found.pattern.test(text);
      },
    };
  };
}

/** Steps of matching after which an engine starts afresh, without what it remembers. */
const maxRemembered = 1_000_000;

function compileKnown(source: string): Pattern {
  const pattern = compilePattern(source);
  // A definition that was stored is sound; should this engine refuse what an older one took, nothing matches.
  return 'problem' in pattern ? { size: 1, test: () => false } : pattern;
}
