// JSON Schemas of what the API answers, by the spec's names. Used by the route table and the OpenAPI document.

type Schema = Readonly<Record<string, unknown>>;

const id: Schema = { type: 'string', pattern: '^[0-9a-fA-F]{24}$' };
const time: Schema = { type: 'string', format: 'date-time' };
const count: Schema = { type: 'integer', minimum: 0 };
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
  Activity: object({
    id,
    type: { type: 'string', enum: ['login', 'loginFailed', 'passwordChange', 'keyCreate', 'keyRevoke'] },
    time,
    ip: text,
    userAgent: text,
    user: id,
    email: text,
  }),
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
    },
    ['validation', 'attributes'],
  ),
};
