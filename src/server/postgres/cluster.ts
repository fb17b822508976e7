// A database cluster on disk: what is in its folder, how a new one is made, and whether a server runs on it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { type Account, giveTo } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError, explainOutput } from './embedded-error.ts';
import { findProcess, type ProcessIdentity, readPsColumn } from './process-identity.ts';
import { lacksName, nameUser } from './user-name.ts';

export interface Cluster {
  readonly dataDir: string;
  /** PostgreSQL's own data folder, `<dataDir>/postgres`. */
  readonly dir: string;
  readonly account: Account | undefined;
}

export const databaseUser = 'formstead';

// Kept inside the cluster, so that a cluster and its password appear by one rename and move together.
const passwordFile = 'formstead.password';
const newClusterPrefix = 'postgres.new-';

/**
 * How a program that runs in the cluster's folder names that folder. An account that root dropped to may be unable to enter
 * the folders above (/root, a private temporary folder); on Linux the link to its working folder leads past them.
 */
export function nameWorkingFolder({ account, dir }: { account: Account | undefined; dir: string }): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : dir;
}

/** Neither the secrets of this process nor the settings of a PostgreSQL client belong in the database's environment. */
export const childEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' };

/** Makes the cluster in a folder beside its place and renames it, so that an interrupted first start leaves nothing half made. */
export async function makeCluster(options: { cluster: Cluster; binaries: Binaries; isDurable: boolean }) {
  const { cluster, binaries, isDurable } = options;
  const { account, dataDir } = cluster;
  const draft = fs.mkdtempSync(join(dataDir, newClusterPrefix));
  const password = randomBytes(24).toString('base64url');
  const passwordPath = `${draft}.password`;
  try {
    giveTo(account, draft);
    fs.writeFileSync(passwordPath, `${password}\n`, { mode: 0o600 });
    giveTo(account, passwordPath);
    await runInitdb({ cluster: { dataDir, dir: draft, account }, binaries, passwordPath, isDurable });
    fs.renameSync(passwordPath, join(draft, passwordFile));
    if (isDurable) syncToDisk([join(draft, passwordFile), draft]);
    fs.renameSync(draft, cluster.dir);
    if (isDurable) syncToDisk([dataDir]);
  } finally {
    removeDrafts(dataDir);
  }
}

