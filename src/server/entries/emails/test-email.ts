// POST /form/{formId}/emails/test: an email as a rule would send it, to whoever asks and to nobody else. The rule and the form may be
// unsaved; the answers are those of an entry, or made up by the caller. Nothing is stored. docs/limits.md "Emails".
// [after-actions.emails.try]
import type { TestEmail } from '../../../api-types/notes.ts';
import type { EmailRule, FormDefinition, JsonObject } from '../../../core/definition/form-definition.ts';
import { openBudget } from '../../../core/expression/budget.ts';
import { entryStatusNumber } from '../../../core/plan/entry-status.ts';
import { compilePattern } from '../../../core/text/pattern.ts';
import { sendWithAttachments } from '../../after-actions/email-attachments.ts';
import { type EmailParts, renderParts } from '../../after-actions/render-email.ts';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import { readMailAddress } from '../../base/mail-address.ts';
import type { Services } from '../../base/services.ts';
import { entryScope } from '../../entry-facts/entry-facts.ts';
import { compileDefinition, type LoadedForm } from '../../forms/load-form.ts';
import { readDefinition } from '../../forms/read-definition.ts';
import { refuseForeignForm } from '../../forms/start-form.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import type { Delivery } from '../../mail/mail.ts';
import { MailError } from '../../mail/mail-error.ts';
import { hashedMailbox } from '../../mail/mailbox.ts';
import type { EntryRow } from '../../store/entries/entries.ts';
import { takeEmailCounts } from '../../store/jobs/email-counts.ts';
import { checkEntry } from '../check-entry.ts';
import { getOwnEntry } from '../edit-entry.ts';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'fetchForForm'
  | 'pdfs'
  | 'attachments'
  | 'db'
  | 'quotas'
  | 'secrets'
  | 'forms'
  | 'mail'
  | 'pdf'
  | 'latestAccounts'
  | 'storage'
  | 'slowForms'
>;

export interface TestEmailPayload {
  readonly email: EmailRule;
  /** Instead of the form as it is saved. */
  readonly form?: FormDefinition;
  readonly data?: JsonObject;
  readonly entry?: string;
}

type TestRequest = ApiRequest<{ formId: string }, unknown, TestEmailPayload>;

/** A day, for each user. */
export const maxTestEmails = 50;

const timeoutMs = 20_000;

export async function sendTestEmail(request: TestRequest, services: Needs): Promise<TestEmail> {
  const saved = await services.forms.getFresh(request.params.formId);
  refuseForeignForm(saved, request);
  const form = await formWithRule(saved, request.payload);
  const row = await entryToShow(form, request, services);
  const [rule] = form.rules.postSubmit.emails;
  const parts = await renderParts(rule!, entryScope({ form, row, budget: openBudget() }, services)(), true);
  const { email } = callerOf(request).user;
  await takeTest(email, form, services);
  const { delivery, error } = await send({ parts, to: email, form, row }, services);
  const { state, words } = delivery;
  const said = { ...(words === '' ? {} : { words }), ...(error === '' ? {} : { error }) };
  return { to: email, subject: parts.subject, state, ...said };
}

/** The rule is checked and compiled as one of the form. */
async function formWithRule(
  saved: LoadedForm,
  { form = saved.definition, email }: TestEmailPayload,
): Promise<LoadedForm> {
  const { id, account } = saved;
  const { if: _, ...always } = email;
  const definition = await readDefinition({ ...form, postSubmit: { emails: [always] } }, { under: 'form' });
  return compileDefinition({ id, account, version: saved.version, definition, compilePattern });
}

async function entryToShow(form: LoadedForm, request: TestRequest, services: Needs): Promise<EntryRow> {
  const { entry, data = {} } = request.payload;
  if (entry !== undefined) {
    const row = await getOwnEntry(entry, request, services);
    if (row.form !== form.id) throw errors.entryNotFound(entry);
    return row;
  }
  const check = await checkEntry({ form, data, status: 'render', entry: { id: null }, isStored: false }, services);
  const now = isoNow(services.clock);
  return {
    id: services.newId(),
    account: form.account,
    form: form.id,
    status: entryStatusNumber('submitted'),
    idx: 1,
    submitIdx: 1,
    data: JSON.stringify(check.data),
    actions: '[]',
    sentEmails: '[]',
    archivedRenders: '[]',
    name: null,
    revision: 0,
    bewitGeneration: 0,
    createTime: now,
    modifyTime: now,
    changedAt: now,
    submitTime: now,
    deletedAt: null,
  };
}

/** Throws the 429 when the user has had enough of them today, or the account of emails. */
async function takeTest(
  email: string,
  form: LoadedForm,
  services: Pick<Services, 'clock' | 'db' | 'quotas'>,
): Promise<void> {
  const { quotas, clock, db } = services;
  const count = { scope: '', recipient: hashedMailbox('test', email), most: maxTestEmails };
  if ((await db.transaction((tx) => takeEmailCounts(tx, [count], quotas.today()))).length === 0) {
    const seconds = Math.max(1, Math.ceil((Date.parse(quotas.resetTime()) - clock.now()) / 1000));
    throw errors.quotaReached({ limit: 'testEmails', seconds });
  }
  const { account, id } = form;
  await quotas.take({ kind: 'emails', account, form: id, isAnonymous: false, recipients: [email] });
}

async function send(
  { parts, to, form, row }: { parts: EmailParts; to: string; form: LoadedForm; row: EntryRow },
  services: Needs,
): Promise<{ delivery: Delivery; error: string }> {
  const id = services.newId();
  const { config, mail, log } = services;
  try {
    const address = readMailAddress(to);
    if (address === undefined) throw new MailError('The email has no valid address to go to.');
    if (parts.isTooLong) throw new MailError('The email is too long to be made.');
    const attachTo = { form, row, mainPdf: undefined, isAnonymous: false };
    const { attach } = form.rules.postSubmit.emails[0]!;
    const { sent, missing } = await sendWithAttachments(attach, attachTo, services, (attachments) =>
      mail.send({ id, from: config.mailFrom, ...parts, to: [address], attachments }, { timeoutMs }),
    );
    return { delivery: sent, error: missing };
  } catch (error) {
    log.warn({ form: form.id, error: String((error as Error).cause ?? error) }, 'a test email was not sent');
    const known = error instanceof MailError ? error : new MailError('The email could not be sent.');
    return { delivery: known.delivery, error: known.message };
  }
}
