import type { Element } from '../../../core/definition/form-definition.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { type OptionIndex, optionKey } from '../../../core/plan/option-list.ts';
import { acceptedValues } from '../../../core/plan/options.ts';
import { itemTypeOf } from '../../../core/plan/value-type-of.ts';
import {
  anyOther,
  type Domain,
  type FieldContext,
  type JsonSchema,
  type KindSchema,
  never,
  notBlank,
  nothing,
  orNothing,
  type SchemaContext,
  scalars,
  typesOf,
} from '../../../server/forms/schema/schema-parts.ts';
import { withChanges } from '../../with-changes.ts';
import { maxOtherLength } from '../other-answer.ts';

export const schema: KindSchema = {
  schema({ element, options }, context) {
    const one = optionSchema(element, listedOptions(options), context);
    return options?.isOpen === true && context.of === 'sent' ? { ...one, allOf: [ownAnswer] } : one;
  },
  domain({ options }, literals) {
    const index = listedOptions(options);
    if (index === undefined) return undefined;
    const values = [...index.values()];
    if (values.length <= maxValues) return { values: [null, ...values], isOpen: false, spell: spellings };
    return values.every((one) => typeof one === 'string') ? textDomain(literals()) : undefined;
  },
};

/** Answers with more values are compared with literals only. */
const maxValues = 60;

export function textDomain(literals: readonly string[]): Domain {
  return { values: [null, ...literals, anyOther], isOpen: true, spell: spellings };
}

/** Blanks around an answer of one's own do not count. */
export const ownAnswer: JsonSchema = { anyOf: [{ maxLength: maxOtherLength }, { pattern: '^\\s|\\s$' }] };

/** undefined where an answer of one's own is accepted too, and where they depend on other answers. */
export function listedOptions(options: FieldStep['options']): OptionIndex | undefined {
  return options?.isOpen === true ? undefined : fixedOptions(options);
}

export function fixedOptions(options: FieldStep['options']): OptionIndex | undefined {
  if (options?.form === 'list') return options.index;
  return options?.form === 'expression' && options.expression.isConstant ? acceptedValues(options, {}) : undefined;
}

export function optionSchema(element: Element, index: OptionIndex | undefined, context: SchemaContext): JsonSchema {
  const { kind } = itemTypeOf(element);
  if (context.of === 'sent' && index?.size === 0) return context.isRequired ? never : nothing;
  const typed = context.schemaOf(kind);
  const listed = takeOptions(index, context);
  if (listed !== undefined && context.of === 'stored') return { enum: listed };
  if (listed !== undefined) return orNothing(typed.listed?.(listed) ?? { enum: listed }, context);
  if (kind !== 'choice') {
    return typed.schema(
      { element: withChanges(element, { validators: [] }) as FieldStep['element'], options: undefined },
      context,
    );
  }
  return context.of === 'stored' ? { type: scalars } : { type: typesOf(scalars, context), ...notBlank(context) };
}

/** The values to choose from, in every spelling that is taken; undefined where others count too, or there are too many. */
function takeOptions(index: OptionIndex | undefined, { of, room }: FieldContext): readonly unknown[] | undefined {
  if (index === undefined || index.size > room.left) return undefined;
  room.left -= index.size;
  if (index.size === 0) return undefined;
  const values = [...index.values()];
  return of === 'stored' ? values : [...new Set(values.flatMap(spellings))];
}

export function spellings(value: Parameters<typeof optionKey>[0]): unknown[] {
  const text = optionKey(value);
  const number = Number(text);
  return [
    value,
    text,
    ...(String(number) === text ? [number] : []),
    ...(text === 'true' ? [true] : []),
    ...(text === 'false' ? [false] : []),
  ];
}
