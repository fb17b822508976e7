import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { prefillLink } from './prefill-link.ts';

const link = 'https://forms.example.org/f/1/';

test.each<[string, JsonObject, unknown]>([
  [
    'values of every shape',
    { a: 'x & y', b: 0, c: false, d: { e: ['f'] } },
    { a: 'x & y', b: 0, c: false, d: { e: ['f'] } },
  ],
  ['not what is empty, not screen state', { a: '', b: null, steps: { __activeTab: 1 }, c: [], d: 'x' }, { d: 'x' }],
  ['rows stay in their places', { rows: [{ a: '' }, { a: 'x' }] }, { rows: [null, { a: 'x' }] }],
  ['quotes and Hebrew survive', { name: 'O\'Neil "דנה"' }, { name: 'O\'Neil "דנה"' }],
])('[management] sharing: a link with values: %s', (_, data, sent) => {
  const made = prefillLink(link, data)!;
  expect(made.startsWith(`${link}?data=`)).toBe(true);
  expect(made).not.toMatch(/['"\s<>]/);
  expect(JSON.parse(new URL(made).searchParams.get('data')!)).toEqual(sent);
});

test('[management] sharing: nothing filled in, no link', () => {
  expect(prefillLink(link, { a: '', steps: { __activeTab: 1 }, rows: [{}] })).toBeUndefined();
});
