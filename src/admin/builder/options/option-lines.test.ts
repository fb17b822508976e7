import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OptionItem } from '../../../core/definition/form-definition.ts';
import { type Line, moveLine, readLines, relabel, removeLine, repeatedValues, writeLines } from './option-lines.ts';
import { readTable, readText, tableLines, writeText } from './option-text.ts';

const items: OptionItem[] = [
  'tea',
  ['il', 'Israel'],
  { label: 'Europe', options: [['fr', 'France'], 'Spain'] },
  [1, 'One'],
  [true, 'Yes'],
];

test('[builder] options: a list as lines and back is the same list', () => {
  expect(writeLines(readLines(items))).toEqual(items);
  expect(readLines([null, ['x'], { label: 'g' }] as never)).toEqual([
    { type: 'option', value: 'x', label: 'x', isInside: false },
    { type: 'group', label: 'g' },
  ]);
});

test('[builder] options: a label alone makes both, a value of its own stays', () => {
  const [tea, israel] = readLines(items);
  expect(writeLines([relabel(tea!, 'Tea'), relabel(israel!, 'ISRAEL')])).toEqual(['Tea', ['il', 'ISRAEL']]);
});

test('[builder] options: moving: over others, into a group, through it, out of it; groups with all they hold', () => {
  let at = 1;
  let lines: readonly Line[] = readLines(items);
  const step = (by: -1 | 1) => {
    ({ lines, at } = moveLine(lines, at, by));
    return writeLines(lines);
  };
  expect(step(1)).toEqual([
    'tea',
    { label: 'Europe', options: [['il', 'Israel'], ['fr', 'France'], 'Spain'] },
    [1, 'One'],
    [true, 'Yes'],
  ]);
  step(1);
  expect(step(1)).toEqual([
    'tea',
    { label: 'Europe', options: [['fr', 'France'], 'Spain', ['il', 'Israel']] },
    [1, 'One'],
    [true, 'Yes'],
  ]);
  expect(step(1)).toEqual([
    'tea',
    { label: 'Europe', options: [['fr', 'France'], 'Spain'] },
    ['il', 'Israel'],
    [1, 'One'],
    [true, 'Yes'],
  ]);
  expect(step(-1)).toEqual([
    'tea',
    { label: 'Europe', options: [['fr', 'France'], 'Spain', ['il', 'Israel']] },
    [1, 'One'],
    [true, 'Yes'],
  ]);
  at = 1;
  expect(step(1)).toEqual([
    'tea',
    [1, 'One'],
    { label: 'Europe', options: [['fr', 'France'], 'Spain', ['il', 'Israel']] },
    [true, 'Yes'],
  ]);
  expect(step(-1).slice(0, 2)).toEqual([
    'tea',
    { label: 'Europe', options: [['fr', 'France'], 'Spain', ['il', 'Israel']] },
  ]);
  expect(moveLine(lines, 0, -1)).toEqual({ lines, at: 0 });
});

test('[builder] options: however lines are moved, none is lost', () => {
  const moves = fc.array(fc.tuple(fc.nat(20), fc.constantFrom(-1 as const, 1 as const)), { maxLength: 30 });
  fc.assert(
    fc.property(moves, (steps) => {
      let lines: readonly Line[] = readLines([...items, { label: 'Asia', options: ['x', 'y'] }]);
      const names = (all: readonly Line[]) => all.map(({ label }) => label).sort();
      const before = names(lines);
      for (const [at, by] of steps) ({ lines } = moveLine(lines, at % lines.length, by));
      expect(names(lines)).toEqual(before);
      expect(readLines(writeLines(lines))).toEqual(lines);
    }),
  );
});

test('[builder] options: removing a group keeps its options; repeated values are reported', () => {
  expect(writeLines(removeLine(readLines(items), 2))).toEqual([
    'tea',
    ['il', 'Israel'],
    ['fr', 'France'],
    'Spain',
    [1, 'One'],
    [true, 'Yes'],
  ]);
  expect(writeLines(removeLine(readLines(items), 0))).toEqual(items.slice(1));
  expect(repeatedValues(readLines(['a', ['a ', 'A'], 'b', [1, 'x'], '1']))).toEqual(['a', '1']);
});

test('[builder] options: as text and back, types kept', () => {
  const lines = readLines(items);
  expect(writeText(lines)).toBe('tea\nil = Israel\n# Europe\nfr = France\nSpain\n\n1 = One\ntrue = Yes');
  expect(writeLines(readText(writeText(lines), lines))).toEqual(items);
  const odd = readLines(['a = b', ['# x', 'y'], ['v', 'l = m'], 'plain', '#tag']);
  expect(readText(writeText(odd), [])).toEqual(odd);
  expect(writeLines(readText('  one \r\n\r\n two = Two\n = nothing\nthree\tThree\n', []))).toEqual([
    'one',
    ['two', 'Two'],
    '= nothing',
    ['three', 'Three'],
  ]);
});

test('[builder] options: a column or two from a spreadsheet', () => {
  expect(readTable('Haifa\r\nTel Aviv\r\n\r\n')).toEqual({ rows: [['Haifa'], ['Tel Aviv']], columns: 1 });
  const two = readTable('code\tname\n1\t"Say ""hi""\nthere"\n2\tTwo\n\tNo code\n3\t\n');
  expect(two.columns).toBe(2);
  expect(writeLines(tableLines(two, { hasHead: true, valueColumn: 0, labelColumn: 1 }))).toEqual([
    ['1', 'Say "hi" there'],
    ['2', 'Two'],
    'No code',
    '3',
  ]);
  expect(readTable('5" pipe\tx')).toEqual({ rows: [['5" pipe', 'x']], columns: 2 });
  expect(readTable('')).toEqual({ rows: [], columns: 0 });
});

test('[builder] a group of very many options is read', () => {
  const options = Array.from({ length: 300_000 }, (_, place) => place);
  expect(readLines([{ label: 'g', options }]).length).toBe(300_001);
});
