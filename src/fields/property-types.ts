// What a property of an element may hold: what the author of a form is told otherwise, how it is checked, and the same as a JSON
// Schema for those who write definitions by program. `Value` is its TypeScript type.

import { autofillPurposes, isAutofillPurpose } from '../core/definition/autofill-purposes.ts';
import type {
  Condition,
  JsonValue,
  OptionItem,
  OptionsDefinition,
  RequiredRule,
  Tab,
  TypeValidator,
  Validator,
} from '../core/definition/definition-parts.ts';
import { pictureAddress } from '../core/definition/picture-address.ts';
import { validatorTypes } from '../core/validation/validator-types.ts';
import { isPlainObject } from '../core/values/value-type.ts';
import { typeValidatorTypes } from './element-types.ts';
import { callingCode, callingCountries } from './phone/calling-codes.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface PropertyType<Value = unknown> {
  /** Follows the place in a message: `must be a string`. */
  readonly words: string;
  readonly schema: JsonSchema;
  /** Missing where the reader of the property names what is wrong, each part at its own place. */
  readonly isGood?: (value: unknown) => boolean;
  /** A text that is compiled. `initial` is one only where it is a text. */
  readonly source?: 'condition' | 'expression' | 'template' | 'html' | 'initial';
  /** Never there: it carries the type. */
  readonly value?: Value;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;

export const text: PropertyType<string> = { words: 'must be a string', isGood: isString, schema: { type: 'string' } };

export const flag: PropertyType<boolean> = {
  words: 'must be a boolean',
  isGood: isBoolean,
  schema: { type: 'boolean' },
};

export const count: PropertyType<number> = {
  words: 'must be a positive integer',
  isGood: isCount,
  schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
};

export function countUpTo(maximum: number): PropertyType<number> {
  return {
    words: `must be an integer from 1 to ${maximum}`,
    isGood: (value) => isCount(value) && (value as number) <= maximum,
    schema: { type: 'integer', minimum: 1, maximum },
  };
}

export const positive: PropertyType<number> = {
  words: 'must be a positive number',
  isGood: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
  schema: { type: 'number', exclusiveMinimum: 0 },
};

export function oneOf<const Value extends string>(...values: readonly Value[]): PropertyType<Value> {
  return {
    words: `must be one of [${values.join(', ')}]`,
    isGood: (value) => (values as readonly unknown[]).includes(value),
    schema: { type: 'string', enum: values },
  };
}

export const zeroOrOne: PropertyType<0 | 1> = {
  words: 'must be 0 or 1',
  isGood: (value) => value === 0 || value === 1,
  schema: { type: 'integer', enum: [0, 1] },
};

export const flagOrText: PropertyType<boolean | string> = {
  words: 'must be one of [boolean, string]',
  isGood: (value) => isBoolean(value) || isString(value),
  schema: { type: ['boolean', 'string'] },
};

export const texts: PropertyType<readonly string[]> = {
  words: 'must be an array of strings',
  isGood: (value) => Array.isArray(value) && value.every(isString),
  schema: { type: 'array', items: { type: 'string' } },
};

export const autofillPurpose: PropertyType<string> = {
  words: 'must be an autofill purpose of HTML, such as name, email or street-address, or off',
  isGood: isAutofillPurpose,
  schema: { type: 'string', enum: [...autofillPurposes] },
};

/** The names that fill links use themselves are taken. */
export const linkParameter: PropertyType<string> = {
  words: 'must be the name of a query parameter: letters, digits, _, - and ., and not data or b',
  isGood: (value) => isString(value) && /^[\w.-]{1,100}$/.test(value) && value !== 'data' && value !== 'b',
  schema: { type: 'string', pattern: '^(?!(?:data|b)$)[A-Za-z0-9_.-]{1,100}$' },
};

export const country: PropertyType<string> = {
  words: 'must be the code of a country, such as IL',
  isGood: (value) => isString(value) && callingCode(value) !== undefined,
  schema: { type: 'string', enum: [...callingCountries] },
};

const maxPictures = 1000;

