// `formstead backup list`: what a place has, oldest first. [running.backup.list]
import { BackupError } from './backup-error.ts';
import { findCheck } from './checks.ts';
import { futureDated, isFutureDated, listBackups, sequenceOf, warnOfUnnumbered } from './find-backups.ts';
import type { OpenedBackups } from './losses.ts';
import { type Manifest, readManifest, type Warn } from './manifest.ts';
import { partsOf } from './mend-place.ts';

export interface ListedBackup {
  readonly backup: string;
  /** 0: made by a version that did not count. */
  readonly sequence: number;
  /** As the clock of the database said; the facts of a backup whose manifest cannot be read are null. */
  readonly time: string | null;
  readonly isFutureDated: boolean;
  readonly formstead: string | null;
  readonly schema: number | null;
  readonly forms: number | null;
  readonly entries: number | null;
  readonly files: number | null;
  /** Of its files, which it shares with other backups, and of its tables and lists as stored. */
  readonly fileBytes: number | null;
  readonly storedBytes: number | null;
  /** When `verify` last read all of it; null: never. */
  readonly verified: string | null;
  /** Problems that are known without reading it: what `verify` found, and parts that are missing. */
  readonly damaged: number;
  readonly problems: readonly string[];
}

export interface PlaceList {
  readonly place: string;
  readonly isEncrypted: boolean;
  readonly newest: string | null;
  readonly backups: readonly ListedBackup[];
  readonly unfinished: readonly string[];
  readonly warnings: readonly string[];
}

/** `limit`: no more than so many of the newest. */
export async function listPlace(
  { source, key }: OpenedBackups,
  warnings: string[],
  limit = Number.POSITIVE_INFINITY,
): Promise<PlaceList> {
  const found = await listBackups(source);
  const { finished, unfinished, lost, parts } = found;
  const warn = (problem: string) => void warnings.push(problem);
  const backups: ListedBackup[] = [];
  for (const id of finished.slice(-limit))
    backups.push(await describe(id, { source, key }, { names: parts.get(id), warn }));
  for (const id of lost) warn(`Backup ${id} has lost its manifest and cannot be restored.`);
  warnOfUnnumbered(found).forEach(warn);
  return {
    place: source.address,
    isEncrypted: key !== undefined,
    newest: finished.at(-1) ?? null,
    backups,
    unfinished,
    warnings,
  };
}

async function describe(
  id: string,
  { source, key }: OpenedBackups,
  { names = new Set(), warn }: { names: ReadonlySet<string> | undefined; warn: Warn },
): Promise<ListedBackup> {
  const check = await findCheck(source, id);
  const problems = [...(check?.problems ?? [])];
  let manifest: Manifest | undefined;
  try {
    manifest = await readManifest(source, id, key, warn);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    problems.push(error.message);
  }
  const all = manifest === undefined ? [] : partsOf(manifest);
  const missing = all.filter(({ name }) => !names.has(name) && !problems.includes(`${name} is missing.`));
  problems.push(...missing.map(({ name }) => `${name} is missing.`));
  const rowsOf = (table: string) => manifest?.tables.find(({ name }) => name === table)?.rows ?? null;
  const isAhead = manifest !== undefined && isFutureDated(manifest);
  if (manifest !== undefined && isAhead) warn(futureDated(manifest));
  return {
    backup: id,
    sequence: sequenceOf(id),
    time: manifest?.time ?? null,
    isFutureDated: isAhead,
    formstead: manifest?.formstead ?? null,
    schema: manifest?.schema ?? null,
    forms: rowsOf('forms'),
    entries: rowsOf('entries'),
    files: manifest === undefined ? null : manifest.files.count - manifest.files.missing,
    fileBytes: manifest?.files.bytes ?? null,
    storedBytes: manifest === undefined ? null : all.reduce((sum, { size }) => sum + size, 0),
    verified: check?.time ?? null,
    damaged: Math.max(problems.length, check?.damaged ?? 0),
    problems,
  };
}
