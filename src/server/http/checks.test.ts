// A check of an object with a crowd of unknown properties says what Joi says of the whole of it.
import Joi from 'joi';
import { expect, test } from 'vitest';
import { check } from './checks.ts';

const crowd = Object.fromEntries(Array.from({ length: 1_500 }, (_, place) => [`k${place}`, place]));
const cases: Record<string, [Joi.ObjectSchema, object]> = {
  'known ones first': [Joi.object({ a: Joi.string().required(), b: Joi.number() }), { a: 'x', ...crowd, b: '7' }],
  'a known one is wrong': [Joi.object({ a: Joi.string().required() }), { ...crowd, a: 7 }],
  'a known one is missing': [Joi.object({ a: Joi.string().required() }), crowd],
  'inherited names': [Joi.object({ a: Joi.any() }), { toString: 1, constructor: 2, ...crowd }],
  'others are allowed': [Joi.object({ a: Joi.string() }).unknown(), { a: 'x', ...crowd }],
  'others by a pattern': [Joi.object({ a: Joi.string() }).pattern(/^k/, Joi.number()), { a: 'x', ...crowd }],
  'nothing is named': [Joi.object(), crowd],
  'other names for the same': [Joi.object({ a: Joi.string().required() }).rename('k3', 'a'), crowd],
  'either of two': [Joi.object({ a: Joi.any(), b: Joi.any() }).xor('a', 'b'), { a: 1, b: 2, ...crowd }],
};

test.each(Object.entries(cases))('[errors.request] a crowd of properties: %s', (_, [schema, value]) => {
  const whole = schema.validate(value);
  const say = () => check(schema, value, 'payload');
  if (whole.error === undefined) expect(say()).toEqual(whole.value);
  else expect(say).toThrow(expect.objectContaining({ message: expect.stringContaining(whole.error.message) }));
});
