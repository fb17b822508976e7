// Route table: entries.
import Joi from 'joi';
import { isMailAddress } from '../base/mail-address.ts';
import { copyEntry } from '../entries/copy-entry.ts';
import { type CountQuery, countOwnEntries } from '../entries/count-entries.ts';
import { type DeletePayload, deleteByQuery, deleteEntry } from '../entries/delete-entries.ts';
import { type EditPayload, editEntry } from '../entries/edit-entry.ts';
import { saveDraft, saveNewEntry, submitDraft, submitNewEntry } from '../entries/fill-entry.ts';
import type { BewitQuery, FillPayload, FillQuery, NewEntryPayload } from '../entries/fill-payload.ts';
import { getEntry, type NamePayload, renameEntry } from '../entries/get-entry.ts';
import { getHistory } from '../entries/history/get-history.ts';
import { type EntryListQuery, listOwnEntries } from '../entries/list-entries.ts';
import { cloneEntry, resumeEntry } from '../entries/open-entry.ts';
import { type RenderPayload, renderData, renderEntry } from '../entries/render/render-entry.ts';
import { type LinkPayload, sendLink } from '../entries/send-link.ts';
import { createTemplate, type TemplatePayload, type TemplateQuery } from '../entries/template-entry.ts';
import { entryFilterCheck } from '../entry-facts/entry-filter.ts';
import { type ExportPayload, type ExportQuery, exportEntries } from '../export/export-entries.ts';
import { getExportProgress } from '../export/export-progress.ts';
import { maxFormVersion } from '../forms/form-version.ts';
import { afterCheck, checkOf, fieldsCheck, idCheck, idParam, limitCheck } from '../http/checks.ts';
import { type Route, route } from '../http/route.ts';
import { count, either, listOf, message, object, opaque, orProjection, ref, text } from '../openapi/schema-parts.ts';

const entryId = idParam('entryId');
const bewit = Joi.string().allow('').max(500);
const bewitQuery = checkOf<BewitQuery>({ bewit });
const formVersion = Joi.number().integer().min(1).max(maxFormVersion);
const fillQuery = checkOf<FillQuery>({ formVersion });
const draftQuery = checkOf<BewitQuery & FillQuery>({ bewit, formVersion });

const mailAddress = Joi.string()
  .max(320)
  .custom((value: string, { error }) => (isMailAddress(value) ? value : error('string.email')));

const flags = {
  skipEmails: Joi.boolean(),
  skipRenders: Joi.boolean(),
  skipUiActions: Joi.boolean(),
  testEmailAddress: mailAddress.empty(''),
};
const fill = { data: Joi.object().unknown(), ...flags };
const newEntry = { form: idCheck.required(), ...fill };
/** From which entry the filler started: recorded as a clone action. */
const newFilling = checkOf<NewEntryPayload>({ ...newEntry, clonedFrom: idCheck });
const draft = checkOf<FillPayload>(fill);
const edit = checkOf<EditPayload>({
  ...fill,
  status: Joi.string().valid('saved', 'submitted', 'created', 'deleted', 'template', 'render'),
  updateMode: Joi.string().valid('replace', 'assign', 'merge').default('replace'),
});

/** What a sheet can hold. */
const maxExportColumns = 16_384;

