// Counts the bytes of forms' entries from the entries themselves: of forms from before there was a counter, after a restore of such a
// backup or one that lost rows, and of every form now and then, as a process of an older release writes entries without counting them.
// [limits.quotas.entry-bytes]
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { listFormsToCount, recountEntryBytes } from '../store/entries/entry-quotas.ts';

const againMs = 30 * 86_400_000;
const batchSize = 100;

export async function countEntryBytes({ db, clock }: Pick<Services, 'clock' | 'db'>): Promise<void> {
  const before = new Date(clock.now() - againMs).toISOString();
  for (;;) {
    const forms = await listFormsToCount(db.sql, { before, limit: batchSize });
    // A form of millions of entries takes minutes; nobody waits for it.
    for (const form of forms) {
      await db.transaction((tx) => recountEntryBytes(tx, form, isoNow(clock)), { isLong: true });
    }
    if (forms.length < batchSize) return;
  }
}
