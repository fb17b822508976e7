// The built server as a real process, for tests that kill, stop and restart it. Each test ends what it started.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findServer } from '../../src/server/postgres/cluster.ts';
import { stopServer } from '../../src/server/postgres/server.ts';
import { scratchFolder } from './scratch-folder.ts';
import { type CallOptions, type Reply, send } from './send.ts';

const root = resolve(import.meta.dirname, '../..');

export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** The object it printed when it was ready. */
  readonly ready: { readonly status: string; readonly url: string; readonly pid: number; readonly setupUrl?: string };
  readonly startMs: number;
  /** Everything on standard error so far. */
  log(): string;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** Resolves when it ends, for whatever reason. */
  readonly ended: Promise<void>;
  /** Sends the signal and resolves with how it ended. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

let isBuilt = false;

/** Installs and builds what is missing, once, before the first process: a look whether it is all there reads every source. */
export function buildServer(): void {
  if (isBuilt) return;
  const result = spawnSync(process.execPath, [join(root, 'scripts/setup.mjs')], { encoding: 'utf8' });
  if (result.status !== 0) throw new Error(result.stderr);
  isBuilt = true;
}

/** What scripts/formstead.mjs does after its setup: nothing is built again between two starts of a test. */
function writeProgram(dataDir: string): string {
  const program = join(dataDir, 'formstead.mjs');
  const built = pathToFileURL(join(root, 'dist/server/cli.js')).href;
  writeFileSync(program, `import { main } from ${JSON.stringify(built)};\nmain(process.argv.slice(2));\n`);
  return program;
}

export function makeDataFolder(): string {
  const folder = mkdtempSync(join(scratchFolder(), 'formstead-crash-'));
  folders.push(folder);
  return folder;
}

/** Below those that systems give to connections they open: between the look and its use nobody gets it by chance. */
const [firstPort, lastPort] = [12_000, 31_000];

export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    const probe = createServer();
    const isFree = await new Promise<boolean>((done) => {
      probe.once('error', () => done(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
    });
    if (isFree) return port;
  }
}

/** Rejects with what it wrote on standard error when it ends before it is ready. */
export async function startProcess(
  dataDir: string,
  env: Record<string, string> = {},
  /** What happens while it starts. */
  meanwhile?: (child: { log(): string; kill(signal: NodeJS.Signals): void }) => Promise<void>,
): Promise<ServerProcess> {
  return follow(await spawnServe(dataDir, { env }), meanwhile);
}

/** Another build of it, as `startProcess` starts ours; with no arguments. `node` is a Node.js of another version. */
export async function startProgram(
  program: string,
  dataDir: string,
  env: Record<string, string> = {},
  node?: string,
): Promise<ServerProcess> {
  return follow(await spawnServe(dataDir, { env, command: [program], ...(node && { node }) }));
}

async function follow(
  { child, url }: { child: ChildProcess; url: string },
  meanwhile?: Parameters<typeof startProcess>[2],
): Promise<ServerProcess> {
  const started = Date.now();
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const during = meanwhile?.({ log: () => log, kill: (signal) => void child.kill(signal) });
  const [ready] = await Promise.all([readFirstLine(child, () => log), during]);
  return {
    pid: child.pid as number,
    url,
    ready,
    startMs: Date.now() - started,
    log: () => log,
    ended: new Promise((done) => child.once('exit', () => done())),
    call: (method, path, options) => send(method, `${url}/v1.0${path}`, options),
    end: (signal) => end(child, signal),
  };
}

/** `formstead serve`, not waited for. */
export async function spawnServe(
  dataDir: string,
  {
    env = {},
    stderr = 'pipe',
    command = [writeProgram(dataDir), 'serve'],
    node = process.execPath,
  }: { env?: Record<string, string>; stderr?: 'pipe' | number; command?: string[]; node?: string },
): Promise<{ child: ChildProcess; url: string }> {
  const port = Number(env['PORT'] ?? (await findFreePort()));
  const child = spawn(node, command, {
    cwd: dataDir,
    env: { ...environment(dataDir), RATE_LIMIT: '0', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  children.push(child);
  return { child, url: `http://127.0.0.1:${port}` };
}

/** The processes that serve. */
export function listWorkers(pid: number): number[] {
  const children = readIfThere(`/proc/${pid}/task/${pid}/children`);
  if (children !== undefined) return children.split(' ').map(Number).filter(isWorker);
  const lines = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).stdout.split('\n');
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , parent, args = '']) => Number(parent) === pid && args.includes('worker.js'))
    .map(([, own]) => Number(own));
}

function isWorker(pid: number): boolean {
  return readIfThere(`/proc/${pid}/cmdline`)?.includes('worker.js') ?? false;
}

/** Of a process that may have ended, on a system that may not have it. */
function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** A command to its end. */
export function runCommand(dataDir: string, args: string[], env: Record<string, string> = {}, input = '') {
  return runProgram(writeProgram(dataDir), dataDir, args, env, input);
}

/** A command that is not waited for; `ended` has what it wrote. */
export function spawnCommand(dataDir: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [writeProgram(dataDir), ...args], {
    cwd: dataDir,
    env: { ...environment(dataDir), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  return { child, ended: collectOutput(child) };
}

/** A command of another build of it. */
export function runProgram(
  program: string,
  dataDir: string,
  args: string[],
  env: Record<string, string> = {},
  input = '',
) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: dataDir,
    env: { ...environment(dataDir), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  child.stdin.end(input);
  return collectOutput(child);
}

function collectOutput(child: ChildProcess) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    let [stdout, stderr] = ['', ''];
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('close', (code) => done({ code, stdout, stderr }));
  });
}

/** After each test: no process, database or folder outlives it. */
export async function endAll(): Promise<void> {
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  for (const folder of folders.splice(0)) {
    const server = findServer(join(folder, 'postgres'));
    if (server !== undefined) await stopServer({ identity: server.identity, log: () => {} });
    rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

const children: ChildProcess[] = [];
const folders: string[] = [];

function environment(dataDir: string): Record<string, string> {
  // The maintained sets must not be fetched from anywhere.
  const sources = join(dataDir, 'no-sources.json');
  const names = ['cities', 'streets', 'branches', 'branchesEnglish', 'taxLocalities', 'institutions'];
  writeFileSync(sources, JSON.stringify(Object.fromEntries(names.map((name) => [name, 'file:none.txt']))));
  return { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, SETS_SOURCES: sources };
}

function readFirstLine(child: ChildProcess, log: () => string): Promise<ServerProcess['ready']> {
  return new Promise((done, fail) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes('\n')) done(JSON.parse(output.split('\n')[0] as string));
    });
    child.once('error', fail);
    child.once('close', (code) => fail(Object.assign(new Error(log()), { code })));
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals) {
  return new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      done({ code: child.exitCode, signal: child.signalCode });
      return;
    }
    child.once('exit', (code, endedBy) => done({ code, signal: endedBy }));
    child.kill(signal);
  });
}