/** Removes what interrupted first starts left. Only for the holder of the data folder. */
export function removeDrafts(dataDir: string): void {
  for (const name of fs.readdirSync(dataDir)) {
    if (name.startsWith(newClusterPrefix))
      fs.rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Whether the folder holds a cluster; one that holds something else, or another version's, is an error. [running.embedded.version] */
export function hasCluster({ cluster, binaries }: { cluster: Cluster; binaries: Binaries }): boolean {
  const { dir } = cluster;
  if (!fs.existsSync(dir) || fs.readdirSync(dir).length === 0) return false;
  const versionPath = join(dir, 'PG_VERSION');
  if (!fs.existsSync(versionPath)) throw new EmbeddedDatabaseError(`${dir} holds files, but no PostgreSQL database.`);
  const found = fs.readFileSync(versionPath, 'utf8').trim();
  if (found === binaries.majorVersion) return true;
  throw new EmbeddedDatabaseError(
    `The data in ${dir} was written by PostgreSQL ${found}, but this Formstead brings PostgreSQL ${binaries.majorVersion}, which cannot read it. Nothing was changed. With a backup of it, run: formstead restore BACKUP (the old folder stays beside the new one). Without one, make it with the Formstead that wrote the data: formstead backup BACKUP`,
  );
}

/** A folder that these programs cannot read gets another name, for a restore in its place. Answers the name, if there was one. */
export function setAsideOtherVersion({ dir, majorVersion }: { dir: string; majorVersion: string }): string | undefined {
  const versionPath = join(dir, 'PG_VERSION');
  const found = fs.existsSync(versionPath) ? fs.readFileSync(versionPath, 'utf8').trim() : majorVersion;
  if (found === majorVersion || findServer(dir) !== undefined) return undefined;
  for (let number = 1; ; number += 1) {
    const aside = `${dir}-${found.replace(/\W/g, '')}${number === 1 ? '' : `-${number}`}`;
    if (fs.existsSync(aside)) continue;
    fs.renameSync(dir, aside);
    return aside;
  }
}

export function readPassword(clusterDir: string): string {
  return fs.readFileSync(join(clusterDir, passwordFile), 'utf8').trim();
}

export interface RunningServer {
  readonly identity: ProcessIdentity;
  readonly port: number;
  readonly isReady: boolean;
}

/**
 * The server that runs on this cluster, whoever started it. The pid file of a killed server stays behind and its pid may by now
 * belong to any program, so the process itself must show that it is a postgres working in this folder.
 */
export function findServer(clusterDir: string): RunningServer | undefined {
  const lines = readPidFile(clusterDir);
  const identity = findProcess(Number(lines[0]));
  if (!identity || !isServerOf({ pid: identity.pid, clusterDir })) return undefined;
  return { identity, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
}

/** PostgreSQL will not start over a pid file whose pid lives, even when that is now another program. */
export function removeStalePidFile(clusterDir: string): void {
  if (!findServer(clusterDir)) fs.rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
}

function readPidFile(clusterDir: string): string[] {
  try {
    return fs.readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function isServerOf({ pid, clusterDir }: { pid: number; clusterDir: string }): boolean {
  if (process.platform !== 'linux') {
    const command = readPsColumn({ pid, column: 'command' });
    return command.includes('postgres') && command.includes(`-D ${clusterDir}`);
  }
  try {
    const program = basename(fs.readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    const [working, cluster] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(clusterDir)];
    return program === 'postgres' && working.dev === cluster.dev && working.ino === cluster.ino;
  } catch {
    return false; // It has ended, or belongs to a user whose processes we may not look at: not a server of ours.
  }
}

interface InitdbOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly passwordPath: string;
  readonly isDurable: boolean;
}

async function runInitdb(options: InitdbOptions): Promise<void> {
  const { account, dataDir } = options.cluster;
  let result = await tryInitdb(options, {});
  if (lacksName(result.output)) {
    const named = nameUser(account, dataDir);
    result = await tryInitdb(options, named.environment).finally(named.close);
  }
  if (result.code !== 0) throw explainOutput({ dataDir, program: 'initdb', output: result.output });
}

async function tryInitdb(
  { cluster, binaries, passwordPath, isDurable }: InitdbOptions,
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  const { account, dir } = cluster;
  const stdin = fs.openSync(passwordPath, 'r');
  try {
    const child = spawn(
      binaries.initdb,
      [
        ...['-D', nameWorkingFolder(cluster), '-U', databaseUser, '--auth=scram-sha-256'],
        // Through the open file: the account may be unable to enter the folder it is in.
        `--pwfile=${account ? '/dev/stdin' : passwordPath}`,
        ...['--encoding=UTF8', '--locale=C', '--no-instructions'],
        ...(isDurable ? ['--data-checksums'] : ['--no-sync']),
      ],
      {
        cwd: dir,
        ...account,
        detached: true,
        stdio: [stdin, 'pipe', 'pipe'],
        env: { ...childEnvironment, ...environment },
      },
    );
    let output = '';
    child.stdout?.on('data', (chunk) => (output += chunk));
    child.stderr?.on('data', (chunk) => (output += chunk));
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    return { code, output };
  } finally {
    fs.closeSync(stdin);
  }
}

function syncToDisk(paths: string[]): void {
  if (process.platform === 'win32') return; // Folders cannot be opened there; NTFS journals a rename itself.
  for (const path of paths) {
    const file = fs.openSync(path, 'r');
    try {
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
  }
}
