// DATA_DIR: is it there, can this user write in it, who else can, and is there room? What is written to find out is removed again.
// [running.doctor.storage]
import { randomUUID } from 'node:crypto';
import { existsSync, type Stats } from 'node:fs';
import { mkdir, open, readFile, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listLeftDrills } from '../backup/left-drills.ts';
import type { Config } from '../base/config.ts';
import { unlessMissing } from '../files/storage/unless-missing.ts';
import { lastReserveOf, reserveOf } from '../quotas/disk-reserve.ts';
import { type Finding, gigabytes, ok, problem, warning, wordsOf } from './finding.ts';

export async function folderFindings(config: Config): Promise<Finding[]> {
  const { dataDir } = config;
  const found = await unlessMissing(stat(dataDir));
  if (found !== undefined && !found.isDirectory()) {
    const remedy = 'Name a folder in DATA_DIR.';
    return [problem('folder.writes', `DATA_DIR (${dataDir}) is not a folder.`, remedy)];
  }
  const at = nearest(dataDir);
  const findings = [await writeFinding(dataDir, found === undefined ? at : dataDir, found)];
  if (found !== undefined) findings.push(await rightsFinding(dataDir, found));
  return [...findings, ...(await drillFindings(dataDir)), ...(await roomFindings(at, config))];
}

async function drillFindings(dataDir: string): Promise<Finding[]> {
  const left = await listLeftDrills(dataDir).catch((error: NodeJS.ErrnoException) => {
    // The finding about writes says so.
    if (error.code === 'EACCES') return [];
    throw error;
  });
  return left.map((folder) =>
    warning(
      'folder.drill',
      `A restore drill was killed and left its database in ${folder}; its PostgreSQL may still run.`,
      'Start or restart the server, or run another drill: both stop that PostgreSQL and remove the folder.',
    ),
  );
}

/** The folder itself, or the one above it where it would be made. */
export function nearest(folder: string): string {
  let at = folder;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

async function writeFinding(dataDir: string, at: string, found: Stats | undefined): Promise<Finding> {
  const check = 'folder.writes';
  const error = await tryToWrite(at);
  if (error !== undefined) return explainWrite(check, `DATA_DIR (${dataDir})`, error);
  if (found === undefined) return ok(check, `DATA_DIR (${dataDir}) is not there yet; the first start makes it.`);
  const user = process.geteuid?.();
  // Root may do everything: that it can write says nothing about whoever the service runs as.
  if (user === 0 && found.uid !== 0) {
    return warning(
      check,
      `DATA_DIR (${dataDir}) belongs to user ${found.uid}, but doctor runs as root, who may write everywhere.`,
      'Run doctor as the user of the service: its rights are then checked too.',
    );
  }
  return ok(check, `DATA_DIR (${dataDir}) can be written.`);
}

/** Writes, syncs, renames, reads and removes a small file, as storage does. Undefined when all of it went well. */
export async function tryToWrite(folder: string): Promise<unknown> {
  const draft = join(folder, `.formstead-doctor-${randomUUID()}`);
  const renamed = `${draft}.read`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(sample);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, renamed);
    const read = await readFile(renamed);
    return read.equals(sample) ? undefined : new Error('What was read is not what was written');
  } catch (error) {
    return error;
  } finally {
    await rm(draft, { force: true }).catch(() => {}); // A folder that takes no file gives none to remove.
    await rm(renamed, { force: true }).catch(() => {});
  }
}

const sample = Buffer.alloc(4096, 'doctor');

export function explainWrite(check: string, place: string, error: unknown): Finding {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return problem(
        check,
        `${place} cannot be written by this user (${process.geteuid?.() ?? 'unknown'}).`,
        'Give the folder to the user of the service: chown -R USER FOLDER. In a container: the volume must belong to the uid that it runs as.',
      );
    case 'EROFS':
      return problem(check, `${place} is on a read-only file system.`, 'Mount it for writing, or name another place.');
    case 'ENOSPC':
    case 'EDQUOT':
      return problem(check, `${place} is on a disk that is full.`, 'Free space, or enlarge the volume.');
    default:
      return problem(check, `${place} cannot be written: ${wordsOf(error)}.`, 'Look at the file system and its mount.');
  }
}

async function rightsFinding(dataDir: string, found: Stats): Promise<Finding> {
  const check = 'folder.rights';
  if (process.platform === 'win32') return ok(check, 'Not looked at on Windows.');
  if ((found.mode & 0o002) !== 0) {
    return warning(check, `Everybody on this machine may write in DATA_DIR (${dataDir}).`, `chmod o-w ${dataDir}`);
  }
  const files = join(dataDir, 'files');
  // Where we may not look, others may not either.
  const open = (await unlessMissing(stat(files)).catch(() => undefined))?.mode ?? 0;
  if ((found.mode & 0o001) !== 0 && (open & 0o007) !== 0) {
    return warning(check, `Everybody on this machine may look into ${files}, where uploads are.`, `chmod 700 ${files}`);
  }
  return ok(check, 'Others on this machine can neither write there nor read uploads.');
}

async function roomFindings(at: string, config: Config): Promise<Finding[]> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(at);
  const [total, free] = [bsize * blocks, bsize * bavail];
  const reserve = reserveOf(total, config.diskReserve);
  const room = `${gigabytes(free)} of ${gigabytes(total)} are free on the disk of DATA_DIR; the reserve is ${gigabytes(reserve)}`;
  const remedy = 'Free space, enlarge the volume, or move files to S3. DISK_RESERVE sets the reserve.';
  const space =
    free < lastReserveOf(reserve)
      ? problem('disk.space', `${room}: all entries are refused with 507, only deletes go on.`, remedy)
      : free < reserve
        ? problem('disk.space', `${room}: files, new drafts and large entries are refused with 507.`, remedy)
        : free < 2 * reserve
          ? warning('disk.space', `${room}: soon files, new drafts and large entries will be refused with 507.`, remedy)
          : ok('disk.space', `${room}.`);
  return [space, inodeFinding(files, ffree)];
}

const fewInodes = { warning: 0.05, problem: 0.005 };

/** Some file systems count none: they have no limit. */
function inodeFinding(all: number, free: number): Finding {
  const check = 'disk.inodes';
  if (all === 0) return ok(check, 'The file system has no limit on the number of files.');
  const part = free / all;
  const message = `${free} of ${all} inodes are free on the disk of DATA_DIR`;
  const remedy =
    'Remove files that nobody needs, or make the file system again with more inodes: each stored file takes three.';
  if (part < fewInodes.problem) return problem(check, `${message}: soon no file can be made.`, remedy);
  return part < fewInodes.warning ? warning(check, `${message}.`, remedy) : ok(check, `${message}.`);
}

/** For a place that may not be there yet. What had to be made is removed, unless somebody else has put something there meanwhile. */
export async function tryToWriteIn(folder: string): Promise<unknown> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => ({ error }));
  if (typeof made === 'object') return made.error;
  try {
    return await tryToWrite(folder);
  } finally {
    if (made !== undefined) await removeEmpty(folder, made);
  }
}

async function removeEmpty(folder: string, first: string): Promise<void> {
  for (let at = folder; ; at = dirname(at)) {
    try {
      await rmdir(at);
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
      throw error;
    }
    if (at === first) return;
  }
}
