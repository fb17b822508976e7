// The three cards and the rules that they stand for: a message of the screen, an email to the team, an email to the person. They are
// ordinary rules of `postSubmit`; an email says by `card` which one it is. [after-actions.emails.cards]

import type { EmailRule, FormDefinition, UiRule } from '../../../core/definition/form-definition.ts';
import { directionOf, type Locale } from '../../../core/locale/locale.ts';
import { translator } from '../../texts.ts';
import { withActions } from '../draft/after-actions-change.ts';
import { factsOf } from '../expressions/condition-tests.ts';
import type { ExpressionNames, KnownName } from '../expressions/expression-names.ts';
import { formTitle } from './message/chip-names.ts';
import { buttonLink, emailBody } from './message/message-html.ts';

export type EmailCard = 'notify' | 'confirm';

/** The place of a card's email; -1 where it is off. */
export function emailPlace(definition: FormDefinition, card: EmailCard): number {
  return listOf(definition.postSubmit?.emails).findIndex((rule) => rule.card === card);
}

/** The first message that everybody gets. */
export function thanksPlace(definition: FormDefinition): number {
  return listOf(definition.postSubmit?.ui).findIndex(
    ({ type, if: condition }) => type !== 'redirect' && (condition === undefined || condition === true),
  );
}

/** undefined switches it off. */
export function withEmailCard(
  definition: FormDefinition,
  card: EmailCard,
  rule: EmailRule | undefined,
): FormDefinition {
  const rules = listOf(definition.postSubmit?.emails);
  return withActions(definition, 'postSubmit', 'emails', put(rules, emailPlace(definition, card), rule));
}

export function withThanks(definition: FormDefinition, rule: UiRule | undefined): FormDefinition {
  const rules = listOf(definition.postSubmit?.ui);
  return withActions(definition, 'postSubmit', 'ui', put(rules, thanksPlace(definition), rule));
}

function listOf<Rule>(rules: readonly Rule[] | undefined): readonly Rule[] {
  return Array.isArray(rules) ? rules : [];
}

function put<Rule>(rules: readonly Rule[], at: number, rule: Rule | undefined): Rule[] {
  if (rule === undefined) return at === -1 ? [...rules] : rules.toSpliced(at, 1);
  return at === -1 ? [...rules, rule] : rules.with(at, rule);
}

export function startingThanks(locale: Locale): UiRule {
  const text = translator('builder/cardRules', locale)('thanksText');
  return { type: 'message', text, html: `<p>${text}</p>` };
}

/** `owner` is the address of whoever makes the form. */
export function startingNotify(
  names: ExpressionNames,
  locale: Locale,
  { owner, color }: { owner: string; color: string },
): EmailRule {
  const t = translator('builder/cardRules', locale);
  const person = emailFields(names)[0];
  const link = `<p>${buttonLink('{{ data.entry.editUrl }}', t('open'), color)}</p>`;
  return {
    card: 'notify',
    to: [owner],
    ...(person !== undefined && { replyTo: [`{{ ${person.text} }}`] }),
    subject: t('notifySubject'),
    html: emailBody(`<p>${t('notifyFirst')}</p>\n<div>{{ allAnswers }}</div>\n${link}`, directionOf(locale)),
  };
}

export function startingConfirm(names: ExpressionNames, locale: Locale): EmailRule {
  const t = translator('builder/cardRules', locale);
  const html = `<p>${t('hello')}</p>\n<p>${t('thanks')}</p>\n<p>${t('given')}</p>\n<div>{{ allAnswers }}</div>`;
  const rule: EmailRule = {
    card: 'confirm',
    to: [],
    subject: t('confirmSubject', { title: `{{ ${formTitle} }}` }),
    html: emailBody(html, directionOf(locale)),
  };
  const person = emailFields(names)[0];
  return person === undefined ? rule : toPerson(rule, person.text);
}

/** To the address that a field holds, where it holds one. */
export function toPerson({ if: _, ...rule }: EmailRule, field: string): EmailRule {
  return { ...rule, to: [`{{ ${field} }}`], if: `${field} != null` };
}

/** Which field the email goes to; undefined where the rule says it in another way. */
export function personOf({ to = [] }: EmailRule): string | undefined {
  const [only, ...others] = to;
  return others.length > 0 ? undefined : /^\{\{\s*(.+?)\s*\}\}$/.exec(only ?? '')?.[1];
}

/** Whether a field may hold an email address. */
export function takesEmail({ path, kind }: KnownName): boolean {
  return path[0] === 'model' && factsOf(kind).validators.includes('str/email');
}

/** Fields that hold an email address, by their name or label; those first that sound most like it. */
export function emailFields({ fields }: ExpressionNames): KnownName[] {
  const texts = fields.filter(takesEmail);
  return texts.filter(({ path, label }) => /e-?mail|דוא|מייל/i.test(`${path.at(-1)} ${label}`));
}
