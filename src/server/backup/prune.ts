// Removes what is no longer wanted: leftovers of backups that were killed, the oldest beyond the number that is kept, and content that
// no backup lists any more. [running.backup.keep]
import { contentName, isContentName, listFiles } from './file-list.ts';
import { folderOf, listBackups, readManifest } from './manifest.ts';
import type { BackupKey } from './seal.ts';
import type { BackupTarget } from './vault.ts';

/** Names that are in memory at once; with more files the place is gone through several times. */
const namesAtOnce = 500_000;

export async function removeBackup(target: BackupTarget, id: string): Promise<void> {
  // First what makes it a backup: one that is removed by half looks like none.
  await target.delete(`${folderOf(id)}manifest.json`);
  const names: string[] = [];
  for await (const name of target.list(folderOf(id))) names.push(name);
  for (const name of names) await target.delete(name);
}

/** Returns the ids of those removed. */
export async function removeOldest(target: BackupTarget, keep: number): Promise<string[]> {
  const { finished } = await listBackups(target);
  const old = finished.slice(0, Math.max(0, finished.length - keep));
  for (const id of old) await removeBackup(target, id);
  return old;
}

/** Only while no other backup is written: its content is in no list yet. */
export async function removeUnlisted(target: BackupTarget, key: BackupKey | undefined): Promise<number> {
  const { finished } = await listBackups(target);
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
