import type { Element } from '../../../core/definition/form-definition.ts';
import { limitsOf } from '../../../server/forms/schema/limits-of.ts';
import { numberPattern } from '../../../server/forms/schema/number-pattern.ts';
import {
  type FieldContext,
  type JsonSchema,
  type KindSchema,
  typesOf,
  withBlank,
} from '../../../server/forms/schema/schema-parts.ts';

export const schema: KindSchema = {
  schema: ({ element }, context) => numberSchema(element, context),
  listed: listedNumbers,
  rules: ['num'],
};

function numberSchema(element: Element, context: FieldContext): JsonSchema {
  const { minimum, maximum, isInteger } = limitsOf(element);
  const type = isInteger ? 'integer' : 'number';
  const pattern = numberPattern({ minimum, maximum, isInteger });
  return {
    ...(context.of === 'stored'
      ? { type }
      : { type: typesOf([type, 'string'], context), pattern: withBlank(pattern, context) }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

function listedNumbers(values: readonly unknown[]): JsonSchema {
  const numbers = values.filter((value) => typeof value === 'number');
  const texts = numbers.map((one) => ({ type: 'string', pattern: numberPattern({ minimum: one, maximum: one }) }));
  return { anyOf: [{ enum: numbers }, ...texts] };
}
