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
import { readPlainParameters } from '../http/plain-parameters.ts';
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
  return search(openSet(await services.optionsSets.get(params.setId)), query, services);
}

/** The same for the network, with responses kept. */
export async function respondWithOptions(
  { params, query, path }: Pick<ApiRequest<SetParams, AutocompleteQuery>, 'params' | 'query' | 'path'>,
  services: SearchServices,
): Promise<ApiList<FoundOption> | ApiResponse<ApiList<FoundOption>>> {
  const set = openSet(services.optionsSets.peek(params.setId) ?? (await services.optionsSets.get(params.setId)));
  if (!canMatch(query.query)) return { data: [] };
  const { answers, run, goOn } = services.optionsSets;
  const asked = { index: set.index, key: path };
  const known = answers.find(asked);
  if (known !== undefined) return ApiResponse.ofJson(Buffer.from(known, 'latin1'));
  const begun = answers.takeBegun(asked);
  const found = await (begun === undefined ? run(set, set.index.autocompleteInSteps(query)) : goOn(set, begun));
  return ApiResponse.ofJson(Buffer.from(answers.keep(asked, jsonOf(found)), 'latin1'));
}

/** The same for a plain request, where the index is there and the search is short. */
export function answerSearchAtOnce(path: string, { optionsSets }: SearchServices): string | undefined {
  const setId = path.slice(idStart, idStart + idLength);
  if (!plainId.test(setId)) return undefined;
  const set = optionsSets.peek(setId);
  if (set === undefined || !set.allowsAutocomplete) return undefined;
  const asked = { index: set.index, key: path };
  const known = optionsSets.answers.find(asked);
  if (known !== undefined) return known;
  const sent = readPlainParameters(path, path.indexOf('?') + 1);
  const query = sent && readPlainSearch(sent);
  if (query === undefined || !canMatch(query.query)) return undefined;
  const steps = set.index.autocompleteInSteps(query);
  const first = steps.next();
  if (first.done) return optionsSets.answers.keep(asked, jsonOf(first.value));
  optionsSets.answers.begin(asked, steps);
  return undefined;
}

const idStart = '/optionsSet/'.length;
const idLength = 24;

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
