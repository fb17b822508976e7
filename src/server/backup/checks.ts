// What is known about the health of a place: when the content of stored files was last compared with its hash, and what `verify` found.
// All backups of a place share that content, so they share its damage. Kept in the place:
//
//   checks/content.json    when each of the 256 folders of content was last checked; content that is damaged
//   checks/<id>.json       what `verify` last found in a backup
//
// Each holds nothing that cannot be found out again: a missing or damaged one counts as "never checked". [running.backup.damage]
import { createHash } from 'node:crypto';
import { eachLimited } from '../files/each-limited.ts';
import { DamagedBackupError } from './backup-error.ts';
import { contentName, isContentName } from './file-list.ts';
import { readChecked, writeChecked } from './manifest.ts';
import { type BackupKey, unseal } from './seal.ts';
import { type BackupSource, type BackupTarget, contentOf, readWhole } from './vault.ts';

export interface BackupCheck {
  readonly time: string;
  readonly isWhole: boolean;
  /** How many problems there are, and the first of them. */
  readonly damaged: number;
  readonly problems: readonly string[];
  /** Names of content that is missing or damaged: the next backup writes it again. */
  readonly content: readonly string[];
}

interface ContentCheck {
  /** Milliseconds since 1970 by the database's clock, by the two letters of the folder. */
  readonly folders: Readonly<Record<string, number>>;
  readonly damaged: readonly string[];
}

export const contentCheckName = 'checks/content.json';
const dayMs = 86_400_000;
/** All content is checked within this time, as long as there is a backup now and then. */
const roundMs = 28 * dayMs;
const maxLeadMs = 60_000;
const maxNames = 10_000;
const filesAtOnce = 4;
const folders = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));

export function checkName(id: string): string {
  return `checks/${id}.json`;
}

export async function writeCheck(target: BackupTarget, id: string, check: BackupCheck): Promise<void> {
  const content = check.content.slice(0, maxNames);
  await target.put(checkName(id), contentOf(writeChecked({ ...check, content })));
}

export async function findCheck(source: BackupSource, id: string): Promise<BackupCheck | undefined> {
  return findRecord<BackupCheck>(source, checkName(id));
}

async function findRecord<T>(source: BackupSource, name: string): Promise<T | undefined> {
  try {
    return await readRecord<T>(source, name);
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    return undefined;
  }
}

async function readRecord<T>(source: BackupSource, name: string): Promise<T | undefined> {
  const bytes = await readWhole(source, name);
  return bytes && (readChecked(bytes, name) as T);
}

/** Records that are damaged themselves. */
export async function listDamagedRecords(source: BackupSource): Promise<DamagedBackupError[]> {
  const damaged: DamagedBackupError[] = [];
  for await (const name of source.list('checks/')) {
    try {
      await readRecord(source, name);
    } catch (error) {
      if (!(error instanceof DamagedBackupError)) throw error;
      damaged.push(error);
    }
  }
  return damaged;
}

export interface CheckedShare {
  readonly checked: number;
  /** Content that is missing or not what its name says, and was not written again yet. */
  readonly damaged: Set<string>;
  /** Notes what was done. `repaired` is no longer damaged. */
  finish(repaired: ReadonlySet<string>): Promise<void>;
}

/** Reads the folders that were not read for longest, and whatever was found damaged before. */
export async function checkShare(
  { target, key, isNew }: { target: BackupTarget; key: BackupKey | undefined; isNew: boolean },
  { backups, now }: { readonly backups: readonly string[]; readonly now: number },
): Promise<CheckedShare> {
  const before = await findRecord<ContentCheck>(target, contentCheckName);
  const known = before?.folders ?? {};
  const timeOf = (folder: string) => {
    const time = isNew ? now : (known[folder] ?? 0);
    return time > now + maxLeadMs ? 0 : time;
  };
  const due = isNew ? [] : chooseDue(folders, timeOf, now);
  const checks = new Map<string, BackupCheck>();
  for (const id of backups) {
    const check = await findCheck(target, id);
    if (check !== undefined) checks.set(id, check);
  }
  const reported = new Set([...checks.values()].flatMap(({ content }) => content));
  const suspects = new Set([...(before?.damaged ?? []), ...reported]);
  const damaged = new Set<string>();
  let checked = 0;
  const look = async (name: string) => {
    checked += 1;
    if (await isWhole(name, { source: target, key })) return;
    // It may have gone since, with the last backup that listed it.
    if (reported.has(name) || (await target.size(name)) !== undefined) damaged.add(name);
  };
  await eachLimited([...suspects].filter(isContentName), filesAtOnce, look);
  for (const folder of due) {
    const names: string[] = [];
    for await (const name of target.list(`files/${folder}/`)) {
      if (isContentName(name) && !suspects.has(name)) names.push(name);
    }
    await eachLimited(names, filesAtOnce, look);
  }
  return {
    checked,
    damaged,
    async finish(repaired) {
      const still = [...damaged].filter((name) => !repaired.has(name));
      const times = folders.map((folder) => [folder, due.includes(folder) ? now : timeOf(folder)] as const);
      const state: ContentCheck = { folders: Object.fromEntries(times), damaged: still.slice(0, maxNames) };
      await target.put(contentCheckName, contentOf(writeChecked(state)));
      for (const [id, check] of checks) await noteRepairs(target, id, { check, still: new Set(still) });
    },
  };
}

/** What `verify` found and is right again now. */
async function noteRepairs(
  target: BackupTarget,
  id: string,
  { check, still }: { check: BackupCheck; still: ReadonlySet<string> },
): Promise<void> {
  const content = check.content.filter((name) => still.has(name));
  const repaired = check.content.filter((name) => !still.has(name));
  if (repaired.length === 0) return;
  const damaged = check.damaged - repaired.length;
  const problems = check.problems.filter((problem) => !repaired.some((name) => problem.startsWith(name)));
  await writeCheck(target, id, { ...check, isWhole: damaged === 0, damaged, problems, content });
}

/** A share for the time that passed since the last check, of a day where nothing was checked yet. */
export function chooseDue(all: readonly string[], timeOf: (folder: string) => number, now: number): string[] {
  const last = Math.max(...all.map(timeOf));
  const elapsed = last === 0 ? dayMs : Math.max(0, now - last);
  const count = Math.max(1, Math.ceil(all.length * Math.min(1, elapsed / roundMs)));
  const oldestFirst = [...all].sort((a, b) => timeOf(a) - timeOf(b));
  return oldestFirst.slice(0, count);
}

/** Content is named by its hash: nothing else is needed to check it. */
export async function isWhole(
  name: string,
  { source, key }: { readonly source: BackupSource; readonly key: BackupKey | undefined },
): Promise<boolean> {
  const stored = (await source.read(name)) as AsyncIterable<Buffer> | undefined;
  if (stored === undefined) return false;
  const hash = createHash('sha256');
  try {
    for await (const chunk of key === undefined ? stored : unseal(stored, key, name)) hash.update(chunk);
  } catch (error) {
    if (!(error instanceof DamagedBackupError)) throw error;
    return false;
  }
  return contentName(hash.digest('hex'), key) === name;
}
