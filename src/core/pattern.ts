// Patterns that a form's author writes run on re2js, in time linear in the text: `^(a+)+$` on the built-in engine would
// block the process. The engine is 46 kB gzipped, so it is given to compileForm rather than imported by it: the server
// always gives it, the fill page loads it only for a form that has patterns.

import { RE2JS, RE2JSException } from 're2js';

export type CompiledPattern = { test(text: string): boolean } | { readonly problem: string };
export type CompilePattern = (source: string) => CompiledPattern;

export const compilePattern: CompilePattern = (source) => {
  if (source.length > MAX_PATTERN_LENGTH) return { problem: `longer than ${MAX_PATTERN_LENGTH} characters` };
  try {
    const pattern = RE2JS.compile(source);
    // Counted repeats multiply: x{1000}{1000} is short to write and takes all memory to hold.
    if (pattern.programSize() > MAX_PROGRAM_SIZE) return { problem: 'too large' };
    return { test: (text) => pattern.test(text) };
  } catch (error) {
    if (error instanceof RE2JSException) return { problem: error.message };
    throw error;
  }
};

const MAX_PATTERN_LENGTH = 1000;
const MAX_PROGRAM_SIZE = 20_000;
