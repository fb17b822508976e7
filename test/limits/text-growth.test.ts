// Does any function that meets callers' text take more than its share of time for a longer one? Each gets every hostile text,
// doubled three times. Processor time, not time by the clock: a busy machine changes little.
import { expect, test } from 'vitest';
import { plainForm } from '../../src/server/web/plain-form.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';
import { isWhole as isWholeRun } from '../support/whole-run.ts';
import { drawOf, isWhole } from './extent.ts';
import { findExcess, findExcessSoon, looksExcessive } from './growth.ts';
import { type HostileText, hostileTexts } from './hostile-texts.ts';
import { plantedFaults } from './planted-faults.ts';
import { textFunctions } from './text-functions.ts';

const find = isWhole ? findExcess : findExcessSoon;
/** In a sample a function meets one of so many texts, each function others: more of the usual ones, and more in a run of everything. */
const drawEvery = 8;
const usualEvery = isWholeRun ? 1 : 3;
/** They put the text into a hundred places of a form: in a sample, fewer of all. */
const dear = /^import-forms\/\w+\/build-/;
const dearEvery = 3;

function isDrawn(name: string, { name: text, isUsual }: HostileText): boolean {
  const draw = drawOf(`${name} ${text}`);
  if (isWhole) return true;
  return draw % (isUsual ? usualEvery : drawEvery) === 0 && (!dear.test(name) || draw % dearEvery === 0);
}

test.each(hostileTexts.map((text) => [text.name, text] as const))('[limits.growth] %s', (_, text) => {
  const make = once(text.make);
  const found = Object.entries(textFunctions).flatMap(([name, run]) => {
    if (!isDrawn(name, text)) return [];
    const excess = find(make, (input) => attempt(run, input));
    return excess === undefined ? [] : [`${name}: ${JSON.stringify(excess)}`];
  });
  expect(found.join('\n')).toBe('');
});

function once(make: (size: number) => string): (size: number) => string {
  const made = new Map<number, string>();
  return (size) => {
    const text = made.get(size) ?? make(size);
    made.set(size, text);
    return text;
  };
}

/** A refusal is an outcome as any other; running out of stack or of a string's length is not. */
function attempt(run: (text: string) => unknown, text: string): void {
  try {
    run(text);
  } catch (error) {
    if (error instanceof RangeError && !/time zone|date/i.test(error.message)) throw error;
  }
}

test('[limits.growth] every function is visited', () => {
  const unvisited = Object.keys(textFunctions).filter((name) => !hostileTexts.some((text) => isDrawn(name, text)));
  expect(unvisited).toEqual([]);
  // Names in the list of the usual ones are those of texts.
  expect(hostileTexts.filter(({ isUsual }) => isUsual)).toHaveLength(27);
});

test('[limits.growth] [heavy] the measure tells what is quadratic', () => {
  const blanks = hostileTexts.find(({ name }) => name.startsWith('blanks after'))!;
  expect(find(blanks.make, (text) => text.replace(/\s+$/, ''))).toBeDefined();
  expect(find(blanks.make, (text) => text.trimEnd())).toBeUndefined();
});

test.each(Object.entries(plantedFaults))('[limits.growth] a fault is seen: %s', (_, { texts, run, mended }) => {
  for (const name of texts) {
    const { make } = hostileTexts.find((text) => text.name === name)!;
    expect([name, looksExcessive(make, run)]).toEqual([name, true]);
    expect([name, findExcessSoon(make, mended)]).toEqual([name, undefined]);
  }
});

test('[limits.growth] a plain page of many values takes no longer for every option', () => {
  const value = Array.from({ length: 26_000 }, (_, place) => `value ${place}`);
  const msFor = (count: number) => {
    const options = Array.from({ length: count }, (_, place) => ({ value: `option ${place}`, label: 'x' }));
    const step = { path: "['m']", element: {}, value: {}, options: { isOpen: true } };
    const questions = [{ control: 'boxes', keys: ['m'], element: { name: 'm' }, options, step }];
    const draw = () => plainForm({ items: questions as never, data: { m: value }, locale: 'en' });
    return Math.min(...Array.from({ length: 5 }, () => cpuMilliseconds(draw)));
  };
  const [few, most] = [msFor(10), msFor(300)];
  // Options times values would be 30 times as long.
  expect(most).toBeLessThan(Math.max(5, few) * 6);
});
