// Whatever a set holds and whatever is typed, neither laying it out nor searching it holds the event loop. Processor time, so that a
// busy machine changes nothing.
import { expect, test } from 'vitest';
import { leastOf, threadMs } from '../../../test/support/cpu-time.ts';
import { runAtOnce, type Steps } from '../scheduling/run-in-slices.ts';
import { type OptionOrder, OptionPage, type PageStart, startOf } from './option-page.ts';
import { readOptions } from './read-options.ts';
import { buildSearchIndex, type Option } from './search-index.ts';
import { SegmentDraft } from './segment.ts';

const maxStepMs = 200;

/** How many steps there were, and the longest of them. */
function runMeasured<T>(steps: Steps<T>): { value: T; count: number; longestMs: number } {
  let longestMs = 0;
  for (let count = 1; ; count++) {
    const before = threadMs();
    const step = steps.next();
    longestMs = Math.max(longestMs, threadMs() - before);
    if (step.done) return { value: step.value, count, longestMs };
  }
}

function* build(options: readonly Option[]): Steps<void> {
  const draft = new SegmentDraft();
  yield* draft.add(options);
  yield* draft.finish();
}

const length = 2_500_000;

test.each<[string, Option[]]>([
  ['words', [{ value: 'ab '.repeat(length / 3) }]],
  ['letters that fold to eighteen', [{ value: '\ufdfa'.repeat(length / 4) }]],
  ['other names', [{ value: 'x', data: { names: 'a|'.repeat(length / 2) } }]],
  ['many long values', Array.from({ length: 128 }, () => ({ value: 'ab, '.repeat(length / 512) }))],
])(
  '[options-sets.bounds] an option of millions of characters is laid out in short steps: %s',
  async (_name, options) => {
    const longestMs = await leastOf(maxStepMs, async () => runMeasured(build(options)).longestMs);
    expect(longestMs).toBeLessThan(maxStepMs);
  },
);

const firstLetter = 0x4e00;
/** All begin alike and go on differently, so that each of them may be what was meant. */
const confusing = Array.from({ length: 40_000 }, (_, i) => ({
  value: `abc${String.fromCharCode(firstLetter + (i % 250), firstLetter + Math.floor(i / 250))}x`,
}));

test('[options-sets.bounds] words that were made to be confused: the search for typing errors ends, and stops on its way', async () => {
  const index = buildSearchIndex(confusing);
  const term = Array.from('klm', (letter) => `abcdefghijklmnopqrstuvwxyzabcdefghij${letter}`).join(' ');
  let steps = 0;
  const longestMs = await leastOf(maxStepMs, async () => {
    const searched = runMeasured(index.autocompleteInSteps({ term, limit: 10, near: true }));
    steps = searched.count;
    return searched.longestMs;
  });
  expect(steps).toBeGreaterThan(5);
  expect(longestMs).toBeLessThan(maxStepMs);
});

test('[options-sets.bounds] very much text, very many equals: a search stops on its way and finds the same', () => {
  const letters = 'abbabaabbaababba';
  let seed = 1;
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return letters[(seed >> 12) % 16]!;
  };
  const long = Array.from({ length: 600 }, () => ({ value: Array.from({ length: 4_000 }, next).join('') }));
  const term = 'ababbabbbabaabbbabab'.repeat(5);
  const index = buildSearchIndex([...long, { value: `b${term}`, score: -1 }]);
  const searched = runMeasured(index.autocompleteInSteps({ term, limit: 10 }));
  expect(searched.value).toEqual([`b${term}`]);
  expect(searched.count).toBeGreaterThan(4);

  const equals = buildSearchIndex(Array.from({ length: 40_000 }, (_, i) => ({ value: i === 39_999 ? 'xyz' : 'XYZ' })));
  const found = runMeasured(equals.autocompleteInSteps({ term: 'xyz', limit: 3 }));
  expect(found.value).toEqual(['xyz', 'XYZ', 'XYZ']);
  expect(found.count).toBeGreaterThan(1);
  const checked = runMeasured(equals.validateInSteps({ value: 'xyz' }));
  expect([checked.value, checked.count]).toEqual([true, 4]);
});

test('[options-sets.bounds] of a long value the beginning is searched, and the whole is given and valid', () => {
  const value = `begin ${'x'.repeat(20_000)} end`;
  const index = buildSearchIndex([{ value }, { value: 'short' }]);
  const search = (term: string) => index.autocomplete({ term, limit: 10 });
  expect([search('BEGIN'), search(' end'), search('')]).toEqual([[value], [], [value, 'short']]);
  expect([index.validate({ value }), index.validate({ value: value.slice(0, -1) })]).toEqual([true, false]);
});

test('[options-sets.bounds] an option has at most 1,000 keys in its data', () => {
  const read = (keys: number) => {
    const data = Object.fromEntries(Array.from({ length: keys }, (_, i) => [`key${i}`, i]));
    return () => runAtOnce(readOptions([{ value: 'x', data }]));
  };
  expect(read(1_000)).not.toThrow();
  expect(read(1_001)).toThrow('"options[0].data" must have less than or equal to 1000 keys');
});

test('[options-sets.bounds] a response holds 2,000,000 characters of values, or one value', () => {
  const value = (name: string, length: number) => `${name}${'x'.repeat(length - name.length)}`;
  const values = ['a', 'b', 'c', 'd'].map((name) => value(name, 900_000));
  const index = buildSearchIndex([...values, value('e', 3_000_000)].map((text, at) => ({ value: text, score: -at })));
  const firstLetters = (term: string, limit = 10) => index.autocomplete({ term, limit }).map((found) => found[0]);
  expect([firstLetters(''), firstLetters('xx'), firstLetters('ex')]).toEqual([['a', 'b'], ['a', 'b'], ['e']]);

  const json = JSON.stringify([...values, value('e', 3_000_000)].map((text, at) => ({ value: text, score: at })));
  const listed = (order: OptionOrder, after?: PageStart) => {
    const page = new OptionPage({ order, term: '', limit: 10, after });
    runAtOnce(page.read(1, json));
    const last = page.options.at(-1);
    return { names: page.options.map(({ option }) => option.value[0]), next: last && page.hasMore && startOf(last) };
  };
  for (const [order, pages] of [
    ['list', ['ab', 'cd', 'e']],
    ['score', ['e', 'dc', 'ba']],
  ] as const) {
    let next: PageStart | undefined | false;
    for (const names of pages) {
      const page = listed(order, next || undefined);
      expect(page.names.join('')).toBe(names);
      next = page.next;
    }
    expect(next).toBe(false);
  }
});
