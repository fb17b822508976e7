// Backups in a folder. A part is written elsewhere, synced, and renamed into place.
import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from '../files/storage/unless-missing.ts';
import { type BackupTarget, type Content, inLargePieces } from './vault.ts';

/** Backups hold everything that people entrusted to the service. */
const folderMode = 0o700;
const fileMode = 0o600;

export function openFolderVault(folder: string): BackupTarget {
  const unfinished = join(folder, 'unfinished');
  const pathOf = (name: string) => join(folder, ...name.split('/'));

  return {
    address: folder,
    takesMany: true,
    async read(name) {
      const handle = await unlessMissing(open(pathOf(name), 'r'));
      return handle?.createReadStream({ highWaterMark: 2 ** 18 });
    },
    async size(name) {
      return (await unlessMissing(stat(pathOf(name))))?.size;
    },
    list: (prefix) => listBelow(folder, prefix),
    async put(name, content) {
      await mkdir(unfinished, { recursive: true, mode: folderMode });
      const draft = join(unfinished, randomUUID());
      const path = pathOf(name);
      try {
        await writeSynced(draft, content);
        const firstMade = await mkdir(dirname(path), { recursive: true, mode: folderMode });
        await rename(draft, path);
        await syncFolders(dirname(path), firstMade);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async delete(name) {
      await rm(pathOf(name), { force: true });
      await removeEmpty(dirname(pathOf(name)), folder);
    },
    async removeUnfinished() {
      await rm(unfinished, { recursive: true, force: true });
      await removeEmptyBelow(join(folder, 'backups'));
    },
    async finish() {
      await rm(unfinished, { recursive: true, force: true });
    },
    async close() {},
  };
}

export async function writeSynced(path: string, content: Content): Promise<void> {
  const handle = await open(path, 'wx', fileMode);
  try {
    for await (const piece of inLargePieces(content.open())) await handle.writeFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolders(parent: string, firstMade: string | undefined): Promise<void> {
  await syncFolder(parent);
  if (firstMade === undefined) return;
  for (let made = parent; made !== dirname(firstMade); made = dirname(made)) await syncFolder(dirname(made));
}

/** Makes a rename last through a power failure. */
export async function syncFolder(path: string): Promise<void> {
  // Windows can open no folder; its file system writes renames through.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One folder's names are in memory at a time. */
async function* listBelow(root: string, prefix: string): AsyncGenerator<string, void, undefined> {
  const end = prefix.lastIndexOf('/') + 1;
  yield* walk(root, prefix.slice(0, end), prefix);
}

async function* walk(root: string, below: string, prefix: string): AsyncGenerator<string, void, undefined> {
  const items: Dirent[] = (await unlessMissing(readdir(join(root, below), { withFileTypes: true }))) ?? [];
  for (const item of items) {
    const name = `${below}${item.name}`;
    if (item.isDirectory()) {
      if (`${name}/`.startsWith(prefix) || prefix.startsWith(`${name}/`)) yield* walk(root, `${name}/`, prefix);
    } else if (name.startsWith(prefix)) yield name;
  }
}

/** Made for parts that never came. */
async function removeEmptyBelow(folder: string): Promise<void> {
  const items = (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? [];
  for (const item of items.filter((one) => one.isDirectory())) {
    const path = join(folder, item.name);
    await removeEmptyBelow(path);
    if ((await readdir(path)).length === 0) await rm(path, { recursive: true });
  }
}

async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let at = folder; at !== root && at.startsWith(root); at = dirname(at)) {
    const left = await unlessMissing(readdir(at));
    if (left === undefined || left.length > 0) return;
    await rm(at, { recursive: true, force: true });
  }
}
