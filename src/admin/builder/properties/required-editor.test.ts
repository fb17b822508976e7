import { expect, test } from 'vitest';
import type { Element } from '../../../core/definition/form-definition.ts';
import { writeRequired } from './required-editor.tsx';
import { isLimitExpression, readValidator, validatorsFor, writeValidator } from './validator-fit.ts';

test('[builder] required: what is usual is left out', () => {
  expect(writeRequired(undefined, { message: 'x' })).toBeUndefined();
  expect(writeRequired(false, {})).toBeUndefined();
  expect(writeRequired(true, {})).toBe(true);
  expect(writeRequired(true, { message: 'Who?' })).toEqual({ message: 'Who?' });
  expect(writeRequired('model.a', { level: 'warning' })).toEqual({ req: 'model.a', level: 'warning' });
});

test('[builder] validators: those that fit the kind of value, written as short as they can be', () => {
  const typesFor = (element: Partial<Element>) => validatorsFor({ name: 'x', ...element } as Element);
  expect(typesFor({ type: 'fInput' })).toContain('str/email');
  expect(typesFor({ type: 'fInput', typeValidator: 'num' })).toEqual([
    'num/min',
    'num/max',
    'num/integer',
    'expr',
    'remote',
  ]);
  expect(typesFor({ type: 'fDate' })).toEqual(['date/min', 'date/max', 'expr']);
  expect(typesFor({ type: 'cRepeat' })).toEqual(['arr/minLength', 'arr/maxLength', 'expr']);
  expect(typesFor({ type: 'fSelect', selectMulti: true })).toContain('arr/maxLength');
  expect(typesFor({ type: 'eText' })).toEqual([]);
  expect(writeValidator(readValidator('str/email'))).toBe('str/email');
  expect(writeValidator({ type: 'num/min', value: 0 })).toEqual({ type: 'num/min', value: 0 });
});

test('[builder] validators: a limit is a value or an expression', () => {
  expect(isLimitExpression('model.from', 'date/min')).toBe(true);
  expect(isLimitExpression('2024-01-01', 'date/min')).toBe(false);
  expect(isLimitExpression('18', 'num/min')).toBe(false);
  expect(isLimitExpression('model.age', 'num/max')).toBe(true);
  expect(isLimitExpression(undefined, 'num/max')).toBe(false);
});
