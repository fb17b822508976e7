// Does any function that meets callers' text take more than its share of time for a longer one? Each gets every hostile text,
// doubled three times. Processor time, not time by the clock: a busy machine changes little.
import { expect, test } from 'vitest';
import { findExcess } from './growth.ts';
import { hostileTexts } from './hostile-texts.ts';
import { textFunctions } from './text-functions.ts';

test.each(hostileTexts.map(({ name, make }) => [name, make] as const))('[limits.growth] %s', (_, make) => {
  const made = new Map<number, string>();
  const makeOnce = (size: number) => {
    const text = made.get(size) ?? make(size);
    made.set(size, text);
    return text;
  };
  const found = Object.entries(textFunctions).flatMap(([name, run]) => {
    const excess = findExcess(makeOnce, (text) => attempt(run, text));
    return excess === undefined ? [] : [`${name}: ${JSON.stringify(excess)}`];
  });
  expect(found.join('\n')).toBe('');
});

/** A refusal is an outcome as any other; running out of stack or of a string's length is not. */
function attempt(run: (text: string) => unknown, text: string): void {
  try {
    run(text);
  } catch (error) {
    if (error instanceof RangeError && !/time zone|date/i.test(error.message)) throw error;
  }
}

test('[limits.growth] the measure tells what is quadratic', () => {
  const blanks = hostileTexts.find(({ name }) => name.startsWith('blanks after'))!;
  expect(findExcess(blanks.make, (text) => text.replace(/\s+$/, ''))).toBeDefined();
  expect(findExcess(blanks.make, (text) => text.trimEnd())).toBeUndefined();
});
