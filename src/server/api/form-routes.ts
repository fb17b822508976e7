// Route table: forms. [limits.body]
import Joi from 'joi';
import { makeUploadPolicy, uploadPolicyCheck, uploadPolicyQuery } from '../entries/allow-upload.ts';
import { type GeneratePayload, generateEntries } from '../entries/generate-entries.ts';
import { type DraftToRender, renderDraft } from '../entries/render/render-draft.ts';
import { formEntryFilterCheck } from '../entry-facts/entry-filter.ts';
import { addPicture, maxPictureBytes, pictureTypes } from '../files/pictures/add-picture.ts';
import { checkDefinition } from '../forms/check-definition.ts';
import { type FormChange, formChangeCheck, newFormCheck } from '../forms/form-checks.ts';
import { maxFormVersion } from '../forms/form-version.ts';
import { countFilesOfForm, getForm } from '../forms/get-form.ts';
import { listOwnForms } from '../forms/list-forms.ts';
import { removeForm } from '../forms/remove-form.ts';
import { getFormSchema, schemaQueryCheck } from '../forms/schema/get-form-schema.ts';
import { type StartQuery, startForm } from '../forms/start-form.ts';
import { changeForm, createForm } from '../forms/write-form.ts';
import { afterCheck, checked, checkOf, fieldsCheck, idParam, limitCheck } from '../http/checks.ts';
import { idFilterCheck } from '../http/id-filter.ts';
import type { ListQuery } from '../http/page-by-id.ts';
import { type Route, route } from '../http/route.ts';
import { dropOffCheck, getDropOff } from '../insight/get-drop-off.ts';
import { getInsight, insightCheck } from '../insight/get-insight.ts';
import { noteStart } from '../insight/visits/note-start.ts';
import {
  count,
  either,
  flag,
  listOf,
  message,
  object,
  opaque,
  orProjection,
  ref,
  schema,
  text,
} from '../openapi/schema-parts.ts';
import { countFormEntries, type FoundListQuery, listFormEntries, type MatchCountQuery } from '../search/list-found.ts';
import { maxSearchLength } from '../search/parse-search.ts';

const maxFormBytes = 2_097_152;
const maxGeneratedEntries = 10_000;
const defaultTableRows = 50;
const maxTableRows = 500;
const maxEntryNumber = 2_147_483_647;
const maxWhereLength = 100_000;
const maxSortLength = 1_000;
/** The cursor of a sorted list holds what it is sorted by. */
const maxCursorLength = 1_000;
const searchCheck = Joi.string().allow('').max(maxSearchLength);
const whereCheck = Joi.string().max(maxWhereLength);

/** What the database holds as a version. */

const formId = idParam('formId');
const formChangeRef = schema<FormChange>({ $ref: '#/components/schemas/FormChange' });

