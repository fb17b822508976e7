// Takes files away from people at once and from storage right after; what a crash leaves in storage, a job removes.
import type { FileObject } from '../../core/form-definition.ts';
import { isoNow, type Services } from '../services.ts';
import { areFilesHeld } from '../store/backup-holds.ts';
import { type FileKind, markFilesDeleted } from '../store/files.ts';
import { freeFiles } from '../store/upload-quotas.ts';
import { eachLimited } from './each-limited.ts';

const maxDeletions = 8;

/**
 * Safe to repeat. Only files of the account, and only of the kind: uploads come from entry data, which anybody may have
 * written, so a pointer in it never deletes a PDF that the service made.
 */
export async function deleteFiles(
  input: { account: string; files: readonly Pick<FileObject, 'storageKey'>[]; kind: FileKind },
  services: Services,
): Promise<void> {
  const keys = [...new Set(input.files.map((file) => file.storageKey))];
  if (keys.length === 0) return;
  const { account, kind } = input;
  const marked = await markFilesDeleted(services.db.sql, { account, kind, keys, time: isoNow(services.clock) });
  await removeFromStorage(marked, services);
}

/**
 * What has already been marked as deleted. Answers how many are gone: none while a backup copies files, which may have them in its
 * snapshot; the job that removes deleted files comes back to them. [running.backup.files]
 */
export async function removeFromStorage(keys: readonly string[], services: Services): Promise<number> {
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
