import type { Element } from '../../../core/definition/form-definition.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import type { OptionIndex } from '../../../core/plan/option-list.ts';
import { limitsOf } from '../../../server/forms/schema/limits-of.ts';
import {
  type JsonSchema,
  type KindSchema,
  nothing,
  type SchemaContext,
  something,
  typesOf,
} from '../../../server/forms/schema/schema-parts.ts';
import { fixedOptions, listedOptions, optionSchema, ownAnswer, spellings } from '../../choice/server/schema.ts';

export const schema: KindSchema = {
  schema: choicesSchema,
  filled({ element, options }) {
    const count = countRanked(element, options);
    return { type: 'array', contains: something, ...(count > 1 ? { minContains: count } : {}) };
  },
  rules: ['arr'],
};

function choicesSchema(
  { element, options }: Pick<FieldStep, 'element' | 'options'>,
  context: SchemaContext,
): JsonSchema {
  const { of, isRequired } = context;
  const index = listedOptions(options);
  // Items that are not answers are left out.
  const items = optionSchema(element, index, { ...context, isRequired: false });
  const { minItems = 0, maxItems } = limitsOf(element);
  if (of === 'stored') {
    return { type: 'array', items, minItems: Math.max(1, minItems), ...(maxItems === undefined ? {} : { maxItems }) };
  }
  const least = Math.max(minItems, isRequired ? countRanked(element, options) : 0);
  const answers: JsonSchema = {
    contains: something,
    ...(least > 1 ? { minContains: least } : {}),
    ...(maxItems === undefined ? {} : { maxContains: maxItems }),
  };
  const none: JsonSchema = { not: { contains: something } };
  const rules = [
    ...(isRequired ? [answers] : least > 1 || maxItems !== undefined ? [{ anyOf: [answers, none] }] : []),
    ...(isRanking(element, options) ? [{ anyOf: [{ uniqueItems: true }, { contains: nothing }] }] : []),
    ...(options?.isOpen === true ? ownAnswers(fixedOptions(options)) : []),
  ];
  return {
    type: typesOf(['array'], context),
    items,
    ...(rules.length === 0 ? {} : { allOf: rules }),
  };
}

function isRanking({ type, ranked }: Element, options: FieldStep['options']): boolean {
  return type === 'fCheckbox' && ranked === true && options !== undefined && options.form !== 'set';
}

/** How many answers make a list that is not empty. */
function countRanked(element: Element, options: FieldStep['options']): number {
  return isRanking(element, options) && options?.form === 'list' ? Math.max(1, options.index.size) : 1;
}

/** One of them at most, and not a long one. */
function ownAnswers(index: OptionIndex | undefined): JsonSchema[] {
  const long = { items: ownAnswer };
  if (index === undefined) return [long];
  const known = [...index.values()].flatMap(spellings);
  // With blanks around it, it may be an option.
  const own = { ...something, allOf: [{ not: { enum: known } }, { not: { type: 'string', pattern: '^\\s|\\s$' } }] };
  return [long, { contains: own, minContains: 0, maxContains: 1 }];
}
