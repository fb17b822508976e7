// JSON Schemas of users, keys, the activity log, usage, and of errors.
import type { JsonValue } from '../../core/definition/form-definition.ts';
import { factorKind } from './factor-schemas.ts';
import { array, count, flag, id, object, oneOf, orNull, schema, text, time } from './schema-parts.ts';

const activityTypes = [
  'login',
  'loginFailed',
  'passwordChange',
  'passwordReset',
  'keyCreate',
  'keyChange',
  'keyRevoke',
  'sessionEnd',
  'accountChange',
  'providerLink',
  'codeFailed',
  'factorAdd',
  'factorRemove',
  'factorsReset',
  'recoveryCodesNew',
  'recoveryCodeUse',
  'userAdd',
  'userInvite',
  'inviteWithdraw',
  'userJoin',
  'userDisable',
  'userEnable',
  'userRemove',
  'userDisplace',
  'emailVerify',
] as const;
/** What the audit trail has besides. */
const objectActions = [
  'accountClose',
  'accountReopen',
  'formCreate',
  'formChange',
  'formDelete',
  'entryView',
  'entriesView',
  'entryEdit',
  'entryRename',
  'entryDelete',
  'entriesDelete',
  'entriesGenerate',
  'entriesExport',
  'noteAdd',
  'noteDelete',
  'teamChange',
  'emailResend',
  'setCreate',
  'setRename',
  'setChange',
  'setDelete',
  'viewCreate',
  'viewChange',
  'viewDelete',
  'auditExport',
  'auditExpire',
] as const;
export const auditObjects = ['account', 'user', 'key', 'form', 'entry', 'optionsSet', 'view', 'audit'] as const;

const limitOrNone = schema<number | null>({ type: ['integer', 'null'], minimum: 1 });
const key = {
  _id: id,
  account: id,
  user: id,
  email: text,
  createTime: time,
  modifyTime: time,
  lastUse: time,
  lastAddress: text,
  name: text,
  createdBy: schema<string>({ ...text, description: 'Who made it, where that was not its user: `commandLine`.' }),
  expireTime: schema<string>({ ...time, description: 'From then on the key is a 401 `Invalid API key`.' }),
  replaces: schema<string>({ ...id, description: 'The key that it is to take the place of; that one may be gone.' }),
};
/** What a key has only once there is something to say. */
const sometimes = ['lastUse', 'lastAddress', 'name', 'createdBy', 'expireTime', 'replaces'] as const;

export const linkKind = oneOf('invitation', 'reset');

const invitation = {
  id,
  email: text,
  name: text,
  inviter: id,
  inviterEmail: text,
  createTime: time,
  expireTime: time,
};

