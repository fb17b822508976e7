// Route table: options sets.
import Joi from 'joi';
import { afterCheck, checkOf, fieldsCheck, limitCheck } from '../http/checks.ts';
import { idFilterCheck } from '../http/id-filter.ts';
import type { ListQuery } from '../http/page-by-id.ts';
import { type Route, route } from '../http/route.ts';
import { array, flag, listOf, message, object, orProjection, ref, text } from '../openapi/schema-parts.ts';
import { getOptionsSet, listVisibleOptionsSets } from '../options-sets/get-options-set.ts';
import {
  answerAutocomplete,
  autocompleteCheck,
  readPlainSearch,
  setIdCheck,
  validateCheck,
  validateOption,
} from '../options-sets/search-options-set.ts';
import { summarizeOptionsSet } from '../options-sets/summarize-options-set.ts';
import {
  type AddPayload,
  addOptions,
  createOptionsSet,
  deleteOptions,
  type NewSetPayload,
} from '../options-sets/write-options-set.ts';

const maxAddOptionsBytes = 5_242_880;

const tag = 'Options sets';

export const optionsSetRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/optionsSet',
    access: 'credential',
    tag,
    summary: 'List options sets',
    description: "The account's own sets and those the service maintains.",
    query: checkOf<ListQuery>({ query: idFilterCheck, fields: fieldsCheck, limit: limitCheck, after: afterCheck }),
    answer: listOf(orProjection('OptionsSet')),
    isPaged: true,
    handle: listVisibleOptionsSets,
  }),
  route({
    method: 'GET',
    path: '/optionsSet/:setId',
    access: 'credential',
    tag,
    summary: 'Get an options set',
    params: setIdCheck,
    answer: ref('OptionsSet'),
    handle: getOptionsSet,
  }),
  route({
    method: 'GET',
    path: '/optionsSet/:setId/summary',
    access: 'credential',
    tag,
    summary: 'Contents of an options set, and its last refresh',
    description: 'Sets that the service maintains have `lastRefresh` once they were first refreshed.',
    params: setIdCheck,
    answer: ref('OptionsSetSummary'),
    handle: summarizeOptionsSet,
  }),
  route({
    method: 'POST',
    path: '/optionsSet',
    access: 'credential',
    tag,
    summary: 'Create an empty options set',
    payload: checkOf<NewSetPayload>({ name: Joi.string().max(1000).required() }),
    answer: ref('OptionsSet'),
    handle: createOptionsSet,
  }),
  route({
    method: 'POST',
    path: '/optionsSet/:setId/addOptions',
    access: 'credential',
    tag,
    summary: 'Add options to a set',
    description: 'Always adds: an option that is there already is there twice afterwards.',
    params: setIdCheck,
    // The handler looks at each option itself, a few at a time: Joi would hold every other request for seconds.
    payload: checkOf<AddPayload>({ options: Joi.array().required() }),
    payloadSchema: object({ options: array(ref('Option')) }),
    maxBodyBytes: maxAddOptionsBytes,
    answer: message,
    handle: addOptions,
  }),
  route({
    method: 'POST',
    path: '/optionsSet/:setId/deleteOptions',
    access: 'credential',
    tag,
    summary: 'Delete all options of a set',
    description: 'No request changes or removes one option. To replace all, delete them and add others.',
    params: setIdCheck,
    answer: message,
    handle: deleteOptions,
  }),
  route({
    method: 'GET',
    path: '/optionsSet/:setId/autocomplete',
    access: 'public',
    tag,
    summary: 'Search a set',
    description:
      'Finds options whose value contains the term anywhere, ignoring case and diacritics: one equal to the term first, ' +
      'then by descending score; of equal scores values that begin with the term, then those of which a word does, then shorter ones. ' +
      '`query` names values of `data`, type included. Results may lag changes up to a minute. With `near=true` the places that are ' +
      'left are filled with near matches, best first: words in any order, other spellings, typing errors, a keyboard left in the ' +
      'other language, and other names (`names` in the `data` of an option, separated by `|`).',
    params: setIdCheck,
    query: autocompleteCheck,
    readQuickly: readPlainSearch,
    answer: listOf(object({ value: text })),
    errors: ['autocompleteOff'],
    handle: answerAutocomplete,
  }),
  route({
    method: 'GET',
    path: '/optionsSet/:setId/validate',
    access: 'public',
    tag,
    summary: 'Check a value',
    description: 'An exact match, including case and the types of the values in `query`.',
    params: setIdCheck,
    query: validateCheck,
    answer: object({ isValid: flag }),
    handle: validateOption,
  }),
];
