// Sends the emails of a form's rules right after the commit, each once, and records them in the entry. A failed
// email never fails the request.
// [after-actions.emails] [after-actions.no-webhooks] [after-actions.emails.recorded] [after-actions.emails.failure]
// [after-actions.emails.test-address]
//
// What is owed is written in the commit (store/outbox.ts), each email is noted before it is begun, and the record takes the
// place of both. So what a crash leaves is known: send-left-emails.ts goes on with it.
import type { ApiSentEmail } from '../../api-types/entries.ts';
import type { Budget } from '../../core/expression/budget.ts';
import type { MessageScope } from '../../core/text/message-scope.ts';
import { isoNow } from '../base/clock.ts';
import { presentMailAddress, readMailAddress } from '../base/mail-address.ts';
import type { Services } from '../base/services.ts';
import { entryScope } from '../entry-facts/entry-facts.ts';
import type { CompiledEmailRule, RuleSet } from '../forms/compile-rules.ts';
import {
  maxEmailCharacters,
  maxEmailRules,
  maxRecipients,
  maxRecipientsPerRequest,
  maxShortItemCharacters,
} from '../forms/email-bounds.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import type { Delivery, MailAttachment } from '../mail/mail.ts';
import { MailError } from '../mail/mail-error.ts';
import { notify } from '../quotas/notices/notices.ts';
import type { FullLimit } from '../quotas/quotas.ts';
import { largeDataLength, ownTurn } from '../scheduling/run-in-slices.ts';
import { tryAgainOnLoss } from '../store/connection/database-errors.ts';
import { appendSentEmails, type EntryRow, findEntry } from '../store/entries/entries.ts';
import type { FirstAttempt } from '../store/jobs/email-attempts.ts';
import { dropOwed, type NotedEmail, noteEmails, type OutboxTurn, type OwedEmails } from '../store/jobs/outbox.ts';
import type { ArchivedPdf } from './archive-renders.ts';
import { joinWords, sendWithAttachments } from './email-attachments.ts';
import { limitRecipients, type Recipient } from './limit-recipients.ts';
import { renderParts, takeCharacters } from './render-email.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'pdfs'
  | 'attachments'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'mail'
  | 'pdf'
  | 'notices'
  | 'storage'
>;

export interface EmailFlags {
  readonly skipEmails?: boolean;
  readonly testEmailAddress?: string;
}

export interface EmailsToSend {
  readonly form: LoadedForm;
  readonly row: EntryRow;
  readonly owed: OwedEmails;
  /** Of a template that has one. */
  readonly shortUrl?: string | undefined;
  /** The first PDF that this action archived. */
  readonly mainPdf: MailAttachment | undefined;
  /** Of the request. */
  readonly budget?: Budget;
  /** Set where somebody else goes on: how often that was, and what is known of the emails. */
  readonly left?: { readonly taken: number; readonly noted: readonly NotedEmail[] };
}

/** What the action owes, for its commit; undefined where there is nothing to wait for: most forms send nothing. */
export function owedEmails(action: {
  form: LoadedForm;
  rules: RuleSet;
  entry: string;
  actionId: string;
  mainPdf: ArchivedPdf | undefined;
  hasLink?: boolean | undefined;
  request: ApiRequest<unknown, unknown, EmailFlags>;
}): OwedEmails | undefined {
  const { form, rules, entry, actionId, mainPdf, hasLink = false, request } = action;
  if (request.payload.skipEmails === true || form.rules[rules].emails.length === 0) return undefined;
  return {
    action: actionId,
    entry,
    form: form.id,
    rules,
    testAddress: testAddressOf(form, request) ?? null,
    isAnonymous: request.caller === undefined,
    mainPdf: mainPdf?.storageKey ?? null,
    hasLink,
  };
}

/** For all emails of one request together, and for one of them. */
const maxMsForAll = 40_000;
const maxMsForOne = 20_000;

/** The row with its emails recorded. One after the other, so that they arrive in the order of the rules. */
export async function sendEmails(input: EmailsToSend, services: Needs): Promise<EntryRow> {
  const { form, row, owed } = input;
  const scope = entryScope(input, services);
  const ruleOfPlace = [...form.rules[owed.rules as RuleSet].emails.entries()];
  const applying = ruleOfPlace.filter(([, rule]) => rule.applies(scope()));
  const settled = readNoted(input.left?.noted ?? []);
  if (applying.length === 0 && settled.size === 0) return nothingToSend(input, services);
  const deadline = performance.now() + maxMsForAll;
  const allowance = { recipients: maxRecipientsPerRequest, characters: maxEmailCharacters };
  const note = createNotes(input, services);
  for (const [place, rule] of applying.slice(0, maxEmailRules)) {
    if (settled.has(place)) continue;
    const timeoutMs = Math.min(maxMsForOne, deadline - performance.now());
    const begin = (sent: ApiSentEmail) => note.begin(place, sent);
    const email = await sendOne(rule, { ...input, place, scope: scope(), timeoutMs, allowance, begin }, services);
    // Whoever has taken over sends the rest, or the job does once the database is back.
    if (email === undefined) return row;
    settled.set(place, email);
    note.finish(place, email);
  }
  if (row.data.length >= largeDataLength) await ownTurn();
  const emails = [...settled].toSorted(([one], [other]) => one - other).map(([, email]) => email);
  if (applying.length > maxEmailRules) emails.push(notSent(applying.length - maxEmailRules, input, services));
  return record(input, writeItems(emails, row.sentEmails.length), services);
}

