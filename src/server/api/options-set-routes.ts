// Route table: options sets.
import Joi from 'joi';
import { afterCheck, checkOf, fieldsCheck, limitCheck } from '../http/checks.ts';
import { idFilterCheck } from '../http/id-filter.ts';
import type { ListQuery } from '../http/page-by-id.ts';
import { type Route, route } from '../http/route.ts';
import { array, flag, listOf, message, object, orProjection, ref, text } from '../openapi/schema-parts.ts';
import { changeOptions, changesCheck } from '../options-sets/change-options.ts';
import { downloadCheck, downloadOptions } from '../options-sets/download-options.ts';
import { fingerprintOptions } from '../options-sets/fingerprint-options.ts';
import { getFormsOfSet } from '../options-sets/forms-of-set.ts';
import { getOptionsSet, listVisibleOptionsSets } from '../options-sets/get-options-set.ts';
import { listOptions, optionsQueryCheck } from '../options-sets/list-options.ts';
import {
  copyCheck,
  duplicateSet,
  maxNameLength,
  removeCheck,
  removeSet,
  renameSet,
} from '../options-sets/manage-options-set.ts';
import {
  autocompleteCheck,
  readPlainSearch,
  respondWithOptions,
  setIdCheck,
  validateCheck,
  validateOption,
} from '../options-sets/search-options-set.ts';
import { summarizeOptionsSet } from '../options-sets/summarize-options-set.ts';
import {
  abandonOptionsUpload,
  beginOptionsUpload,
  finishCheck,
  finishOptionsUpload,
  partParamsCheck,
  uploadOptionsPart,
  uploadParamsCheck,
} from '../options-sets/upload-options.ts';
import {
  type AddPayload,
  addOptions,
  createOptionsSet,
  deleteOptions,
  type NewSetPayload,
  replaceOptions,
} from '../options-sets/write-options-set.ts';
import {
  acceptList,
  getListDiff,
  getSetLists,
  listDecisionCheck,
  listParamsCheck,
  restoreList,
} from '../registries/set-history.ts';

const maxAddOptionsBytes = 5_242_880;

const tag = 'Options sets';

const nameCheck = checkOf<NewSetPayload>({ name: Joi.string().max(maxNameLength).required() });
// The handler looks at each option itself, a few at a time: Joi would hold every other request for seconds.
const optionsCheck = checkOf<AddPayload>({ options: Joi.array().required() });
const optionsSchema = object({ options: array(ref('Option')) });

/**
 * For those who look after a set. The API has no request that lists a set's options or changes a single one [options-sets.read]: those are
 * for people who are signed in, as the management app is.
 */
