// Route table: entries.
import Joi from 'joi';
import { countOwnEntries } from '../entries/count-entries.ts';
import { deleteByQuery, deleteEntry } from '../entries/delete-entries.ts';
import { editEntry } from '../entries/edit-entry.ts';
import { entryFilterCheck } from '../entries/entry-filter.ts';
import { saveDraft, saveNewEntry, submitDraft, submitNewEntry } from '../entries/fill-entry.ts';
import { getEntry, renameEntry } from '../entries/get-entry.ts';
import { listOwnEntries } from '../entries/list-entries.ts';
import { cloneEntry, resumeEntry } from '../entries/open-entry.ts';
import { createTemplate } from '../entries/template-entry.ts';
import { exportEntries } from '../export/export-entries.ts';
import { getExportProgress } from '../export/export-progress.ts';
import { afterCheck, fieldsCheck, idCheck, idParam, limitCheck } from '../http/checks.ts';
import type { Route } from '../http/route.ts';
import { isMailAddress } from '../mail/mail-address.ts';
import { array, count, listOf, message, object, ref, text } from '../openapi/schema-parts.ts';
import { renderData, renderEntry } from '../render/render-entry.ts';

const entryId = idParam('entryId');
const bewitQuery = Joi.object({ bewit: Joi.string().allow('').max(500) });

const flags = {
  skipEmails: Joi.boolean(),
  skipRenders: Joi.boolean(),
  skipUiActions: Joi.boolean(),
  testEmailAddress: Joi.string()
    .empty('')
    .max(320)
    .custom((value: string, { error }) => (isMailAddress(value) ? value : error('string.email'))),
};
const fill = { data: Joi.object().unknown(), ...flags };
const newEntry = Joi.object({ form: idCheck.required(), ...fill });
/** From which entry the filler started: recorded as a clone action. */
const newFilling = newEntry.keys({ clonedFrom: idCheck });
/** What nearly every filler sends: a form in lower case and its data, nothing else. */
function isPlainNewEntry(body: unknown): boolean {
  const { form, data, ...others } = (body ?? {}) as Record<string, unknown>;
  const isForm = typeof form === 'string' && /^[0-9a-f]{24}$/.test(form);
  return (
    isForm && typeof data === 'object' && data !== null && !Array.isArray(data) && Object.keys(others).length === 0
  );
}
const draft = Joi.object(fill);
const edit = Joi.object({
  ...fill,
  status: Joi.string().valid('saved', 'submitted', 'created', 'deleted', 'template', 'render'),
  updateMode: Joi.string().valid('replace', 'assign', 'merge').default('replace'),
});

/** What a sheet can hold. */
const maxExportColumns = 16_384;

const uiActions = array({ type: 'object' });
const saved = object({
  entry: ref('Entry'),
  uiActions,
  userCanResume: { type: 'boolean' },
  formId: text,
  entryId: text,
  bewit: text,
});
const submitted = object({ entry: ref('Entry'), uiActions, entryId: text });

