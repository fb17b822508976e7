// Removes files that nobody will ask for again: uploads that no entry used within 3 days, renders and exports whose links
// have expired, and from storage whatever was deleted. Several processes may run it at once; each step is safe to repeat.
import { forEachAtOnce } from '../files/for-each-at-once.ts';
import type { Services } from '../services.ts';
import { dropDeletedFiles, listDeletedFiles, markExpiredFiles, markUnusedFiles } from '../store/files.ts';

const dayMs = 86_400_000;
const unusedMs = 3 * dayMs;
/** A deleted key stays known for longer than any policy that could upload to it again. */
const deletedMs = dayMs;
const batchSize = 200;
const maxDeletions = 8;

export async function removeFiles(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = new Date(clock.now()).toISOString();
  const before = new Date(clock.now() - unusedMs).toISOString();
  while ((await markUnusedFiles(db.sql, { before, now, limit: batchSize })) === batchSize);
  while ((await markExpiredFiles(db.sql, { now, limit: batchSize })) === batchSize);
  await removeDeleted(services);
}

async function removeDeleted({ db, storage, clock }: Services): Promise<void> {
  const before = new Date(clock.now() - deletedMs).toISOString();
  for (;;) {
    const keys = await listDeletedFiles(db.sql, { before, limit: batchSize });
    await forEachAtOnce(keys, maxDeletions, (key) => storage.delete(key));
    await dropDeletedFiles(db.sql, keys);
    if (keys.length < batchSize) return;
  }
}
