// Which backups a place has, and which of them is the newest. The order is the sequence number at the end of each id: the time at its
// beginning is that of a clock, and clocks are wrong now and then. [running.backup.order]
import { BackupError, DamagedBackupError } from './backup-error.ts';
import { type Manifest, manifestNames, readManifest, type Warn } from './manifest.ts';
import type { BackupKey } from './seal.ts';
import type { BackupSource } from './vault.ts';

export interface FoundBackups {
  /** Oldest first, as the others. One of the two copies of its manifest is there. */
  readonly finished: readonly string[];
  /** Being written, or what a killed backup or a killed removal left. */
  readonly unfinished: readonly string[];
  /** Parts whose manifest and its copy are both missing, although no backup was cut off there. */
  readonly lost: readonly string[];
  /** The names of all parts, by backup. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>;
}

/** While it is there, the folder is being removed. */
export const removalMark = 'removed';

export async function listBackups(source: BackupSource): Promise<FoundBackups> {
  const parts = new Map<string, Set<string>>();
  const add = (id: string, name: string) => {
    const names = parts.get(id) ?? new Set();
    parts.set(id, names.add(name));
  };
  for await (const name of source.list('backups/')) {
    const [, id] = /^backups\/([\w-]+)\/.+$/.exec(name) ?? [];
    if (id !== undefined) add(id, name);
  }
  for await (const name of source.list('manifests/')) {
    const [, id] = /^manifests\/([\w-]+)\.json$/.exec(name) ?? [];
    if (id !== undefined) add(id, name);
  }
  const ids = [...parts.keys()].sort(compareBackups);
  const inState = (state: ReturnType<typeof stateOf>) => ids.filter((id) => stateOf(id, parts.get(id)) === state);
  return { finished: inState('finished'), unfinished: inState('unfinished'), lost: inState('lost'), parts };
}

function stateOf(id: string, names: ReadonlySet<string> = new Set()): 'finished' | 'unfinished' | 'lost' {
  if (names.has(`backups/${id}/${removalMark}`)) return 'unfinished';
  if (names.has(`backups/${id}/manifest.json`) || names.has(`manifests/${id}.json`)) return 'finished';
  return names.has(`backups/${id}/alive.json`) ? 'unfinished' : 'lost';
}

/** 0 for backups of versions that did not count. */
export function sequenceOf(id: string): number {
  return Number(/^\d{8}T\d{9}Z-[0-9a-f]{6}-(\d{1,15})$/.exec(id)?.[1] ?? 0);
}

export function compareBackups(a: string, b: string): number {
  return sequenceOf(a) - sequenceOf(b) || (a < b ? -1 : Number(a > b));
}

/** The one that is asked for, or the newest. A newest one without a manifest is an error: an older one is another state. */
export async function chooseBackup(source: BackupSource, wanted: string | undefined): Promise<string> {
  const { finished, unfinished, lost } = await listBackups(source);
  const newest = finished.at(-1);
  const lostSince = newest === undefined ? lost[0] : lost.find((id) => compareBackups(id, newest) > 0);
  if (wanted === undefined && lostSince !== undefined) throw new BackupError(lostBackup(lostSince, newest));
  const chosen = wanted ?? newest;
  if (chosen !== undefined && finished.includes(chosen)) return chosen;
  const begun = unfinished.length > 0 ? ' One was begun and not finished.' : '';
  if (wanted === undefined) throw new BackupError(`There is no finished backup in ${source.address}.${begun}`);
  throw new BackupError(
    `There is no backup ${wanted} in ${source.address}. There are: ${finished.join(', ') || 'none'}.`,
  );
}

function lostBackup(id: string, before: string | undefined): string {
  const remedy = before === undefined ? 'There is no other backup.' : `The one before it: --backup ${before}`;
  return `backups/${id}/manifest.json and its copy manifests/${id}.json are missing: the newest backup cannot be read. ${remedy}`;
}

/** As readManifest. Where both copies are damaged, the error names the newest backup before it whose manifest can be read. */
export async function readChosenManifest(
  { source, key }: { readonly source: BackupSource; readonly key: BackupKey | undefined },
  id: string,
  warn?: Warn,
): Promise<Manifest> {
  const read = (one: string, hear?: Warn) =>
    readManifest(source, one, key, hear).catch((error: unknown) => {
      if (error instanceof DamagedBackupError) return error;
      throw error;
    });
  const found = await read(id, warn);
  if (!(found instanceof Error)) return found;
  const { finished } = await listBackups(source);
  const both = `${found.message} Its copy ${manifestNames(id)[1]} cannot be read either.`;
  for (const before of finished.slice(0, finished.indexOf(id)).reverse()) {
    if ((await read(before)) instanceof Error) continue;
    throw new BackupError(`${both} The one before it: --backup ${before}`);
  }
  throw new BackupError(`${both} No backup before it can be read.`);
}

/** Backups of a version that did not count, made after those that have numbers: they come first in the order all the same. */
export function warnOfUnnumbered({ finished }: Pick<FoundBackups, 'finished'>): string[] {
  const newest = finished.at(-1);
  if (newest === undefined || sequenceOf(newest) === 0) return [];
  const timeOf = (id: string) => id.slice(0, id.indexOf('-'));
  return finished
    .filter((id) => sequenceOf(id) === 0 && timeOf(id) > timeOf(newest))
    .map(
      (id) =>
        `Backup ${id} has no number, because an older Formstead made it, and counts as older than ${newest}, although its date is later. To restore it: --backup ${id}`,
    );
}

const maxLeadMs = 5 * 60_000;

/** Made by a clock that was ahead, as the database's or this machine's tells. `databaseTime` is left out where no database is asked. */
export function isFutureDated({ time }: Pick<Manifest, 'time'>, databaseTime = Number.POSITIVE_INFINITY): boolean {
  return Date.parse(time) > Math.min(databaseTime, Date.now()) + maxLeadMs;
}

export function futureDated({ id, time }: Pick<Manifest, 'id' | 'time'>): string {
  return `Backup ${id} is dated ${time}, in the future: the clock of the database was or is ahead. Its place in the order is right.`;
}
