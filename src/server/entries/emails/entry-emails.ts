// GET /entry/{entryId}/emails: the emails of an entry with what became of each. `sentEmails` of the entry itself is a record that
// anybody who sees the entry may read; this is for the team. [after-actions.emails.states]
import type { ApiAction, ApiSentEmail } from '../../../api-types/entries.ts';
import type { EntryEmail, EntryEmails } from '../../../api-types/notes.ts';
import { entryStatusNumber } from '../../../core/plan/entry-status.ts';
import type { Services } from '../../base/services.ts';
import type { ApiRequest } from '../../http/api-request.ts';
import type { Delivery } from '../../mail/mail.ts';
import { mapInSlices } from '../../scheduling/run-in-slices.ts';
import type { EntryRow } from '../../store/entries/entries.ts';
import { type AttemptRow, listAttempts } from '../../store/jobs/email-attempts.ts';
import { listNotedEmails, listOwedOfEntry, type NotedEmail, type WaitingEmails } from '../../store/jobs/outbox.ts';
import { listSentEmails, type SentEmailFacts } from '../../store/jobs/sent-emails.ts';
import { getOwnEntry } from '../edit-entry.ts';
import { presentEmail } from './present-email.ts';

export async function listEntryEmails(
  request: ApiRequest<{ entryId: string }>,
  services: Pick<Services, 'config' | 'db'>,
): Promise<EntryEmails> {
  const row = await getOwnEntry(request.params.entryId, request, services);
  // What is owed first: an email that is recorded in between is then listed twice rather than not at all.
  const waiting = await listWaiting(row.id, services);
  const recorded = await listRecorded(row, services);
  const known = new Set(recorded.map(({ action }) => action));
  const data = [...recorded, ...waiting.filter(({ action }) => !known.has(action))];
  return { isMailSetUp: services.config.smtpUrl !== undefined, data };
}

async function listRecorded(row: EntryRow, { db }: Pick<Services, 'db'>): Promise<EntryEmail[]> {
  const emails = await listSentEmails(db.sql, row.id);
  if (emails.length === 0) return [];
  const attempts = byEmail(await listAttempts(db.sql, row.id));
  const times = new Map((JSON.parse(row.actions) as ApiAction[]).map(({ id, time }) => [id, time]));
  const isDeleted = row.status === entryStatusNumber('deleted');
  return mapInSlices(emails, ({ n, facts }) => {
    const email = JSON.parse(facts) as SentEmailFacts;
    const actionTime = times.get(email.action) ?? row.createTime;
    return presentEmail({ ...email, n, actionTime, isDeleted }, attempts.get(email.id) ?? noAttempts);
  });
}

const noAttempts: readonly AttemptRow[] = [];

function byEmail(rows: readonly AttemptRow[]): ReadonlyMap<string, AttemptRow[]> {
  const found = new Map<string, AttemptRow[]>();
  for (const row of rows) {
    const ofEmail = found.get(row.email);
    if (ofEmail === undefined) found.set(row.email, [row]);
    else ofEmail.push(row);
  }
  return found;
}

async function listWaiting(entry: string, { db }: Pick<Services, 'db'>): Promise<EntryEmail[]> {
  const emails: EntryEmail[] = [];
  for (const owed of await listOwedOfEntry(db.sql, entry)) {
    const noted = await listNotedEmails(db.sql, owed.action);
    emails.push(...noted.map((one) => presentNoted(one, owed)));
    if (noted.every(({ isFinished }) => isFinished)) emails.push(presentWaiting(owed));
  }
  return emails;
}

/** Of an action that is not done with its emails. */
function presentNoted({ item, delivery }: NotedEmail, owed: WaitingEmails): EntryEmail {
  const { to, testEmailAddress, subject, error } = JSON.parse(item) as ApiSentEmail;
  const known = delivery === null ? undefined : (JSON.parse(delivery) as Delivery);
  return {
    ...presentWaiting(owed),
    to: testEmailAddress ?? to,
    subject,
    state: known?.state ?? 'waiting',
    ...(known === undefined || known.words === '' ? {} : { words: known.words }),
    ...(error === undefined ? {} : { error }),
  };
}

function presentWaiting({ action, time }: WaitingEmails): EntryEmail {
  return { action, time, state: 'waiting', canResend: false, attempts: [] };
}
