// The quick reading of a search must never disagree with the check it is in for.
import { expect, test } from 'vitest';
import { readJsonParameters } from '../http/checks.ts';
import { autocompleteCheck, readPlainSearch, readPlainValidate, validateCheck } from './search-options-set.ts';

const plain = [
  {},
  { term: '' },
  { term: 'חיפה' },
  { term: 'a', limit: '1' },
  { limit: '250' },
  { limit: '10', query: '{}' },
  { term: 'x', query: '{"city":"a","code":7,"isOpen":true,"none":null}' },
  { query: '{"city":["a"]}' },
  { query: '{ "_a" : "b__" }' },
  { term: 'x', near: 'true' },
  { limit: '5', query: '{"city":"a"}', near: 'true' },
];

const odd = [
  { q: 'x' },
  { locale: 'he' },
  { term: ['a', 'b'] },
  { limit: '0' },
  { near: 'false' },
  { near: '1' },
  { near: ['true', 'true'] },
  { limit: '251' },
  { limit: '1.0' },
  { limit: '010' },
  { limit: ' 5' },
  { limit: '1e1' },
  { query: '[]' },
  { query: 'city' },
  { query: '{"a":}' },
  { query: '{"a":{"b":1}}' },
  { query: '{"__proto__":1}' },
  { query: '{\n"__proto__":1}' },
  { query: '{"\\u005f_proto__":1}' },
  { query: ['{}', '{}'] },
];

test.each(plain)('[options-sets.search] %j is read as Joi reads it', (sent) => {
  const { error, value } = autocompleteCheck.validate(readJsonParameters(sent));
  expect(error).toBeUndefined();
  expect(readPlainSearch(sent)).toEqual(value);
});

test.each(odd)('[options-sets.search] %j is left to Joi', (sent) => {
  expect(readPlainSearch(sent)).toBeUndefined();
});

test.each([
  { value: '' },
  { value: 'חיפה' },
  { value: 'x', query: '{}' },
  { value: 'x', query: '{"city":"a","code":7,"isOpen":true,"none":null}' },
])('[options-sets.validate] %j is read as Joi reads it', (sent) => {
  const { error, value } = validateCheck.validate(readJsonParameters(sent));
  expect(error).toBeUndefined();
  expect(readPlainValidate(sent)).toEqual(value);
});

test.each([
  {},
  { value: ['a', 'b'] },
  { value: 'x', limit: '1' },
  { value: 'x', near: 'true' },
  { value: 'x', query: '[]' },
  { value: 'x', query: '{"a":{"b":1}}' },
  { value: 'x', query: '{"__proto__":1}' },
])('[options-sets.validate] %j is left to Joi', (sent) => {
  expect(readPlainValidate(sent)).toBeUndefined();
});