export const entryRoutes: Route[] = [
  {
    method: 'GET',
    path: '/entry',
    access: 'credential',
    tag: 'Entries',
    summary: 'List entries',
    description: 'Oldest first. Without limit all matches are returned; with it, follow the Link header.',
    query: Joi.object({
      query: entryFilterCheck,
      fields: fieldsCheck,
      limit: limitCheck,
      after: afterCheck,
      deleteMarkers: Joi.boolean(),
      // Once sorted, then rejected, ignored since July 2022: [lists.order]
      sort: Joi.any().strip(),
    }),
    answer: listOf({ anyOf: [ref('Entry'), ref('DeletionMarker')] }),
    isPaged: true,
    handle: listOwnEntries,
  },
  {
    method: 'GET',
    path: '/entry/count',
    access: 'credential',
    tag: 'Entries',
    summary: 'Count the entries that a query matches',
    description: 'As many as POST /entry/delete with the same query would delete.',
    query: Joi.object({ query: entryFilterCheck }),
    answer: object({ count }),
    handle: countOwnEntries,
  },
  {
    method: 'GET',
    path: '/entry/:entryId',
    access: 'credential',
    tag: 'Entries',
    summary: 'Get an entry',
    params: entryId,
    answer: ref('Entry'),
    handle: getEntry,
  },
  {
    method: 'POST',
    path: '/entry/save',
    access: 'public',
    tag: 'Entries',
    summary: 'Save a new entry',
    payload: newFilling,
    passesQuickCheck: isPlainNewEntry,
    answer: saved,
    isIdempotent: true,
    handle: saveNewEntry,
  },
  {
    method: 'POST',
    path: '/entry/:entryId/save',
    access: 'bewit',
    tag: 'Entries',
    summary: 'Save a draft again',
    params: entryId,
    query: bewitQuery,
    payload: draft,
    answer: saved,
    handle: saveDraft,
  },
  {
    method: 'POST',
    path: '/entry/submit',
    access: 'public',
    tag: 'Entries',
    summary: 'Submit a new entry',
    payload: newFilling,
    passesQuickCheck: isPlainNewEntry,
    answer: submitted,
    isIdempotent: true,
    handle: submitNewEntry,
  },
  {
    method: 'POST',
    path: '/entry/:entryId/submit',
    access: 'bewit',
    tag: 'Entries',
    summary: 'Submit a draft',
    description: "The data sent replaces the entry's data.",
    params: entryId,
    query: bewitQuery,
    payload: draft,
    answer: submitted,
    handle: submitDraft,
  },
  {
    method: 'POST',
    path: '/entry/:entryId/edit',
    access: 'credential',
    tag: 'Entries',
    summary: 'Edit an entry',
    params: entryId,
    payload: edit,
    answer: object({ entry: ref('Entry'), uiActions }),
    handle: editEntry,
  },
  {
    method: 'POST',
    path: '/entry/template',
    access: 'credential',
    tag: 'Entries',
    summary: 'Make a template',
    query: Joi.object({ createShortUrl: Joi.boolean().default(true) }),
    payload: newEntry,
    answer: object({ formId: text, entryId: text, shortUrl: text }, ['shortUrl']),
    isIdempotent: true,
    handle: createTemplate,
  },
  {
    method: 'PATCH',
    path: '/entry/:entryId',
    access: 'credential',
    tag: 'Entries',
    summary: 'Name a template',
    params: entryId,
    payload: Joi.object({ name: Joi.string().allow('', null).max(1000).required() }),
    answer: ref('Entry'),
    handle: renameEntry,
  },
  {
    method: 'DELETE',
    path: '/entry/:entryId',
    access: 'credential',
    tag: 'Entries',
    summary: 'Delete an entry',
    params: entryId,
    answer: message,
    handle: deleteEntry,
  },
  {
    method: 'POST',
    path: '/entry/delete',
    access: 'credential',
    tag: 'Entries',
    summary: 'Delete every entry that a query matches',
    description: 'Immediately and without confirmation. An empty query matches every entry of the account.',
    payload: Joi.object({ query: entryFilterCheck.required() }),
    answer: { type: 'object' },
    handle: deleteByQuery,
  },
  {
    method: 'POST',
    path: '/entry/:entryId/render',
    access: 'credential',
    tag: 'Entries',
    summary: 'Make a fresh PDF of an entry',
    description:
      "From its current data and the form's current layouts. The link works for about 2 days without a credential.",
    params: entryId,
    answer: object({ url: text }),
    isIdempotent: true,
    stopsWithCaller: true,
    handle: renderEntry,
  },
  {
    method: 'POST',
    path: '/entry/render',
    access: 'credential',
    tag: 'Entries',
    summary: 'Make a PDF of data that is in no entry',
    description: 'Value types are checked, rules are not. The link works for about 2 days without a credential.',
    payload: Joi.object({ form: idCheck.required(), data: Joi.object().unknown() }),
    answer: object({ url: text }),
    isIdempotent: true,
    stopsWithCaller: true,
    handle: renderData,
  },
  {
    method: 'POST',
    path: '/entry/export',
    access: 'credential',
    tag: 'Entries',
    summary: 'Export the entries of a form',
    description:
      'Answers a download link that works for about 2 days without a credential. csv is gzip-compressed (Content-Encoding). ' +
      'Columns are entry properties (`id`, `idx`, `submitIdx`, `status`, `name`, `createTime`, `modifyTime`, `submitTime`, ' +
      '`form.id`, `form.name`, `resumeUrl`, `resumeUrlBewit`, `editUrl`, `cloneUrl`, `shortUrl`) and fields by the names on ' +
      'their path, such as `root≡address≡city`; by default id, idx, status, the times and every field. `fields` does not apply to pdf. ' +
      'With `progressId`, 24 hexadecimal digits of your choice, GET /entry/export/{progressId}/progress tells how far it is. ' +
      'An export ends when its caller goes away.',
    query: Joi.object({ format: Joi.string().valid('csv', 'xlsx', 'pdf').required(), progressId: idCheck }),
    payload: Joi.object({
      query: entryFilterCheck,
      fields: Joi.array().items(Joi.string().allow('')).max(maxExportColumns),
    }),
    answer: object({ url: text }),
    stopsWithCaller: true,
    handle: exportEntries,
  },
  {
    method: 'GET',
    path: '/entry/export/:progressId/progress',
    access: 'credential',
    tag: 'Entries',
    summary: 'How far an export is',
    description:
      'By the `progressId` that the export was asked for with. `isDone` is true when it is over, `error` then says why it ' +
      'failed. Known for a day.',
    params: idParam('progressId'),
    answer: object({ rowsDone: count, rowsTotal: count, isDone: { type: 'boolean' }, error: text }, ['error']),
    handle: getExportProgress,
  },
  {
    method: 'GET',
    path: '/entry/:entryId/resume',
    access: 'bewit',
    tag: 'Entries',
    summary: 'What a filler needs to continue a draft',
    params: entryId,
    query: bewitQuery,
    answer: object({ form: ref('FillerForm'), entry: object({ id: text, status: text, data: { type: 'object' } }) }),
    handle: resumeEntry,
  },
  {
    method: 'GET',
    path: '/entry/:entryId/clone',
    access: 'public',
    tag: 'Entries',
    summary: "What a filler needs to start from an entry's data",
    description: 'Public for templates; any other entry needs a credential.',
    params: entryId,
    answer: object({ form: ref('FillerForm'), data: { type: 'object' } }),
    handle: cloneEntry,
  },
];
