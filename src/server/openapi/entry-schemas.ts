// JSON Schemas of entries and of what comes of writing them.
import type { JsonValue } from '../../core/definition/form-definition.ts';
import { array, byType, count, data, flag, id, object, oneOf, ref, schema, text, time } from './schema-parts.ts';

const status = oneOf('created', 'saved', 'submitted', 'deleted', 'template', 'render');
const action = oneOf('create', 'save', 'submit', 'edit', 'template', 'clone', 'resume', 'render', 'delete');
const anyValue = schema<JsonValue>({});
const edited = { entry: ref('Entry'), uiActions: array(ref('UiAction')) };
const submitted = { ...edited, entryId: text };

export const entrySchemas = {
  Action: object(
    {
      id,
      type: action,
      time,
      ip: text,
      userAgent: text,
      user: id,
    },
    ['user'],
  ),
  FileObject: object({ name: text, size: count, type: text, storageKey: text, storageBucket: text, url: text }),
  SentEmail: object(
    {
      id,
      action: id,
      from: object({ name: text, address: text }),
      to: array(text),
      replyTo: array(text),
      testEmailAddress: array(text),
      subject: text,
      text,
      html: text,
      attach: object({ pdf: flag, files: flag }, ['pdf', 'files']),
      error: schema<string>({
        ...text,
        description: 'Present when the email could not be sent; it is not tried again.',
      }),
    },
    ['testEmailAddress', 'html', 'attach', 'error'],
  ),
  ArchivedRender: object({
    id,
    action: id,
    type: oneOf('template', 'concatenation'),
    template: object({ type: text, name: text, label: text }, ['name', 'label']),
    file: ref('FileObject'),
  }),
  Entry: object(
    {
      id,
      form: id,
      account: id,
      status,
      idx: count,
      submitIdx: count,
      data,
      actions: array(ref('Action')),
      sentEmails: array(ref('SentEmail')),
      archivedRenders: array(ref('ArchivedRender')),
      deleted: flag,
      deletedAt: time,
      bewit: text,
      resumeUrl: text,
      resumeUrlBewit: text,
      cloneUrl: text,
      editUrl: text,
      createTime: time,
      modifyTime: time,
      changedAt: time,
      submitTime: time,
      name: text,
    },
    ['submitIdx', 'deletedAt', 'bewit', 'resumeUrl', 'resumeUrlBewit', 'submitTime', 'name'],
  ),
  EntryChange: object(
    {
      id,
      time,
      type: action,
      action,
      user: id,
      by: object({ id, name: text }),
      ip: text,
      address: text,
      userAgent: text,
      detail: oneOf('whole', 'paths', 'none'),
      status: object({ old: status, new: status }),
      fields: array(
        object({
          path: text,
          keys: array(schema<string | number>({ type: ['string', 'integer'] })),
          label: text,
          old: anyValue,
          new: anyValue,
        }),
      ),
    },
    ['user', 'by', 'status'],
  ),
  EntryHistory: object({
    data: array(ref('EntryChange')),
    changes: array(ref('EntryChange')),
    isMore: flag,
  }),
  DeletionMarker: object({ _id: id, deletedAt: time }),
  UiAction: byType(
    object({ type: oneOf('continueLater') }),
    object({ type: oneOf('message'), text, html: text }, ['html']),
    object({ type: oneOf('redirect'), redirectOptions: object({ url: text }) }),
  ),
  EditedEntry: object(edited),
  SubmittedEntry: object({ ...submitted, copyBewit: text }, ['copyBewit']),
  SavedEntry: object({ ...submitted, userCanResume: flag, formId: text, bewit: text }),
  CreatedTemplate: object({ formId: text, entryId: text, shortUrl: text }, ['shortUrl']),
  CreatedEntry: object({
    id,
    form: id,
    status: oneOf('created'),
    idx: count,
    actions: array(ref('Action')),
    bewit: text,
    resumeUrlBewit: text,
    resumeUrl: text,
    createTime: time,
  }),
  GeneratedEntries: object({ message: text, createdEntries: array(ref('CreatedEntry')) }),
  ResumedEntry: object({ form: ref('FillerForm'), entry: object({ id: text, status, data }) }),
  ClonedEntry: object({ form: ref('FillerForm'), data }),
  ExportProgress: object({ rowsDone: count, rowsTotal: count, isDone: flag, error: text }, ['error']),
};
