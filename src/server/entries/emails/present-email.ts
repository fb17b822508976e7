// What became of an email of an entry, from its record and its attempts. [after-actions.emails.states]
import type { EmailAttempt, EmailState, EntryEmail } from '../../../api-types/notes.ts';
import { leftAfterMs } from '../../after-actions/send-left-emails.ts';
import { maxRecipients } from '../../forms/email-bounds.ts';
import type { AttemptRow } from '../../store/jobs/email-attempts.ts';
import type { SentEmailFacts } from '../../store/jobs/sent-emails.ts';

/** How often one email is sent again. docs/limits.md "Emails". */
export const maxResends = 10;

export interface RecordedEmail extends SentEmailFacts {
  readonly n: number;
  /** Of the action that it belongs to: of emails without an attempt it is all that is known. */
  readonly actionTime: string;
  readonly isDeleted: boolean;
}

export function presentEmail(email: RecordedEmail, rows: readonly AttemptRow[]): EntryEmail {
  const { id, n, action, to, subject, error, actionTime } = email;
  const attempts = rows.map(presentAttempt);
  const first = { time: actionTime, state: oldState(error) };
  const all: EmailAttempt[] = rows[0]?.attempt === 0 ? attempts : [first, ...attempts];
  const { time, state, words } = all.at(-1) as EmailAttempt;
  return {
    id,
    n,
    action,
    to: email.testEmailAddress ?? to,
    subject,
    time,
    state,
    ...(words === undefined ? {} : { words }),
    ...(error === null ? {} : { error }),
    canResend: resendRefusal(email, all) === undefined,
    attempts: all,
  };
}

/** Why an email is not sent again. */
export function resendRefusal(
  email: Pick<RecordedEmail, 'isDeleted' | 'hasText' | 'to' | 'testEmailAddress' | 'error'>,
  attempts: readonly EmailAttempt[],
): 'editDeleted' | 'emailNotKept' | 'emailInProgress' | 'resentTooOften' | undefined {
  if (email.isDeleted) return 'editDeleted';
  const recipients = email.testEmailAddress ?? email.to;
  // One with too many recipients was never sent, and its record names only the first of them.
  const isCut = email.error !== null && attempts[0]?.state === 'notSent' && recipients.length >= maxRecipients;
  if (!email.hasText || recipients.length === 0 || isCut) return 'emailNotKept';
  if (attempts.at(-1)?.state === 'waiting') return 'emailInProgress';
  return attempts.length > maxResends ? 'resentTooOften' : undefined;
}

export function presentAttempt({ time, state, words, user, userName, ageMs }: AttemptRow): EmailAttempt {
  return {
    time,
    state: state === 'sending' ? (ageMs < leftAfterMs ? 'waiting' : 'unknown') : state,
    ...(words === '' ? {} : { words }),
    ...(user === null ? {} : { by: { id: user, name: userName } }),
  };
}

/** Of emails that were recorded before their attempts were: only what the words of the record say. */
function oldState(error: string | null): EmailState {
  if (error === null) return 'unrecorded';
  if (error.startsWith('It is not known') || error.includes('in time')) return 'unknown';
  if (error.startsWith('The mail server refused the email')) return 'refused';
  return error.includes(' recipients: ') || error.includes('some of the recipients') ? 'partlySent' : 'notSent';
}
