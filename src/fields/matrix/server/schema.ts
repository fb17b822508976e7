import type { Element } from '../../../core/definition/form-definition.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import {
  type JsonSchema,
  type KindSchema,
  type SchemaContext,
  something,
  typesOf,
} from '../../../server/forms/schema/schema-parts.ts';
import { listedOptions, optionSchema } from '../../choice/server/schema.ts';

export const schema: KindSchema = {
  schema: matrixSchema,
  filled({ element }) {
    const questions = questionsOf(element);
    return {
      type: 'object',
      properties: Object.fromEntries(questions.map((one) => [one, something])),
      ...(questions.length > 0 ? { required: questions } : {}),
    };
  },
};

function matrixSchema(
  { element, options }: Pick<FieldStep, 'element' | 'options'>,
  context: SchemaContext,
): JsonSchema {
  const index = listedOptions(options);
  const questions = questionsOf(element);
  const isListed = questions.length <= context.room.left;
  if (isListed) context.room.left -= questions.length;
  return {
    type: context.of === 'stored' ? 'object' : typesOf(['object'], context),
    ...(isListed
      ? { properties: Object.fromEntries(questions.map((one) => [one, optionSchema(element, index, context)])) }
      : {}),
    ...(isListed && context.isRequired && questions.length > 0 ? { required: questions } : {}),
  };
}

function questionsOf({ matrixQuestions = [] }: Element): string[] {
  return matrixQuestions.flatMap((one) => {
    const value: unknown = Array.isArray(one) ? one[0] : one;
    return typeof value === 'object' ? [] : [String(value)];
  });
}
