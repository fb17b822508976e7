// What may be in the data under the name of one field, as a JSON Schema. Core decides: whatever it accepts, the schema accepts too.
// What JSON Schema cannot say (expressions, remote checks, limits of dates) is named by unsaid-rules.ts. [forms.schema]
import type { Element } from '../../../core/definition/form-definition.ts';
import { maxOtherLength } from '../../../core/definition/question-kinds.ts';
import type { FieldStep } from '../../../core/plan/form-plan.ts';
import { type OptionIndex, optionKey } from '../../../core/plan/option-list.ts';
import { acceptedValues } from '../../../core/plan/options.ts';
import { itemTypeOf } from '../../../core/plan/value-type-of.ts';
import type { ValueKind } from '../../../fields/all/kind.ts';
import { withChanges } from '../../../fields/with-changes.ts';
import { limitsOf, type TextLimits } from './limits-of.ts';
import { numberPattern } from './number-pattern.ts';

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

/** Whitespace alone; NUL characters are dropped before a value is read. */
const blanks = '^[\\s\\u0000]*$';
const blank: JsonSchema = { type: 'string', pattern: blanks };
const nothing: JsonSchema = { anyOf: [{ type: 'null' }, blank] };
export const something: JsonSchema = { not: nothing };
const never: JsonSchema = { not: {} };
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
      return isSent ? orNothing({ enum: [...wordsFor(true), ...wordsFor(false)] }, context) : { type: 'boolean' };
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

/** Every spelling of a boolean; of anything else none. */
export function wordsFor(value: unknown): readonly unknown[] {
  if (value === true) return [true, 'yes', 'true', 'on', '1', 1];
  return value === false ? [false, 'no', 'false', 'off', '0', 0] : [];
}

/** Days that exist, leap years included. */
const leapYear = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)';
const day =
  '(?:\\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)' +
  `|${leapYear}-02-29)`;
const timeOfDay = 'T(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,9})?)?Z';
const sentDate = `^${day}(?:${timeOfDay})?$`;

function typesOf(types: readonly string[], { isRequired }: FieldContext): string | readonly string[] {
  const all = isRequired ? types : [...types, 'null'];
  return all.length === 1 ? (all[0] as string) : all;
}

/** Blanks alone are not an answer. */
function withBlank(pattern: string, { isRequired }: FieldContext): string {
  return isRequired ? pattern : `${blanks}|${pattern}`;
}

function notBlank({ isRequired }: FieldContext): JsonSchema {
  return isRequired ? { pattern: '[^\\s\\u0000]' } : {};
}

function orNothing(schema: JsonSchema, { of, isRequired }: FieldContext): JsonSchema {
  return of === 'stored' || isRequired ? schema : { anyOf: [schema, nothing] };
}

/** Numbers and booleans are stored as text, and rules look at that. */
function textSchema(limits: TextLimits, context: FieldContext): JsonSchema {
  const { minLength, maxLength, patterns, isRewritten } = limits;
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
    ...(hasLengths && !isStored && !isRequired ? [{ anyOf: [lengths, { pattern: blanks }] }] : []),
    ...(all.length === 0 && isRequired && !isStored ? [] : all),
    ...(isStored ? [] : otherScalars(limits)),
  ];
  return {
    type: isStored ? 'string' : typesOf(textTypes(limits), context),
    ...(isStored || isRequired ? lengths : {}),
    ...(isStored ? {} : notBlank(context)),
    ...(others.length === 0 ? {} : { allOf: others }),
  };
}

/** No number is written longer than this. */
const longestNumber = 25;

function textTypes({ minLength = 0, patterns }: TextLimits): readonly string[] {
  const takesNumbers = minLength <= longestNumber && patterns.every(({ ofNumbers }) => ofNumbers !== false);
  const takesBooleans = goodBooleans({ minLength, patterns }).length > 0;
  return ['string', ...(takesNumbers ? ['number'] : []), ...(takesBooleans ? ['boolean'] : [])];
}

function goodBooleans({ minLength = 0, maxLength = 5, patterns }: Partial<TextLimits>): boolean[] {
  const isGood = (text: string) =>
    text.length >= minLength && text.length <= maxLength && (patterns ?? []).every(({ matches }) => matches(text));
  return [true, false].filter((value) => isGood(String(value)));
}

