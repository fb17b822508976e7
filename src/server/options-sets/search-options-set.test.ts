// The quick reading of a check must never disagree with the check it is in for.
import { expect, test } from 'vitest';
import { readJsonParameters } from '../http/checks.ts';
import { readPlainValidate, validateCheck } from './search-options-set.ts';

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
