// Files in a folder. Each object is a folder of its own with the content and its facts: it is written and synced elsewhere
// and then renamed into place, which either happens as a whole or, when the name is taken, not at all.
// [files.storage]
//
//   files/<form>/<last two of the file id>/<file id>/{content, facts.json}     files/unfinished/<random>/
import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { listDiskKeys } from './list-disk-keys.ts';
import { measuredContent } from './measured-content.ts';
import { type Storage, StorageKeyTakenError, type StoredObject } from './storage.ts';
import { isStorageKey } from './storage-key.ts';
import { unlessMissing } from './unless-missing.ts';

/** What a crash left half written is removed at a start, once no upload can still be writing it. */
const maxUnfinishedMs = 24 * 3_600_000;

/** What people upload is for this service's eyes only. */
const folderMode = 0o700;
const fileMode = 0o600;

export async function openDiskStorage(folder: string): Promise<Storage> {
  const unfinished = join(folder, 'unfinished');
  await closeToOthers(folder);
  await removeLeftovers(unfinished, Date.now() - maxUnfinishedMs);

  /** A new name in the folder for what is not, or no longer, an object. */
  async function newUnfinished(): Promise<string> {
    await mkdir(unfinished, { recursive: true, mode: folderMode });
    return join(unfinished, randomUUID());
  }

  async function put(key: string, content: Readable | Buffer, options: { contentType: string; size: number }) {
    const target = pathOf(folder, key);
    const draft = await newUnfinished();
    await mkdir(draft, { mode: folderMode });
    try {
      const etag = await writeContent(join(draft, 'content'), content, { key, size: options.size });
      const object: StoredObject = { size: options.size, contentType: options.contentType, etag };
      await writeSynced(join(draft, 'facts.json'), JSON.stringify({ key, ...object }));
      await syncFolder(draft);
      await moveIntoPlace(draft, target, key);
      return object;
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  }

  async function findFacts(key: string): Promise<StoredObject | undefined> {
    if (!isStorageKey(key)) return undefined;
    const facts = await unlessMissing(readFile(join(pathOf(folder, key), 'facts.json'), 'utf8'));
    if (facts === undefined) return undefined;
    const { size, contentType, etag } = JSON.parse(facts) as StoredObject;
    return { size, contentType, etag };
  }

  return {
    put,
    async stat(key) {
      const facts = await findFacts(key);
      if (facts === undefined) return undefined;
      // The size is that of the bytes there are now, not the one that was noted.
      const content = await unlessMissing(stat(join(pathOf(folder, key), 'content')));
      return content === undefined ? undefined : { ...facts, size: content.size };
    },
    async read(key, range) {
      const object = await findFacts(key);
      const handle =
        object === undefined ? undefined : await unlessMissing(open(join(pathOf(folder, key), 'content'), 'r'));
      if (object === undefined || handle === undefined) return undefined;
      return { object, stream: handle.createReadStream(range) };
    },
    async delete(key) {
      if (!isStorageKey(key)) return;
      const trash = await newUnfinished();
      // Renamed first, so that no reader finds half an object.
      const moved = await unlessMissing(rename(pathOf(folder, key), trash).then(() => true));
      if (moved === true) await rm(trash, { recursive: true, force: true });
    },
    list: (page) => listDiskKeys(folder, page),
    removeUnfinished: (before) => removeLeftovers(unfinished, before),
  };
}

function pathOf(folder: string, key: string): string {
  if (!isStorageKey(key)) throw new Error(`This is not a storage key: ${JSON.stringify(key)}`);
  const [form, file] = key.split('/') as [string, string];
  return join(folder, form, file.slice(-2), file);
}

async function writeContent(
  path: string,
  content: Readable | Buffer,
  announced: { key: string; size: number },
): Promise<string> {
  const hash = createHash('md5');
  const handle = await open(path, 'wx', fileMode);
  try {
    for await (const chunk of measuredContent(content, announced)) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
}

async function writeSynced(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', fileMode);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function moveIntoPlace(draft: string, target: string, key: string): Promise<void> {
  const parent = dirname(target);
  const firstMade = await mkdir(parent, { recursive: true, mode: folderMode });
  try {
    // A folder is never renamed over one that holds something.
    await rename(draft, target);
  } catch (error) {
    if (await isThere(target)) throw new StorageKeyTakenError(key);
    throw error;
  }
  await syncFolder(parent);
  if (firstMade !== undefined) {
    for (let made = parent; made !== dirname(firstMade); made = dirname(made)) await syncFolder(dirname(made));
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path))) !== undefined;
}

/** Makes a rename last through a power failure. */
async function syncFolder(path: string): Promise<void> {
  // Windows can open no folder; its file system writes renames through.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Nobody gets past a closed folder: what earlier versions wrote inside it for everybody to read is out of reach too. */
async function closeToOthers(folder: string): Promise<void> {
  const facts = await unlessMissing(stat(folder));
  if (facts === undefined || (facts.mode & 0o077) === 0 || process.platform === 'win32') return;
  try {
    await chmod(folder, folderMode);
  } catch (error) {
    // A folder of somebody else's, or on a file system without modes: who gave it to us decides who reads it.
    if (!['EPERM', 'ENOTSUP', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function removeLeftovers(unfinished: string, before: number): Promise<number> {
  let removed = 0;
  for (const name of (await unlessMissing(readdir(unfinished))) ?? []) {
    const path = join(unfinished, name);
    const facts = await unlessMissing(stat(path));
    if (facts === undefined || facts.mtimeMs >= before) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}
