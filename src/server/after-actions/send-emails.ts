// Sends the emails of a form's rules right after the commit, each once, and records them in the entry. SPEC.md "Events",
// "Sent email"; CONTRACT.md section 4: a failed email never fails the request.
import type { Budget } from '../../core/expression/budget.ts';
import type { Scope } from '../../core/expression/compile.ts';
import { ExpressionLimitError } from '../../core/expression/errors.ts';
import type { Template } from '../../core/template.ts';
import { entryScope } from '../entries/entry-facts.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { htmlToText } from '../mail/html-to-text.ts';
import type { MailAttachment } from '../mail/mail.ts';
import { type MailAddress, presentMailAddress, readMailAddress, toHeaderText } from '../mail/mail-address.ts';
import { MailError } from '../mail/mail-error.ts';
import { isoNow, type Services } from '../services.ts';
import { appendSentEmails, type EntryRow } from '../store/entries.ts';
import type { CompiledEmailRule, RuleSet } from './compile-rules.ts';
import {
  maxEmailCharacters,
  maxEmailRules,
  maxRecipients,
  maxRecipientsPerRequest,
  maxShortItemCharacters,
  writtenAddresses,
} from './email-bounds.ts';
import { limitRecipients, type Recipient } from './limit-recipients.ts';

export interface EmailFlags {
  readonly skipEmails?: boolean;
  readonly testEmailAddress?: string;
}

export interface EmailsToSend {
  readonly form: LoadedForm;
  readonly rules: RuleSet;
  readonly row: EntryRow;
  /** Of a template that has one. */
  readonly shortUrl?: string | undefined;
  readonly actionId: string;
  /** The first PDF that this action archived. */
  readonly mainPdf: MailAttachment | undefined;
  /** Of the request. */
  readonly budget?: Budget;
  readonly request: ApiRequest<unknown, unknown, EmailFlags>;
}

/** Whether there is anything to wait for: most forms send nothing. */
export function hasEmails({ form, rules, request }: Pick<EmailsToSend, 'form' | 'rules' | 'request'>): boolean {
  return request.payload.skipEmails !== true && form.rules[rules].emails.length > 0;
}

/** For all emails of one request together, and for one of them. */
const maxMsForAll = 40_000;
const maxMsForOne = 20_000;

/** The row with its emails recorded. One after the other, so that they arrive in the order of the rules. */
export async function sendEmails(input: EmailsToSend, services: Services): Promise<EntryRow> {
  const { form, rules, row } = input;
  const scope = entryScope(input, services);
  const applying = form.rules[rules].emails.filter((rule) => rule.applies(scope()));
  if (applying.length === 0) return row;
  const deadline = performance.now() + maxMsForAll;
  const sentEmails: SentEmail[] = [];
  const left = { recipients: maxRecipientsPerRequest, characters: maxEmailCharacters };
  for (const rule of applying.slice(0, maxEmailRules)) {
    const timeoutMs = Math.min(maxMsForOne, deadline - performance.now());
    sentEmails.push(await sendOne(rule, { ...input, scope: scope(), timeoutMs, left }, services));
  }
  if (applying.length > maxEmailRules) sentEmails.push(notSent(applying.length - maxEmailRules, input, services));
  return record(row, writeItems(sentEmails, row.sentEmails.length), services);
}

/** A record that is full keeps who got an email and when, not what it said: repeated saves must not grow a row for ever. */
function writeItems(sentEmails: readonly SentEmail[], charactersBefore: number): string[] {
  let characters = charactersBefore;
  const items: string[] = [];
  for (const sent of sentEmails) {
    let item = JSON.stringify(sent);
    if (characters + item.length > maxEmailCharacters) item = JSON.stringify(withoutTexts(sent));
    if (characters + item.length > maxEmailCharacters + maxShortItemCharacters) break;
    characters += item.length;
    items.push(item);
  }
  return items;
}

function withoutTexts({ html, ...sent }: SentEmail): SentEmail {
  return { ...sent, subject: '', text: '', ...(html === undefined ? {} : { html: '' }) };
}

interface SentEmail {
  readonly id: string;
  readonly action: string;
  readonly from: MailAddress;
  readonly to: readonly string[];
  readonly replyTo: readonly string[];
  readonly testEmailAddress?: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Why it was not sent; it is not tried again. */
  readonly error?: string;
}

interface EmailToSend extends EmailsToSend {
  readonly scope: Scope;
  readonly timeoutMs: number;
  /** What the emails of the request may still use. */
  readonly left: { recipients: number; characters: number };
}

async function sendOne(rule: CompiledEmailRule, input: EmailToSend, services: Services): Promise<SentEmail> {
  const { actionId, mainPdf, scope, timeoutMs } = input;
  const testEmailAddress = testAddressOf(input);
  const id = services.newId();
  const from = services.config.mailFrom;
  const parts = takeCharacters(renderParts(rule, scope), input.left);
  const sent: SentEmail = {
    id,
    action: actionId,
    from,
    to: parts.to.slice(0, maxRecipients).map(presentMailAddress),
    replyTo: parts.replyTo.map(presentMailAddress),
    ...(testEmailAddress === undefined ? {} : { testEmailAddress: [testEmailAddress] }),
    subject: parts.subject,
    text: parts.text,
    ...(parts.html === undefined ? {} : { html: parts.html }),
  };
  try {
    if (parts.isTooLong) throw new MailError('The email is too long to be made.');
    const wanted: readonly Recipient[] = testEmailAddress === undefined ? parts.to : readTestAddress(testEmailAddress);
    const recipients = await allowedRecipients(wanted, input, services);
    const attachments = mainPdf === undefined ? [] : [mainPdf];
    await services.mail.send({ id, from, ...parts, to: recipients, attachments }, { timeoutMs });
    if (recipients.length === wanted.length) return sent;
    return { ...sent, error: `${wanted.length - recipients.length} of ${wanted.length} recipients: ${tooManyToday}` };
  } catch (error) {
    const { form, row } = input;
    services.log.warn(
      { form: form.id, entry: row.id, email: id, error: String((error as Error).cause ?? error) },
      'an email was not sent',
    );
    return { ...sent, error: error instanceof MailError ? error.message : 'The email could not be sent.' };
  }
}