export const pictures: PropertyType<Readonly<Record<string, string>>> = {
  words: `must be an object of addresses of pictures by option values, at most ${maxPictures}`,
  isGood: arePictures,
  schema: {
    type: 'object',
    maxProperties: maxPictures,
    additionalProperties: { type: 'string', pattern: pictureAddress.source },
  },
};

function arePictures(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const addresses = Object.values(value);
  return addresses.length <= maxPictures && addresses.every((one) => isString(one) && pictureAddress.test(one));
}

export const condition: PropertyType<Condition> = {
  words: 'must be one of [boolean, string]',
  source: 'condition',
  schema: { type: ['boolean', 'string'] },
};

export const expression: PropertyType<string> = {
  words: 'must be a string',
  source: 'expression',
  schema: { type: 'string' },
};

export const template: PropertyType<string> = {
  words: 'must be a string',
  source: 'template',
  schema: { type: 'string' },
};

export const htmlTemplate: PropertyType<string> = {
  words: 'must be a string',
  source: 'html',
  schema: { type: 'string' },
};

export const anyJson: PropertyType<JsonValue> = { words: 'may be any JSON', schema: {} };
export const initialValue: PropertyType<JsonValue> = { ...anyJson, source: 'initial' };

const said: JsonSchema = { type: 'string' };
const conditionPart: JsonSchema = {
  type: ['boolean', 'string'],
  description: 'true, false, or an expression that is evaluated for each entry.',
};

/** What rules say besides. */
export const messageParts: Readonly<Record<string, JsonSchema>> = {
  message: said,
  level: {
    type: 'string',
    enum: ['error', 'warning', 'info', 'success'],
    description: 'Only error blocks; the others are shown.',
  },
};

export const requiredRule: PropertyType<boolean | RequiredRule> = {
  words: 'must be one of [boolean, object]',
  schema: {
    anyOf: [
      { type: 'boolean' },
      { type: 'object', properties: { req: conditionPart, ...messageParts }, additionalProperties: true },
    ],
  },
};

export const typeValidator: PropertyType<string | TypeValidator> = {
  words: `must be one of [${typeValidatorTypes.join(', ')}]`,
  schema: {
    anyOf: [
      { type: 'string', enum: typeValidatorTypes },
      {
        type: 'object',
        properties: {
          type: { type: 'string', enum: typeValidatorTypes },
          mode: { type: 'string', enum: ['d', 'dt', 't'], description: 'A day, a moment or a time of the day.' },
        },
        required: ['type'],
        additionalProperties: true,
      },
    ],
  },
};

const limits = validatorTypes.filter((type) => /(?:min|max)(?:Length)?$/i.test(type));
const sources = ['str/pattern', 'expr'];

/** The types of validators by what they take. */
export const validatorGroups = {
  alone: validatorTypes.filter((type) => !limits.includes(type) && !sources.includes(type) && type !== 'remote'),
  limits,
  sources,
};

export const validators: PropertyType<readonly (string | Validator)[]> = {
  words: 'must be an array',
  schema: {
    type: 'array',
    items: {
      anyOf: [
        { type: 'string', enum: validatorGroups.alone, description: 'One that takes nothing more.' },
        { $ref: '#/components/schemas/Validator' },
      ],
    },
  },
};

const optionList: JsonSchema = { type: 'array', items: { $ref: '#/components/schemas/OptionItem' } };

export function requestSchema(description: string): JsonSchema {
  return {
    type: 'object',
    description,
    properties: {
      url: { type: 'string', minLength: 1 },
      qs: { type: 'string', description: 'An expression that gives the query parameters.' },
    },
    required: ['url'],
    additionalProperties: true,
  };
}

export const options: PropertyType<OptionsDefinition> = {
  words: 'must be one of [array, string, object]',
  schema: { anyOf: [optionList, { type: 'string' }, requestSchema('The autocomplete address of an options set.')] },
};

export const questions: PropertyType<readonly OptionItem[]> = { words: 'must be an array', schema: optionList };

export const tabs: PropertyType<readonly Tab[]> = {
  words: 'must be an array',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: said, label: said, relevant: conditionPart },
      additionalProperties: true,
    },
  },
};
