import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import type { Option } from '../options-sets/search-index.ts';
import { runAtOnce } from '../scheduling/run-in-slices.ts';
import { diffOptions } from './diff-options.ts';
import { writeDiff } from './write-diff.ts';

const diff = (key: MaintainedSetKey, before: Option[], after: Option[]) =>
  runAtOnce(diffOptions(key, { before: [before], after: [after] }));
const none = { count: 0, examples: [] };

test('[options-sets.maintained.diff] an option is the same by what identifies it in its registry', () => {
  const city = (value: string, code: number, score = 0) => ({ value, score, data: { code } });
  expect(diff('cities', [city('A', 1, 5), city('B', 2)], [city('B', 2, 9), city('Z', 1)])).toEqual({
    added: none,
    removed: none,
    changed: { count: 1, examples: [{ from: 'A', to: 'Z' }] },
  });
  const street = (value: string, town: string) => ({ value, data: { city: town } });
  expect(
    diff('streets', [street('Main', 'A'), street('Main', 'B')], [street('Main', 'B'), street('Main', 'C')]),
  ).toEqual({
    added: { count: 1, examples: ['Main (C)'] },
    removed: { count: 1, examples: ['Main (A)'] },
    changed: none,
  });
  expect(diff('countries', [{ value: 'Turkey | TR' }], [{ value: 'Türkiye | TR' }]).changed.examples).toEqual([
    { from: 'Turkey | TR', to: 'Türkiye | TR' },
  ]);
});

test('[options-sets.maintained.diff] data that differ are shown where the values do not; repeats count', () => {
  const country = (names?: string): Option => ({
    value: 'A | AA',
    ...(names === undefined ? {} : { data: { names } }),
  });
  expect(diff('countries', [country()], [country('Aland')]).changed.examples).toEqual([
    { from: 'A | AA [names: –]', to: 'A | AA [names: Aland]' },
  ]);
  const twice = diff('institutions', [{ value: 'a' }], [{ value: 'a' }, { value: 'a' }]);
  expect(twice).toEqual({ added: { count: 1, examples: ['a'] }, removed: none, changed: none });
});

test('[options-sets.maintained.diff] counts go on where the twenty examples end', () => {
  const many = (name: string) => Array.from({ length: 30 }, (_, index) => ({ value: `${name}${index}` }));
  const found = diff('institutions', many('a'), many('b'));
  expect([found.added.count, found.added.examples.length, found.removed.examples.length]).toEqual([30, 20, 20]);
  const lines = writeDiff('institutions', found).split('\n');
  expect(lines[0]).toBe('institutions: 30 added, 30 removed, 0 changed');
  expect([lines[1], lines[21], lines[22], lines.at(-1)]).toEqual([
    '  + b0',
    '    and 10 more',
    '  - a0',
    '    and 10 more',
  ]);
});

test('[options-sets.maintained.diff] the counts add up for any two lists', () => {
  const lists = fc.array(fc.record({ value: fc.constantFrom('a', 'b', 'c', 'd', 'e') }), { maxLength: 12 });
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      const { added, removed, changed } = diff('institutions', before, after);
      expect(before.length - removed.count + added.count).toBe(after.length);
      expect(changed.count).toBe(0);
      if (added.count + removed.count === 0) {
        expect(after.map(({ value }) => value).sort()).toEqual(before.map(({ value }) => value).sort());
      }
    }),
  );
});
