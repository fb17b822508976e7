// Removes files that nobody will ask for again: uploads that were not submitted in time, files that drafts dropped, PDFs whose entry
// never came to be, renders and exports whose links have expired, pictures that no form uses, and from storage whatever was deleted. Several processes may
// run it at once; each step is safe to repeat. [files.life.unused]
//
// What can be removed without writing a row goes first: on a full disk that makes room for the rows.

import type { Services } from '../base/services.ts';
import { removeFromStorage } from '../files/delete-files.ts';
import { eachLimited } from '../files/each-limited.ts';
import { reconcileFileHolders } from '../files/reconcile-file-holders.ts';
import {
  dropDeletedFiles,
  type FileKind,
  listDeletedFiles,
  markExpiredFiles,
  markUnusedFiles,
} from '../store/files/files.ts';
import { endUnnamedPictures } from '../store/files/pictures.ts';
import { listLeavingFiles, releaseOldHolds, settleUnused } from '../store/files/upload-quotas.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'log' | 'db' | 'storage'>;

const hourMs = 3_600_000;
/** A deleted key stays known for longer than any policy that could upload to it again, */
const forgetGeneratedMs = 24 * hourMs;
/** and an upload for longer than any page keeps it on a device: another account's file stays `Invalid data type.` after its end. */
const forgetUploadsMs = 60 * 24 * hourMs;
/** Nobody's upload takes longer; what is older is left over from a process that ended. */
const holdMs = 6 * hourMs;
/** A picture that was sent for a form and is not in it, or no longer. */
const unnamedPictureMs = 24 * hourMs;
const batchSize = 200;
const maxDeletions = 8;

export async function removeFiles(services: Needs): Promise<void> {
  const { db, clock, config, log } = services;
  const now = new Date(clock.now()).toISOString();
  const ago = (ms: number) => new Date(clock.now() - ms).toISOString();
  await removeLeaving(services);
  const settled = await reconcileFileHolders(services);
  if (settled.unheld + settled.dropped > 0) log.info({ ...settled }, 'files without an entry were let go');
  const before = ago(config.unusedUploadHours * hourMs);
  while ((await markUnusedFiles(db.sql, { before, now, limit: batchSize })) === batchSize);
  while ((await markExpiredFiles(db.sql, { now, limit: batchSize })) === batchSize);
  const endPictures = () =>
    db.transaction((tx) => endUnnamedPictures(tx, { before: ago(unnamedPictureMs), time: now, limit: batchSize }));
  while ((await endPictures()) === batchSize);
  await removeLeaving(services);
  await forget({ kind: 'upload', before: ago(forgetUploadsMs) }, services);
  await forget({ kind: 'generated', before: ago(forgetGeneratedMs) }, services);
  const releaseHolds = () => db.transaction((tx) => releaseOldHolds(tx, { before: ago(holdMs), limit: batchSize }));
  while ((await releaseHolds()) === batchSize);
  while ((await db.transaction((tx) => settleUnused(tx, { limit: batchSize }))) === batchSize);
}

/** Content first, rows afterwards: what fails between is removed once more. */
async function removeLeaving(services: Pick<Services, 'log' | 'db' | 'storage'>): Promise<void> {
  for (;;) {
    const keys = await listLeavingFiles(services.db.sql, { limit: batchSize });
    const removed = await removeFromStorage(keys, services);
    // Storage that refuses everything is asked again at the next time.
    if (keys.length < batchSize || removed === 0) return;
  }
}

async function forget(
  old: { kind: FileKind; before: string },
  { db, storage }: Pick<Services, 'db' | 'storage'>,
): Promise<void> {
  for (;;) {
    const keys = await listDeletedFiles(db.sql, { ...old, limit: batchSize });
    await eachLimited(keys, maxDeletions, (key) => storage.delete(key));
    await dropDeletedFiles(db.sql, keys);
    if (keys.length < batchSize) return;
  }
}
