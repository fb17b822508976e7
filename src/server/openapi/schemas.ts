// JSON Schemas of what the API answers, by the spec's names. Used by the route table and the OpenAPI document.

type Schema = Readonly<Record<string, unknown>>;

const id: Schema = { type: 'string', pattern: '^[0-9a-fA-F]{24}$' };
const time: Schema = { type: 'string', format: 'date-time' };
export const count: Schema = { type: 'integer', minimum: 0 };
const text: Schema = { type: 'string' };
const object = (properties: Record<string, Schema>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});
const array = (items: Schema): Schema => ({ type: 'array', items });

/** A reference to one of the named schemas below. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const listOf = (items: Schema): Schema => object({ data: array(items) });
export const message: Schema = object({ message: text });
export { array, id, object, text, time };

const actions = object({
  ui: array({ type: 'object' }),
  emails: array({ type: 'object' }),
  renders: array({ type: 'object' }),
});

export const namedSchemas: Readonly<Record<string, Schema>> = {
  UploadPolicy: object({
    bucket: text,
    key: text,
    StorageAccessKeyId: text,
    acl: { const: 'private' },
    policy: text,
    signature: text,
    success_action_status: { const: '201' },
    url: { ...text, description: 'The download link to store in the file object.' },
    'Content-Type': text,
  }),
  User: object({
    id,
    account: id,
    email: text,
    name: text,
    settings: object({ locale: text, theme: text }),
    hasPassword: { type: 'boolean' },
    lastLogin: { type: ['string', 'null'], format: 'date-time' },
    createTime: time,
    modifyTime: time,
    changedAt: time,
  }),
  ApiKey: object({ _id: id, account: id, user: id, email: text, createTime: time, modifyTime: time }),
  NewApiKey: object({
    _id: id,
    account: id,
    user: id,
    email: text,
    createTime: time,
    modifyTime: time,
    token: { type: 'string', minLength: 56, maxLength: 56, description: 'Returned only here; it cannot be recovered.' },
  }),
  Activity: object(
    {
      id,
      type: {
        type: 'string',
        enum: ['login', 'loginFailed', 'passwordChange', 'keyCreate', 'keyRevoke', 'userAdd', 'userRemove'],
      },
      time,
      ip: text,
      userAgent: text,
      user: id,
      email: text,
      about: { ...text, description: 'The email of the user who was added or removed.' },
    },
    ['about'],
  ),
  Form: object(
    {
      id,
      account: id,
      name: text,
      publicName: text,
      displayName: text,
      locale: { type: 'string', enum: ['en', 'he'] },
      access: object({ isDisabled: { type: 'boolean' }, disabledMessage: text }, ['disabledMessage']),
      formSchema: object(
        {
          rootElem: { type: 'object' },
          validateSaved: { type: ['boolean', 'string'] },
          validateTemplate: { type: ['boolean', 'string'] },
        },
        ['rootElem', 'validateSaved', 'validateTemplate'],
      ),
      templates: array({ type: 'object' }),
      postSave: actions,
      postSubmit: actions,
      postEdit: actions,
      postTemplate: object({ emails: array({ type: 'object' }), renders: array({ type: 'object' }) }),
      saveRenderedEntries: { type: 'string', enum: ['none', 'all'] },
      keepUploadedFiles: array({ type: 'string', enum: ['deleted'] }),
      counts: object({
        all: count,
        submit: count,
        save: count,
        delete: count,
        start: count,
        template: count,
        render: count,
      }),
      current: object({ all: count, submit: count, save: count, template: count, render: count }),
      createTime: time,
      modifyTime: time,
      changedAt: time,
    },
    ['name', 'publicName', 'locale', 'saveRenderedEntries', 'keepUploadedFiles'],
  ),
  FillerForm: object({ id, publicName: text, displayName: text, locale: text, formSchema: { type: 'object' } }, [
    'publicName',
    'displayName',
  ]),
  Action: object(
    {
      id,
      type: {
        type: 'string',
        enum: ['create', 'save', 'submit', 'edit', 'template', 'clone', 'resume', 'render', 'delete'],
      },
      time,
      ip: text,
      userAgent: text,
      user: id,
    },
    ['user'],
  ),
  FileObject: object({
    name: text,
    size: count,
    type: text,
    storageKey: text,
    storageBucket: text,
    url: text,
  }),
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
      error: { type: 'string', description: 'Present when the email could not be sent; it is not tried again.' },
    },
    ['testEmailAddress', 'html', 'error'],
  ),
  ArchivedRender: object({
    id,
    action: id,
    type: { type: 'string', enum: ['template', 'concatenation'] },
    template: object({ type: text, name: text, label: text }, ['name', 'label']),
    file: ref('FileObject'),
  }),
  Entry: object(
    {
      id,
      form: id,
      account: id,
      status: { type: 'string', enum: ['created', 'saved', 'submitted', 'deleted', 'template', 'render'] },
      idx: count,
      submitIdx: count,
      data: { type: 'object' },
      actions: array(ref('Action')),
      sentEmails: array(ref('SentEmail')),
      archivedRenders: array(ref('ArchivedRender')),
      deleted: { type: 'boolean' },
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
  CreatedEntry: object({
    id,
    form: id,
    status: { type: 'string', const: 'created' },
    idx: count,
    actions: array(ref('Action')),
    bewit: text,
    resumeUrlBewit: text,
    resumeUrl: text,
    createTime: time,
  }),
  OptionsSet: object({
    id,
    name: text,
    account: { ...id, description: 'The account it belongs to; sets the service maintains belong to its own.' },
    createTime: time,
    modifyTime: time,
  }),
  OptionsSetSummary: object(
    {
      count,
      dataKeys: { ...array(text), description: 'Keys that the data of its options have, at most 50.' },
      isMaintained: { type: 'boolean' },
      allowsAutocomplete: { type: 'boolean' },
      lastRefresh: object(
        {
          outcome: { type: 'string', enum: ['refreshed', 'unchanged', 'kept'] },
          lastTry: time,
          lastSuccess: time,
          reason: { ...text, description: 'Why the old options were kept.' },
          warnings: array(text),
        },
        ['lastSuccess', 'reason'],
      ),
    },
    ['lastRefresh'],
  ),
  Option: object(
    {
      value: { type: 'string', minLength: 1, description: 'The label that is shown and the value that is stored.' },
      score: { type: 'number', description: 'Higher first in search.' },
      data: {
        type: 'object',
        description: 'Values to filter on. Keys cannot contain a dot or start with $.',
        propertyNames: { pattern: '^(?!\\$)[^.]*$' },
        additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
      },
    },
    ['score', 'data'],
  ),
  DeletionMarker: object({ _id: id, deletedAt: time }),
  Error: object(
    {
      statusCode: { type: 'integer' },
      error: text,
      message: text,
      validation: object({
        source: { type: 'string', enum: ['query', 'payload', 'params'] },
        keys: array(text),
      }),
      attributes: object({ error: text }),
      id: { type: 'string', const: 'entry_failed_validation' },
      messages: array(object({ modelPath: text, message: text, type: text, value: {} })),
    },
    ['validation', 'attributes', 'id', 'messages'],
  ),
};
