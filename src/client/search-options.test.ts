import { expect, test } from 'vitest';
import { compileExpression } from '../core/expression/compile.ts';
import { searchAddress } from './search-options.ts';

const scope = { term: 'ha', value: 'x', model: { city: 'חיפה', bank: 'Leumi | 10' } };

test.each([
  [
    '/v1.0/optionsSet/1/autocomplete',
    undefined,
    'https://forms.test/v1.0/optionsSet/1/autocomplete?near=true&term=ha&limit=11',
  ],
  ['https://forms.test/s/autocomplete', '{near: false}', 'https://forms.test/s/autocomplete?near=false&limit=11'],
  ['/s/autocomplete', '{limit: 20}', 'https://forms.test/s/autocomplete?near=true&limit=21'],
  ['/s/autocomplete', '{limit: 250}', 'https://forms.test/s/autocomplete?near=true&limit=250'],
  ['https://api.test/s/autocomplete', undefined, 'https://api.test/s/autocomplete?term=ha'],
  ['https://api.test/s?limit=5', '{term: term}', 'https://api.test/s?limit=5&term=ha'],
  [
    '/s',
    '{term: term, query: {bankCode: fn.toNumber(fn.last(fn.split(model.bank, "|")))}}',
    'https://forms.test/s?term=ha&query=%7B%22bankCode%22%3A10%7D',
  ],
  ['/s', '{term: term, none: model.none, zero: 0}', 'https://forms.test/s?term=ha&zero=0'],
  ['/s', 'model.none', 'https://forms.test/s'],
])('[fill-links.search] %s with %s asks %s', (url, qs, asked) => {
  expect(
    searchAddress({ url, qs: qs === undefined ? undefined : compileExpression(qs) }, scope, 'https://forms.test')
      .address,
  ).toBe(asked);
});
