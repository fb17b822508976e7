// Once a day: whether storage and the table of files agree. What is safe to put right is put right; the log has the counts.

import type { Services } from '../base/services.ts';
import { reconcileStorage } from '../files/reconcile-storage.ts';
import { findSetting, replaceSetting } from '../store/identity/settings.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'log' | 'db' | 'storage'>;

/** Content is looked at one by one, which an object store charges for: the rest has its turn on the next days. */
const filesPerDay = 50_000;
const cursor = 'reconcileFilesAfter';

export async function reconcileFiles(services: Needs): Promise<void> {
  const { db, log } = services;
  const after = (await findSetting(db.sql, cursor)) ?? '';
  const { next, missingKeys, ...counts } = await reconcileStorage(
    { remove: 'few', after, maxFiles: filesPerDay },
    services,
  );
  await replaceSetting(db.sql, cursor, next ?? '');
  log.info(counts, 'storage and files were compared');
  if (counts.missing > 0) log.error({ ...counts, missingKeys }, 'files have lost their content');
  if (counts.removed < counts.unknown) {
    log.warn(
      counts,
      'storage holds so many objects without a file in the database that nothing was removed: is this the right database? If it is, run formstead files check --repair',
    );
  }
}