/** Whole numbers have as many characters as digits; of the others the length is not said. */
function otherScalars(limits: TextLimits): JsonSchema[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = limits;
  const booleans = goodBooleans(limits);
  const ranges = limits.patterns.flatMap(({ ofNumbers }) => (typeof ofNumbers === 'object' ? [ofNumbers] : []));
  const short: JsonSchema[] = [
    ...(minLength > 1 && minLength < 16 ? [{ minimum: 0, exclusiveMaximum: 10 ** (minLength - 1) }] : []),
    ...(minLength > 2 && minLength < 16 ? [{ exclusiveMaximum: 0, exclusiveMinimum: -(10 ** (minLength - 2)) }] : []),
    // From 1e21 on a number is written with an exponent.
    ...(maxLength < 16 ? [{ minimum: 10 ** maxLength, exclusiveMaximum: 1e21 }] : []),
    ...(maxLength < 16 ? [{ maximum: -(10 ** Math.max(0, maxLength - 1)), exclusiveMinimum: -1e21 }] : []),
  ];
  return [
    ...(booleans.length === 1
      ? [{ anyOf: [{ type: 'boolean', const: booleans[0] }, { not: { type: 'boolean' } }] }]
      : []),
    ...ranges.map((range) => ({ anyOf: [{ type: 'integer', ...range }, { not: { type: 'number' } }] })),
    ...(short.length === 0 ? [] : [{ not: { type: 'integer', anyOf: short } }]),
  ];
}

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

function signatureSchema(context: FieldContext): JsonSchema {
  return {
    type: typesOf(['string', 'object'], context),
    ...notBlank(context),
    properties: { strokes: { type: 'array', items: { type: 'object' } } },
    required: ['strokes'],
  };
}

function choiceSchema(step: FieldStep, context: FieldContext): JsonSchema {
  const schema = optionSchema(step.element, listedOptions(step.options), context);
  return step.options?.isOpen === true && context.of === 'sent' ? { ...schema, allOf: [ownAnswer] } : schema;
}

/** Blanks around an answer of one's own do not count. */
const ownAnswer: JsonSchema = { anyOf: [{ maxLength: maxOtherLength }, { pattern: '^\\s|\\s$' }] };

/** undefined where an answer of one's own is accepted too, and where they depend on other answers. */
export function listedOptions(options: FieldStep['options']): OptionIndex | undefined {
  return options?.isOpen === true ? undefined : fixedOptions(options);
}

function fixedOptions(options: FieldStep['options']): OptionIndex | undefined {
  if (options?.form === 'list') return options.index;
  return options?.form === 'expression' && options.expression.isConstant ? acceptedValues(options, {}) : undefined;
}

function optionSchema(element: Element, index: OptionIndex | undefined, context: FieldContext): JsonSchema {
  const { kind } = itemTypeOf(element);
  if (context.of === 'sent' && index?.size === 0) return context.isRequired ? never : nothing;
  const isSpelled = kind === 'choice' || kind === 'color';
  const listed = takeOptions(index, context);
  if (listed !== undefined && context.of === 'stored') return { enum: listed };
  if (listed !== undefined && isSpelled) return orNothing({ enum: listed }, context);
  if (listed !== undefined) return orNothing(typedOptions(kind, listed), context);
  if (kind !== 'choice') return plainSchema(kind, withChanges(element, { validators: [] }), context);
  return context.of === 'stored' ? { type: scalars } : { type: typesOf(scalars, context), ...notBlank(context) };
}

/** Options that are numbers, dates or booleans, in every spelling; of a day its times too. */
function typedOptions(kind: ValueKind, values: readonly unknown[]): JsonSchema {
  if (kind === 'bool') return { enum: values.flatMap((value) => wordsFor(value)) };
  if (kind === 'number') {
    const numbers = values.filter((value) => typeof value === 'number');
    const texts = numbers.map((one) => ({ type: 'string', pattern: numberPattern({ minimum: one, maximum: one }) }));
    return { anyOf: [{ enum: numbers }, ...texts] };
  }
  if (kind !== 'date') return { type: ['string', 'object'] };
  const days = [...new Set(values.map((value) => String(value).slice(0, 'YYYY-MM-DD'.length)))];
  return { type: 'string', pattern: `^(?:${days.join('|')})(?:${timeOfDay})?$` };
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

function choicesSchema({ element, options }: FieldStep, context: FieldContext): JsonSchema {
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

function matrixSchema(step: FieldStep, context: FieldContext): JsonSchema {
  const { element, options } = step;
  const index = listedOptions(options);
  const questions = questionsOf(element);
  const answers = context;
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

/** Under the name of a field that has an answer: blanks, empty lists and matrices with open questions are none. */
export function filledSchema({ element, value, options }: FieldStep): JsonSchema {
  if (value.kind === 'multi-choice') {
    const count = countRanked(element, options);
    return { type: 'array', contains: something, ...(count > 1 ? { minContains: count } : {}) };
  }
  if (value.kind === 'file') return { type: 'array', contains: { type: 'object' } };
  if (value.kind !== 'matrix') return something;
  const questions = questionsOf(element);
  return {
    type: 'object',
    properties: Object.fromEntries(questions.map((one) => [one, something])),
    ...(questions.length > 0 ? { required: questions } : {}),
  };
}
