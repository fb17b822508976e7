// Revokes access to files at once, then deletes their content from storage; a job removes what a crash leaves there.
import type { FileObject } from '../../core/definition/form-definition.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { areFilesHeld } from '../store/backup/backup-holds.ts';
import { type FileKind, findFile, giveUpClaim, markFilesDeleted } from '../store/files/files.ts';
import { dropCountedClaim, freeFiles } from '../store/files/upload-quotas.ts';
import { eachLimited } from './each-limited.ts';

const maxDeletions = 8;

/**
 * Safe to repeat. Only files of the account, and only of the kind: uploads come from entry data, which anybody may have
 * written, so a pointer in it never deletes a PDF that the service made.
 */
export async function deleteFiles(
  input: { account: string; files: readonly Pick<FileObject, 'storageKey'>[]; kind: FileKind },
  services: Pick<Services, 'clock' | 'log' | 'db' | 'storage'>,
): Promise<void> {
  const keys = [...new Set(input.files.map((file) => file.storageKey))];
  if (keys.length === 0) return;
  const { account, kind } = input;
  const marked = await services.db.transaction((tx) =>
    markFilesDeleted(tx, { account, kind, keys, time: isoNow(services.clock) }),
  );
  await removeFromStorage(marked, services);
}

/**
 * What has already been marked as deleted. Answers how many are gone: none while a backup copies files, which may have them in its
 * snapshot; the job that removes deleted files comes back to them. [running.backup.files]
 */
export async function removeFromStorage(
  keys: readonly string[],
  services: Pick<Services, 'log' | 'db' | 'storage'>,
): Promise<number> {
  if (keys.length === 0 || (await areFilesHeld(services.db.sql))) return 0;
  const removed: string[] = [];
  await eachLimited(keys, maxDeletions, async (key) => {
    try {
      await services.storage.delete(key);
      removed.push(key);
    } catch (error) {
      // Nobody can download it any more; the job that removes deleted files tries again.
      services.log.warn({ key, error: String(error) }, 'a deleted file is still in storage');
    }
  });
  if (removed.length > 0) await services.db.transaction((tx) => freeFiles(tx, removed));
  return removed.length;
}

/**
 * Removes the content of a file that could not be kept, after which its key is free again. The row decides first: where it says
 * `stored`, the error was only a lost response to that change, the file stays, and its etag is returned. Without the database
 * nothing is removed: the row and the content stay together until the unused file ends. [files.storage.cut]
 */
export async function discard(
  key: string,
  services: Pick<Services, 'clock' | 'log' | 'db' | 'storage'>,
): Promise<string | undefined> {
  const { db, clock } = services;
  if (!(await giveUpClaim(db.sql, key, isoNow(clock)))) {
    const row = await findFile(db.sql, key);
    return row?.state === 'stored' ? (row.etag ?? undefined) : undefined;
  }
  try {
    await services.storage.delete(key);
    await db.transaction((tx) => dropCountedClaim(tx, key));
  } catch (error) {
    services.log.warn(
      { key, error: String(error) },
      'the job that removes deleted files will remove a file that could not be kept',
    );
  }
  return undefined;
}
