// GET autocomplete and validate of an options set: public, and the same in process for a form's remote validator.
// [options-sets.search] [options-sets.validate] [options-sets.search.off]

import Joi from 'joi';
import { errors } from '../errors.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import { check, everyQuery, idParam, readJsonParameters } from '../http/checks.ts';
import { checkJsonDepth } from '../http/json-body.ts';
import type { Services } from '../services.ts';
import type { DataQuery, SearchIndex } from './search-index.ts';

const defaultLimit = 10;
const maxLimit = 250;

export const setIdCheck = idParam('setId');

const dataQuery = Joi.object().unknown();
export const autocompleteCheck = Joi.object({
  term: Joi.string().allow('').default(''),
  query: dataQuery,
  limit: Joi.number().integer().min(1).max(maxLimit).default(defaultLimit),
  near: Joi.boolean(),
});
export const validateCheck = Joi.object({ value: Joi.string().allow('').required(), query: dataQuery });

/** What pages send with every letter, as `autocompleteCheck` would read it; anything out of the ordinary is left to that. */
export function readPlainSearch(sent: Readonly<Record<string, unknown>>): AutocompleteQuery | undefined {
  for (const name in sent) if (!plainNames.includes(name)) return undefined;
  const { term = '', limit = String(defaultLimit), query, near } = sent;
  if (typeof term !== 'string' || typeof limit !== 'string' || !plainLimit.test(limit)) return undefined;
  if (near !== undefined && near !== 'true') return undefined;
  const plain = near === undefined ? { term, limit: Number(limit) } : { term, limit: Number(limit), near: true };
  if (query === undefined) return plain;
  const parsed = typeof query === 'string' && plainQuery.test(query) ? parseObject(query) : undefined;
  return parsed && { ...plain, query: parsed };
}

const plainNames: readonly string[] = ['term', 'query', 'limit', 'near'];
/** 1 to 250 without signs, dots or leading zeros. */
const plainLimit = /^(?:[1-9]\d?|1\d\d|2[0-4]\d|250)$/;
/** An object by its looks, without escapes, inner objects or a key that could be `__proto__`. */
const plainQuery = /^\{(?![\s\S]*"__)[^{\\]*\}$/;

function parseObject(text: string): DataQuery | undefined {
  checkJsonDepth(text);
  try {
    return JSON.parse(text) as DataQuery;
  } catch {
    // Joi says what is wrong with it.
    return undefined;
  }
}

type SearchServices = Pick<Services, 'optionsSets'>;
interface SetParams {
  readonly setId: string;
}
interface AutocompleteQuery {
  readonly term: string;
  readonly query?: DataQuery;
  readonly limit: number;
  readonly near?: boolean;
}
interface ValidateQuery {
  readonly value: string;
  readonly query?: DataQuery;
}

type AutocompleteRequest = Pick<ApiRequest<SetParams, AutocompleteQuery>, 'params' | 'query'>;

export async function autocompleteOptions({ params, query }: AutocompleteRequest, services: SearchServices) {
  return search(await openSet(params.setId, services), query);
}

/** The same for the network, with answers kept. */
export async function answerAutocomplete({ params, query }: AutocompleteRequest, services: SearchServices) {
  const index = await openSet(params.setId, services);
  // Nothing to find, and nothing that text tells apart: 1e999 is written as null.
  if (!canMatch(query.query)) return search(index, query);
  const { term, limit, near = false } = query;
  const data = query.query === undefined ? '' : JSON.stringify(query.query);
  // No JSON holds a line break outside its escapes, so no two searches have one key.
  const key = `${params.setId} ${limit} ${near} ${data}\n${term}`;
  const find = () => JSON.stringify(search(index, query));
  return ApiResponse.ofJson(services.optionsSets.answers.answer({ index, key }, find));
}

async function openSet(setId: string, services: SearchServices): Promise<SearchIndex> {
  const set = await services.optionsSets.get(setId);
  if (!set.allowsAutocomplete) throw errors.autocompleteOff();
  return set.index;
}

function search(index: SearchIndex, query: AutocompleteQuery) {
  const values = canMatch(query.query) ? index.autocomplete(query) : [];
  return { data: values.map(asItem) };
}

const asItem = (value: string) => ({ value });

export async function validateOption(
  { params, query }: Pick<ApiRequest<SetParams, ValidateQuery>, 'params' | 'query'>,
  services: SearchServices,
) {
  const set = await services.optionsSets.get(params.setId);
  return { isValid: canMatch(query.query) && set.index.validate(query) };
}

/** The data of options is flat, and its numbers finite: a list, an object or a number beyond all equals none of it. */
function canMatch(query: DataQuery | undefined): boolean {
  return query === undefined || Object.values(query).every(isDataValue);
}

function isDataValue(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'object' || value === null;
}

const ownPath = /^\/optionsSet\/([^/]+)\/(autocomplete|validate)$/;

/** What GET of a path of our own API answers, or throws; undefined when it is not about searching an options set. */
export function answerOwnOptionsSet(
  path: string,
  parameters: URLSearchParams,
  services: SearchServices,
): Promise<unknown> | undefined {
  const [, setId, verb] = ownPath.exec(path) ?? [];
  if (setId === undefined) return undefined;
  return verb === 'autocomplete'
    ? answer(autocompleteOptions, ownAutocompleteCheck, { setId, parameters }, services)
    : answer(validateOption, ownValidateCheck, { setId, parameters }, services);
}

const ownAutocompleteCheck = everyQuery.concat(autocompleteCheck);
const ownValidateCheck = everyQuery.concat(validateCheck);

async function answer<Query>(
  handle: (request: { params: SetParams; query: Query }, services: SearchServices) => Promise<unknown>,
  schema: Joi.ObjectSchema,
  asked: { setId: string; parameters: URLSearchParams },
  services: SearchServices,
): Promise<unknown> {
  const params = check(setIdCheck, { setId: asked.setId }, 'params') as SetParams;
  const query = check(schema, readJsonParameters(toRecord(asked.parameters)), 'query') as Query;
  return handle({ params, query }, services);
}

/** As the framework reads a query string: a repeated name is a list. */
function toRecord(parameters: URLSearchParams): Record<string, unknown> {
  const names = [...new Set(parameters.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
