// `formstead backup`, `verify` and `restore` as they are run, beside a server, killed in the middle, and begun again.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { documented } from '../support/documented-command.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import { endAll, makeDataFolder, runCommand, type ServerProcess, startProcess } from '../support/server-process.ts';
import { withSql } from '../support/with-sql.ts';

afterEach(endAll);

const admin = { ADMIN_EMAIL: 'alice@example.com', ADMIN_PASSWORD: 'a long enough password' };
const formSchema = { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'name' }] } };

async function startFilled(dataDir: string) {
  const server = await startProcess(dataDir, admin);
  const body = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  const { token } = (await server.call('POST', '/auth/login', { body })).body;
  const form = (await server.call('POST', '/form', { token, body: { name: 'F', formSchema } })).body.id as string;
  const entries: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    entries.push((await server.call('POST', '/entry/submit', { body: { form, data: { name } } })).body.entry.id);
  }
  return { server, token, form, entries };
}

const read = (server: ServerProcess, token: string, entries: readonly string[]) =>
  Promise.all(entries.map(async (id) => (await server.call('GET', `/entry/${id}`, { token })).body));

/** Addresses of a service on another port differ by that alone. */
const withoutPort = (value: unknown) => JSON.stringify(value).replaceAll(/localhost:\d+/g, 'localhost');

test('[running.backup] [running.verify] [running.restore] [running.commands] [heavy] beside a running server, and into a new folder', async () => {
  const dataDir = copyServedFolder();
  const { server, token, entries } = await startFilled(dataDir);
  const before = await read(server, token, entries);
  const target = join(dataDir, 'backups');
  const fresh = makeDataFolder();
  const values = { '/var/backups/formstead': target, '/var/lib/formstead-new': fresh };
  const made = await runCommand(dataDir, documented('backup /var/backups/formstead', values));
  expect([made.code, made.stdout.trim().split('\n').length]).toEqual([0, 1]);
  const report = JSON.parse(made.stdout);
  expect(report).toMatchObject({ target, files: 0, missingFiles: 0, isEncrypted: false });
  const progress = made.stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(progress).toContainEqual({ step: 'table entries' });
  const verified = await runCommand(dataDir, documented('verify /var/backups/formstead', values));
  expect([verified.code, JSON.parse(verified.stdout)]).toMatchObject([0, { backup: report.backup, isWhole: true }]);

  // What is wrong with a place is one line, whoever finds it.
  const nowhere = {
    BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
    BACKUP_S3_ACCESS_KEY_ID: 'x',
    BACKUP_S3_SECRET_ACCESS_KEY: 'x',
  };
  for (const [args, words] of [
    [['backup', '/dev/null/place'], '/dev/null/place: ENOTDIR'],
    [['verify', 's3://bucket/place'], 's3://bucket/place: connect ECONNREFUSED'],
  ] as const) {
    const { code, stdout, stderr } = await runCommand(dataDir, [...args], nowhere);
    expect([code, stdout, stderr.trim().split('\n').at(-1)]).toEqual([
      1,
      '',
      expect.stringContaining(`formstead: ${words}`),
    ]);
  }

  const inUse = await runCommand(dataDir, ['restore', target]);
  expect([inUse.code, inUse.stdout]).toEqual([1, '']);
  expect(inUse.stderr).toContain(`formstead: A Formstead is running on ${dataDir}. Stop it first`);
  await server.end('SIGTERM');
  const used = await runCommand(dataDir, ['restore', target]);
  expect([used.code, used.stderr]).toEqual([1, expect.stringContaining('The database holds data already (1 accounts')]);

  const command = 'restore /var/backups/formstead --data-dir /var/lib/formstead-new';
  const restored = await runCommand(dataDir, documented(command, values));
  expect([restored.code, JSON.parse(restored.stdout)]).toMatchObject([0, { backup: report.backup, secret: 'same' }]);
  const again = await startProcess(fresh);
  expect(withoutPort(await read(again, token, entries))).toBe(withoutPort(before));
  expect((await again.call('GET', '/me', { token })).status).toBe(200);
});

