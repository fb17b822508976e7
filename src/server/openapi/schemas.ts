// JSON Schemas of what the API gives and takes, by the names of the OpenAPI document. One that differs from the type of its
// name does not compile: named-types.ts.
import type { TableEntry } from '../../api-types/notes.ts';
import type { SetChanges } from '../../api-types/options-sets.ts';
import {
  type Element,
  type FormDefinition,
  type FormDisplay,
  formDisplays,
  type PageSettings,
} from '../../core/definition/form-definition.ts';
import { locales } from '../../core/locale/locale.ts';
import { elementSchemas } from './element-schemas.ts';
import { entrySchemas } from './entry-schemas.ts';
import { factorSchemas } from './factor-schemas.ts';
import { identitySchemas } from './identity-schemas.ts';
import { dropOffSchema, insightSchema } from './insight-schema.ts';
import type { NamedTypes } from './named-types.ts';
import { noteSchemas } from './note-schemas.ts';
import { condition, emails, renders, ruleSchemas, ui } from './rule-schemas.ts';
import {
  array,
  count,
  described,
  flag,
  id,
  object,
  oneOf,
  orNull,
  projectionOf,
  ref,
  type Schema,
  schema,
  text,
  time,
} from './schema-parts.ts';
import { viewSchemas } from './view-schemas.ts';

const actions = object({ ui, emails, renders });
const counts = { all: count, submit: count, save: count, template: count, render: count };
const timeZone = schema<string>({ ...text, description: 'IANA name. Moments in PDFs are shown in it, else in UTC.' });
const locale = oneOf(...locales);
const theme = schema<{ readonly color?: string; readonly logo?: string }>({
  ...object({ color: text, logo: text }, ['color', 'logo']),
  description: 'Looks of the fill page.',
});
const display = schema<FormDisplay>({
  ...oneOf(...formDisplays),
  description: 'The fill page shows the form whole (page), step by step (steps) or one question at a time (one).',
});
const page = schema<PageSettings>({
  ...object(
    {
      review: flag,
      submitText: text,
      nextText: text,
      backText: text,
      saveText: text,
      hideSave: flag,
      hideSubmit: flag,
      colorScheme: oneOf('light', 'dark'),
      fillAgain: flag,
      copy: oneOf('answers', 'pdf'),
      helpInPdf: flag,
      emailLink: flag,
      description: text,
    },
    [
      ...(['review', 'submitText', 'nextText', 'backText', 'saveText', 'hideSave', 'hideSubmit'] as const),
      ...(['colorScheme', 'fillAgain', 'copy', 'helpInPdf', 'emailLink', 'description'] as const),
    ],
  ),
  description: 'What the fill page offers and says.',
});
const formSchema = object({ rootElem: ref('Element'), validateSaved: condition, validateTemplate: condition }, [
  'rootElem',
  'validateSaved',
  'validateTemplate',
]);

const someActions = object({ ui, emails, renders }, ['ui', 'emails', 'renders']);
const formDefinition: Schema<FormDefinition> = object(
  {
    name: described(text, 'The name in the management app.'),
    publicName: described(text, 'The name that people see.'),
    locale,
    timeZone,
    access: object({ isDisabled: flag, disabledMessage: text, keepDraftOnDevice: flag }, [
      ...(['isDisabled', 'disabledMessage', 'keepDraftOnDevice'] as const),
    ]),
    formSchema,
    templates: array(ref('Layout')),
    postSave: someActions,
    postSubmit: someActions,
    postEdit: someActions,
    postTemplate: someActions,
    saveRenderedEntries: oneOf('none', 'all'),
    keepUploadedFiles: array(oneOf('deleted')),
    theme,
    display,
    page,
  },
  [
    ...(['name', 'publicName', 'locale', 'timeZone', 'access', 'formSchema', 'templates', 'postSave'] as const),
    ...(['postSubmit', 'postEdit', 'postTemplate', 'saveRenderedEntries', 'keepUploadedFiles'] as const),
    ...(['theme', 'display', 'page'] as const),
  ],
);

