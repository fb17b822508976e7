// `formstead doctor` as it is run: beside a server that is well, before the first start, on standbys, and killed in the middle.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../src/server/base/settings.ts';
import type { Finding } from '../../src/server/doctor/finding.ts';
import { type DatabasePair, startDatabasePair } from '../support/database-pair.ts';
import { diagnose } from '../support/doctor.ts';
import { documented } from '../support/documented-command.ts';
import { startS3 } from '../support/s3-server.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import {
  buildServer,
  endAll,
  findFreePort,
  makeDataFolder,
  runCommand,
  startProcess,
} from '../support/server-process.ts';
import { startSmtp } from '../support/smtp.ts';
import { withSql } from '../support/with-sql.ts';

const ends: (() => unknown)[] = [];
beforeAll(buildServer, 180_000);
afterEach(async () => {
  await endAll();
  for (const end of ends.splice(0).reverse()) await end();
});

interface Printed {
  readonly status: string;
  readonly checks: readonly Finding[];
}

test('[running.doctor] [running.commands] [heavy] beside a server that is well: no findings, code 0, one object; stopped, a broken setting: code 1', async () => {
  const [s3, smtp] = [await startS3(), await startSmtp()];
  ends.push(() => s3.close());
  ends.push(() => smtp.close());
  const dataDir = copyServedFolder();
  const env = {
    PORT: String(await findFreePort()),
    SMTP_URL: `${smtp.url}?ignoreTLS=true`,
    MAIL_FROM: 'forms@example.org',
    BACKUP_TO: `s3://${s3.config.bucket}/backups`,
    BACKUP_S3_ENDPOINT: s3.config.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
  };
  const server = await startProcess(dataDir, env);
  expect((await runCommand(dataDir, ['backup'], env)).code).toBe(0);
  const before = listAll(dataDir);
  const well = await runCommand(dataDir, documented('doctor', {}), env);
  const printed = JSON.parse(well.stdout) as Printed;
  expect(printed.checks.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect([well.code, well.stdout.trim().split('\n').length, printed.status]).toEqual([0, 1, 'ok']);
  expect(well.stderr).toMatch(/^ok {7}settings\.values .*\n[\s\S]*\nAll is well\.\n$/);
  expect(printed.checks.map(({ check }) => check)).toContain('pdf.typesetter');
  expect(listAll(dataDir)).toEqual(before);
  expect(smtp.emails).toEqual([]);

  const broken = await runCommand(dataDir, documented('doctor --json', {}), {
    ...env,
    WORKERS: 'all',
    BACKUP_KEEP: '0',
  });
  expect([broken.code, broken.stderr]).toEqual([1, '']);
  const found = (JSON.parse(broken.stdout) as Printed).checks.filter(({ state }) => state === 'problem');
  expect(found.map(({ message }) => message)).toEqual([
    'WORKERS (flag --workers) is "all", but must be a whole number from 1 to 256.',
    'BACKUP_KEEP (flag --backup-keep) is "0", but must be a whole number from 1 to 10000.',
  ]);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
});

/** Paths of everything but what the database and its server write for themselves. */
function listAll(dataDir: string): string[] {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !/^(?:postgres|formstead-)/.test(path),
  );
}

test('[running.doctor.database] the embedded database while nothing runs: not there yet, there, of another version; nothing is started', async () => {
  const empty = makeDataFolder();
  const about = async (dataDir: string) =>
    (await diagnose({ DATA_DIR: dataDir, PORT: String(await findFreePort()), BACKUP_TO: '/proc/none' })).filter(
      ({ check }) => check.startsWith('database'),
    );
  expect(await about(empty)).toEqual([]);
  expect(readdirSync(empty)).toEqual([]);
  const served = copyServedFolder();
  expect(await about(served)).toEqual([]);
  expect(readdirSync(join(served, 'postgres'))).not.toContain('postmaster.pid');
  writeFileSync(join(served, 'postgres/PG_VERSION'), '12\n');
  expect(await about(served)).toEqual([
    {
      check: 'database.embedded',
      state: 'problem',
      message: expect.stringContaining('was written by PostgreSQL 12, but this Formstead brings'),
    },
  ]);
  const other = makeDataFolder();
  mkdirSync(join(other, 'postgres'));
  writeFileSync(join(other, 'postgres/letter.txt'), 'Dear');
  expect(await about(other)).toMatchObject([{ check: 'database.embedded', state: 'problem' }]);
});

