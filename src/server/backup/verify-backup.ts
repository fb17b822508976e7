// Reads a whole backup without restoring it: every part, every row counted, every file's content hashed. What is wrong is named.
// [running.verify]
import { createHash } from 'node:crypto';
import { eachLimited } from '../files/each-limited.ts';
import { BackupError, DamagedBackupError } from './backup-error.ts';
import { type BackupCheck, listDamagedRecords } from './checks.ts';
import { type BackedUpFile, contentName, listFiles, pagesOf } from './file-list.ts';
import {
  futureDated,
  isFutureDated,
  listBackups,
  readChosenManifest,
  sequenceOf,
  warnOfUnnumbered,
} from './find-backups.ts';
import * as manifests from './manifest.ts';
import { findHeaderProblem } from './mend-place.ts';
import { countLines, readPart } from './parts.ts';
import type { Progress } from './progress.ts';
import { type BackupKey, unseal } from './seal.ts';
import type { BackupSource } from './vault.ts';

export interface VerifyReport {
  readonly backup: string;
  readonly isWhole: boolean;
  readonly time: string;
  readonly schema: number;
  readonly formstead: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Files that were not in storage when the backup was made. */
  readonly missingFiles: number;
  /** How many there are, and the first of them. */
  readonly damaged: number;
  readonly problems: readonly string[];
  /** What is odd in the place, without being damage of this backup. */
  readonly warnings: readonly string[];
}

/** The report, and what is noted in the place for the next backup. */
export interface Verified {
  readonly report: VerifyReport;
  readonly check: Omit<BackupCheck, 'time'>;
}

const maxShownProblems = 100;
const maxNotedProblems = 20;
const filesAtOnce = 4;
const filesOfPage = 64;

interface From {
  readonly source: BackupSource;
  readonly key: BackupKey | undefined;
}

export async function verifyBackup(id: string, from: From, progress: Progress): Promise<VerifyReport> {
  return (await verifyAndNote(id, from, progress)).report;
}

export async function verifyAndNote(id: string, from: From, progress: Progress): Promise<Verified> {
  const manifest = await readChosenManifest(from, id);
  const problems: string[] = [];
  const content = new Set<string>();
  let damaged = 0;
  const add = (error: unknown) => {
    // Anything else is about the place, not about the backup: a lost connection proves nothing.
    if (!(error instanceof BackupError)) throw error;
    damaged += 1;
    if (error instanceof DamagedBackupError && error.part.startsWith('files/')) content.add(error.part);
    if (problems.length < maxShownProblems) problems.push(error.message);
  };
  await checkCopies(id, from, add);
  let rows = 0;
  for (const table of manifest.tables) {
    progress.report(`table ${table.name}`);
    const { lines, isRead } = await countParts(table.parts, from, add);
    if (isRead && lines !== table.rows) {
      add(new BackupError(`Table ${table.name} has ${lines} rows instead of ${table.rows}.`));
    }
    rows += lines;
  }
  await countParts(manifest.erasures.parts, from, add);
  const { isRead } = await countParts(manifest.files.parts, from, add);
  const files = isRead ? await checkFiles(manifest, from, { add, progress }) : 0;
  const { time, schema, formstead } = manifest;
  const isWhole = damaged === 0;
  const report = {
    backup: id,
    isWhole,
    time,
    schema,
    formstead,
    tables: manifest.tables.length,
    rows,
    files,
    missingFiles: manifest.files.missing,
    damaged,
    problems,
    warnings: await listWarnings(manifest, from.source),
  };
  return { report, check: { isWhole, damaged, problems: problems.slice(0, maxNotedProblems), content: [...content] } };
}

/** Two copies of the manifest and of the header, and the notes of earlier checks. */
async function checkCopies(id: string, from: From, add: (error: unknown) => void): Promise<void> {
  const [first, copy] = manifests.manifestNames(id);
  // Backups of older versions have one of each.
  const names = sequenceOf(id) > 0 ? [first, copy] : [first];
  for (const name of names) {
    try {
      const found = await manifests.readManifestAt(from.source, name, { id, key: from.key });
      if (found === undefined) add(new DamagedBackupError(name, 'is missing'));
    } catch (error) {
      add(error);
    }
  }
  const headers = sequenceOf(id) > 0 ? [manifests.headerName, manifests.headerCopyName(id)] : [manifests.headerName];
  for (const name of headers) {
    const problem = await findHeaderProblem(from.source, name, undefined);
    if (problem !== undefined) add(new BackupError(problem));
  }
  for (const error of await listDamagedRecords(from.source)) add(error);
}

async function listWarnings(manifest: manifests.Manifest, source: BackupSource): Promise<string[]> {
  const found = await listBackups(source);
  const lost = found.lost.map((id) => `Backup ${id} has lost its manifest and cannot be restored.`);
  const warnings = [...lost, ...warnOfUnnumbered(found)];
  return isFutureDated(manifest) ? [...warnings, futureDated(manifest)] : warnings;
}

async function countParts(parts: readonly manifests.PartFacts[], from: From, add: (error: unknown) => void) {
  let [lines, isRead] = [0, true];
  for (const part of parts) {
    try {
      lines += countLines(await readPart(part, from));
    } catch (error) {
      isRead = false;
      add(error);
    }
  }
  return { lines, isRead };
}

async function checkFiles(
  manifest: manifests.Manifest,
  from: From,
  { add, progress }: { add: (error: unknown) => void; progress: Progress },
): Promise<number> {
  let files = 0;
  for await (const page of pagesOf(listFiles(manifest, from), filesOfPage)) {
    const there = page.filter((file): file is BackedUpFile => !('isMissing' in file));
    await eachLimited(there, filesAtOnce, async (file) => {
      try {
        for await (const _chunk of readFileContent(file, from));
      } catch (error) {
        add(error);
      }
    });
    files += there.length;
    progress.report('files', { files });
  }
  if (files !== manifest.files.count - manifest.files.missing) {
    add(new BackupError(`The list has ${files} files instead of ${manifest.files.count - manifest.files.missing}.`));
  }
  return files;
}

/** Ends with an error, after all of it was given out, when the content is not what it was. */
export async function* readFileContent(
  { key: storageKey, sha256, size }: BackedUpFile,
  { source, key }: From,
): AsyncGenerator<Buffer, void, undefined> {
  const name = contentName(sha256, key);
  const stored = (await source.read(name)) as AsyncIterable<Buffer> | undefined;
  if (stored === undefined) throw new DamagedBackupError(name, `(file ${storageKey}) is missing`);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of key === undefined ? stored : unseal(stored, key, name)) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== size || hash.digest('hex') !== sha256) {
    throw new DamagedBackupError(name, `(file ${storageKey}) is damaged: its SHA-256 is another`);
  }
}