export const identitySchemas = {
  User: object({
    id,
    account: id,
    email: text,
    name: text,
    settings: object({ locale: text, theme: text }),
    hasPassword: flag,
    lastLogin: orNull(time),
    createTime: time,
    modifyTime: time,
    changedAt: time,
  }),
  Notice: object({
    id,
    kind: schema<string>({ ...text, description: 'emailBound, ...' }),
    text: schema<string>({ ...text, description: 'For people, in the language of `locale`.' }),
    page: schema<string>({ ...text, description: 'The page of the management app to look at, as a path.' }),
    detail: schema<Readonly<Record<string, unknown>>>({
      type: 'object',
      additionalProperties: true,
      description: 'The facts that the text is made from; they depend on the kind.',
    }),
    firstTime: time,
    lastTime: time,
    count,
  }),
  Usage: object({
    anonymousPercent: schema<number>({
      type: 'integer',
      description: 'What requests without a credential may use of each limit.',
    }),
    quotas: array(
      object({
        kind: schema<string>({
          ...text,
          description: 'storedBytes, entries, drafts, uploads, emails, pdfs, exports, ...',
        }),
        period: oneOf('day', 'total'),
        resetTime: orNull(time),
        used: count,
        limit: limitOrNone,
        anonymousLimit: limitOrNone,
        formLimit: limitOrNone,
        formAnonymousLimit: limitOrNone,
        forms: array(object({ form: id, name: orNull(text), used: count })),
      }),
    ),
  }),
  Account: object({
    id,
    name: orNull(text),
    settings: object({
      sessionHours: schema<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        maximum: 720,
        description:
          'How long a sign-in to the management app lasts; null: 72. A login token never lasts longer than 72.',
      }),
      sessionIdleMinutes: schema<number | null>({
        type: ['integer', 'null'],
        minimum: 5,
        maximum: 43_200,
        description: 'After how long without a request a session ends; null: never.',
      }),
      auditDays: schema<number | null>({
        type: ['integer', 'null'],
        minimum: 1,
        description: 'How long lines of the audit trail are kept; null: for ever.',
      }),
      auditViews: schema<boolean>({
        type: 'boolean',
        description: 'Whether every request that shows stored answers is in the audit trail too.',
      }),
      requireSecondFactor: schema<boolean>({
        ...flag,
        description: 'Whoever has no second factor can do nothing but set one up. Keys are not affected.',
      }),
    }),
    createTime: time,
  }),
  OpenSession: object({
    id: text,
    method: text,
    createTime: time,
    lastUse: time,
    expireTime: time,
    ip: text,
    userAgent: text,
    isCurrent: flag,
  }),
  AuditEvent: object(
    {
      id,
      number: schema<number>({ type: 'integer', minimum: 1, description: 'Its place in the chain of the account.' }),
      time,
      action: oneOf(...activityTypes, ...objectActions),
      user: id,
      email: text,
      credential: oneOf('apiKey', 'loginToken'),
      apiKey: id,
      ip: text,
      userAgent: text,
      object: oneOf(...auditObjects),
      objectId: text,
      name: text,
      detail: schema<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    },
    ['number', 'user', 'email', 'credential', 'apiKey', 'objectId', 'name', 'detail'],
  ),
  UserEmail: object({ user: id, email: text, isVerified: flag }),
  Invitation: object(invitation, ['name']),
  NewInvitation: object(
    {
      ...invitation,
      link: schema<string>({ ...text, description: 'To hand over, when no email went out; returned only here.' }),
    },
    ['name', 'link'],
  ),
  LinkFacts: object(
    {
      kind: oneOf('invitation', 'reset', 'verify', 'claim'),
      email: text,
      name: text,
      accountName: text,
      inviterEmail: text,
      displaces: flag,
      expireTime: time,
    },
    ['name', 'accountName', 'inviterEmail', 'displaces'],
  ),
  ApiKey: object(key, sometimes),
  NewApiKey: object(
    {
      ...key,
      token: schema<string>({
        type: 'string',
        minLength: 56,
        maxLength: 56,
        description: 'Returned only here; it cannot be recovered.',
      }),
    },
    sometimes,
  ),
  Activity: object(
    {
      id,
      type: oneOf(...activityTypes),
      time,
      ip: text,
      userAgent: text,
      user: id,
      email: text,
      about: schema<string>({
        ...text,
        description: 'The email of the user whom it was done to, or the name of a key or a second factor.',
      }),
    },
    ['about'],
  ),
  Error: object(
    {
      statusCode: schema<number>({ type: 'integer' }),
      error: text,
      message: text,
      validation: object({ source: oneOf('query', 'payload', 'params'), keys: array(text) }),
      attributes: object({ error: text }),
      id: oneOf('entry_failed_validation', 'fresh_sign_in_needed'),
      messages: array(
        object({
          modelPath: text,
          message: text,
          type: oneOf('error', 'warning', 'info', 'success'),
          value: schema<JsonValue>({ description: 'What was sent, or null.' }),
        }),
      ),
      quota: schema<string>({ ...text, description: 'Which limit was reached: docs/limits.md.' }),
      factors: array(factorKind),
    },
    ['validation', 'attributes', 'id', 'messages', 'quota', 'factors'],
  ),
};