test('[running.backup.manifest] [running.restore] killed in the middle: no backup, an empty database, and the next try is whole', async () => {
  const dataDir = copyServedFolder();
  const { server, token, entries } = await startFilled(dataDir);
  const before = await read(server, token, entries);
  const target = join(dataDir, 'backups');
  const file = join(dataDir, 'all.tar');
  const isBegun = () => existsSync(join(target, 'backups')) && hasTables(join(target, 'backups'));
  const isFileBegun = () => readdirSync(dataDir).some((name) => name.startsWith('all.tar.'));
  // One that ended before it was killed shows nothing: another is begun.
  while (!(await killWhen(dataDir, ['backup', target], isBegun))) rmSync(target, { recursive: true });
  while (!(await killWhen(dataDir, ['backup', file], isFileBegun))) rmSync(file);
  const none = await runCommand(dataDir, ['verify', target]);
  expect([none.code, none.stdout]).toEqual([1, '']);
  expect(none.stderr).toContain(`There is no finished backup in ${target}. One was begun and not finished.`);
  expect(existsSync(file)).toBe(false);
  // Killed between the making of a folder and the first part in it.
  mkdirSync(join(target, 'backups', '20200101T000000000Z-abcdef', 'tables'), { recursive: true });
  for (const place of [target, file]) expect((await runCommand(dataDir, ['backup', place])).code).toBe(0);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('all.tar'))).toEqual(['all.tar']);
  expect(readdirSync(join(target, 'backups'))).toHaveLength(1);
  expect(readdirSync(target).sort()).toEqual(['backups', 'formstead-backup.json']);
  await server.end('SIGTERM');

  const fresh = makeDataFolder();
  const isStarted = () => existsSync(join(fresh, 'postgres', 'postmaster.pid'));
  expect(await killWhen(fresh, ['restore', target], isStarted)).toBe(true);
  expect((await runCommand(fresh, ['restore', file])).code).toBe(0);
  const again = await startProcess(fresh);
  expect(withoutPort(await read(again, token, entries))).toBe(withoutPort(before));
});

test('[running.embedded.version] data of another PostgreSQL: a start names the command, and a restore takes its place', async () => {
  const dataDir = copyServedFolder();
  const backup = join(dataDir, 'before.tar');
  expect((await runCommand(dataDir, ['backup', backup])).code).toBe(0);
  rmSync(join(dataDir, 'postgres'), { recursive: true });
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(startProcess(dataDir)).rejects.toThrow(/written by PostgreSQL 17.*formstead restore BACKUP/s);
  const restored = await runCommand(
    dataDir,
    documented('restore /var/backups/formstead', { '/var/backups/formstead': backup }),
  );
  expect([restored.code, restored.stderr.includes('postgres-17')]).toEqual([0, true]);
  expect(readdirSync(join(dataDir, 'postgres-17'))).toEqual(['PG_VERSION']);
  expect((await startProcess(dataDir)).ready.setupUrl).toBeDefined();
});

test('[running.backup.schedule] a server whose backup is due makes it in a process of its own, and says so', async () => {
  const dataDir = copyServedFolder();
  const target = join(dataDir, 'daily');
  const database = await openEmbedded({ dataDir, log: () => {} });
  await withSql(
    database.url,
    (sql) => sql`insert into jobs (name, last_run) values ('scheduledBackup', '2020-01-01'),
    ('startBackup', '2020-01-01') on conflict (name) do update set last_run = excluded.last_run`,
  );
  await database.stop();
  const server = await startProcess(dataDir, { BACKUP_TO: target, WORKERS: '2' });
  await expect.poll(server.log).toContain('"msg":"backup done"');
  expect(readdirSync(join(target, 'backups'))).toHaveLength(1);
  expect((await runCommand(dataDir, ['verify', target])).code).toBe(0);
  expect((await server.end('SIGTERM')).code).toBe(0);
});

function hasTables(backups: string): boolean {
  return readdirSync(backups, { recursive: true, encoding: 'utf8' }).some((name) => name.includes('tables'));
}

/** Whether it was killed before it ended. */
async function killWhen(dataDir: string, args: string[], isTime: () => boolean): Promise<boolean> {
  const program = join(dataDir, 'formstead.mjs');
  if (!existsSync(program)) await runCommand(dataDir, ['--version']);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: dataDir,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const ended = new Promise<boolean>((done) => child.once('exit', (_, signal) => done(signal === 'SIGKILL')));
  const look = setInterval(() => {
    if (isTime()) child.kill('SIGKILL');
  }, 1);
  const isKilled = await ended;
  clearInterval(look);
  return isKilled;
}