/** An email as the entry records it, and what became of it, which only the team is told. [after-actions.emails.states] */
interface SettledEmail {
  readonly sent: ApiSentEmail;
  readonly delivery: Delivery;
}

function turnOf({ owed, left }: EmailsToSend): OutboxTurn {
  return { action: owed.action, taken: left?.taken ?? 0 };
}

const interrupted = 'It is not known whether the email was sent: the service was interrupted while sending it.';

/** What was begun and not finished is never begun again. */
function readNoted(noted: readonly NotedEmail[]): Map<number, SettledEmail> {
  return new Map(
    noted.map(({ place, item, isFinished, delivery }) => {
      const sent = JSON.parse(item) as ApiSentEmail;
      if (!isFinished) return [place, { sent: { ...sent, error: interrupted }, delivery: nobodyKnows }];
      return [place, { sent, delivery: delivery === null ? nobodyKnows : (JSON.parse(delivery) as Delivery) }];
    }),
  );
}

const nobodyKnows: Delivery = { state: 'unknown', words: '' };

async function nothingToSend(input: EmailsToSend, { db, log }: Pick<Services, 'log' | 'db'>): Promise<EntryRow> {
  // Otherwise the job finds that nothing is owed.
  await db
    .transaction((tx) => dropOwed(tx, turnOf(input)))
    .catch((error) => log.warn({ error: String(error) }, 'an outbox row is left'));
  return input.row;
}

/** Notes each email before it is begun, together with what became of those before it. */
function createNotes(input: EmailsToSend, { db, log }: Pick<Services, 'log' | 'db'>) {
  let finished: NotedEmail[] = [];
  return {
    finish(place: number, { sent, delivery }: SettledEmail): void {
      finished.push({ place, item: JSON.stringify(sent), isFinished: true, delivery: JSON.stringify(delivery) });
    },
    /** Only after true may it be sent. */
    async begin(place: number, sent: ApiSentEmail): Promise<boolean> {
      const notes = [...finished, { place, item: JSON.stringify(sent), isFinished: false, delivery: null }];
      finished = [];
      try {
        return await tryAgainOnLoss(() => db.transaction((tx) => noteEmails(tx, turnOf(input), notes)));
      } catch (error) {
        log.error({ entry: input.row.id, error: String(error) }, 'emails wait: what is begun could not be noted');
        return false;
      }
    },
  };
}

/** A record that is full keeps who got an email and when, not what it said: repeated saves must not grow a row for ever. */
function writeItems(emails: readonly SettledEmail[], charactersBefore: number): WrittenItems {
  let characters = charactersBefore;
  const items: string[] = [];
  const attempts: FirstAttempt[] = [];
  for (const { sent, delivery } of emails) {
    let item = JSON.stringify(sent);
    if (characters + item.length > maxEmailCharacters) item = JSON.stringify(withoutTexts(sent));
    if (characters + item.length > maxEmailCharacters + maxShortItemCharacters) break;
    characters += item.length;
    items.push(item);
    attempts.push({ email: sent.id, ...delivery });
  }
  return { items, attempts };
}

interface WrittenItems {
  readonly items: readonly string[];
  readonly attempts: readonly FirstAttempt[];
}

function withoutTexts({ html, ...sent }: ApiSentEmail): ApiSentEmail {
  return { ...sent, subject: '', text: '', ...(html === undefined ? {} : { html: '' }) };
}

interface EmailToSend extends EmailsToSend {
  /** Of its rule. */
  readonly place: number;
  readonly scope: MessageScope;
  readonly timeoutMs: number;
  /** What the emails of the request may still use. */
  readonly allowance: { recipients: number; characters: number };
  readonly begin: (sent: ApiSentEmail) => Promise<boolean>;
}

