// Brings the stored files of a backup back into storage: a folder or S3, whatever it was before. What is there already, from a restore
// that was cut off or because storage was not lost, is compared and left. [running.restore.files]
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { eachLimited } from '../files/each-limited.ts';
import { type Storage, StorageKeyTakenError } from '../files/storage/storage.ts';
import { type BackedUpFile, listFiles, pagesOf } from './file-list.ts';
import type { Manifest } from './manifest.ts';
import type { Progress } from './progress.ts';
import type { BackupKey } from './seal.ts';
import type { BackupSource } from './vault.ts';
import { readFileContent } from './verify-backup.ts';

const filesAtOnce = 8;
const filesOfPage = 128;

export interface RestoredFiles {
  readonly files: number;
  readonly bytes: number;
  /** Those that storage already had. */
  readonly alreadyThere: number;
}

export async function restoreFiles(
  manifest: Manifest,
  from: { readonly source: BackupSource; readonly key: BackupKey | undefined },
  { storage, progress }: { readonly storage: Storage; readonly progress: Progress },
): Promise<RestoredFiles> {
  let [files, bytes, alreadyThere] = [0, 0, 0];
  for await (const page of pagesOf(listFiles(manifest, from), filesOfPage)) {
    const there = page.filter((file): file is BackedUpFile => !('isMissing' in file));
    await eachLimited(there, filesAtOnce, async (file) => {
      if (await isStored(file, storage)) alreadyThere += 1;
      else await store(file, () => readFileContent(file, from), storage);
      files += 1;
      bytes += file.size;
    });
    progress.report('files', { files, of: manifest.files.count, bytes });
  }
  return { files, bytes, alreadyThere };
}

async function isStored({ key, size, sha256 }: BackedUpFile, storage: Storage): Promise<boolean> {
  if ((await storage.stat(key))?.size !== size) return false;
  const found = await storage.read(key);
  if (found === undefined) return false;
  const hash = createHash('sha256');
  for await (const chunk of found.stream as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex') === sha256;
}

/** A part of it, or something else, under the same key makes way. */
async function store(
  { key, size, type }: BackedUpFile,
  open: () => AsyncIterable<Buffer>,
  storage: Storage,
): Promise<void> {
  const put = () => storage.put(key, Readable.from(open(), { objectMode: false }), { contentType: type, size });
  try {
    await put();
  } catch (error) {
    if (!(error instanceof StorageKeyTakenError)) throw error;
    await storage.delete(key);
    await put();
  }
}
