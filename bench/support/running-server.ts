// The built server as a process of its own, on a durable embedded database in a temp folder that ceilings share.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProgram } from '../../scripts/build-program.mjs';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { openSql, type Sql } from '../../src/server/store/connection/pool.ts';

export interface RunningServer {
  readonly url: string;
  readonly key: string;
  readonly account: string;
  readonly databaseUrl: string;
  readonly sql: Sql;
  cpuMs(): number | undefined;
  /** The largest resident memory so far, in MB; undefined where the system does not say. */
  peakMemoryMb(): number | undefined;
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** A second account with a user of its own; `call` is theirs. */
  addAccount(email: string): Promise<Pick<RunningServer, 'call' | 'key' | 'account'>>;
  close(): Promise<void>;
}

/** Benchmarks are bundled into .cache/bench and run with the repo as their folder. */
const root = process.cwd();

/** A file of its own: the processes that serve are started with their parent's flags. */
function writeProgram(folder: string, dist: string): string {
  const file = join(folder, 'formstead.mjs');
  const built = pathToFileURL(join(dist, 'server/cli.js')).href;
  writeFileSync(file, `import { main } from ${JSON.stringify(built)};\nmain(process.argv.slice(2));\n`);
  return file;
}

/** `dist`: another build. */
export async function startServer({ dist = join(root, 'dist') } = {}): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'formstead-bench-'));
  const database = await openEmbedded({ dataDir: folder, log: () => {} });
  const port = await findFreePort();
  const program = writeProgram(folder, dist);
  const admin = { email: 'bench@example.com', password: 'bench password' };
  const child = await startProcess(
    [...(process.env['BENCH_NODE_FLAGS']?.split(' ') ?? []), program, 'serve'],
    {
      PORT: String(port),
      DATA_DIR: join(folder, 'files'),
      DATABASE_URL: database.url,
      RATE_LIMIT: '0',
      // A table that is made to grow is larger than any form may be by default.
      QUOTAS: 'form.entries=100000000',
      SETS_SOURCES: writeNoSources(folder),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    },
    // The access log is on, as in production.
    openSync(join(folder, 'server.log'), 'a'),
  ).catch(async (error: unknown) => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  });
  const url = `http://127.0.0.1:${port}`;
  const sql = openSql(database.url, { max: 2 });

  async function signIn(user: { email: string; password: string }) {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    async function call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
      const text = body === undefined ? null : JSON.stringify(body);
      const response = await fetch(`${url}/v1.0${path}`, { method, headers, body: text });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Record<string, unknown>;
    }
    headers['authorization'] = (await call('POST', '/auth/login', user))['token'] as string;
    const { token: key, account } = (await call('POST', '/api-keys', {})) as { token: string; account: string };
    delete headers['authorization'];
    headers['x-api-key'] = key;
    return { key, account, call };
  }

  const { key, account, call } = await signIn(admin);

  return {
    url,
    key,
    account,
    databaseUrl: database.url,
    sql,
    cpuMs: () => readCpuMs(findWorker(child)),
    peakMemoryMb: () => readPeakMemoryMb(findWorker(child)),
    call,
    async addAccount(email) {
      const user = { email, password: 'bench password' };
      const args = [program, 'user', 'add', '--email', email, '--password', user.password];
      const env = { PATH: process.env['PATH'], DATABASE_URL: database.url, DATA_DIR: join(folder, 'files') };
      const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return signIn(user);
    },
    async close() {
      await sql.end();
      await stopProcess(child);
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A bare node:http server in a process of its own: what the work costs without a service around it. */
export interface Ceiling {
  readonly url: string;
  cpuMs(): number | undefined;
  close(): Promise<void>;
}

/** `bytes` is the size of the response, for the kind that only answers. */
export async function startCeiling(kind: string, databaseUrl: string, bytes = 0): Promise<Ceiling> {
  const entry = resolve(root, 'bench/support/ceiling-server.ts');
  const outfile = await buildProgram(entry, resolve(root, '.cache/bench/ceiling-server.mjs'));
  const port = await findFreePort();
  const child = await startProcess([outfile, kind, String(port), databaseUrl, String(bytes)], {}, 'inherit');
  return { url: `http://127.0.0.1:${port}`, cpuMs: () => readCpuMs(child), close: () => stopProcess(child) };
}

/** Resolves when the program has printed its first line. */
function startProcess(args: string[], env: Record<string, string>, stderr: number | 'inherit'): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve(child));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
  });
}

/** The maintained sets must not be fetched while something else is measured. */
function writeNoSources(folder: string): string {
  const names = ['cities', 'streets', 'branches', 'branchesEnglish', 'taxLocalities', 'institutions'];
  const file = join(folder, 'no-sources.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(names.map((name) => [name, 'file:none.txt']))));
  return file;
}

function stopProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** The process that serves, of the one that watches over it. */
function findWorker({ pid }: ChildProcess): { readonly pid?: number | undefined } {
  if (process.platform !== 'linux') return { pid };
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return { pid: children.find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('worker.js')) ?? pid };
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;

function readCpuMs({ pid }: { readonly pid?: number | undefined }): number | undefined {
  if (process.platform !== 'linux') return undefined;
  // After the name, which may hold blanks: user time is the 12th field, system time the 13th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

function readPeakMemoryMb({ pid }: { readonly pid?: number | undefined }): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
}