/** Undefined when it must not be sent here and now. */
async function sendOne(
  rule: CompiledEmailRule,
  input: EmailToSend,
  services: Needs,
): Promise<SettledEmail | undefined> {
  const { owed, scope, timeoutMs } = input;
  const testEmailAddress = owed.testAddress ?? undefined;
  const id = services.newId();
  const from = services.config.mailFrom;
  const isLarge = input.row.data.length >= largeDataLength;
  const parts = takeCharacters(await renderParts(rule, scope, isLarge), input.allowance);
  if (isLarge) await ownTurn();
  const sent: ApiSentEmail = {
    id,
    action: owed.action,
    from,
    to: parts.to.slice(0, maxRecipients).map(presentMailAddress),
    replyTo: parts.replyTo.map(presentMailAddress),
    ...(testEmailAddress === undefined ? {} : { testEmailAddress: [testEmailAddress] }),
    subject: parts.subject,
    text: parts.text,
    ...(parts.html === undefined ? {} : { html: parts.html }),
    ...(rule.attach === undefined ? {} : { attach: rule.attach }),
  };
  // Before anything is counted, so that nothing is counted twice.
  if (!(await input.begin(sent))) return undefined;
  try {
    if (parts.isTooLong) throw new MailError('The email is too long to be made.');
    const wanted: readonly Recipient[] = testEmailAddress === undefined ? parts.to : readTestAddress(testEmailAddress);
    const recipients = await allowedRecipients(wanted, input, services);
    const { sent: delivery, missing } = await sendWithAttachments(
      rule.attach,
      { ...input, isAnonymous: owed.isAnonymous },
      services,
      (attachments) => services.mail.send({ id, from, ...parts, to: recipients, attachments }, { timeoutMs }),
    );
    if (recipients.length === wanted.length) {
      return { sent: missing === '' ? sent : { ...sent, error: missing }, delivery };
    }
    const left = `${wanted.length - recipients.length} of ${wanted.length} recipients: ${tooManyToday}`;
    const state = delivery.state === 'sent' ? 'partlySent' : delivery.state;
    return { sent: { ...sent, error: joinWords(left, missing) }, delivery: { ...delivery, state } };
  } catch (error) {
    const { form, row } = input;
    services.log.warn(
      { form: form.id, entry: row.id, email: id, error: String((error as Error).cause ?? error) },
      'an email was not sent',
    );
    const known = error instanceof MailError ? error : new MailError('The email could not be sent.');
    return { sent: { ...sent, error: known.message }, delivery: known.delivery };
  }
}

/** Only the form's own people choose where its emails go. [after-actions.emails.test-address] */
function testAddressOf(form: LoadedForm, request: ApiRequest<unknown, unknown, EmailFlags>): string | undefined {
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
  input: EmailToSend,
  services: Pick<Services, 'db' | 'quotas' | 'notices'>,
): Promise<readonly Recipient[]> {
  const { form, owed, allowance } = input;
  if (wanted.length === 0) throw new MailError('The email has no valid address to go to.');
  if (wanted.length > maxRecipients) {
    throw new MailError(`The email was not sent: it has more than ${maxRecipients} recipients.`);
  }
  if (wanted.length > allowance.recipients) {
    const most = maxRecipientsPerRequest;
    throw new MailError(`The email was not sent: the emails of one request go to at most ${most} recipients.`);
  }
  allowance.recipients -= wanted.length;
  const { isAnonymous } = owed;
  // After a lost connection it may count twice: better than an email that is not sent.
  const { allowed, full } = isAnonymous
    ? await tryAgainOnLoss(() => limitRecipients(wanted, form, services))
    : { allowed: wanted, full: undefined };
  if (full !== undefined) notifyOwner(full, input, services);
  if (allowed.length === 0) throw new MailError(`The email was ${tooManyToday}`);
  const use = {
    kind: 'emails',
    account: form.account,
    form: form.id,
    amount: allowed.length,
    isAnonymous,
    recipients: allowed.map(({ address }) => address),
  } as const;
  const usedUp = await tryAgainOnLoss(() => services.quotas.takeOrFindFull(use));
  if (usedUp === undefined) return allowed;
  notifyOwner(usedUp, input, services);
  throw new MailError('The email was not sent: the quota of emails per day is used up.');
}

/** An email that is missing is an event that is missing, and only `sentEmails` shows it. [after-actions.emails.notice] */
function notifyOwner(
  { limit, most }: FullLimit,
  { form, owed, place }: EmailToSend,
  services: Pick<Services, 'notices'>,
): void {
  const rules = owed.rules as RuleSet;
  const formName = form.definition.name ?? '';
  const detail = { form: form.id, formName, rules, rule: place + 1, limit, most };
  notify(services, { to: form.account, kind: 'emailBound', detail });
}

/** Stands for the emails of a form that has more rules than are allowed today. */
function notSent(
  count: number,
  { owed }: EmailsToSend,
  { newId, config }: Pick<Services, 'config' | 'newId'>,
): SettledEmail {
  const error = `${count} more emails were not sent: one request sends at most ${maxEmailRules}.`;
  const nothing = { to: [], replyTo: [], subject: '', text: '' };
  const sent = { id: newId(), action: owed.action, from: config.mailFrom, ...nothing, error };
  return { sent, delivery: { state: 'notSent', words: '' } };
}

async function record(
  input: EmailsToSend,
  written: WrittenItems,
  services: Pick<Services, 'clock' | 'log' | 'db'>,
): Promise<EntryRow> {
  const { row } = input;
  const { db } = services;
  const { items: sentEmails, attempts } = written;
  const change = { id: row.id, turn: turnOf(input), sentEmails, attempts, time: isoNow(services.clock) };
  try {
    const recorded = await tryAgainOnLoss(() => db.transaction((tx) => appendSentEmails(tx, change)));
    // A response that was lost on the way: it is recorded.
    return recorded ?? (await findEntry(db.sql, row.id)) ?? row;
  } catch (error) {
    // The entry is stored and the emails are out: failing now would only invite a second submit.
    services.log.error({ entry: row.id, error: String(error) }, 'sent emails could not be recorded');
    return row;
  }
}
