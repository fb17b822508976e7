// Do both engines of the page agree, and is the proof right? What is called simple runs on the built-in engine here.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patternCases } from '../../../test/cases/pattern-cases.ts';
import { growthOf } from '../../../test/support/cpu-time.ts';
import { compilePattern } from './pattern.ts';
import { compileSimplePattern, needsPatternEngine, withSimplePatterns } from './simple-pattern.ts';

test.each(patternCases)(
  '[validation.validators.pattern] $source: every engine that takes it gives the same',
  ({ source, isSimple, matches, others }) => {
    const own = compileSimplePattern(source);
    expect(own !== undefined).toBe(isSimple);
    const full = compilePattern(source);
    for (const engine of [own, full]) {
      if (engine === undefined || 'problem' in engine) continue;
      expect(matches.filter((text) => !engine.test(text))).toEqual([]);
      expect(others.filter((text) => engine.test(text))).toEqual([]);
    }
    if (matches.length + others.length > 0) expect(full).not.toHaveProperty('problem');
    else expect(full).toHaveProperty('problem');
  },
);

// A small alphabet, so that parts meet each other's characters often.
const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    '0',
    '-',
    '\\.',
    '.',
    '\\d',
    '\\w',
    '\\s',
    '\\D',
    '[ab]',
    '[a-c0]',
    '[^a]',
    '[^\\d-]',
    'א',
    '😀',
    '[א-ת😀]',
  ],
);
const count = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.constantFrom('*', '+', '?', '+?', '{2}', '{1,3}', '{0,2}', '{2,}') },
);
const { alternatives } = fc.letrec<{ alternatives: string; part: string }>((tie) => ({
  part: fc
    .tuple(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        atom,
        tie('alternatives').map((inside) => `(${inside})`),
        tie('alternatives').map((inside) => `(?:${inside})`),
      ),
      count,
    )
    .map((pair) => pair.join('')),
  alternatives: fc
    .array(
      fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    )
    .map((list) => list.join('|')),
}));
const randomPattern = fc
  .tuple(fc.constantFrom('^', '^', ''), alternatives, fc.constantFrom('$', '$', ''))
  .map((parts) => parts.join(''));
/** Anything that can be written, most of it broken. */
const randomText = fc.string({ unit: fc.constantFrom(...'ab0-,^$.|*+?(){}[]\\dwsDpQx:P<_= א😀\n'), maxLength: 14 });
const unit = fc.constantFrom(
  'a',
  'b',
  'c',
  '0',
  '9',
  '-',
  '.',
  ' ',
  '\n',
  '\v',
  'א',
  'ת',
  '😀',
  '\ud83d',
  '\ude00',
  '_',
);
const texts = fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 5, maxLength: 15 });

test('[validation.validators.pattern] whatever is simple gives the same in both engines', () => {
  let simple = 0;
  const agree = (source: string, tried: readonly string[]) => {
    const own = compileSimplePattern(source);
    if (own === undefined) return;
    simple++;
    const full = compilePattern(source);
    if ('problem' in full) throw new Error(full.problem);
    if (own.size > full.size) throw new Error(`${source}: ${own.size} instructions, not ${full.size}`);
    const disputed = ['', ...tried].filter((text) => own.test(text) !== full.test(text));
    if (disputed.length > 0) throw new Error(`${source}: ${JSON.stringify(disputed)}`);
  };
  fc.assert(fc.property(randomPattern, texts, agree), { numRuns: 3000 });
  expect(simple).toBeGreaterThan(400);
  fc.assert(fc.property(randomText, texts, agree), { numRuns: 3000 });
});

test('[validation.validators.pattern] whatever is simple takes time linear in the text on the built-in engine', () => {
  const sources = fc.sample(randomPattern, 1500).filter((source) => compileSimplePattern(source) !== undefined);
  const known = patternCases.filter(({ isSimple }) => isSimple).map(({ source }) => source);
  const patterns = [...sources, ...known].map((source) => compileSimplePattern(source)!);
  expect(patterns.length).toBeGreaterThan(200);
  const work = (length: number) => {
    // Each begins as many patterns do, goes on as they repeat, and ends as none does.
    const tried = ['a', 'b', '0', 'ab', 'a0', 'א', '😀', '-'].map((part) => part.repeat(length / part.length));
    return () => {
      for (const { test: matches } of patterns) for (const text of tried) matches(`${text}\n!`);
    };
  };
  const bound = 2.6;
  expect(growthOf([1000, 2000, 4000, 8000].map(work), bound)).toBeLessThan(bound);
});

test('[validation.validators.pattern] a form whose patterns are simple needs no engine', () => {
  const form = (...values: string[]) => {
    const validators = values.map((value) => ({ type: 'str/pattern', value }));
    const fields = [{ type: 'fInput', name: 'a', validators }] as never;
    return { formSchema: { rootElem: { type: 'cSection', name: 'root', children: fields } } } as const;
  };
  expect([needsPatternEngine({}), needsPatternEngine(form('^a$', '^b+$'))]).toEqual([false, false]);
  expect(needsPatternEngine(form('^a$', '^(a+)+$'))).toBe(true);
  // To look at many long ones takes longer than the engine takes to come.
  const long = (start: number) =>
    `^${Array.from({ length: 140 }, (_, at) => `${String.fromCodePoint(start + 2 * at)}?`).join('')}$`;
  const starts = [0x400, 0x800, 0xc00, 0x1000];
  expect(needsPatternEngine(form(long(0x400)))).toBe(false);
  expect(needsPatternEngine(form(...starts.map(long)))).toBe(true);
  const both = withSimplePatterns(compilePattern);
  for (const source of ['^a+$', '^(a+)+$']) {
    const pattern = both(source);
    expect('problem' in pattern ? pattern : [pattern.test('aa'), pattern.test('b')]).toEqual([true, false]);
  }
  expect(both('(')).toEqual(compilePattern('('));
});
