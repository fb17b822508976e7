// Removes rows that have served: idempotency keys after 24 hours, counted sign-in failures after their window, the progress
// of exports after a day, counted emails after theirs.
import { idempotencyMs } from '../entries/write-queue.ts';
import { guessWindowMs } from '../identity/log-in.ts';
import type { Services } from '../services.ts';
import { deleteOldLoginFailures } from '../store/activity-log.ts';
import { deleteOldEmailCounts } from '../store/email-counts.ts';
import { deleteOldExportProgress } from '../store/export-progress.ts';
import { deleteOldIdempotencyKeys } from '../store/idempotency-keys.ts';

const progressMs = 86_400_000;

export async function forgetOldRows({ db, clock }: Services): Promise<void> {
  const ago = (ms: number) => new Date(clock.now() - ms).toISOString();
  await deleteOldIdempotencyKeys(db.sql, ago(idempotencyMs));
  await deleteOldExportProgress(db.sql, ago(progressMs));
  await deleteOldEmailCounts(db.sql, ago(progressMs).slice(0, 10));
  await deleteOldLoginFailures(db.sql, ago(guessWindowMs));
}