/** An email that is longer than what is left for the request is not made. */
function takeCharacters(parts: EmailParts, left: { characters: number }): EmailParts {
  const characters = parts.subject.length + parts.text.length + (parts.html?.length ?? 0);
  if (characters <= left.characters) {
    left.characters -= characters;
    return parts;
  }
  return { ...parts, subject: '', text: '', ...(parts.html === undefined ? {} : { html: '' }), isTooLong: true };
}

/** Only the form's own people choose where its emails go. CONTRACT.md section 5. */
function testAddressOf({ form, request }: EmailsToSend): string | undefined {
  return request.caller?.account === form.account ? request.payload.testEmailAddress : undefined;
}

function readTestAddress(text: string): Recipient[] {
  const address = readMailAddress(text);
  return address === undefined ? [] : [{ ...address, isWritten: true }];
}

const tooManyToday = 'not sent, because too many emails went to the address today.';

/** Throws the MailError that says which bound was met. docs/limits.md "Emails". */
async function allowedRecipients(
  wanted: readonly Recipient[],
  { form, request, left }: EmailToSend,
  services: Services,
): Promise<readonly Recipient[]> {
  if (wanted.length === 0) throw new MailError('The email has no valid address to go to.');
  if (wanted.length > maxRecipients) {
    throw new MailError(`The email was not sent: it has more than ${maxRecipients} recipients.`);
  }
  if (wanted.length > left.recipients) {
    const most = maxRecipientsPerRequest;
    throw new MailError(`The email was not sent: the emails of one request go to at most ${most} recipients.`);
  }
  left.recipients -= wanted.length;
  const isAnonymous = request.caller === undefined;
  const allowed = isAnonymous ? await limitRecipients(wanted, form, services) : wanted;
  if (allowed.length === 0) throw new MailError(`The email was ${tooManyToday}`);
  const taken = await services.quotas.tryTake({
    kind: 'emails',
    account: form.account,
    form: form.id,
    amount: allowed.length,
    isAnonymous,
    recipients: allowed.map(({ address }) => address),
  });
  if (!taken) throw new MailError('The email was not sent: the quota of emails per day is used up.');
  return allowed;
}

/** Stands for the emails of a form that has more rules than are allowed today. */
function notSent(count: number, { actionId }: EmailsToSend, { newId, config }: Services): SentEmail {
  const error = `${count} more emails were not sent: one request sends at most ${maxEmailRules}.`;
  const nothing = { to: [], replyTo: [], subject: '', text: '' };
  return { id: newId(), action: actionId, from: config.mailFrom, ...nothing, error };
}

interface EmailParts {
  readonly to: readonly Recipient[];
  readonly replyTo: readonly MailAddress[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** A template ran out of its bounds; what it would have said is empty. */
  readonly isTooLong: boolean;
}

function renderParts(rule: CompiledEmailRule, scope: Scope): EmailParts {
  let isTooLong = false;
  const render = (template: Template): string => {
    try {
      return template.render(scope);
    } catch (error) {
      if (!(error instanceof ExpressionLimitError)) throw error;
      isTooLong = true;
      return '';
    }
  };
  const html = rule.html && render(rule.html);
  const text = rule.text === undefined ? htmlToText(html ?? '') : render(rule.text);
  return {
    to: readAddresses(rule.to, render),
    replyTo: readAddresses(rule.replyTo, render),
    subject: toHeaderText(render(rule.subject)),
    text,
    ...(html === undefined ? {} : { html }),
    isTooLong,
  };
}

/**
 * What a template gives is one address or none: whoever fills the form must not add recipients by a comma. Only an
 * address without expressions, which the owner typed, may be several.
 */
function readAddresses(templates: readonly Template[], render: (template: Template) => string): Recipient[] {
  const found = new Map<string, Recipient>();
  for (const template of templates) {
    const rendered = render(template);
    for (const text of template.isLiteral ? rendered.split(/[,;]/) : [rendered]) {
      const address = readMailAddress(text);
      if (address === undefined || found.has(address.address)) continue;
      const isWritten = template.isLiteral || writtenAddresses(template.source).has(address.address.toLowerCase());
      found.set(address.address, { ...address, isWritten });
    }
  }
  return [...found.values()];
}

async function record(row: EntryRow, sentEmails: readonly string[], services: Services): Promise<EntryRow> {
  try {
    const change = { id: row.id, sentEmails, time: isoNow(services.clock) };
    return (await appendSentEmails(services.db.sql, change)) ?? row;
  } catch (error) {
    // The entry is stored and the emails are out: failing now would only invite a second submit.
    services.log.error({ entry: row.id, error: String(error) }, 'sent emails could not be recorded');
    return row;
  }
}
