// What may be in the data under the name of one field, as a JSON Schema. Core decides: whatever it accepts, the schema accepts too.
// What JSON Schema cannot say (expressions, remote checks, limits of dates) is left out. [forms.schema]
import type { Element } from '../../core/form-definition.ts';
import type { FieldStep } from '../../core/form-plan.ts';
import { type OptionIndex, optionKey } from '../../core/option-list.ts';
import { itemTypeOf } from '../../core/value-type-of.ts';
import type { ValueKind } from '../../core/values/value-type.ts';
import { limitsOf, type TextLimits } from './limits-of.ts';

export type JsonSchema = Record<string, unknown>;

/** sent: what a submit may hold; other spellings of a value count too. stored: the one that an entry then holds. */
export type SchemaOf = 'sent' | 'stored';

/** Options and questions that a schema may still list; a form with more of them has schemas that say less. */
export interface Room {
  left: number;
}

export interface FieldContext {
  readonly of: SchemaOf;
  /** Whatever the rest of the data holds. */
  readonly isRequired: boolean;
  readonly room: Room;
}

const blank: JsonSchema = { type: 'string', pattern: '^\\s*$' };
const nothing: JsonSchema = { anyOf: [{ type: 'null' }, blank] };
const scalars = ['string', 'number', 'boolean'];

export function fieldSchema(step: FieldStep, context: FieldContext): JsonSchema {
  const { element } = step;
  switch (step.value.kind) {
    case 'choice':
      return choiceSchema(step, context);
    case 'multi-choice':
      return choicesSchema(step, context);
    case 'matrix':
      return matrixSchema(step, context);
    case 'file':
      return filesSchema(element, context);
    default:
      return plainSchema(step.value.kind, element, context);
  }
}

/** Of the kinds that choices may have too. */
function plainSchema(kind: ValueKind, element: Element, context: FieldContext): JsonSchema {
  const isSent = context.of === 'sent';
  switch (kind) {
    case 'number':
    case 'rate':
      return numberSchema(element, context);
    case 'bool':
      return isSent ? orNothing({ enum: [true, false, ...words] }, context) : { type: 'boolean' };
    case 'date':
      return isSent
        ? { type: typesOf(['string'], context), pattern: withBlank(sentDate, context) }
        : { type: 'string', format: 'date-time' };
    case 'sign':
      return isSent ? signatureSchema(context) : { type: 'string' };
    case 'doc':
      return isSent ? { type: typesOf(['string'], context), ...notBlank(context) } : { type: 'string' };
    default:
      return textSchema(limitsOf(element), context);
  }
}

const words = ['yes', 'true', 'on', '1', 1, 'no', 'false', 'off', '0', 0];
const sentDate = '^\\d{4}-\\d\\d-\\d\\d(?:T\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?Z)?$';
const sentNumber = '^\\s*[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?\\s*$';

function typesOf(types: readonly string[], { isRequired }: FieldContext): string | readonly string[] {
  const all = isRequired ? types : [...types, 'null'];
  return all.length === 1 ? (all[0] as string) : all;
}

/** Blanks alone are not an answer. */
function withBlank(pattern: string, { isRequired }: FieldContext): string {
  return isRequired ? pattern : `^\\s*$|${pattern}`;
}

function notBlank({ isRequired }: FieldContext): JsonSchema {
  return isRequired ? { pattern: '\\S' } : {};
}

function orNothing(schema: JsonSchema, { of, isRequired }: FieldContext): JsonSchema {
  return of === 'stored' || isRequired ? schema : { anyOf: [schema, nothing] };
}

/** Numbers and booleans are stored as text; rules on their length are not said. */
function textSchema({ minLength, maxLength, patterns, isRewritten }: TextLimits, context: FieldContext): JsonSchema {
  const { of, isRequired } = context;
  const isStored = of === 'stored';
  const lengths: JsonSchema = {
    ...(minLength === undefined || (isRewritten && !isStored) ? {} : { minLength }),
    ...(maxLength === undefined || (isRewritten && !isStored) ? {} : { maxLength }),
  };
  const all = patterns.flatMap(({ stored, sent }) => {
    if (isStored) return [{ pattern: stored }];
    return sent === undefined ? [] : [{ pattern: withBlank(sent, context) }];
  });
  const hasLengths = Object.keys(lengths).length > 0;
  const others = [
    ...(hasLengths && !isStored && !isRequired ? [{ anyOf: [lengths, { pattern: '^\\s*$' }] }] : []),
    ...(all.length === 0 && isRequired && !isStored ? [] : all),
  ];
  return {
    type: isStored ? 'string' : typesOf(scalars, context),
    ...(isStored || isRequired ? lengths : {}),
    ...(isStored ? {} : notBlank(context)),
    ...(others.length === 0 ? {} : { allOf: others }),
  };
}