const formSchemas = {
  FormDefinition: described(formDefinition, 'A form as it is written: every property is optional.'),
  UploadPolicy: object(
    {
      bucket: text,
      key: text,
      StorageAccessKeyId: text,
      acl: oneOf('private'),
      policy: text,
      signature: text,
      success_action_status: oneOf('201'),
      url: schema<string>({ ...text, description: 'The download link to store in the file object.' }),
      'Content-Type': text,
      direct: schema<string>({
        ...text,
        description:
          'Only where files may go to the store itself (`S3_DIRECT_UPLOADS`). POST `{"policy", "signature"}` there: the response ' +
          'has `url` and `headers` for one PUT of the file. Then POST the same to `done` below it; 201 means stored.',
      }),
    },
    ['direct'],
  ),
  Form: object(
    {
      id,
      account: id,
      name: text,
      publicName: text,
      displayName: text,
      locale,
      timeZone,
      theme,
      display,
      page,
      access: object({ isDisabled: flag, disabledMessage: text, keepDraftOnDevice: flag }, [
        'disabledMessage',
        'keepDraftOnDevice',
      ]),
      formSchema,
      templates: array(ref('Layout')),
      postSave: actions,
      postSubmit: actions,
      postEdit: actions,
      postTemplate: object({ emails, renders }),
      saveRenderedEntries: oneOf('none', 'all'),
      keepUploadedFiles: array(oneOf('deleted')),
      counts: object({ ...counts, delete: count, start: count }),
      current: object(counts),
      createTime: time,
      modifyTime: time,
      changedAt: time,
    },
    [
      'name',
      'publicName',
      'locale',
      'timeZone',
      'theme',
      'display',
      'page',
      'saveRenderedEntries',
      'keepUploadedFiles',
    ],
  ),
  FillerForm: object(
    {
      id,
      publicName: text,
      displayName: text,
      locale,
      timeZone,
      theme,
      keepDraftOnDevice: flag,
      display,
      page,
      formSchema,
    },
    ['publicName', 'displayName', 'timeZone', 'theme', 'keepDraftOnDevice', 'display', 'page'],
  ),
  StartedForm: object({ form: ref('FillerForm') }),
  FileCount: object({ count, size: count }),
  FormCheck: object({
    isValid: flag,
    problems: array(object({ key: text, message: text })),
    isMore: flag,
    warnings: array(text),
  }),
  AddedPicture: object({ id: text, url: text, type: text, size: count }),
};

const lastRefresh = object(
  {
    outcome: oneOf('refreshed', 'unchanged', 'kept'),
    lastTry: time,
    lastSuccess: time,
    reason: schema<string>({ ...text, description: 'Why the old options were kept.' }),
    warnings: array(text),
    source: schema<string>({ ...text, description: 'Addresses that were read, of files only the names.' }),
    count: schema<number>({ ...count, description: 'How many options came.' }),
    added: count,
    removed: count,
    changed: count,
    refusedList: schema<number>({ ...count, description: 'The number of the list that came and was refused.' }),
  },
  ['lastSuccess', 'reason', 'source', 'count', 'added', 'removed', 'changed', 'refusedList'],
);

const listFacts = {
  number: count,
  time,
  source: text,
  count,
  fingerprint: text,
  warnings: array(text),
  changes: schema<SetChanges>({
    ...object({ added: count, removed: count, changed: count }),
    description: 'Compared with the list before it.',
  }),
};

const optionProperties = {
  value: schema<string>({
    type: 'string',
    minLength: 1,
    description: 'The label that is shown and the value that is stored.',
  }),
  score: schema<number>({ type: 'number', description: 'Higher first in search.' }),
  data: schema<NonNullable<NamedTypes['Option']['data']>>({
    type: 'object',
    description: 'Values to filter on. Keys cannot contain a dot or start with $.',
    propertyNames: { pattern: '^(?!\\$)[^.]*$' },
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
  }),
};

