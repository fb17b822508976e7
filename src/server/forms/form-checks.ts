// What a form may hold when it is written: names and basic types here, the element tree and every expression in core.
// [forms.write] [forms.settings] [forms.page] [limits.layouts]

import Joi from 'joi';
import { type FormDefinition, formDisplays, type PageSettings } from '../../core/definition/form-definition.ts';
import { locales } from '../../core/locale/locale.ts';
import { isTimeZone } from '../../core/locale/time-zone.ts';
import { checked, checkOf } from '../http/checks.ts';
import { countAddresses, maxAddressSource, maxEmailRules, maxRecipients, maxReplyTo } from './email-bounds.ts';

const text = Joi.string().allow('');
const condition = Joi.alternatives(Joi.boolean().strict(), text);

const renders = Joi.array().items(Joi.object({ if: condition }));
const address = Joi.string().max(maxAddressSource);
const addresses = (most: number) =>
  Joi.array()
    .items(address)
    .max(most)
    .custom((items: string[], { error }) =>
      countAddresses(items) > most ? error('array.max', { limit: most }) : items,
    );
/** [after-actions.emails.attach] [after-actions.emails.cards] */
export const emailCheck = Joi.object({
  to: addresses(maxRecipients).required(),
  replyTo: addresses(maxReplyTo),
  subject: text,
  text,
  html: text,
  attach: Joi.object({ pdf: Joi.boolean().strict(), files: Joi.boolean().strict() }),
  card: Joi.string().valid('notify', 'confirm'),
  if: condition,
})
  .oxor('text', 'html')
  .meta({ schemaName: 'EmailRule' });
const emails = Joi.array().items(emailCheck).max(maxEmailRules);
const ui = Joi.array().items(
  Joi.object({
    type: Joi.string().valid('message', 'redirect').required(),
    text: Joi.when('type', { is: 'message', then: text.required(), otherwise: Joi.forbidden() }),
    html: Joi.when('type', { is: 'message', then: text, otherwise: Joi.forbidden() }),
    redirectOptions: Joi.when('type', {
      is: 'redirect',
      then: Joi.object({ url: Joi.string().required() }).required(),
      otherwise: Joi.forbidden(),
    }),
    if: condition,
  }),
);
const actions = Joi.object({ ui, emails, renders });

/** Only https is ever fetched. What an expression at the start gives is known at the submit. */
const layoutAddress = Joi.string().custom((url: string, { error }) => {
  const start = url.trimStart().toLowerCase().split('{{', 1)[0] ?? '';
  const isHttps = start.startsWith('https://') || (url.includes('{{') && 'https://'.startsWith(start));
  return isHttps ? url : error('string.uriCustomScheme', { scheme: 'https' });
});

/** Each is a PDF of its own at every submit. */
export const maxLayouts = 50;

const templates = Joi.array()
  .max(maxLayouts)
  .items(
    Joi.object({
      type: Joi.string().valid('auto', 'typst', 'remote').required(),
      name: text,
      label: text,
      source: Joi.when('type', { is: 'typst', then: Joi.string().required(), otherwise: Joi.forbidden() }),
      url: Joi.when('type', { is: 'remote', then: layoutAddress.required(), otherwise: Joi.forbidden() }),
    }),
  );

const flag = Joi.boolean().strict();
const buttonText = text.max(100);

const page: { readonly [Name in keyof PageSettings]-?: Joi.Schema } = {
  review: flag,
  submitText: buttonText,
  nextText: buttonText,
  backText: buttonText,
  saveText: buttonText,
  hideSave: flag,
  hideSubmit: flag,
  colorScheme: Joi.string().valid('light', 'dark'),
  fillAgain: flag,
  copy: Joi.string().valid('answers', 'pdf'),
  helpInPdf: flag,
  emailLink: flag,
  description: text.max(1000),
};

const properties: { readonly [Name in keyof FormDefinition]-?: Joi.Schema } = {
  name: text.max(1000),
  publicName: text.max(1000),
  locale: Joi.string().valid(...locales),
  timeZone: Joi.string()
    .custom((name: string, { error }) => (isTimeZone(name) ? name : error('zone.unknown')))
    .messages({ 'zone.unknown': '{{#label}} must be the name of a time zone' }),
  access: Joi.object({
    isDisabled: Joi.boolean().strict(),
    disabledMessage: text,
    keepDraftOnDevice: Joi.boolean().strict(),
  }),
  formSchema: Joi.object({
    rootElem: Joi.object().unknown(),
    validateSaved: condition,
    validateTemplate: condition,
  }),
  theme: Joi.object({
    color: Joi.string().pattern(/^#[0-9a-fA-F]{6}$/),
    logo: Joi.string()
      .uri({ scheme: ['https'] })
      .max(2000),
  }),
  display: Joi.string().valid(...formDisplays),
  page: Joi.object(page),
  templates,
  postSave: actions,
  postSubmit: actions,
  postEdit: actions,
  postTemplate: Joi.object({ emails, renders }),
  saveRenderedEntries: Joi.string().valid('none', 'all'),
  keepUploadedFiles: Joi.array().items(Joi.string().valid('deleted')).unique(),
};

export const newFormCheck = checkOf<FormDefinition>(properties).meta({ schemaName: 'FormDefinition' });

/** In a change, null removes a property. */
export type FormChange = { readonly [Name in keyof FormDefinition]: FormDefinition[Name] | null };
export const formChangeCheck = checked<FormChange>(
  Joi.object(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, schema.allow(null)]))),
);