const careRoutes: readonly Route[] = [
  route({
    operationId: 'listOptions',
    method: 'GET',
    path: '/optionsSet/:setId/browse',
    access: 'signedIn',
    tag,
    summary: 'List the options of a set',
    description:
      'In the order of the list, or with `order=score` as a search without a term gives them. `term` keeps those whose value or data ' +
      'contains it, written in whatever case or with whatever marks. `place` names an option for PATCH.',
    params: setIdCheck,
    query: optionsQueryCheck,
    response: ref('OptionsPage'),
    isPaged: true,
    stopsWithCaller: true,
    handle: listOptions,
  }),
  route({
    operationId: 'replaceOptions',
    method: 'PUT',
    path: '/optionsSet/:setId/options',
    access: 'credential',
    tag,
    summary: 'Replace all options of a set',
    description:
      'At once: a search finds the old options or the new ones, never none. For lists larger than one request takes, use an upload.',
    params: setIdCheck,
    payload: optionsCheck,
    payloadSchema: optionsSchema,
    maxBodyBytes: maxAddOptionsBytes,
    response: message,
    handle: replaceOptions,
  }),
  route({
    operationId: 'changeOptions',
    method: 'PATCH',
    path: '/optionsSet/:setId/options',
    access: 'signedIn',
    tag,
    summary: 'Change, remove or insert single options',
    description:
      'All changes or none. A change has the `place` of an option, `was`, the option as it was read, and `option`, what it becomes, or null ' +
      'to remove it. A change with `insert` puts an option before the one at `place`. When an option is not there as it was: 412.',
    params: setIdCheck,
    payload: changesCheck,
    response: message,
    errors: ['optionsChangedMeanwhile'],
    handle: changeOptions,
  }),
  route({
    operationId: 'beginOptionsUpload',
    method: 'POST',
    path: '/optionsSet/:setId/uploads',
    access: 'credential',
    tag,
    summary: 'Begin to upload a list in parts',
    description:
      'For lists of any size. Nothing of it is seen until it is finished; then it takes the place of all options of the set at once. ' +
      'A set has one upload at a time: an earlier one that is not finished is abandoned. One without a new part for an hour is removed.',
    params: setIdCheck,
    response: ref('OptionsUpload'),
    handle: beginOptionsUpload,
  }),
  route({
    operationId: 'uploadOptionsPart',
    method: 'PUT',
    path: '/optionsSet/:setId/uploads/:uploadId/parts/:part',
    access: 'credential',
    tag,
    summary: 'Upload a part of a list',
    description:
      'Parts are numbered from 1 and come in order. A part that came already changes nothing when it is sent again.',
    params: partParamsCheck,
    payload: optionsCheck,
    payloadSchema: optionsSchema,
    maxBodyBytes: maxAddOptionsBytes,
    response: ref('OptionsUpload'),
    handle: uploadOptionsPart,
  }),
  route({
    operationId: 'finishOptionsUpload',
    method: 'POST',
    path: '/optionsSet/:setId/uploads/:uploadId/finish',
    access: 'credential',
    tag,
    summary: 'Replace all options by an uploaded list',
    description:
      'May be sent again when the response was lost. With `If-Match`, the ETag of the fingerprint, only while nobody changed the options since.',
    params: uploadParamsCheck,
    payload: finishCheck,
    otherVersion: 'optionsChangedMeanwhile',
    response: message,
    handle: finishOptionsUpload,
  }),
  route({
    operationId: 'abandonOptionsUpload',
    method: 'DELETE',
    path: '/optionsSet/:setId/uploads/:uploadId',
    access: 'credential',
    tag,
    summary: 'Abandon an upload',
    description: 'Removes the parts that came. The options of the set stay as they are.',
    params: uploadParamsCheck,
    response: message,
    handle: abandonOptionsUpload,
  }),
  route({
    operationId: 'downloadOptions',
    method: 'GET',
    path: '/optionsSet/:setId/download',
    access: 'signedIn',
    tag,
    summary: 'Download the options of a set',
    description:
      'JSON as PUT takes it, or CSV with a column for each key of their data, the first 50. A cell that a spreadsheet would run as a ' +
      'formula begins with an apostrophe.',
    params: setIdCheck,
    query: downloadCheck,
    response: optionsSchema,
    isDownload: true,
    stopsWithCaller: true,
    handle: downloadOptions,
  }),
  route({
    operationId: 'listFormsOfSet',
    method: 'GET',
    path: '/optionsSet/:setId/forms',
    access: 'signedIn',
    tag,
    summary: 'Forms that use a set',
    description:
      "Forms of the caller's account whose definition has the set's id, at most 100, with the fields that use it.",
    params: setIdCheck,
    response: listOf(ref('SetForm')),
    handle: getFormsOfSet,
  }),
  route({
    operationId: 'duplicateOptionsSet',
    method: 'POST',
    path: '/optionsSet/:setId/duplicate',
    access: 'signedIn',
    tag,
    summary: 'Copy a set',
    description: 'Into a new set of the account. Sets that the service maintains can be copied too.',
    params: setIdCheck,
    payload: copyCheck,
    response: ref('OptionsSet'),
    handle: duplicateSet,
  }),
  route({
    operationId: 'renameOptionsSet',
    method: 'PATCH',
    path: '/optionsSet/:setId',
    access: 'signedIn',
    tag,
    summary: 'Rename a set',
    description: 'Forms that use the set are not affected: they know it by its id.',
    params: setIdCheck,
    payload: nameCheck,
    response: ref('OptionsSet'),
    handle: renameSet,
  }),
  route({
    operationId: 'deleteOptionsSet',
    method: 'DELETE',
    path: '/optionsSet/:setId',
    access: 'signedIn',
    tag,
    summary: 'Delete a set and its options',
    description: 'A set that forms use is refused with their names (409), unless `force` is true.',
    params: setIdCheck,
    query: removeCheck,
    response: message,
    errors: ['optionsSetInUse'],
    handle: removeSet,
  }),
];

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
    access: 'signedIn',
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
    errors: ['listChangedMeanwhile'],
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
  ...careRoutes,
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
    readQuickly: readPlainSearch,
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
