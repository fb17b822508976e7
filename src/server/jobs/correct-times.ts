// Brings back what a clock that was ahead left in the future.
import { maxLeadMs } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { correctFutureTimes } from '../store/jobs/future-times.ts';

export async function correctTimes({ db, clock, log }: Pick<Services, 'clock' | 'log' | 'db'>): Promise<void> {
  const corrected = await correctFutureTimes(db.sql, { now: clock.now(), leadMs: maxLeadMs });
  if (Object.keys(corrected).length > 0) {
    log.warn({ corrected }, 'times in the future were brought back: was the clock of the database wrong?');
  }
}
