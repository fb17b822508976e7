// A server of the PostgreSQL that this system has (Debian: `apt-get install postgresql`), in a folder of its own.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './server-process.ts';

export interface SystemPostgres {
  readonly version: string;
  url(database: string): string;
  createDatabase(name: string): void;
  close(): Promise<void>;
}

const root = '/usr/lib/postgresql';

export async function startSystemPostgres(): Promise<SystemPostgres> {
  const version = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a))[0] : undefined;
  if (version === undefined) {
    throw new Error(
      `There is no PostgreSQL in ${root}, and nothing was proved. Install it: apt-get install postgresql`,
    );
  }
  const bin = join(root, version, 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'formstead-system-'));
  const account = process.getuid?.() === 0 ? accountOf('postgres') : undefined;
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { ...account, cwd: folder, env: { LC_ALL: 'C' }, stdio: 'pipe' });
  const data = join(folder, 'data');
  run('initdb', ['-D', data, '-U', 'formstead', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']);
  writeFileSync(join(data, 'postgresql.auto.conf'), 'fsync = off\n');
  const port = await findFreePort();
  const options = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  const server = spawn(join(bin, 'postgres'), options, {
    ...account,
    cwd: folder,
    env: { LC_ALL: 'C' },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => server.once('exit', done));
  const psql = (text: string) =>
    run('psql', ['-h', folder, '-p', String(port), '-U', 'formstead', '-d', 'postgres', '-c', text]);
  for (let attempt = 0; ; attempt += 1) {
    try {
      psql('select 1');
      break;
    } catch (error) {
      if (attempt === 300) throw error;
      await new Promise((done) => setTimeout(done, 200));
    }
  }
  return {
    version,
    url: (database) => `postgres://formstead@127.0.0.1:${port}/${database}`,
    createDatabase: (name) => void psql(`create database ${name}`),
    async close() {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function accountOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
