// GET autocomplete and validate of an options set: public, and the same in process for a form's remote validator.
// [options-sets.search] [options-sets.validate] [options-sets.search.off]

import Joi from 'joi';
import type { ApiList } from '../../api-types/lists.ts';
import type { FoundOption, OptionCheck } from '../../api-types/options-sets.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse } from '../http/api-request.ts';
import { check, checkOf, everyQuery, idParam, readJsonParameters } from '../http/checks.ts';
import { checkJsonDepth } from '../http/json-body.ts';
import type { SearchableSet } from './index-cache.ts';
import type { DataQuery } from './search-index.ts';

const defaultLimit = 10;
const maxLimit = 250;

export const setIdCheck = idParam('setId');

const dataQuery = Joi.object().unknown();
export const autocompleteCheck = checkOf<AutocompleteQuery>({
  term: Joi.string().allow('').default(''),
  query: dataQuery,
  limit: Joi.number().integer().min(1).max(maxLimit).default(defaultLimit),
  near: Joi.boolean(),
});
export const validateCheck = checkOf<ValidateQuery>({ value: Joi.string().allow('').required(), query: dataQuery });

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
  return search(openSet(await services.optionsSets.get(params.setId)), query, services);
}

/** The same for the network, with responses kept. */
export async function respondWithOptions(
  { params, query, path }: Pick<ApiRequest<SetParams, AutocompleteQuery>, 'params' | 'query' | 'path'>,
  services: SearchServices,
): Promise<ApiList<FoundOption> | ApiResponse<ApiList<FoundOption>>> {
  const set = openSet(services.optionsSets.peek(params.setId) ?? (await services.optionsSets.get(params.setId)));
  if (!canMatch(query.query)) return { data: [] };
  const { answers, run } = services.optionsSets;
  const asked = { index: set.index, key: path };
  const known = answers.find(asked);
  if (known !== undefined) return ApiResponse.ofJson(known);
  const json = jsonOf(await run(set, set.index.autocompleteInSteps(query)));
  answers.keep(asked, json);
  return ApiResponse.ofJson(json);
}

function jsonOf(values: readonly string[]): string {
  let json = '';
  for (const value of values) json += `${json === '' ? '' : ','}{"value":${JSON.stringify(value)}}`;
  return `{"data":[${json}]}`;
}

function openSet(set: SearchableSet): SearchableSet {
  if (!set.allowsAutocomplete) throw errors.autocompleteOff();
  return set;
}

async function search(
  set: SearchableSet,
  query: AutocompleteQuery,
  { optionsSets }: SearchServices,
): Promise<ApiList<FoundOption>> {
  const values = canMatch(query.query) ? await optionsSets.run(set, set.index.autocompleteInSteps(query)) : [];
  return { data: values.map(asItem) };
}

const asItem = (value: string) => ({ value });

export async function validateOption(
  { params, query }: Pick<ApiRequest<SetParams, ValidateQuery>, 'params' | 'query'>,
  services: SearchServices,
): Promise<OptionCheck> {
  const set = services.optionsSets.peek(params.setId) ?? (await services.optionsSets.get(params.setId));
  if (!canMatch(query.query)) return { isValid: false };
  return { isValid: await services.optionsSets.run(set, set.index.validateInSteps(query)) };
}

/** The data of options is flat, and its numbers finite: a list, an object or a number beyond all equals none of it. */
function canMatch(query: DataQuery | undefined): boolean {
  return query === undefined || Object.values(query).every(isDataValue);
}

function isDataValue(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value !== 'object' || value === null;
}

const ownPath = /^\/optionsSet\/([^/]+)\/(autocomplete|validate)$/;
const plainId = /^[0-9a-f]{24}$/;

/** What GET of a path of our own API answers, or throws; undefined when it is not about searching an options set. */
export function respondFromOwnSet(
  path: string,
  sent: Readonly<Record<string, unknown>>,
  services: SearchServices,
): Promise<unknown> | undefined {
  const [, setId, verb] = ownPath.exec(path) ?? [];
  if (setId === undefined) return undefined;
  if (verb === 'autocomplete') return answer(autocompleteOptions, ownAutocompleteCheck, { setId, sent }, services);
  const query = plainId.test(setId) ? readPlainValidate(sent) : undefined;
  return query === undefined
    ? answer(validateOption, ownValidateCheck, { setId, sent }, services)
    : validateOption({ params: { setId }, query }, services);
}

/** What submits ask of every field that a set has the values of, as `validateCheck` would read it; anything else is left to that. */
export function readPlainValidate(sent: Readonly<Record<string, unknown>>): ValidateQuery | undefined {
  for (const name in sent) if (name !== 'value' && name !== 'query') return undefined;
  const { value, query } = sent;
  if (typeof value !== 'string') return undefined;
  if (query === undefined) return { value };
  const parsed = typeof query === 'string' && plainQuery.test(query) ? parseObject(query) : undefined;
  return parsed && { value, query: parsed };
}

const ownAutocompleteCheck = everyQuery.concat(autocompleteCheck);
const ownValidateCheck = everyQuery.concat(validateCheck);

async function answer<Query>(
  handle: (request: { params: SetParams; query: Query }, services: SearchServices) => Promise<unknown>,
  schema: Joi.ObjectSchema,
  asked: { setId: string; sent: Readonly<Record<string, unknown>> },
  services: SearchServices,
): Promise<unknown> {
  const params = check(setIdCheck, { setId: asked.setId }, 'params') as SetParams;
  const query = check(schema, readJsonParameters(asked.sent), 'query') as Query;
  return handle({ params, query }, services);
}
