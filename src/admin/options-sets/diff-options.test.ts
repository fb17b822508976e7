import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApiOption } from '../../api-types/options-sets.ts';
import { diffOptions, type OptionsDiff } from './diff-options.ts';

function diff(before: readonly ApiOption[], after: readonly ApiOption[]): OptionsDiff {
  const steps = diffOptions(before, after);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

test('[management] a diff tells what comes, goes, changes and stays', () => {
  const before = [{ value: 'a' }, { value: 'b', score: 1 }, { value: 'c', data: { k: 1 } }, { value: 'd' }];
  const after = [{ value: 'd' }, { value: 'b', score: 2 }, { value: 'c', data: { k: '1' } }, { value: 'new' }];
  const found = diff(before, after);
  expect(found).toMatchObject({
    added: { count: 1, examples: [{ value: 'new' }] },
    removed: { count: 1, examples: [{ value: 'a' }] },
    changed: { count: 2, examples: [{ before: { score: 1 }, after: { score: 2 } }, { after: { data: { k: '1' } } }] },
    same: 1,
  });
});

test('[management] a diff counts an option that is there twice twice', () => {
  expect(diff([{ value: 'a' }, { value: 'a' }], [{ value: 'a' }])).toMatchObject({ removed: { count: 1 }, same: 1 });
  const many = Array.from({ length: 200 }, (_, at) => ({ value: `v${at}` }));
  const all = diff([], many);
  expect([all.added.count, all.added.examples.length]).toEqual([200, 50]);
});

test('[management] a diff adds up, whatever the lists are', () => {
  const option = fc.record(
    { value: fc.constantFrom('a', 'b', 'c'), score: fc.constantFrom(1, 2), data: fc.constant({ k: 1 }) },
    { requiredKeys: ['value'] },
  );
  const list = fc.array(option, { maxLength: 12 }) as fc.Arbitrary<ApiOption[]>;
  fc.assert(
    fc.property(list, list, (before, after) => {
      const { added, removed, changed, same } = diff(before, after);
      expect(same + changed.count + removed.count).toBe(before.length);
      expect(same + changed.count + added.count).toBe(after.length);
      expect(same).toBe(countSame(before, after));
    }),
    { seed: 17 },
  );
});

/** One by one. */
function countSame(before: readonly ApiOption[], after: readonly ApiOption[]): number {
  const textOf = ({ value, score, data }: ApiOption) => JSON.stringify([value, score, data]);
  const left = before.map(textOf);
  return after.filter((option) => {
    const at = left.indexOf(textOf(option));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  }).length;
}

test('[management] [limits.growth] thousands of options of one value are compared without looking at each other', () => {
  const list = (count: number, start: number) =>
    Array.from({ length: count }, (_, at) => ({ value: 'Main Street', data: { code: start + at } }));
  const count = 60_000;
  expect(diff(list(count, 0), list(count, count / 2))).toMatchObject({
    same: count / 2,
    changed: { count: count / 2 },
  });
});
