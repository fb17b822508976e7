import { expect, test } from 'vitest';
import { countTexts } from './count-text.ts';
import { fillText } from './fill-text.ts';

test('[validation.messages.language] values by place and by name; what has no value stays as it is written', () => {
  expect(fillText('{0} of {1}, {0}', [1, 'x'])).toBe('1 of x, 1');
  expect(fillText('{name} has {a-b} {none}', { name: '{x}' })).toBe('{x} has {a-b} {none}');
  expect([1, 2, 0].map((count) => fillText('{0} row[|s]', [count]))).toEqual(['1 row', '2 rows', '0 rows']);
});

test.each([
  [
    'en',
    '{count} [entry|entries] of [one form|{forms} forms]',
    ['0 entries of 5 forms', '1 entry of one form', '2 entries of 5 forms', '1,000 entries of 5 forms'],
  ],
  ['he', '[רשומה אחת|שתי רשומות|{count} רשומות]', ['0 רשומות', 'רשומה אחת', 'שתי רשומות', '1,000 רשומות']],
  ['he', '{count} [שורה|שורות]', ['0 שורות', '1 שורה', '2 שורות', '1,000 שורות']],
])('[validation.messages.language] what is counted has the form of its number: %s %s', (locale, text, expected) => {
  const write = countTexts(locale);
  expect([0, 1, 2, 1000].map((count) => write(text, { count, forms: 5 }))).toEqual(expected);
  expect(write('[one|many] {count}', { count: 'some' })).toBe('many some');
  // What a value holds is never read as a form.
  expect(write('[one|many] {name}', { count: 1, name: '[a|b] {count}' })).toBe('one [a|b] {count}');
});