export const formRoutes: readonly Route[] = [
  route({
    operationId: 'listForms',
    method: 'GET',
    path: '/form',
    access: 'credential',
    tag: 'Forms',
    summary: 'List forms',
    description:
      'The forms of my account, oldest first. With `limit`, follow the Link header to the next page. `fields` keeps only the named properties.',
    query: checkOf<ListQuery>({ query: idFilterCheck, fields: fieldsCheck, limit: limitCheck, after: afterCheck }),
    response: listOf(orProjection('Form')),
    isPaged: true,
    handle: listOwnForms,
  }),
  route({
    operationId: 'getForm',
    method: 'GET',
    path: '/form/:formId',
    access: 'credential',
    tag: 'Forms',
    summary: 'Get a form',
    description: 'The whole definition, with its counts. The ETag is for If-Match of PATCH.',
    params: formId,
    // [forms.no-fields] The words for a `fields` here are Joi's for a value that must be null.
    query: checkOf<{ fields?: null }>({ fields: Joi.valid(null) }),
    response: ref('Form'),
    hasEtag: true,
    handle: getForm,
  }),
  route({
    operationId: 'createForm',
    method: 'POST',
    path: '/form',
    access: 'credential',
    tag: 'Forms',
    summary: 'Create a form',
    description:
      'All properties are optional. A definition that is not right is a 400 whose `validation.keys` names the place, such as `formSchema.rootElem.children.0.type`. The header x-service-warnings names element properties that have no effect. With an Idempotency-Key a request that is sent twice makes one form.',
    payload: newFormCheck,
    payloadSchema: ref('FormDefinition'),
    maxBodyBytes: maxFormBytes,
    isIdempotent: true,
    response: ref('Form'),
    hasEtag: true,
    errors: ['formNotFound', 'diskLow'],
    handle: createForm,
  }),
  route({
    operationId: 'checkForm',
    method: 'POST',
    path: '/form/check',
    access: 'credential',
    tag: 'Forms',
    summary: 'Check a form definition without storing it',
    description:
      'What POST /form would refuse: each problem with its place, such as `formSchema.rootElem.children.0.type`, 100 at most. ' +
      '`warnings` names element properties that have no effect.',
    payload: checked<object>(Joi.object().unknown()),
    payloadSchema: ref('FormDefinition'),
    needsBody: true,
    maxBodyBytes: maxFormBytes,
    response: ref('FormCheck'),
    handle: checkDefinition,
  }),
  route({
    operationId: 'updateForm',
    method: 'PATCH',
    path: '/form/:formId',
    access: 'credential',
    tag: 'Forms',
    summary: 'Change a form',
    description: 'Each top-level property sent replaces that property; null removes it.',
    params: formId,
    payload: formChangeCheck,
    payloadSchema: formChangeRef,
    maxBodyBytes: maxFormBytes,
    response: ref('Form'),
    hasEtag: true,
    otherVersion: 'formChangedMeanwhile',
    errors: ['diskLow'],
    handle: changeForm,
  }),
  route({
    operationId: 'deleteForm',
    method: 'DELETE',
    path: '/form/:formId',
    access: 'credential',
    tag: 'Forms',
    summary: 'Delete a form, its entries and their files',
    description: 'At once and without confirmation. The entries stay visible only as deletion markers.',
    params: formId,
    response: message,
    handle: removeForm,
  }),
  route({
    operationId: 'listFormEntries',
    method: 'GET',
    path: '/form/:formId/entries',
    access: 'credential',
    showsAnswers: true,
    tag: 'Forms',
    summary: 'List the entries of a form, newest first',
    description:
      'For tables. `query` takes what it takes on GET /entry, except form; `idx` instead of it finds the entry with that number. ' +
      'Deleted entries are never listed. `search` finds words in any answer, `where` is a condition on answers as JSON ' +
      '(`{path, op, value}`, `{and: [...]}` or `{or: [...]}`), `sort` a path, with a minus before it the other way round. ' +
      'With `search` or `where` a page may be short though a Link leads on. `team` in `fields` adds what the team says about each.',
    params: formId,
    query: checked<FoundListQuery>(
      Joi.object({
        query: formEntryFilterCheck,
        fields: fieldsCheck,
        limit: Joi.number().integer().min(1).max(maxTableRows).default(defaultTableRows),
        after: Joi.string().max(maxCursorLength),
        idx: Joi.number().integer().min(1).max(maxEntryNumber),
        search: searchCheck,
        where: whereCheck,
        sort: Joi.string().allow('').max(maxSortLength),
      })
        .oxor('query', 'idx')
        .without('idx', ['search', 'where', 'sort']),
    ),
    response: listOf(either(ref('Entry'), ref('TableEntry'))),
    isPaged: true,
    stopsWithCaller: true,
    handle: listFormEntries,
  }),
  route({
    operationId: 'countFormEntries',
    method: 'GET',
    path: '/form/:formId/entries/count',
    access: 'credential',
    tag: 'Forms',
    summary: 'Count the entries of a form that a search finds',
    description: 'Exact up to 10,000. Where there are more, `count` is 10,000 and `isMore` true.',
    params: formId,
    query: checkOf<MatchCountQuery>({ query: formEntryFilterCheck, search: searchCheck, where: whereCheck }),
    response: object({ count, isMore: flag }),
    stopsWithCaller: true,
    showsAnswers: 'narrowed',
    handle: countFormEntries,
  }),
  route({
    operationId: 'countFormFiles',
    method: 'GET',
    path: '/form/:formId/fileCount',
    access: 'credential',
    tag: 'Forms',
    summary: 'Count the files of a form',
    description: 'Uploaded files and archived PDFs, with their size in bytes: what DELETE would take away.',
    params: formId,
    response: ref('FileCount'),
    handle: countFilesOfForm,
  }),
  route({
    operationId: 'getInsight',
    method: 'GET',
    path: '/form/:formId/insight',
    access: 'credential',
    showsAnswers: true,
    tag: 'Forms',
    summary: 'Form statistics',
    description:
      'Counts entries by when they were submitted (made, for those that never went through submit) and answers by field. ' +
      '`from` and `to` are whole days of `timeZone`, both included, or moments, from the one on and before the other. ' +
      'Fields inside repeats count each row. Texts, files and signatures are not reported. `search` and `where` as on ' +
      'GET /form/{formId}/entries; `compare` (JSON with `search` and `where`) counts other entries beside them; `rows` and ' +
      '`columns`, paths of two fields, count their answers against each other.',
    params: formId,
    query: insightCheck,
    response: ref('Insight'),
    stopsWithCaller: true,
    handle: getInsight,
  }),
  route({
    operationId: 'getDropOff',
    method: 'GET',
    path: '/form/:formId/dropOff',
    access: 'credential',
    tag: 'Forms',
    summary: 'Where people stop filling in',
    description:
      'How often the form was opened, started and sent by people without a credential, from anonymous counters, and the field that ' +
      'was answered last in each draft. `from`, `to` and `timeZone` as for insight.',
    params: formId,
    query: dropOffCheck,
    response: ref('DropOff'),
    stopsWithCaller: true,
    handle: getDropOff,
  }),
  route({
    operationId: 'getFormSchema',
    method: 'GET',
    path: '/form/:formId/schema',
    access: 'credential',
    tag: 'Forms',
    summary: "Get a JSON Schema of the data of a form's entries",
    description:
      'JSON Schema 2020-12, with the labels of fields as titles. What the service accepts at a submit, the schema accepts; rules that ' +
      'JSON Schema cannot say (conditions, expressions, remote checks, limits of dates) are not in it. `as=stored` describes the data of ' +
      'submitted entries, where each value has one spelling: types can be generated from it.',
    params: formId,
    query: schemaQueryCheck,
    response: opaque<object>(),
    stopsWithCaller: true,
    handle: getFormSchema,
  }),
  route({
    operationId: 'startForm',
    method: 'GET',
    path: '/form/:formId/start',
    access: 'public',
    tag: 'Forms',
    summary: 'What a filler needs to start an entry',
    description:
      'Counts a start. Whoever has filled in an earlier version of the form sends it as `since`: that is not another start.',
    params: formId,
    query: checkOf<StartQuery>({ since: Joi.number().integer().min(1).max(maxFormVersion) }),
    tellsFormVersion: true,
    response: ref('StartedForm'),
    errors: ['formClosed'],
    handle: startForm,
  }),
  route({
    operationId: 'reportStart',
    method: 'POST',
    path: '/form/:formId/started',
    access: 'public',
    tag: 'Forms',
    summary: 'Tell that somebody began to fill in the form',
    description: 'Anonymous: only counted. The fill page sends it once, with the first answer.',
    params: formId,
    errors: ['insufficientPermissions'],
    handle: noteStart,
  }),
  route({
    operationId: 'renderForm',
    method: 'POST',
    path: '/form/render',
    access: 'credential',
    tag: 'Forms',
    summary: 'Create a PDF of a form that is not saved',
    description:
      'For previews: `form` is what POST /form takes, `template` the place of one of its layouts. Neither the form nor an ' +
      'entry is stored. The link works for about 2 days without a credential.',
    payload: checkOf<DraftToRender>({
      form: newFormCheck.required(),
      data: Joi.object().unknown(),
      template: Joi.number().integer().min(0),
    }),
    maxBodyBytes: maxFormBytes,
    response: object({ url: text }),
    stopsWithCaller: true,
    errors: ['diskLow'],
    handle: renderDraft,
  }),
  route({
    operationId: 'generateEntries',
    method: 'POST',
    path: '/form/:formId/generateEntries',
    access: 'credential',
    tag: 'Forms',
    summary: 'Create empty entries with personal links',
    description: 'Each has a link of its own (`resumeUrlBewit`) that one person can fill in without signing in.',
    params: formId,
    payload: checkOf<GeneratePayload>({ num: Joi.number().integer().min(1).max(maxGeneratedEntries).required() }),
    response: ref('GeneratedEntries'),
    isIdempotent: true,
    errors: ['conflict', 'diskLow'],
    handle: generateEntries,
  }),
  route({
    operationId: 'createUploadPolicy',
    method: 'POST',
    path: '/form/:formId/uploadPolicy',
    access: 'public',
    tag: 'Forms',
    summary: 'Create an upload policy',
    description:
      'Valid 2 hours, for exactly this file. Send the fields as multipart/form-data to the storage address, the file last in a field named file.',
    params: formId,
    query: uploadPolicyQuery,
    payload: uploadPolicyCheck,
    response: ref('UploadPolicy'),
    errors: ['uploadNotAllowed', 'diskLow'],
    handle: makeUploadPolicy,
  }),
  route({
    operationId: 'addPicture',
    method: 'POST',
    path: '/form/:formId/pictures',
    access: 'credential',
    tag: 'Forms',
    summary: 'Add a picture to a form',
    description:
      'The body is the picture itself: PNG, JPEG, GIF or WebP, at most 2 MB. Anybody who has its address can see it. Put the ' +
      'address into the form (`optionPictures`, `html` of a text, emails): a picture that no form uses is deleted after a day.',
    params: formId,
    bodyTypes: pictureTypes,
    maxBodyBytes: maxPictureBytes,
    response: ref('AddedPicture'),
    errors: ['diskLow'],
    handle: addPicture,
  }),
];