const optionsSetSchemas = {
  OptionsSet: object(
    {
      id,
      name: text,
      account: schema<string>({
        ...id,
        description: 'The account it belongs to; sets the service maintains belong to its own.',
      }),
      createTime: time,
      modifyTime: time,
      lastRefresh,
    },
    ['lastRefresh'],
  ),
  SetLists: object(
    {
      data: array(
        object(
          {
            ...listFacts,
            kind: oneOf('seed', 'refresh', 'accepted'),
            isCurrent: flag,
            currentFrom: time,
            currentBy: text,
            withdrawnTime: schema<string>({ ...time, description: 'When somebody went back from it.' }),
            withdrawnBy: text,
          },
          ['changes', 'currentFrom', 'currentBy', 'withdrawnTime', 'withdrawnBy'],
        ),
      ),
      refused: object({ ...listFacts, reason: text }, ['changes']),
      canChange: flag,
    },
    ['refused'],
  ),
  SetDiff: object({
    added: object({ count, examples: array(text) }),
    removed: object({ count, examples: array(text) }),
    changed: object({ count, examples: array(object({ from: text, to: text })) }),
  }),
  OptionsSetSummary: object(
    {
      count,
      dataKeys: schema<readonly string[]>({
        ...array(text),
        description: 'Keys that the data of its options have, at most 50.',
      }),
      isMaintained: flag,
      allowsAutocomplete: flag,
      lastRefresh,
    },
    ['lastRefresh'],
  ),
  OptionsFingerprint: object({
    count,
    sha256: schema<string>({ ...text, description: 'Of all options in their order, in hexadecimal digits.' }),
  }),
  Option: object(optionProperties, ['score', 'data']),
  ListedOption: object(
    { place: schema<string>({ ...text, description: 'Where it is, for PATCH.' }), ...optionProperties },
    ['score', 'data'],
  ),
  OptionsPage: object({
    data: array(ref('ListedOption')),
    count: schema<number | null>({
      ...orNull(count),
      description: 'How many there are of what was asked for; null when not all of the set was looked at.',
    }),
  }),
  OptionsUpload: object({
    id,
    parts: schema<number>({ ...count, description: 'So many parts came.' }),
    count: schema<number>({ ...count, description: 'The options of these parts.' }),
  }),
  SetForm: object({
    id,
    name: text,
    fields: array(object({ name: text, label: text, uses: array(oneOf('options', 'validator')) })),
  }),
};

const whole = {
  ...identitySchemas,
  ...factorSchemas,
  ...formSchemas,
  ...entrySchemas,
  ...noteSchemas,
  ...optionsSetSchemas,
  DropOff: dropOffSchema,
  Insight: insightSchema,
  ...viewSchemas,
  ...ruleSchemas,
};

export const namedSchemas: { readonly [Name in keyof NamedTypes]: Schema<NamedTypes[Name]> } = {
  ...whole,
  FormProjection: projectionOf(whole.Form, whole, projected('Form')),
  EntryProjection: projectionOf(whole.Entry, whole, projected('Entry')),
  // Elements are one of many types: element-schemas.ts.
  Element: schema<Element>(elementSchemas['Element'] ?? {}),
  TableEntry: tableEntry(),
  OptionsSetProjection: projectionOf(whole.OptionsSet, whole, projected('OptionsSet')),
};

function tableEntry(): Schema<TableEntry> {
  const projection = projectionOf(whole.Entry, whole, projected('Entry'));
  const properties = { ...(projection['properties'] as object), team: ref('EntryTeam') };
  return schema({ ...projection, properties });
}

function projected(name: string): string {
  return `The properties of ${name} that \`fields\` names, dotted names only in part; with \`fields\` alone.`;
}