function numberSchema(element: Element, context: FieldContext): JsonSchema {
  const { minimum, maximum, isInteger } = limitsOf(element);
  const type = isInteger ? 'integer' : 'number';
  return {
    ...(context.of === 'stored'
      ? { type }
      : { type: typesOf([type, 'string'], context), pattern: withBlank(sentNumber, context) }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

function signatureSchema(context: FieldContext): JsonSchema {
  return {
    type: typesOf(['string', 'object'], context),
    ...notBlank(context),
    properties: { strokes: { type: 'array', items: { type: 'object' } } },
    required: ['strokes'],
  };
}

function choiceSchema({ element, options }: FieldStep, context: FieldContext): JsonSchema {
  const index = listedOptions(options);
  return optionSchema(element, index, context);
}

/** undefined where an answer of one's own is accepted too. */
function listedOptions(options: FieldStep['options']): OptionIndex | undefined {
  return options?.form === 'list' && options.isOpen !== true ? options.index : undefined;
}

function optionSchema(element: Element, index: OptionIndex | undefined, context: FieldContext): JsonSchema {
  const item = itemTypeOf(element);
  const isTyped = item.kind !== 'choice';
  const listed = isTyped && context.of === 'sent' ? undefined : takeOptions(index, context);
  if (listed !== undefined) return orNothing({ enum: listed }, context);
  if (isTyped) return plainSchema(item.kind, { ...element, validators: [] }, context);
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

function spellings(value: Parameters<typeof optionKey>[0]): unknown[] {
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

function choicesSchema({ element, options }: FieldStep, context: FieldContext): JsonSchema {
  const { of, isRequired } = context;
  const index = listedOptions(options);
  // Items that are not answers are left out.
  const items = optionSchema(element, index, { ...context, isRequired: false });
  const { minItems = 0, maxItems } = limitsOf(element);
  if (of === 'stored') {
    return { type: 'array', items, minItems: Math.max(1, minItems), ...(maxItems === undefined ? {} : { maxItems }) };
  }
  const rules = [
    ...(minItems > 1 && !isRequired ? [{ anyOf: [{ minItems }, { items: nothing }] }] : []),
    ...(maxItems === undefined ? [] : [{ anyOf: [{ maxItems }, { contains: nothing }] }]),
  ];
  return {
    type: typesOf(['array'], context),
    items,
    ...(isRequired ? { minItems: Math.max(1, minItems) } : {}),
    ...(rules.length === 0 ? {} : { allOf: rules }),
  };
}

function matrixSchema(step: FieldStep, context: FieldContext): JsonSchema {
  const { element, options } = step;
  const index = listedOptions(options);
  const questions = questionsOf(element);
  const answers = { ...context, isRequired: context.isRequired };
  const isListed = questions.length <= context.room.left;
  if (isListed) context.room.left -= questions.length;
  return {
    type: context.of === 'stored' ? 'object' : typesOf(['object'], context),
    ...(isListed
      ? { properties: Object.fromEntries(questions.map((one) => [one, optionSchema(element, index, answers)])) }
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

const fileProperties = { storageKey: 'string', storageBucket: 'string', url: 'string' };

function filesSchema({ fileMaxNum }: Element, context: FieldContext): JsonSchema {
  const isStored = context.of === 'stored';
  const text = isStored ? 'string' : ['string', 'null'];
  const file: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: text },
      size: { type: 'integer', minimum: 0 },
      type: { type: text },
      ...Object.fromEntries(Object.keys(fileProperties).map((name) => [name, { type: 'string', minLength: 1 }])),
    },
    required: [...(isStored ? ['name', 'type'] : []), 'size', ...Object.keys(fileProperties)],
  };
  if (isStored) {
    return { type: 'array', items: file, minItems: 1, ...(fileMaxNum === undefined ? {} : { maxItems: fileMaxNum }) };
  }
  const deleted = { type: 'object', properties: { deleted: { const: true } }, required: ['deleted'] };
  const limit = { anyOf: [{ maxItems: fileMaxNum }, { contains: { anyOf: [{ type: 'null' }, deleted] } }] };
  return {
    type: typesOf(['array'], context),
    items: { anyOf: [file, { type: 'null' }] },
    ...(context.isRequired ? { minItems: 1 } : {}),
    ...(fileMaxNum === undefined ? {} : { allOf: [limit] }),
  };
}
