// The list of stored files in a backup: a line for each, in the order of storage keys. Content is named by its SHA-256, so two files
// with the same content, and the same file in two backups, are stored once. [running.backup.files]
import { BackupError, type DamagedBackupError } from './backup-error.ts';
import type { Manifest } from './manifest.ts';
import { linesOf, readIntact, readParts } from './parts.ts';
import { type BackupKey, sealedName, sealedSize } from './seal.ts';
import type { BackupSource } from './vault.ts';

export interface BackedUpFile {
  readonly key: string;
  readonly sha256: string;
  readonly size: number;
  readonly type: string;
}

/** Its content was not in storage when the backup was made. */
export interface MissingFile {
  readonly key: string;
  readonly isMissing: true;
}

export type ListedFile = BackedUpFile | MissingFile;

export async function* listFiles(
  manifest: Manifest,
  from: { readonly source: BackupSource; readonly key: BackupKey | undefined },
): AsyncGenerator<ListedFile, void, undefined> {
  for await (const line of linesOf(readParts(manifest.files.parts, from))) yield readLine(line);
}

/** The files of those parts of the list that are intact. */
export async function* listIntactFiles(
  manifest: Manifest,
  from: { readonly source: BackupSource; readonly key: BackupKey | undefined },
  onDamaged: (error: DamagedBackupError) => void,
): AsyncGenerator<ListedFile, void, undefined> {
  const hasWholeLines = manifest.sequence !== undefined;
  for await (const line of linesOf(readIntact(manifest.files.parts, from, { hasWholeLines, onDamaged }))) {
    yield readLine(line);
  }
}

export function writeLine(file: ListedFile): string {
  return `${JSON.stringify(file)}\n`;
}

function readLine(line: string): ListedFile {
  const file = JSON.parse(line) as ListedFile;
  if (!('isMissing' in file) && !/^[0-9a-f]{64}$/.test(file.sha256))
    throw new BackupError('The list of files is broken.');
  return file;
}

/** Where the content is. */
export function contentName(sha256: string, key: BackupKey | undefined): string {
  const name = key === undefined ? sha256 : sealedName(key, sha256);
  return `files/${name.slice(0, 2)}/${name}`;
}

export function isContentName(name: string): boolean {
  return /^files\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/.test(name);
}

export function storedSize(size: number, key: BackupKey | undefined): number {
  return key === undefined ? size : sealedSize(size);
}

/** Files in pages, so that some can be worked on at once. */
export async function* pagesOf<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[], void, undefined> {
  let page: Item[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
