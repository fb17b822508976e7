// Route table: options sets, for people who look after them.
import Joi from 'joi';
import { checkOf } from '../http/checks.ts';
import { type Route, route } from '../http/route.ts';
import { array, listOf, message, object, ref } from '../openapi/schema-parts.ts';
import { changeOptions, changesCheck } from '../options-sets/change-options.ts';
import { downloadCheck, downloadOptions } from '../options-sets/download-options.ts';
import { getFormsOfSet } from '../options-sets/forms-of-set.ts';
import { listOptions, optionsQueryCheck } from '../options-sets/list-options.ts';
import {
  copyCheck,
  duplicateSet,
  maxNameLength,
  removeCheck,
  removeSet,
  renameSet,
} from '../options-sets/manage-options-set.ts';
import { setIdCheck } from '../options-sets/search-options-set.ts';
import {
  abandonOptionsUpload,
  beginOptionsUpload,
  finishCheck,
  finishOptionsUpload,
  partParamsCheck,
  uploadOptionsPart,
  uploadParamsCheck,
} from '../options-sets/upload-options.ts';
import { type AddPayload, type NewSetPayload, replaceOptions } from '../options-sets/write-options-set.ts';

export const maxAddOptionsBytes = 5_242_880;

export const tag = 'Options sets';

export const nameCheck = checkOf<NewSetPayload>({ name: Joi.string().max(maxNameLength).required() });
// The handler looks at each option itself, a few at a time: Joi would hold every other request for seconds.
export const optionsCheck = checkOf<AddPayload>({ options: Joi.array().required() });
export const optionsSchema = object({ options: array(ref('Option')) });

export const optionsSetCareRoutes: readonly Route[] = [
  route({
    operationId: 'listOptions',
    method: 'GET',
    path: '/optionsSet/:setId/browse',
    access: 'credential',
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
    errors: ['diskLow'],
    handle: replaceOptions,
  }),
  route({
    operationId: 'changeOptions',
    method: 'PATCH',
    path: '/optionsSet/:setId/options',
    access: 'credential',
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
    errors: ['diskLow'],
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
    access: 'credential',
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
    access: 'credential',
    tag,
    summary: 'Forms that use a set',
    description:
      "Forms of the caller's account whose definition has the set's id, at most 100, with the fields that use it.",
    params: setIdCheck,
    response: listOf(ref('SetForm')),
    stopsWithCaller: true,
    handle: getFormsOfSet,
  }),
  route({
    operationId: 'duplicateOptionsSet',
    method: 'POST',
    path: '/optionsSet/:setId/duplicate',
    access: 'credential',
    tag,
    summary: 'Copy a set',
    description: 'Into a new set of the account. Sets that the service maintains can be copied too.',
    params: setIdCheck,
    payload: copyCheck,
    response: ref('OptionsSet'),
    errors: ['diskLow'],
    handle: duplicateSet,
  }),
  route({
    operationId: 'renameOptionsSet',
    method: 'PATCH',
    path: '/optionsSet/:setId',
    access: 'credential',
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
    access: 'credential',
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
