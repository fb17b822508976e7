// `formstead backup`, `verify` and `restore` as they are run, beside a server, killed in the middle, and begun again.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { findProcess } from '../../src/server/postgres/process-identity.ts';
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

  const listed = await runCommand(dataDir, documented('backup list /var/backups/formstead', values));
  expect([listed.code, listed.stdout.trim().split('\n').length]).toEqual([0, 1]);
  expect(JSON.parse(listed.stdout)).toMatchObject({
    place: target,
    newest: report.backup,
    backups: [
      {
        backup: report.backup,
        sequence: report.sequence,
        forms: 1,
        entries: 3,
        files: 0,
        damaged: 0,
        isFutureDated: false,
      },
    ],
    warnings: [],
  });
  expect(JSON.parse(listed.stdout).backups[0].verified).toMatch(/^\d{4}-/);
  const drilled = await runCommand(dataDir, documented('backup drill /var/backups/formstead', values));
  expect([drilled.code, JSON.parse(drilled.stdout)]).toMatchObject([0, { backup: report.backup, rows: report.rows }]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('drill-'))).toEqual([]);

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
  await again.end('SIGTERM');

  // A damaged part ends a restore, and a drill finds it before; what is intact can be had all the same.
  const other = join(target, 'backups', report.backup, 'tables', 'entries.000001.gz');
  expect(existsSync(other)).toBe(true);
  writeFileSync(other, '');
  for (const args of [
    ['restore', target],
    ['backup', 'drill', target],
  ]) {
    const failed = await runCommand(makeDataFolder(), args);
    expect([failed.code, failed.stdout, failed.stderr]).toEqual([1, '', expect.stringContaining('entries.000001.gz')]);
  }
  const rest = makeDataFolder();
  const values2 = { '/var/backups/formstead': target, '/var/lib/formstead-new': rest };
  const partly = await runCommand(
    dataDir,
    documented('restore /var/backups/formstead --data-dir /var/lib/formstead-new --without-damaged', values2),
  );
  expect([partly.code, JSON.parse(partly.stdout).lost.rows]).toEqual([2, { entries: 3 }]);
  const left = await startProcess(rest);
  expect((await left.call('GET', '/me', { token })).status).toBe(200);
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
  // A copy of any name is a single file too.
  copyFileSync(file, join(dataDir, 'all.copy'));
  const copy = await runCommand(dataDir, ['verify', join(dataDir, 'all.copy')]);
  expect([copy.code, JSON.parse(copy.stdout)]).toEqual([0, expect.objectContaining({ isWhole: true, warnings: [] })]);
  expect(readdirSync(join(target, 'backups'))).toHaveLength(1);
  expect(readdirSync(target).sort()).toEqual(['backups', 'checks', 'formstead-backup.json', 'manifests']);
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

test('[running.backup.drill] a server whose drill or verification is due does it in a process of its own; what it finds is in the log', async () => {
  const dataDir = copyServedFolder();
  const target = join(dataDir, 'daily');
  expect((await runCommand(dataDir, ['backup', target])).code).toBe(0);
  const makeDue = async (job: string) => {
    const database = await openEmbedded({ dataDir, log: () => {} });
    await withSql(database.url, async (sql) => {
      const last = JSON.stringify({ tried: 1, succeeded: 1, seconds: 1, error: null });
      await sql`insert into settings (name, value) values ('lastScheduledBackup', ${last}) on conflict do nothing`;
      await sql`insert into jobs (name, last_run) values ('scheduledBackup', now()), (${job}, '2020-01-01'),
        ('startBackup', '2020-01-01') on conflict (name) do update set last_run = excluded.last_run`;
    });
    await database.stop();
  };
  await makeDue('scheduledBackupDrill');
  const server = await startProcess(dataDir, { BACKUP_TO: target, BACKUP_VERIFY_DAYS: '0' });
  await expect.poll(server.log).toContain('"msg":"backup restored into a throw-away database"');
  expect((await server.end('SIGTERM')).code).toBe(0);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('drill-'))).toEqual([]);
  await makeDue('scheduledBackupVerify');
  const [backup] = readdirSync(join(target, 'backups'));
  writeFileSync(join(target, 'backups', backup!, 'manifest.json'), '');
  const again = await startProcess(dataDir, { BACKUP_TO: target, BACKUP_DRILL_DAYS: '0' });
  await expect
    .poll(again.log)
    .toMatch(
      /the verification of the newest backup failed: Backup \S+ is damaged \(1 problems\): \S+manifest.json is damaged/,
    );
  expect((await again.end('SIGTERM')).code).toBe(0);
});

test('[running.backup.drill] a drill that is stopped removes its database; of one that is killed a start of the server does', async () => {
  const dataDir = copyServedFolder();
  const target = join(dataDir, 'place');
  expect((await runCommand(dataDir, ['backup', target])).code).toBe(0);
  const drills = () => readdirSync(dataDir).filter((name) => name.startsWith('drill-') && name !== 'drill-notes');
  // A folder that somebody named so is not one.
  mkdirSync(join(dataDir, 'drill-notes'), { recursive: true });
  const findServer = () => {
    const [file] = drills().map((name) => join(dataDir, name, 'postgres', 'postmaster.pid'));
    const pid = file !== undefined && existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : Number.NaN;
    return Number.isNaN(pid) ? undefined : pid;
  };
  let pid: number | undefined;
  const isBegun = () => {
    pid = findServer() ?? pid;
    return pid !== undefined;
  };
  const isRunning = () => findProcess(pid ?? 0) !== undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    pid = undefined;
    expect(await killWhen(dataDir, ['backup', 'drill', target], isBegun, signal)).toBe(true);
    expect([signal, drills(), isRunning()]).toEqual([signal, [], false]);
  }
  pid = undefined;
  expect(await killWhen(dataDir, ['backup', 'drill', target], isBegun)).toBe(true);
  const [left] = drills();
  expect(left).toBeDefined();
  const { checks } = JSON.parse((await runCommand(dataDir, ['doctor', '--json'])).stdout);
  expect(checks).toContainEqual(
    expect.objectContaining({ check: 'folder.drill', message: expect.stringContaining(left!) }),
  );
  const server = await startProcess(dataDir);
  await expect.poll(() => [drills(), isRunning()]).toEqual([[], false]);
  expect(existsSync(join(dataDir, 'drill-notes'))).toBe(true);
  await server.end('SIGTERM');
});

function hasTables(backups: string): boolean {
  return readdirSync(backups, { recursive: true, encoding: 'utf8' }).some((name) => name.includes('tables'));
}

/** Whether it was killed before it ended. */
async function killWhen(
  dataDir: string,
  args: string[],
  isTime: () => boolean,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<boolean> {
  const program = join(dataDir, 'formstead.mjs');
  if (!existsSync(program)) await runCommand(dataDir, ['--version']);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: dataDir,
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
    stdio: 'ignore',
  });
  const ended = new Promise<boolean>((done) => child.once('exit', (_, by) => done(by === signal)));
  const look = setInterval(() => {
    if (!isTime()) return;
    clearInterval(look);
    child.kill(signal);
  }, 1);
  const isKilled = await ended;
  clearInterval(look);
  return isKilled;
}
