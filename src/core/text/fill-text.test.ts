import { expect, test } from 'vitest';
import type { PluralText } from '../../words/words.ts';
import type { Locale } from '../locale/locale.ts';
import { fillText, textWriter } from './fill-text.ts';

const rows: PluralText = { one: '{0} row', other: '{0} rows' };

test('[validation.messages.language] values by place and by name; what has no value stays as it is written', () => {
  expect(fillText('{0} of {1}, {0}', [1, 'x'])).toBe('1 of x, 1');
  expect(fillText('{name} has {a-b} {none}', { name: '{x}' })).toBe('{x} has {a-b} {none}');
  expect([1, 2, 0, 1000].map((count) => fillText(rows, [count], 'en'))).toEqual([
    '1 row',
    '2 rows',
    '0 rows',
    '1000 rows',
  ]);
});

test.each<[Locale, PluralText, string[]]>([
  [
    'en',
    { one: '{count} entry of one form', other: '{count} entries of {forms} forms' },
    ['0 entries of 5 forms', '1 entry of one form', '2 entries of 5 forms', '1,000 entries of 5 forms'],
  ],
  [
    'he',
    { one: 'רשומה אחת', two: 'שתי רשומות', other: '{count} רשומות' },
    ['0 רשומות', 'רשומה אחת', 'שתי רשומות', '1,000 רשומות'],
  ],
  ['he', { one: '{count} שורה', other: '{count} שורות' }, ['0 שורות', '1 שורה', '2 שורות', '1,000 שורות']],
])('[validation.messages.language] the count chooses the plural form: %s %s', (locale, text, expected) => {
  const write = textWriter(locale);
  expect([0, 1, 2, 1000].map((count) => write(text, { count, forms: 5 }))).toEqual(expected);
  expect(write({ one: 'one {count}', other: 'many {count}' }, { count: 'some' })).toBe('many some');
  // A value is never read as a text.
  expect(write({ one: 'one {name}', other: 'many' }, { count: 1, name: '{count}' })).toBe('one {count}');
});
