// Removes rows that have served: idempotency keys after 24 hours, counted guesses and requests after their window, the progress of exports
// after a day, counted emails and what was used of daily quotas after some days, ended sessions 30 days after their tokens have expired, used challenges of passkeys,
// addresses that nobody signed in from for 90 days, links for people 30 days after they ended, notices 30 days after their last time, lists of options that nobody went on uploading for an hour.

import type { Services } from '../base/services.ts';
import { idempotencyMs } from '../http/idempotency-key.ts';
import { guessWindowMs } from '../identity/guess-limits.ts';
import { keptLinkMs } from '../identity/person-links.ts';
import { knownAddressMs } from '../identity/sign-in-bounds.ts';
import { deleteOldUploads, uploadMs } from '../options-sets/upload-options.ts';
import { deleteOldIdempotencyKeys } from '../store/entries/idempotency-keys.ts';
import { deleteOldChallenges } from '../store/identity/factors.ts';
import { deleteOldGuesses } from '../store/identity/guesses.ts';
import { deleteOldLinks } from '../store/identity/person-links.ts';
import { deleteOldQuotaUse } from '../store/identity/quotas.ts';
import { deleteOldRates } from '../store/identity/request-rates.ts';
import { deleteExpiredSessions, forgetAddresses } from '../store/identity/sessions.ts';
import { deleteOldEmailCounts } from '../store/jobs/email-counts.ts';
import { deleteOldExportProgress } from '../store/jobs/export-progress.ts';
import { deleteOldNotices } from '../store/jobs/notices.ts';

const progressMs = 86_400_000;
/** Yesterday's use is nobody's business any more; a clock that is a day off must not lose today's. */
const quotaUseMs = 3 * 86_400_000;
/** Their minute is over. */
const rateMs = 120_000;
const noticeMs = 30 * 86_400_000;
const endedSessionMs = 30 * 86_400_000;

export async function deleteExpiredRows({ db, clock }: Pick<Services, 'clock' | 'db'>): Promise<void> {
  const ago = (ms: number) => new Date(clock.now() - ms).toISOString();
  await deleteOldIdempotencyKeys(db.sql, ago(idempotencyMs));
  await deleteOldExportProgress(db.sql, ago(progressMs));
  await deleteOldEmailCounts(db.sql, ago(progressMs).slice(0, 10));
  await deleteOldQuotaUse(db.sql, ago(quotaUseMs).slice(0, 10));
  await deleteOldGuesses(db.sql, ago(guessWindowMs));
  await deleteExpiredSessions(db.sql, { now: ago(0), endedBefore: ago(endedSessionMs) });
  await deleteOldChallenges(db.sql, ago(0));
  await deleteOldLinks(db.sql, ago(keptLinkMs));
  await forgetAddresses(db.sql, ago(knownAddressMs));
  await deleteOldRates(db.sql, ago(rateMs));
  await deleteOldNotices(db.sql, ago(noticeMs));
  await deleteOldUploads(db, ago(uploadMs));
}
