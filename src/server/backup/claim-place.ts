// One backup at a time in a folder or an S3 place. Each says in `alive.json` who writes it; what a killed one left is removed by the
// next. Backups of one database claim the place one after the other (store/backup-sequence.ts). On the same machine its process is looked for, elsewhere the file's age counts: it is written again every minute.
import { findMachine } from '../postgres/claim.ts';
import { findProcess, isSameProcessAlive } from '../postgres/process-identity.ts';
import { BackupError } from './backup-error.ts';
import { listBackups } from './find-backups.ts';
import { folderOf } from './manifest.ts';
import { type BackupTarget, contentOf, readWhole } from './vault.ts';

interface Alive {
  readonly pid: number;
  readonly startedAt: string;
  readonly machine: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly time: number;
}

const staleMs = 10 * 60_000;

/** `now` is the database's time. */
export async function sayAlive(target: BackupTarget, id: string, now: number): Promise<void> {
  const self = findProcess(process.pid) ?? { pid: process.pid, startedAt: '' };
  const alive: Alive = { ...self, machine: findMachine(), time: now };
  await target.put(aliveName(id), contentOf(Buffer.from(JSON.stringify(alive))));
}

/** The file says that the backup is still ours to finish. */
export async function isClaimed(target: BackupTarget, id: string): Promise<boolean> {
  return (await target.size(aliveName(id))) !== undefined;
}

export async function endClaim(target: BackupTarget, id: string): Promise<void> {
  await target.delete(aliveName(id));
}

/** Refuses while another backup is being written; returns those that nobody goes on with. */
export async function findAbandoned(target: BackupTarget, own: string, now: number): Promise<string[]> {
  const { unfinished } = await listBackups(target);
  const others = unfinished.filter((id) => id !== own);
  for (const id of others) {
    const alive = await findAlive(target, id);
    if (alive !== undefined && isAlive(alive, now)) {
      throw new BackupError(
        `Another backup (${id}, process ${alive.pid}) is being written to ${target.address}. Wait for its end.`,
      );
    }
  }
  return others;
}

async function findAlive(target: BackupTarget, id: string): Promise<Alive | undefined> {
  const bytes = await readWhole(target, aliveName(id));
  try {
    return bytes && (JSON.parse(bytes.toString('utf8')) as Alive);
  } catch {
    return undefined; // Not written to its end: nobody goes on with it.
  }
}

function isAlive(alive: Alive, now: number): boolean {
  // A time far ahead was written by a clock that was wrong then.
  return alive.machine === findMachine() ? isSameProcessAlive(alive) : Math.abs(now - alive.time) < staleMs;
}

function aliveName(id: string): string {
  return `${folderOf(id)}alive.json`;
}
