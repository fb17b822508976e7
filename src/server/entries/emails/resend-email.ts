// POST /entry/{entryId}/emails/{n}/resend: sends a recorded email once more, as it was. The attempt is noted before it is made, so
// after a crash it shows as one of which nobody knows whether it was sent. [after-actions.emails.resend]
import type { ApiAction, ApiArchivedRender, ApiSentEmail } from '../../../api-types/entries.ts';
import type { EntryEmail } from '../../../api-types/notes.ts';
import { entryStatusNumber } from '../../../core/plan/entry-status.ts';
import { sendWithAttachments } from '../../after-actions/email-attachments.ts';
import { readArchivedPdf } from '../../after-actions/send-left-emails.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import { type MailAddress, readMailAddress } from '../../base/mail-address.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import type { Delivery, MailAttachment, MailMessage } from '../../mail/mail.ts';
import { MailError } from '../../mail/mail-error.ts';
import { tryAgainOnLoss } from '../../store/connection/database-errors.ts';
import type { EntryRow } from '../../store/entries/entries.ts';
import { beginAttempt, endAttempt, listAttempts, type NewAttempt } from '../../store/jobs/email-attempts.ts';
import { findSentEmail } from '../../store/jobs/sent-emails.ts';
import { getOwnEntry } from '../edit-entry.ts';
import { presentEmail, type RecordedEmail, resendRefusal } from './present-email.ts';

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
  | 'forms'
  | 'mail'
  | 'pdf'
  | 'auditChain'
  | 'storage'
>;

const timeoutMs = 20_000;

type ResendRequest = ApiRequest<{ entryId: string; n: number }>;

export async function resendEmail(request: ResendRequest, services: Needs): Promise<EntryEmail> {
  const { db, quotas } = services;
  const { entryId, n } = request.params;
  const { user } = callerOf(request);
  const row = await getOwnEntry(entryId, request, services);
  const item = await findSentEmail(db.sql, { entry: row.id, n });
  if (item === undefined) throw errors.emailNotFound(n);
  const sent = JSON.parse(item) as ApiSentEmail;
  const email = recordedEmail(sent, n, row);
  const attempts = (await listAttempts(db.sql, row.id)).filter((one) => one.email === sent.id);
  refuseResend(email, presentEmail(email, attempts));

  const to = addressesOf(sent.testEmailAddress ?? sent.to);
  const { account, form } = row;
  const recipients = to.map(({ address }) => address);
  const use = { kind: 'emails', account, form, amount: to.length, isAnonymous: false, recipients } as const;
  await quotas.take(use);
  const attempt = (attempts.at(-1)?.attempt ?? 0) + 1;
  const begun: NewAttempt = { entry: row.id, form, email: sent.id, attempt, user: user.id };
  if (!(await begin(begun, request, services))) {
    await quotas.giveBack(use);
    throw errors.emailInProgress();
  }
  const delivery = await send({ sent, to, row }, services);
  await end(begun, delivery, services);
  const made = { email: sent.id, attempt, time: isoNow(services.clock), user: user.id, ageMs: 0, ...delivery };
  return presentEmail(email, [...attempts, { ...made, userName: user.name || user.email }]);
}

function recordedEmail(sent: ApiSentEmail, n: number, row: EntryRow): RecordedEmail {
  const { id, action, to, testEmailAddress = null, subject, text, html = '', error = null } = sent;
  const actionTime = (JSON.parse(row.actions) as ApiAction[]).find((one) => one.id === action)?.time;
  return {
    ...{ id, n, action, to, testEmailAddress, subject, error },
    hasText: `${subject}${text}${html}` !== '',
    actionTime: actionTime ?? row.createTime,
    isDeleted: row.status === entryStatusNumber('deleted'),
  };
}

function refuseResend(email: RecordedEmail, { attempts }: EntryEmail): void {
  const refusal = resendRefusal(email, attempts);
  if (refusal === 'editDeleted') throw errors.refused('editDeleted');
  if (refusal !== undefined) throw errors[refusal]();
}

function addressesOf(texts: readonly string[]): MailAddress[] {
  return texts.map(readMailAddress).filter((address) => address !== undefined);
}

/** False when somebody else has begun the same attempt. */
async function begin(
  attempt: NewAttempt,
  request: ResendRequest,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<boolean> {
  const { entry, form, email } = attempt;
  return services.db.transaction(async (tx) => {
    if (!(await beginAttempt(tx, attempt))) return false;
    const detail = { form, email, n: request.params.n };
    await recordAudit(tx, { action: 'emailResend', object: 'entry', objectId: entry, detail }, request, services);
    return true;
  });
}

async function send(
  { sent, to, row }: { sent: ApiSentEmail; to: readonly MailAddress[]; row: EntryRow },
  services: Needs,
): Promise<Delivery> {
  // A new one, so that no mail program takes it for a copy.
  const id = services.newId();
  try {
    const mainPdf = await readArchivedPdf(mainPdfOf(sent.action, row), services);
    const { subject, text, html, attach } = sent;
    const message: Omit<MailMessage, 'attachments'> = {
      ...{ id, from: services.config.mailFrom, to, replyTo: addressesOf(sent.replyTo), subject, text },
      ...(html === undefined ? {} : { html }),
    };
    const sendWith = (attachments: readonly MailAttachment[]) =>
      services.mail.send({ ...message, attachments }, { timeoutMs });
    if (attach === undefined) return await sendWith(mainPdf === undefined ? [] : [mainPdf]);
    // The files are those that the entry has now.
    const attachTo = { form: await services.forms.get(row.form), row, mainPdf, isAnonymous: false };
    return (await sendWithAttachments(attach, attachTo, services, sendWith)).sent;
  } catch (error) {
    const cause = String((error as Error).cause ?? error);
    services.log.warn({ entry: row.id, email: sent.id, error: cause }, 'an email was not sent again');
    return error instanceof MailError ? error.delivery : { state: 'notSent', words: '' };
  }
}

/** The PDF that the action attached: the first that it archived. */
function mainPdfOf(action: string, { archivedRenders }: EntryRow): string | null {
  const renders = JSON.parse(archivedRenders) as ApiArchivedRender[];
  return renders.find((one) => one.action === action)?.file.storageKey ?? null;
}

async function end(attempt: NewAttempt, delivery: Delivery, { db, log }: Pick<Services, 'log' | 'db'>): Promise<void> {
  try {
    await tryAgainOnLoss(() => db.transaction((tx) => endAttempt(tx, attempt, delivery)));
  } catch (error) {
    // The email is out: failing now would only invite another one.
    log.error({ entry: attempt.entry, email: attempt.email, error: String(error) }, 'an attempt could not be recorded');
  }
}
