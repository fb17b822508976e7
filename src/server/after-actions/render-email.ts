// What an email of a rule says and whom it goes to, from the rule's templates and the entry.
// [after-actions.emails.recipients]
import { randomUUID } from 'node:crypto';
import { ExpressionLimitError } from '../../core/expression/errors.ts';
import type { Template } from '../../core/text/literal-template.ts';
import { answersKey, type MessageScope } from '../../core/text/message-scope.ts';
import { type MailAddress, readMailAddress, toHeaderText } from '../base/mail-address.ts';
import type { CompiledEmailRule } from '../forms/compile-rules.ts';
import { writtenAddresses } from '../forms/email-bounds.ts';
import { htmlToText, htmlToTextInSteps } from '../mail/html-to-text.ts';
import { largeDataLength, ownTurn, runInSlices } from '../scheduling/run-in-slices.ts';
import type { Recipient } from './limit-recipients.ts';

export interface EmailParts {
  readonly to: readonly Recipient[];
  readonly replyTo: readonly MailAddress[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** A template ran out of its bounds; what it would have said is empty. */
  readonly isTooLong: boolean;
}

/** What is made of a large entry takes several turns of the event loop. */
export async function renderParts(rule: CompiledEmailRule, scope: MessageScope, isLarge: boolean): Promise<EmailParts> {
  const turn = async () => (isLarge ? ownTurn() : undefined);
  let isTooLong = false;
  const render = (template: Template): string => orEmpty(() => template.render(scope));
  const orEmpty = (make: () => string): string => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof ExpressionLimitError)) throw error;
      isTooLong = true;
      return '';
    }
  };
  await turn();
  const html = rule.html && render(rule.html);
  await turn();
  const text = rule.text === undefined ? await textOf(rule.html, html ?? '', scope, orEmpty) : render(rule.text);
  await turn();
  return {
    to: readAddresses(rule.to, render),
    replyTo: readAddresses(rule.replyTo, render),
    subject: toHeaderText(render(rule.subject)),
    text,
    ...(html === undefined ? {} : { html }),
    isTooLong,
  };
}

/** A list of answers has a text of its own: what is made from its tables reads poorly. [after-actions.answers.text] */
async function textOf(
  template: CompiledEmailRule['html'],
  html: string,
  scope: MessageScope,
  orEmpty: (make: () => string) => string,
): Promise<string> {
  const write = scope[answersKey];
  const renderWith = template?.renderWith;
  if (renderWith === undefined || write === undefined) return toText(html);
  // A word that nobody can have filled in.
  const mark = randomUUID();
  const marked = await toText(orEmpty(() => renderWith(scope, `<div>${mark}</div>`)));
  const [first = '', ...rest] = marked.split(mark);
  return orEmpty(() => [first, ...rest.map((part) => write('text') + part)].join(''));
}

async function toText(html: string): Promise<string> {
  return html.length < largeDataLength ? htmlToText(html) : runInSlices(htmlToTextInSteps(html));
}

/**
 * What a template gives is one address or none: whoever fills the form must not add recipients by a comma. Only an
 * address without expressions, which the owner typed, may be several.
 */
function readAddresses(templates: readonly Template[], render: (template: Template) => string): Recipient[] {
  const found = new Map<string, Recipient>();
  // Of all items: an address that the owner wrote does not become a stranger's because somebody typed it, too.
  const written = new Set(
    templates.every(({ isLiteral }) => isLiteral)
      ? []
      : templates.flatMap(({ source }) => [...writtenAddresses(source)]),
  );
  for (const template of templates) {
    const rendered = render(template);
    for (const text of template.isLiteral ? rendered.split(/[,;]/) : [rendered]) {
      const address = readMailAddress(text);
      if (address === undefined || found.has(address.address)) continue;
      found.set(address.address, {
        ...address,
        isWritten: template.isLiteral || written.has(address.address.toLowerCase()),
      });
    }
  }
  return [...found.values()];
}

/** An email that is longer than what is left for the request is not made. */
export function takeCharacters(parts: EmailParts, left: { characters: number }): EmailParts {
  const characters = parts.subject.length + parts.text.length + (parts.html?.length ?? 0);
  if (characters <= left.characters) {
    left.characters -= characters;
    return parts;
  }
  return { ...parts, subject: '', text: '', ...(parts.html === undefined ? {} : { html: '' }), isTooLong: true };
}
