// Removes what is no longer wanted: leftovers of backups that were killed, the oldest beyond the number that is kept, and content that
// no backup lists any more. [running.backup.keep]
import { DamagedBackupError } from './backup-error.ts';
import { checkName } from './checks.ts';
import { contentName, isContentName, listFiles } from './file-list.ts';
import { compareBackups, listBackups, removalMark } from './find-backups.ts';
import { folderOf, manifestNames, readManifest } from './manifest.ts';
import type { BackupKey } from './seal.ts';
import { type BackupTarget, contentOf } from './vault.ts';

/** Names that are in memory at once; with more files the place is gone through several times. */
const namesAtOnce = 500_000;

/**
 * A removal that is cut off must not look like a backup that lost its manifest: `alive.json` of an unfinished one, or a mark, goes
 * last. On a full disk there may be no room for the mark; the removal makes room all the same.
 */
export async function removeBackup(target: BackupTarget, id: string): Promise<void> {
  const folder = folderOf(id);
  const lasting = [`${folder}alive.json`, `${folder}${removalMark}`];
  const names: string[] = [];
  for await (const name of target.list(folder)) if (!lasting.includes(name)) names.push(name);
  const isMarked = (await target.size(lasting[0] as string)) !== undefined;
  if (!isMarked) await target.put(`${folder}${removalMark}`, contentOf(Buffer.from('{}\n'))).catch(() => {});
  for (const name of new Set([...manifestNames(id), checkName(id), ...names, ...lasting])) await target.delete(name);
}

/** All that is older than the newest `keep`, but never `own`, which was just made. Returns the ids of those removed. */
export async function removeOldest(
  target: BackupTarget,
  { keep, own }: { readonly keep: number; readonly own: string },
): Promise<string[]> {
  const { finished, lost } = await listBackups(target);
  const kept = new Set([...finished.slice(-keep), own]);
  const oldest = finished.find((id) => kept.has(id)) ?? own;
  const old = [...finished, ...lost].filter((id) => !kept.has(id) && compareBackups(id, oldest) < 0);
  for (const id of old.sort(compareBackups)) await removeBackup(target, id);
  return old;
}

/** Only while no other backup is written: its content is in no list yet. */
export async function removeUnlisted(target: BackupTarget, key: BackupKey | undefined): Promise<number> {
  const { finished, lost } = await listBackups(target);
  if (lost[0] !== undefined) throw new DamagedBackupError(`${folderOf(lost[0])}manifest.json`, 'is missing');
  const manifests = [];
  for (const id of finished) manifests.push(await readManifest(target, id, key));
  const listed = manifests.reduce((sum, { files }) => sum + files.count, 0);
  const passes = Math.max(1, Math.ceil(listed / namesAtOnce));
  const passOf = (name: string) => Number.parseInt(name.slice(-6), 16) % passes;
  let removed = 0;
  for (let pass = 0; pass < passes; pass += 1) {
    const wanted = new Set<string>();
    for (const manifest of manifests) {
      for await (const file of listFiles(manifest, { source: target, key })) {
        if ('isMissing' in file) continue;
        const name = contentName(file.sha256, key);
        if (passOf(name) === pass) wanted.add(name);
      }
    }
    const unlisted: string[] = [];
    for await (const name of target.list('files/')) {
      if (isContentName(name) && passOf(name) === pass && !wanted.has(name)) unlisted.push(name);
    }
    for (const name of unlisted) await target.delete(name);
    removed += unlisted.length;
  }
  return removed;
}
