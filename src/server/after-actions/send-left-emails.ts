// Emails that a process owed when it ended, or when it lost the database: those that were never begun are sent now, from the entry
// and the rules as they stand; one that was begun is recorded with the error that nobody knows whether it went out. Several
// processes may run it at once: each row is taken by one. [after-actions.emails.owed]
import { buffer } from 'node:stream/consumers';
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import { ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { shortUrlOf } from '../entry-facts/present-entry.ts';
import { makeShortLink } from '../entry-facts/short-link.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { MailAttachment } from '../mail/mail.ts';
import { findEntry } from '../store/entries/entries.ts';
import { findShortLinkOfEntry } from '../store/entries/short-links.ts';
import { findFile } from '../store/files/files.ts';
import { dropOwed, listNotedEmails, type OutboxTurn, type OwedEmails, takeOwed } from '../store/jobs/outbox.ts';
import { sendEmails } from './send-emails.ts';

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
  | 'forms'
  | 'mail'
  | 'pdf'
  | 'notices'
  | 'storage'
>;

/** A request that is older has ended, one way or another. */
export const leftAfterMs = 120_000;
/** Whoever took a row and did not come to its end has ended too. */
const leaseMs = 600_000;
/** After that the other jobs have their turn. */
const maxRunMs = 60_000;

export async function sendLeftEmails(services: Needs, { minAgeMs = leftAfterMs } = {}): Promise<void> {
  const { db, log } = services;
  for (const deadline = performance.now() + maxRunMs; performance.now() < deadline; ) {
    const left = await takeOwed(db.sql, { minAgeMs, leaseMs });
    if (left === undefined) return;
    try {
      await sendLeft(left, services);
    } catch (error) {
      log.error({ entry: left.entry, action: left.action, error: String(error) }, 'left emails could not be sent');
    }
  }
}

async function sendLeft(left: OwedEmails & OutboxTurn, services: Needs): Promise<void> {
  const { db, log } = services;
  const row = await findEntry(db.sql, left.entry);
  const form = await findForm(left.form, services);
  if (row === undefined || row.status === entryStatusNumber('deleted') || form === undefined) {
    return db.transaction((tx) => dropOwed(tx, left));
  }
  const noted = await listNotedEmails(db.sql, left.action);
  const mainPdf = await readArchivedPdf(left.mainPdf, services);
  const shortUrl = await findShortUrl(left, services);
  await sendEmails({ form, row, owed: left, shortUrl, mainPdf, left: { taken: left.taken, noted } }, services);
  log.info({ entry: left.entry, action: left.action, begun: noted.length }, 'left emails are settled');
}

async function findForm(id: string, { forms }: Pick<Services, 'forms'>): Promise<LoadedForm | undefined> {
  try {
    return await forms.getFresh(id);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

/** Undefined when there is none any more. */
export async function readArchivedPdf(
  key: string | null,
  { db, storage }: Pick<Services, 'db' | 'storage'>,
): Promise<MailAttachment | undefined> {
  if (key === null) return undefined;
  const file = await findFile(db.sql, key);
  const found = file?.state === 'stored' ? await storage.read(key) : undefined;
  if (file === undefined || found === undefined) return undefined;
  return { name: file.name, type: file.contentType, content: await buffer(found.stream) };
}

async function findShortUrl(
  { entry, hasLink }: OwedEmails,
  services: Pick<Services, 'config' | 'clock' | 'db'>,
): Promise<string | undefined> {
  if (hasLink) return makeShortLink(entry, services);
  const code = await findShortLinkOfEntry(services.db.sql, entry);
  return code === undefined ? undefined : shortUrlOf(code, services.config);
}
