// Brings the stored files of a backup back into storage: a folder or S3, whatever it was before. What is there already, from a restore
// that was cut off or because storage was not lost, is compared and left. [running.restore.files]
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { eachLimited } from '../files/each-limited.ts';
import { type Storage, StorageKeyTakenError } from '../files/storage/storage.ts';
import { BackupError, DamagedBackupError } from './backup-error.ts';
import { type BackedUpFile, listFiles, listIntactFiles, pagesOf } from './file-list.ts';
import { listBackups } from './find-backups.ts';
import { type Manifest, readManifest } from './manifest.ts';
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

interface From {
  readonly source: BackupSource;
  readonly key: BackupKey | undefined;
}

/** What a restore without damaged content left out. */
export interface Skipping {
  readonly skip: (file: BackedUpFile, error: BackupError) => void;
  readonly onDamagedList: (error: DamagedBackupError) => void;
}

/** Without `skipping` the first damaged file ends the restore. */
export async function restoreFiles(
  manifest: Manifest,
  from: From,
  { storage, progress, skipping }: { storage: Storage; progress: Progress; skipping: Skipping | undefined },
): Promise<RestoredFiles> {
  let [files, bytes, alreadyThere] = [0, 0, 0];
  const listed =
    skipping === undefined ? listFiles(manifest, from) : listIntactFiles(manifest, from, skipping.onDamagedList);
  for await (const page of pagesOf(listed, filesOfPage)) {
    const there = page.filter((file): file is BackedUpFile => !('isMissing' in file));
    await eachLimited(there, filesAtOnce, async (file) => {
      if (await isStored(file, storage)) alreadyThere += 1;
      else if (!(await storeUnlessDamaged(file, from, { storage, skipping }))) return;
      files += 1;
      bytes += file.size;
    });
    progress.report('files', { files, of: manifest.files.count, bytes });
  }
  return { files, bytes, alreadyThere };
}

/** Files that the damaged list of a backup had: the lists of other backups of the place tell what their content is. */
export async function restoreFromOtherLists(
  wanted: ReadonlySet<string>,
  from: From,
  { own, storage, skipping }: { own: string; storage: Storage; skipping: Skipping },
): Promise<{ readonly found: ReadonlySet<string>; readonly bytes: number }> {
  const found = new Set<string>();
  let bytes = 0;
  const { finished } = await listBackups(from.source);
  for (const id of finished.filter((one) => one !== own).reverse()) {
    if (found.size === wanted.size) break;
    const manifest = await readManifest(from.source, id, from.key).catch((error) => {
      if (error instanceof BackupError) return undefined;
      throw error;
    });
    if (manifest === undefined) continue;
    for await (const file of listIntactFiles(manifest, from, () => {})) {
      if ('isMissing' in file || !wanted.has(file.key) || found.has(file.key)) continue;
      if (!(await isStored(file, storage)) && !(await storeUnlessDamaged(file, from, { storage, skipping }))) continue;
      found.add(file.key);
      bytes += file.size;
    }
  }
  return { found, bytes };
}

async function storeUnlessDamaged(
  file: BackedUpFile,
  from: From,
  { storage, skipping }: { storage: Storage; skipping: Skipping | undefined },
): Promise<boolean> {
  try {
    await store(file, () => readFileContent(file, from), storage);
    return true;
  } catch (error) {
    if (skipping === undefined) throw error;
    // A storage may complain in words of its own about content that ends too early.
    const damage = error instanceof DamagedBackupError ? error : await findDamage(file, from);
    if (damage === undefined) throw error;
    skipping.skip(file, damage);
    return false;
  }
}

async function findDamage(file: BackedUpFile, from: From): Promise<DamagedBackupError | undefined> {
  try {
    for await (const _chunk of readFileContent(file, from));
    return undefined;
  } catch (error) {
    if (error instanceof DamagedBackupError) return error;
    throw error;
  }
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
