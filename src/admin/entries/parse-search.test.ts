import { expect, test } from 'vitest';
import { parseSearch } from './parse-search.ts';

const id = '0123456789abcdef01234567';
const form = 'abcdefabcdefabcdefabcdef';

test.each([
  [id.toUpperCase(), { kind: 'id', id }],
  [` ${id}\n`, { kind: 'id', id }],
  [`https://forms.test/admin/entries/${form}/${id}/`, { kind: 'id', id, form }],
  [`https://forms.test/e/${id}/?b=secret`, { kind: 'id', id }],
  [`forms.test/c/${id}`, { kind: 'id', id }],
  ['12', { kind: 'number', number: 12 }],
  ['# 12', { kind: 'number', number: 12 }],
  ['0', undefined],
  ['99999999999', undefined],
  ['3000000000', undefined],
  ['12 apples', undefined],
  [`https://forms.test/f/${form}/`, undefined],
  ['', undefined],
])('[management] finding: %j', (typed, wanted) => {
  expect(parseSearch(typed)).toEqual(wanted);
});