export const entryRoutes: readonly Route[] = [
  route({
    operationId: 'listEntries',
    method: 'GET',
    path: '/entry',
    access: 'credential',
    showsAnswers: true,
    tag: 'Entries',
    summary: 'List entries',
    description: 'Oldest first. Without limit all matches are returned; with it, follow the Link header.',
    query: checkOf<EntryListQuery>({
      query: entryFilterCheck,
      fields: fieldsCheck,
      limit: limitCheck,
      after: afterCheck,
      deleteMarkers: Joi.boolean(),
      reopened: Joi.boolean(),
      // Once sorted, then rejected, ignored since July 2022: [lists.order]
      sort: Joi.any().strip(),
    }),
    response: listOf(either(orProjection('Entry'), ref('DeletionMarker'))),
    isPaged: true,
    tellsTime: true,
    stopsWithCaller: true,
    handle: listOwnEntries,
  }),
  route({
    operationId: 'countEntries',
    method: 'GET',
    path: '/entry/count',
    access: 'credential',
    tag: 'Entries',
    summary: 'Count the entries that a query matches',
    description: 'As many as POST /entry/delete with the same query would delete.',
    query: checkOf<CountQuery>({ query: entryFilterCheck }),
    response: object({ count }),
    handle: countOwnEntries,
  }),
  route({
    operationId: 'getEntry',
    method: 'GET',
    path: '/entry/:entryId',
    access: 'credential',
    showsAnswers: true,
    tag: 'Entries',
    summary: 'Get an entry',
    description:
      'With its data, history and emails. An entry that was deleted is still returned, with the status `deleted` and `deletedAt`.',
    params: entryId,
    response: ref('Entry'),
    handle: getEntry,
  }),
  route({
    operationId: 'getEntryHistory',
    method: 'GET',
    path: '/entry/:entryId/history',
    access: 'credential',
    showsAnswers: true,
    tag: 'Entries',
    summary: 'What was done with an entry and what changed',
    description:
      'Newest first, the last 200 actions. `fields` are the fields that an action changed, with their old and new values: those of edits and of ' +
      'drafts that were saved or submitted again. `detail` is `paths` where the values were too large to keep, and `none` where nothing is known: ' +
      'the first data of an entry, actions from before histories were kept, and all of a deleted entry.',
    params: entryId,
    response: ref('EntryHistory'),
    handle: getHistory,
  }),
  route({
    operationId: 'saveEntry',
    method: 'POST',
    path: '/entry/save',
    access: 'public',
    tag: 'Entries',
    summary: 'Save a new entry',
    description:
      'Stores a draft: value types are checked, rules only if the form says so (`validateSaved`). The response has the link to continue it. Works with or without a credential.',
    query: fillQuery,
    payload: newFilling,
    hasEtag: true,
    tellsFormVersion: true,
    response: ref('SavedEntry'),
    isIdempotent: true,
    errors: ['formClosed', 'formNotFound', 'formChangedMeanwhile', 'conflict', 'diskLow'],
    handle: saveNewEntry,
  }),
  route({
    operationId: 'saveDraft',
    method: 'POST',
    path: '/entry/:entryId/save',
    access: 'bewit',
    showsAnswers: true,
    tag: 'Entries',
    summary: 'Save a draft again',
    description: 'With If-Match only while the draft is as the ETag says; without it the last one to save wins.',
    params: entryId,
    query: draftQuery,
    payload: draft,
    hasEtag: true,
    otherVersion: 'draftChangedMeanwhile',
    tellsFormVersion: true,
    response: ref('SavedEntry'),
    errors: ['conflict', 'diskLow'],
    handle: saveDraft,
  }),
  route({
    operationId: 'submitEntry',
    method: 'POST',
    path: '/entry/submit',
    access: 'public',
    tag: 'Entries',
    summary: 'Submit a new entry',
    description:
      'Checks the data against every rule of the form; then its emails are sent and its PDFs archived before the response. Data that is not right is a 400 with `id` entry_failed_validation and one item in `messages` for each value. Works with or without a credential. Send an Idempotency-Key: then a request that is sent twice makes one entry.',
    query: fillQuery,
    payload: newFilling,
    tellsFormVersion: true,
    response: ref('SubmittedEntry'),
    isIdempotent: true,
    errors: ['formClosed', 'formNotFound', 'formChangedMeanwhile', 'conflict', 'diskLow'],
    handle: submitNewEntry,
  }),
  route({
    operationId: 'submitDraft',
    method: 'POST',
    path: '/entry/:entryId/submit',
    access: 'bewit',
    showsAnswers: true,
    tag: 'Entries',
    summary: 'Submit a draft',
    description: "The data sent replaces the entry's data. With If-Match only while the draft is as the ETag says.",
    params: entryId,
    query: draftQuery,
    payload: draft,
    otherVersion: 'draftChangedMeanwhile',
    tellsFormVersion: true,
    response: ref('SubmittedEntry'),
    errors: ['conflict', 'diskLow'],
    handle: submitDraft,
  }),
  route({
    operationId: 'copyEntry',
    method: 'POST',
    path: '/entry/:entryId/copy',
    access: 'bewit',
    showsAnswers: true,
    tag: 'Entries',
    summary: 'Create a PDF of a submitted entry for the person who filled it',
    description:
      'For forms with `page.copy` "pdf", with the `copyBewit` of the response of the submit as `bewit`, for an hour. The link works for about 2 days.',
    params: entryId,
    query: bewitQuery,
    response: object({ url: text }),
    stopsWithCaller: true,
    errors: ['notFound', 'conflict', 'diskLow'],
    handle: copyEntry,
  }),
  route({
    operationId: 'sendDraftLink',
    method: 'POST',
    path: '/entry/:entryId/sendLink',
    access: 'bewit',
    tag: 'Entries',
    summary: 'Email the link to continue a draft',
    description:
      'For forms with `page.emailLink`. The response is the same whether the address may still get one today or not.',
    params: entryId,
    query: bewitQuery,
    payload: checkOf<LinkPayload>({ email: mailAddress.required() }),
    response: message,
    errors: ['notFound'],
    handle: sendLink,
  }),
  route({
    operationId: 'editEntry',
    method: 'POST',
    path: '/entry/:entryId/edit',
    access: 'credential',
    tag: 'Entries',
    summary: 'Edit an entry',
    description:
      'Changes data, status or both. `updateMode` replace (the default) makes the data the whole data of the entry, assign replaces each top-level key that is sent, merge goes into every depth. Only the rules after an edit run.',
    params: entryId,
    payload: edit,
    response: ref('EditedEntry'),
    errors: ['conflict', 'diskLow'],
    showsAnswers: 'refused',
    handle: editEntry,
  }),
  route({
    operationId: 'createTemplate',
    method: 'POST',
    path: '/entry/template',
    access: 'credential',
    tag: 'Entries',
    summary: 'Create a template',
    description: 'A prefilled starting point: whoever opens its link starts a new entry with this data.',
    query: checkOf<TemplateQuery>({ createShortUrl: Joi.boolean().default(true) }),
    payload: checkOf<TemplatePayload>(newEntry),
    response: ref('CreatedTemplate'),
    isIdempotent: true,
    errors: ['formNotFound', 'conflict', 'diskLow'],
    handle: createTemplate,
  }),
  route({
    operationId: 'renameTemplate',
    method: 'PATCH',
    path: '/entry/:entryId',
    access: 'credential',
    tag: 'Entries',
    summary: 'Rename a template',
    description: 'The name is shown in the management app only. Other entries have no name: 403.',
    params: entryId,
    payload: checkOf<NamePayload>({ name: Joi.string().allow('', null).max(1000).required() }),
    response: ref('Entry'),
    handle: renameEntry,
  }),
  route({
    operationId: 'deleteEntry',
    method: 'DELETE',
    path: '/entry/:entryId',
    access: 'credential',
    tag: 'Entries',
    summary: 'Delete an entry',
    description: 'With its files and archived PDFs, unless the form keeps them. There is no undo.',
    params: entryId,
    response: message,
    handle: deleteEntry,
  }),
  route({
    operationId: 'deleteEntries',
    method: 'POST',
    path: '/entry/delete',
    access: 'credential',
    tag: 'Entries',
    summary: 'Delete every entry that a query matches',
    description: 'Immediately and without confirmation. An empty query matches every entry of the account.',
    payload: checkOf<DeletePayload>({ query: entryFilterCheck.required() }),
    response: opaque<object>(),
    handle: deleteByQuery,
  }),
  route({
    operationId: 'renderEntry',
    method: 'POST',
    path: '/entry/:entryId/render',
    access: 'credential',
    showsAnswers: true,
    tag: 'Entries',
    summary: 'Create a PDF of an entry',
    description:
      "From its current data and the form's current layouts. The link works for about 2 days without a credential.",
    params: entryId,
    response: object({ url: text }),
    isIdempotent: true,
    stopsWithCaller: true,
    errors: ['conflict', 'diskLow'],
    handle: renderEntry,
  }),
  route({
    operationId: 'renderData',
    method: 'POST',
    path: '/entry/render',
    access: 'credential',
    tag: 'Entries',
    summary: 'Create a PDF of data that is not in an entry',
    description: 'Value types are checked, rules are not. The link works for about 2 days without a credential.',
    payload: checkOf<RenderPayload>({ form: idCheck.required(), data: Joi.object().unknown() }),
    response: object({ url: text }),
    isIdempotent: true,
    stopsWithCaller: true,
    errors: ['formNotFound', 'conflict', 'diskLow'],
    handle: renderData,
  }),
  route({
    operationId: 'exportEntries',
    method: 'POST',
    path: '/entry/export',
    access: 'credential',
    tag: 'Entries',
    summary: 'Export the entries of a form',
    description:
      'Returns a download link that works for about 2 days without a credential. csv is gzip-compressed (Content-Encoding). ' +
      'Columns are entry properties (`id`, `idx`, `submitIdx`, `status`, `name`, `createTime`, `modifyTime`, `submitTime`, ' +
      '`form.id`, `form.name`, `resumeUrl`, `resumeUrlBewit`, `editUrl`, `cloneUrl`, `shortUrl`) and fields by the names on ' +
      'their path, such as `root≡address≡city`; by default id, idx, status, the times and every field. `fields` does not apply to pdf. ' +
      'With `labels` it is a table for people: labels instead of codes, dates that spreadsheets know, in the time zone of the ' +
      'form, titles in its language, filters; PDFs are named by the number of their entry and the answer at `pdfName`. `flatten` sheets puts ' +
      'the rows of each repeat in a sheet, or a csv file, of their own; `choices` columns adds a column for each option of several and ' +
      'each question of a matrix; `files` inside makes a ZIP of the table and the uploaded files. `search`, `where` and `sort` are ' +
      'those of GET /form/{formId}/entries. ' +
      'With `progressId`, 24 hexadecimal digits of your choice, GET /entry/export/{progressId}/progress returns its progress. ' +
      'An export ends when its caller goes away.',
    query: checkOf<ExportQuery>({
      format: Joi.string().valid('csv', 'xlsx', 'pdf').required(),
      labels: Joi.boolean(),
      progressId: idCheck,
    }),
    payload: checkOf<ExportPayload>({
      query: entryFilterCheck,
      fields: Joi.array().items(Joi.string().allow('')).max(maxExportColumns),
      search: Joi.string().allow(''),
      where: Joi.object().unknown().meta({ schemaName: 'AnswerCondition' }),
      sort: Joi.string().allow(''),
      flatten: Joi.string().valid('cells', 'sheets'),
      choices: Joi.string().valid('one', 'columns'),
      files: Joi.string().valid('links', 'inside'),
      pdfName: Joi.string(),
    }),
    needsBody: true,
    response: object({ url: text }),
    stopsWithCaller: true,
    errors: ['formNotFound', 'diskLow'],
    handle: exportEntries,
  }),
  route({
    operationId: 'getExportProgress',
    method: 'GET',
    path: '/entry/export/:progressId/progress',
    access: 'credential',
    tag: 'Entries',
    summary: 'Export progress',
    description:
      'By the `progressId` that the export was asked for with. `isDone` is true when it is over, `error` then says why it ' +
      'failed. Known for a day.',
    params: idParam('progressId'),
    response: ref('ExportProgress'),
    handle: getExportProgress,
  }),
  route({
    operationId: 'resumeEntry',
    method: 'GET',
    path: '/entry/:entryId/resume',
    access: 'bewit',
    showsAnswers: true,
    tag: 'Entries',
    summary: 'What a filler needs to continue a draft',
    description:
      'The form, and the data of the draft so far. Recorded as a resume action. The ETag is for If-Match of save and submit.',
    params: entryId,
    query: bewitQuery,
    hasEtag: true,
    tellsFormVersion: true,
    response: ref('ResumedEntry'),
    handle: resumeEntry,
  }),
  route({
    operationId: 'cloneEntry',
    method: 'GET',
    path: '/entry/:entryId/clone',
    access: 'public',
    showsAnswers: true,
    tag: 'Entries',
    summary: "What a filler needs to start from an entry's data",
    description: 'Public for templates; any other entry needs a credential.',
    params: entryId,
    tellsFormVersion: true,
    response: ref('ClonedEntry'),
    errors: ['insufficientPermissions'],
    handle: cloneEntry,
  }),
];
