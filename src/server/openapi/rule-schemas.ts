// JSON Schemas of what a form does after its entries are saved or sent: emails, PDFs, the next screen; and the layouts of PDFs.
// docs/form-language.md says what each means. [forms.shape]
import type { EmailRule, Layout, RenderRule, UiRule } from '../../core/definition/form-definition.ts';
import { array, byType, described, flag, object, oneOf, ref, type Schema, schema, text } from './schema-parts.ts';

export const condition = described(
  schema<boolean | string>({ type: ['boolean', 'string'] }),
  'true, false, or an expression that is evaluated for each entry.',
);
const template = (description: string) =>
  described(text, `${description} A template: \`{{ model.name }}\` is the answer of the field \`name\`.`);

const emailRule: Schema<EmailRule> = described(
  object(
    {
      if: condition,
      to: described(array(template('An email address.')), 'Who gets it: 1 to 50 addresses.'),
      replyTo: described(array(template('An email address.')), 'Who gets the replies, at most 10 addresses.'),
      subject: template('The subject line.'),
      text: template('The body as plain text; not together with `html`.'),
      html: template('The body as HTML; not together with `text`.'),
      attach: described(
        object({ pdf: flag, files: flag }, ['pdf', 'files']),
        'What it carries: a PDF of the entry, uploaded files.',
      ),
      card: described(oneOf('notify', 'confirm'), 'The card of the management app that it belongs to.'),
    },
    ['if', 'to', 'replyTo', 'subject', 'text', 'html', 'attach', 'card'],
  ),
  'An email that is sent after the action.',
);

const renderRule: Schema<RenderRule> = described(
  object({ if: condition }, ['if']),
  'A PDF of the entry that is archived after the action.',
);

const messageRule = object(
  {
    type: oneOf('message'),
    if: condition,
    text: template('What the page says.'),
    html: template('The same as HTML, which is cleaned and shown instead.'),
  },
  ['if', 'html'],
);
const redirectRule = object(
  { type: oneOf('redirect'), if: condition, redirectOptions: object({ url: template('An http or https address.') }) },
  ['if'],
);

const names = { name: text, label: text };
const autoLayout = described(
  object({ type: oneOf('auto'), ...names }, ['name', 'label']),
  'A PDF that is made from the form itself.',
);
const typstLayout = described(
  object({ type: oneOf('typst'), ...names, source: text }, ['name', 'label']),
  'A layout of its own, in Typst.',
);
const remoteLayout = described(
  object({ type: oneOf('remote'), ...names, url: template('A public https address.') }, ['name', 'label']),
  'A PDF that another server makes.',
);

export const ruleSchemas = {
  EmailRule: emailRule,
  RenderRule: renderRule,
  UiRule: schema<UiRule>({
    ...byType(messageRule, redirectRule),
    description: 'What the screen does after the action: the first rule whose condition is true counts.',
  }),
  Layout: schema<Layout>({
    ...byType(autoLayout, typstLayout, remoteLayout),
    description: 'A layout of PDFs. Without any, the PDF is made from the form itself.',
  }),
};

export const emails = array(ref('EmailRule'));
export const renders = array(ref('RenderRule'));
export const ui = array(ref('UiRule'));
