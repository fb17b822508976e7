// Checks requests: the Joi schemas that routes share, and the 400 response of a failed check. [conventions.ids.pattern]
// [conventions.unknown-parameters] [errors.request]
import Joi from 'joi';
import { defaultLocale, locales } from '../../core/locale/locale.ts';
import { errors } from '../base/errors.ts';
import { checkJsonDepth, refuseProtoInFilter } from './json-body.ts';

declare const passed: unique symbol;

/** A check of requests, with the type of what passes it. */
export interface Check<T> extends Joi.ObjectSchema {
  readonly [passed]: T;
}

/** A check of an object with exactly the properties of T. */
export function checkOf<T extends object>(properties: { readonly [Name in keyof T]-?: Joi.Schema }): Check<T> {
  return checked(Joi.object(properties));
}

/** Names the type of a schema's result where `checkOf` cannot derive it: Joi schemas carry no types. */
export function checked<T>(schema: Joi.ObjectSchema): Check<T> {
  return schema as Check<T>;
}

const idPattern = /^[0-9a-fA-F]{24}$/;

/** An id in any case; handlers see it in lower case. */
export const idCheck = Joi.string()
  .pattern(idPattern)
  .custom((value: string) => value.toLowerCase());

export function idParam<Name extends string>(name: Name): Check<Readonly<Record<Name, string>>> {
  return checked(Joi.object({ [name]: idCheck.required() }));
}

const maxListLimit = 2000;
export const limitCheck = Joi.number().integer().min(1).max(maxListLimit);
export const fieldsCheck = Joi.array().items(Joi.string().allow(''));
export const afterCheck = Joi.string().max(500);

/** Operators of filters. */
export const equality = (value: Joi.Schema) => ({ $eq: value, $ne: value });
export const membership = (value: Joi.Schema) => ({
  ...equality(value),
  $in: Joi.array().items(value),
  $nin: Joi.array().items(value),
});
/**
 * Operators, or a plain value. The order of the two is the order of words in Joi's message. No operator at all would
 * match everything, and filters delete: `{form: {$in: undefined}}` is `{form: {}}` once it is JSON.
 */
export const filterValue = (operators: Record<string, Joi.Schema>, value: Joi.Schema) =>
  Joi.alternatives().try(Joi.object(operators).min(1), value);

/** Some with a country, which programs send. */
const localeNames = [defaultLocale, 'en_GB', ...locales.filter((locale) => locale !== defaultLocale), 'en_IL'];
/** Parameters every endpoint takes. */
export const everyQuery = Joi.object({
  locale: Joi.string().valid(...localeNames),
  fallbackLocales: Joi.array()
    .items(Joi.string().valid(...localeNames))
    .single(),
});

/** `query` and `fields` are JSON text in the query string; what is not JSON stays text and fails its Joi type. */
export function readJsonParameters(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result: Record<string, unknown> = { ...query };
  if (typeof result['query'] === 'string') {
    result['query'] = parseOrText(result['query']);
    refuseProtoInFilter(result, 'query');
  }
  if (typeof result['fields'] === 'string') {
    const fields = parseOrText(result['fields']);
    // A plain word, such as a comma list, is taken for one field name: an unknown one gives empty items.
    result['fields'] = typeof fields === 'string' ? [fields] : fields;
  }
  return result;
}

function parseOrText(text: string): unknown {
  checkJsonDepth(text);
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export type CheckSource = 'query' | 'payload' | 'params';

export function check(schema: Joi.ObjectSchema, value: unknown, source: CheckSource): unknown {
  const result = schema.validate(withoutCrowd(schema, value));
  if (result.error !== undefined) throw requestInvalid(result.error, source);
  return result.value;
}

/** No check names so many properties. */
const crowd = 1_000;

interface Description {
  readonly keys?: object;
  readonly flags?: { readonly unknown?: boolean };
  readonly patterns?: unknown;
  readonly renames?: unknown;
}

/**
 * Joi copies an object before it checks it, however many unknown properties it has. Of very many the first unknown one is
 * enough: it is the one that the error is about. [limits.event-loop]
 */
export function withoutCrowd(schema: Joi.ObjectSchema, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length <= crowd) return value;
  const { keys, flags, patterns, renames } = schema.describe() as Description;
  if (keys === undefined || flags?.unknown === true || patterns !== undefined || renames !== undefined) return value;
  const stranger = names.find((name) => !Object.hasOwn(keys, name));
  const kept = [...Object.keys(keys), ...(stranger === undefined ? [] : [stranger])].filter((name) =>
    Object.hasOwn(value, name),
  );
  return Object.fromEntries(kept.map((name) => [name, (value as Record<string, unknown>)[name]]));
}

function requestInvalid(error: Joi.ValidationError, source: CheckSource): Error {
  const first = error.details[0];
  if (first === undefined) return errors.requestInvalid(error.message, { source, keys: [] });
  const keys = first.path.length === 0 ? [] : [first.path.join('.')];
  return errors.requestInvalid(first.message, { source, keys });
}
