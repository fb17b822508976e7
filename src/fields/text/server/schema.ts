// Numbers and booleans are stored as text, and rules look at that. [forms.schema]
import { limitsOf, type TextLimits } from '../../../server/forms/schema/limits-of.ts';
import {
  blanks,
  type FieldContext,
  type JsonSchema,
  type KindSchema,
  notBlank,
  typesOf,
  withBlank,
} from '../../../server/forms/schema/schema-parts.ts';
import { textDomain } from '../../choice/server/schema.ts';

export const schema: KindSchema = {
  schema: ({ element }, context) => textSchema(limitsOf(element), context),
  domain: ({ element }, literals) => (limitsOf(element).isRewritten ? undefined : textDomain(literals())),
  rules: ['str'],
};

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
