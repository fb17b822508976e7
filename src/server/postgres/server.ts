// Starts and stops a PostgreSQL server on a cluster: durable, on loopback only, in a session of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { type Cluster, childEnvironment, findServer, nameWorkingFolder } from './cluster.ts';
import { EmbeddedDatabaseError, explainOutput } from './embedded-error.ts';
import { findProcess, isSameProcessAlive, listChildren, type ProcessIdentity } from './process-identity.ts';

export const loopback = '127.0.0.1';

const pollMs = 10;
const reportWaitEveryMs = 5_000;
const passingObstacleMs = 10_000;
const fastShutdownMs = 30_000;
const immediateShutdownMs = 5_000;
const killedMs = 5_000;
const logRotatesAtBytes = 10 * 1024 * 1024;

/** For a small machine: about 60 MB of memory at rest. */
const serverSettings = {
  listen_addresses: loopback,
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
  huge_pages: 'off',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  cluster_name: 'formstead',
};
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

interface StartOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly isDurable: boolean;
  readonly log: (message: string) => void;
  /** A free one is chosen when not given. */
  readonly port?: number;
}

export interface StartedServer {
  readonly identity: ProcessIdentity;
  readonly port: number;
  readonly ended: Promise<void>;
}

/** Resolves when the server accepts connections; leaves no process behind when it rejects. */
export async function startServer(options: StartOptions): Promise<StartedServer> {
  const { dataDir } = options.cluster;
  const deadline = performance.now() + passingObstacleMs;
  for (;;) {
    const port = options.port ?? (await findFreePort());
    const started = await tryStart({ ...options, port });
    if ('identity' in started) return started;
    const canPass = passingObstacles.some((pattern) => pattern.test(started.output));
    if (!canPass || performance.now() > deadline)
      throw explainOutput({ dataDir, program: 'postgres', output: started.output });
    await sleep(pollMs * 10);
  }
}

const passingObstacles = [
  // Somebody else took the port between our look and the server's.
  /could not bind IPv4 address/,
  // A killed server's last children still see that it is gone.
  /pre-existing shared memory block .* is still in use/,
];

/** Fast shutdown: open transactions are rolled back, what was committed is on disk. */
export async function stopServer(options: { identity: ProcessIdentity; log: (message: string) => void }) {
  const { identity, log } = options;
  // Whoever froze it, it must hear the signal that stops it.
  signalAll(identity, 'SIGCONT');
  signal(identity, 'SIGINT');
  if (await hasEnded(identity, fastShutdownMs)) return;
  log(`PostgreSQL (process ${identity.pid}) did not stop within ${fastShutdownMs / 1000} s; stopping it at once.`);
  signal(identity, 'SIGQUIT');
  if (await hasEnded(identity, immediateShutdownMs)) return;
  // What was committed is in the log that the next start reads; leaving a server behind would be worse.
  signalAll(identity, 'SIGKILL');
  if (await hasEnded(identity, killedMs)) return;
  throw new EmbeddedDatabaseError(`PostgreSQL (process ${identity.pid}) does not stop.`);
}

type Attempt = StartedServer | { readonly output: string };

async function tryStart(options: StartOptions & { port: number }): Promise<Attempt> {
  const { cluster, log, port } = options;
  const logPath = join(cluster.dataDir, 'postgres.log');
  const logFile = openLog(logPath);
  const logStart = fs.fstatSync(logFile).size;
  const child = await spawnServer({ ...options, logFile }).finally(() => fs.closeSync(logFile));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const identity = findProcess(child.pid!);
  const startedAt = performance.now();
  for (let reported = 0; child.exitCode === null && child.signalCode === null; await sleep(pollMs)) {
    const server = findServer(cluster.dir);
    if (identity && server?.isReady && server.identity.pid === identity.pid) return { identity, port, ended };
    const waited = Math.floor((performance.now() - startedAt) / reportWaitEveryMs);
    if (waited > reported) log('Waiting for PostgreSQL, which is recovering what the last run left.');
    reported = waited;
  }
  return { output: readFrom({ path: logPath, offset: logStart }) };
}

const mb = 2 ** 20;
const walPartOfVolume = 1 / 20;

/**
 * On a small volume the log of changes must not be what fills it; and files that it has once are used again, because on a full disk
 * a log that needs another one ends the database.
 */
function walSettings(dataDir: string): Record<string, string> {
  const { bsize, blocks } = fs.statfsSync(dataDir);
  const most = Math.round(Math.min(1024, Math.max(64, (bsize * blocks * walPartOfVolume) / mb)));
  return { max_wal_size: `${most}MB`, min_wal_size: `${most}MB` };
}

async function spawnServer(options: StartOptions & { port: number; logFile: number }): Promise<ChildProcess> {
  const { cluster, binaries, isDurable, port, logFile } = options;
  const settings = {
    ...serverSettings,
    ...walSettings(cluster.dataDir),
    ...(isDurable ? durable : notDurable),
    port: String(port),
  };
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      nameWorkingFolder(cluster),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      cwd: cluster.dir,
      ...cluster.account,
      // A session of its own: Ctrl-C and a supervisor's signal to the group must not stop it under requests in flight.
      detached: true,
      stdio: ['ignore', logFile, logFile],
      env: childEnvironment,
    },
  );
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  child.unref();
  return child;
}

function openLog(path: string): number {
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logRotatesAtBytes) fs.renameSync(path, `${path}.1`);
  return fs.openSync(path, 'a', 0o600);
}

function readFrom({ path, offset }: { path: string; offset: number }): string {
  return fs.readFileSync(path).subarray(offset).toString('utf8');
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, loopback, resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function signal(identity: ProcessIdentity, name: NodeJS.Signals): void {
  if (isSameProcessAlive(identity)) sendSignal(identity.pid, name);
}

/** The server and its backends, each of which has a session of its own. */
function signalAll(identity: ProcessIdentity, name: 'SIGCONT' | 'SIGKILL'): void {
  if (!isSameProcessAlive(identity)) return;
  // Windows knows neither stopped processes nor their parents.
  if (process.platform !== 'win32') for (const pid of listChildren(identity.pid)) sendSignal(pid, name);
  if (process.platform !== 'win32' || name === 'SIGKILL') sendSignal(identity.pid, name);
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function hasEnded(identity: ProcessIdentity, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (isSameProcessAlive(identity)) {
    if (performance.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}
