// Route table: options sets.
import { afterCheck, checkOf, fieldsCheck, limitCheck } from '../http/checks.ts';
import { idFilterCheck } from '../http/id-filter.ts';
import type { ListQuery } from '../http/page-by-id.ts';
import { type Route, route } from '../http/route.ts';
import { flag, listOf, message, object, orProjection, ref, text } from '../openapi/schema-parts.ts';
import { fingerprintOptions } from '../options-sets/fingerprint-options.ts';
import { getOptionsSet, listVisibleOptionsSets } from '../options-sets/get-options-set.ts';
import {
  autocompleteCheck,
  respondWithOptions,
  setIdCheck,
  validateCheck,
  validateOption,
} from '../options-sets/search-options-set.ts';
import { summarizeOptionsSet } from '../options-sets/summarize-options-set.ts';
import { addOptions, createOptionsSet, deleteOptions } from '../options-sets/write-options-set.ts';
import {
  acceptList,
  getListDiff,
  getSetLists,
  listDecisionCheck,
  listParamsCheck,
  restoreList,
} from '../registries/set-history.ts';
import {
  maxAddOptionsBytes,
  nameCheck,
  optionsCheck,
  optionsSchema,
  optionsSetCareRoutes,
  tag,
} from './options-set-care-routes.ts';

export const optionsSetRoutes: readonly Route[] = [
  route({
    operationId: 'listOptionsSets',
    method: 'GET',
    path: '/optionsSet',
    access: 'credential',
    tag,
    summary: 'List options sets',
    description: "The account's own sets and those the service maintains.",
    query: checkOf<ListQuery>({ query: idFilterCheck, fields: fieldsCheck, limit: limitCheck, after: afterCheck }),
    response: listOf(orProjection('OptionsSet')),
    isPaged: true,
    handle: listVisibleOptionsSets,
  }),
  route({
    operationId: 'getOptionsSet',
    method: 'GET',
    path: '/optionsSet/:setId',
    access: 'credential',
    tag,
    summary: 'Get an options set',
    description: 'Its name and times. Sets that the service maintains also have `lastRefresh`.',
    params: setIdCheck,
    response: ref('OptionsSet'),
    handle: getOptionsSet,
  }),
  route({
    operationId: 'getOptionsSetSummary',
    method: 'GET',
    path: '/optionsSet/:setId/summary',
    access: 'credential',
    tag,
    summary: 'Contents of an options set, and its last refresh',
    description: 'Sets that the service maintains have `lastRefresh` once they were first refreshed.',
    params: setIdCheck,
    response: ref('OptionsSetSummary'),
    handle: summarizeOptionsSet,
  }),
  route({
    operationId: 'fingerprintOptions',
    method: 'GET',
    path: '/optionsSet/:setId/fingerprint',
    access: 'credential',
    tag,
    summary: 'Fingerprint of the options of a set',
    description:
      'Two sets with the same options in the same order have the same one, in whatever service they are. A line for each option is hashed: ' +
      '`JSON.stringify` of `[value]`, of `[value, score]` where the score is not 0, or of `[value, score, [[key, value], ...]]` where there are data, ' +
      'sorted by key, and a line break. The ETag names the version of the options, for `If-Match` of an upload.',
    params: setIdCheck,
    response: ref('OptionsFingerprint'),
    hasEtag: true,
    stopsWithCaller: true,
    handle: fingerprintOptions,
  }),
  route({
    operationId: 'listSetLists',
    method: 'GET',
    path: '/optionsSet/:setId/lists',
    access: 'credential',
    tag,
    summary: 'The last lists of a maintained set',
    description: 'The last five, newest first, and one that came and was refused. Sets of an account have none.',
    params: setIdCheck,
    response: ref('SetLists'),
    handle: getSetLists,
  }),
  route({
    operationId: 'compareSetList',
    method: 'GET',
    path: '/optionsSet/:setId/lists/:number/diff',
    access: 'loginToken',
    tag,
    summary: 'What a list of a maintained set would change',
    description: 'Compared with the current list, with at most 20 examples each. For operators.',
    params: listParamsCheck,
    response: ref('SetDiff'),
    errors: ['listChangedMeanwhile'],
    handle: getListDiff,
  }),
  route({
    operationId: 'restoreSetList',
    method: 'POST',
    path: '/optionsSet/:setId/lists/:number/restore',
    access: 'loginToken',
    tag,
    summary: 'Go back to an earlier list of a maintained set',
    description:
      'At once and for all accounts, together with the sets of the same source. The lists that came after it are not used again by a ' +
      'refresh until the source brings another one. For operators.',
    params: listParamsCheck,
    payload: listDecisionCheck,
    response: ref('SetLists'),
    errors: ['listChangedMeanwhile', 'setListNotWhole'],
    handle: restoreList,
  }),
  route({
    operationId: 'acceptSetList',
    method: 'POST',
    path: '/optionsSet/:setId/lists/:number/accept',
    access: 'loginToken',
    tag,
    summary: 'Accept a list that was refused',
    description:
      'It becomes the current list of the set for all accounts, together with the sets of the same source. For operators.',
    params: listParamsCheck,
    payload: listDecisionCheck,
    response: ref('SetLists'),
    errors: ['listChangedMeanwhile'],
    handle: acceptList,
  }),
  route({
    operationId: 'createOptionsSet',
    method: 'POST',
    path: '/optionsSet',
    access: 'credential',
    tag,
    summary: 'Create an empty options set',
    description:
      'Fill it with POST /optionsSet/{setId}/addOptions, or with PUT /optionsSet/{setId}/options. With an Idempotency-Key a request that is sent twice makes one set.',
    payload: nameCheck,
    isIdempotent: true,
    response: ref('OptionsSet'),
    errors: ['optionsSetNotFound'],
    handle: createOptionsSet,
  }),
  route({
    operationId: 'addOptions',
    method: 'POST',
    path: '/optionsSet/:setId/addOptions',
    access: 'credential',
    tag,
    summary: 'Add options to a set',
    description: 'Always adds: an option that is there already is there twice afterwards.',
    params: setIdCheck,
    payload: optionsCheck,
    payloadSchema: optionsSchema,
    maxBodyBytes: maxAddOptionsBytes,
    response: message,
    errors: ['diskLow'],
    handle: addOptions,
  }),
  route({
    operationId: 'deleteOptions',
    method: 'POST',
    path: '/optionsSet/:setId/deleteOptions',
    access: 'credential',
    tag,
    summary: 'Delete all options of a set',
    description: 'To replace all without a moment in which the set is empty, use PUT.',
    params: setIdCheck,
    response: message,
    handle: deleteOptions,
  }),
  ...optionsSetCareRoutes,
  route({
    operationId: 'searchOptions',
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
    response: listOf(object({ value: text })),
    errors: ['autocompleteOff'],
    handle: respondWithOptions,
  }),
  route({
    operationId: 'validateOption',
    method: 'GET',
    path: '/optionsSet/:setId/validate',
    access: 'public',
    tag,
    summary: 'Check a value',
    description: 'An exact match, including case and the types of the values in `query`.',
    params: setIdCheck,
    query: validateCheck,
    response: object({ isValid: flag }),
    handle: validateOption,
  }),
];