test('[running.doctor.database] [heavy] a standby as DATABASE_URL; standbys of the same cluster, of another and behind; slots and synchronous standbys', async () => {
  const start = async (options: { isStreaming?: boolean; isOther?: boolean }): Promise<DatabasePair> => {
    const pair = await startDatabasePair(options);
    ends.push(() => pair.close());
    return pair;
  };
  const [pair, another] = [await start({ isStreaming: true }), await start({ isOther: true })];
  const { primary, standby } = pair;
  const common = { DATA_DIR: makeDataFolder(), PORT: String(await findFreePort()) };
  const about = async (settings: Settings) =>
    (await diagnose({ ...common, ...settings })).filter(({ check }) => check.startsWith('database'));
  expect(await about({ DATABASE_URL: standby.href })).toEqual([
    { check: 'database.connection', state: 'problem', message: `${standby.host} is a standby: it takes no writes.` },
  ]);
  expect(await about({ DATABASE_URL: primary.href, DATABASE_READ_URL: standby.href })).toEqual([]);
  const both = primary.href.replace(primary.host, `${standby.host},${primary.host}`);
  expect(await about({ DATABASE_URL: both })).toEqual([]);
  expect(await about({ DATABASE_URL: primary.href, DATABASE_READ_URL: primary.href })).toMatchObject([
    { check: 'database.read', state: 'warning', message: expect.stringContaining('is not a standby') },
  ]);
  expect(await about({ DATABASE_URL: primary.href, DATABASE_READ_URL: another.standby.href })).toMatchObject([
    { check: 'database.read', state: 'problem', message: expect.stringContaining('a standby of another cluster') },
  ]);

  await withSql(standby.href, (sql) => sql`select pg_wal_replay_pause()`);
  await withSql(primary.href, async (sql) => {
    await sql`select pg_create_physical_replication_slot('left_behind', true)`;
    for (let segment = 0; segment < 6; segment += 1) {
      await sql`select pg_logical_emit_message(false, 'doctor', 'x')`;
      await sql`select pg_switch_wal()`;
    }
  });
  expect(await about({ DATABASE_URL: primary.href, DATABASE_READ_URL: standby.href })).toEqual([
    { check: 'database.slots', state: 'warning', message: expect.stringContaining('replication slot left_behind') },
    { check: 'database.read', state: 'warning', message: expect.stringMatching(/is \d+ MB behind/) },
  ]);
  await withSql(primary.href, async (sql) => {
    await sql`select pg_drop_replication_slot('left_behind')`;
    await sql.unsafe(`create role plain login password 'plain'; grant create on schema public to plain`);
    await sql.unsafe("alter system set synchronous_standby_names = 'nobody'");
    await sql`select pg_reload_conf()`;
  });
  await expect
    .poll(() => about({ DATABASE_URL: primary.href }))
    .toEqual([
      { check: 'database.writes', state: 'problem', message: 'A commit did not come to its end within 3 seconds.' },
      {
        check: 'database.replication',
        state: 'problem',
        message: 'Commits wait for a synchronous standby (nobody), but none is connected.',
      },
    ]);
  // An ordinary user does not see the states of standbys: the commit tells.
  const plain = Object.assign(new URL(primary), { username: 'plain', password: 'plain' });
  expect(await about({ DATABASE_URL: plain.href })).toEqual([
    { check: 'database.writes', state: 'problem', message: 'A commit did not come to its end within 3 seconds.' },
    { check: 'database.replication', state: 'warning', message: expect.stringContaining('cannot be told') },
  ]);
  await pair.killStandby();
  const late = await about({ DATABASE_URL: primary.href, DATABASE_READ_URL: standby.href });
  expect(late.at(-1)).toMatchObject({ check: 'database.read', message: expect.stringContaining('cannot be used') });
});

test('[running.doctor] [running.doctor.storage] [heavy] killed at any moment it leaves what the service can live with', async () => {
  const dataDir = copyServedFolder();
  const server = await startProcess(dataDir);
  const program = join(dataDir, 'formstead.mjs');
  for (const ms of [150, 300, 450, 600, 750, 900]) {
    const child = spawn(process.execPath, [program, 'doctor'], {
      cwd: dataDir,
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, PORT: new URL(server.url).port },
      stdio: 'ignore',
    });
    const ended = new Promise((done) => child.once('exit', done));
    setTimeout(() => child.kill('SIGKILL'), ms);
    await ended;
  }
  const files = await runCommand(dataDir, ['files', 'check']);
  expect([files.code, JSON.parse(files.stdout)]).toMatchObject([0, { objects: 0, unknown: 0, missing: 0 }]);
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('PANIC');
});
