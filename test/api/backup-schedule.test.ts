// Backups each day: one process of all, at their time, and what becomes of one that fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupTasks, createBackupSchedule } from '../../src/server/backup/schedule.ts';
import { readConfig } from '../../src/server/base/config.ts';
import type { Settings } from '../../src/server/base/settings.ts';
import { backUp, verify } from '../support/backups.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;
const hourMs = 3_600_000;

beforeAll(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'formstead-backups-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const never = async () => Promise.reject(new Error('not wanted here'));

function makeSchedule(clock: { now(): number }, tasks: Partial<BackupTasks>, settings: Settings = {}) {
  const log: string[] = [];
  const write = (_fields: object, message: string) => void log.push(message);
  const config = readConfig({ BACKUP_TO: folder, BACKUP_AT: '02:30', METRICS: '1', ...settings });
  const context = { db: service.services.db, clock, config, log: { info: write, warn: write, error: write } };
  return { ...createBackupSchedule(context, { backup: never, verify: never, drill: never, ...tasks }), log };
}

const gaugeOf = (schedule: ReturnType<typeof makeSchedule>, name: string) =>
  schedule.readMetrics().find((metric) => metric.name === `formstead_backup_${name}`)?.samples[0]?.[2];

test('[running.backup.schedule] of two processes one makes it, once a day and not before its time; a failure shows and ends nothing', async () => {
  let now = Date.parse('2026-05-01T10:00:00Z');
  const clock = { now: () => now };
  const made: string[] = [];
  let isBroken = false;
  const backup: BackupTasks['backup'] = async () => {
    if (isBroken) throw new Error('no space left');
    const report = await backUp(service, folder, { keep: 2 });
    made.push(report.backup);
    return report;
  };
  const alone = { BACKUP_VERIFY_DAYS: '0', BACKUP_DRILL_DAYS: '0' };
  const schedules = [makeSchedule(clock, { backup }, alone), makeSchedule(clock, { backup }, alone)];
  const look = async () => {
    await Promise.all(schedules.map((schedule) => schedule.startIfDue()));
    await Promise.all(schedules.map((schedule) => schedule.finished()));
  };
  await look();
  now += 16 * hourMs;
  await look();
  expect(made).toHaveLength(0);
  now += 0.6 * hourMs;
  await look();
  await look();
  expect(made).toHaveLength(1);
  now += 23 * hourMs;
  await look();
  expect(made).toHaveLength(1);
  now += hourMs;
  await look();
  expect(made).toHaveLength(2);
  expect(await verify(folder)).toMatchObject({ backup: made[1], isWhole: true });

  isBroken = true;
  now += 24 * hourMs;
  await look();
  expect(made).toHaveLength(2);
  const log = schedules.flatMap((schedule) => schedule.log);
  expect(log.filter((line) => line.startsWith('the backup failed'))).toEqual([
    'the backup failed and is tried again in an hour: no space left',
  ]);
  const failed = schedules.find((schedule) => gaugeOf(schedule, 'last_failed') === 1);
  expect(gaugeOf(failed!, 'last_success_time_seconds')).toBe((now - 24 * hourMs) / 1000);
  // Nothing is scheduled that an alert could wait for.
  for (const task of ['verify', 'drill']) expect(gaugeOf(failed!, `${task}_last_success_time_seconds`)).toBe(undefined);
  isBroken = false;
  now += 24 * hourMs;
  await look();
  expect(made).toHaveLength(3);
  await Promise.all(schedules.map((schedule) => schedule.close()));
});

test('[running.backup.drill] the newest backup is verified and restored by itself, every so many days; a failure shows, and is tried again the next day', async () => {
  const { sql } = service.services.db;
  await sql`delete from settings where name like 'last%Backup%'`;
  await sql`delete from jobs where name like 'scheduledBackup%'`;
  // The clock of the database was ahead when the last one was made: its age must show all the same.
  let now = Date.parse('2026-06-01T10:00:00Z');
  const clock = { now: () => now };
  const done: string[] = [];
  const broken = new Set<string>();
  const task = (name: string, report: object) => async () => {
    if (broken.has(name)) throw new Error(`${name} is broken`);
    done.push(`${new Date(now).toISOString().slice(0, 10)} ${name}`);
    return report as never;
  };
  const warnings = ['Content of 1 files was damaged'];
  const facts = { backup: 'x', missingFiles: 0, missingKeys: [], warnings, repairedContent: 1, damagedContent: 2 };
  const tasks = { backup: task('backup', facts), verify: task('verify', {}), drill: task('drill', {}) };
  const schedule = makeSchedule(clock, tasks, { BACKUP_VERIFY_DAYS: '3', BACKUP_DRILL_DAYS: '5' });
  /** As the job does it every minute. */
  const passDay = async () => {
    now += 24 * hourMs;
    for (let at = 0; at < 5; at += 1) {
      await schedule.startIfDue();
      await schedule.finished();
      now += 60_000;
    }
  };
  await schedule.startIfDue();
  for (let day = 0; day < 8; day += 1) await passDay();
  const datesOf = (name: string) => done.filter((line) => line.endsWith(name)).map((line) => line.slice(8, 10));
  expect(datesOf('backup')).toEqual(['02', '03', '04', '05', '06', '07', '08', '09']);
  expect(datesOf('verify')).toEqual(['02', '05', '08']);
  expect(datesOf('drill')).toEqual(['02', '07']);
  expect(schedule.log).toContain(warnings[0]);
  expect([gaugeOf(schedule, 'warnings'), gaugeOf(schedule, 'repaired_content')]).toEqual([1, 1]);
  expect(gaugeOf(schedule, 'damaged_content')).toBe(2);

  broken.add('verify').add('drill');
  for (let day = 0; day < 4; day += 1) await passDay();
  expect([gaugeOf(schedule, 'verify_last_failed'), gaugeOf(schedule, 'drill_last_failed')]).toEqual([1, 1]);
  const failures = schedule.log.filter((line) => line.includes('is broken'));
  expect(failures.slice(0, 2)).toEqual([
    'the verification of the newest backup failed: verify is broken',
    'the verification of the newest backup failed: verify is broken',
  ]);
  expect(failures).toContain('the restore drill of the newest backup failed: drill is broken');
  broken.clear();
  await passDay();
  expect(datesOf('verify').at(-1)).toBe('14');
  expect([gaugeOf(schedule, 'verify_last_failed'), gaugeOf(schedule, 'drill_last_failed')]).toEqual([0, 0]);

  // A success that was noted two years ahead does not hide that there was none since.
  const ahead = { tried: now, succeeded: now + 730 * 24 * hourMs, seconds: 1, error: null };
  await sql`update settings set value = ${JSON.stringify(ahead)} where name = 'lastScheduledBackup'`;
  broken.add('backup');
  await passDay();
  expect(gaugeOf(schedule, 'last_success_time_seconds')).toBeLessThanOrEqual(now / 1000);
  await schedule.close();
});

test('[running.settings] a time, a zone or a place that makes no sense is refused by name', () => {
  for (const [settings, message] of [
    [{ BACKUP_AT: '25:00' }, 'BACKUP_AT (flag --backup-at) is "25:00"'],
    [{ BACKUP_AT: '02:00 Mars/Base' }, 'BACKUP_AT (flag --backup-at) is "02:00 Mars/Base"'],
    [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP (flag --backup-keep) is "0"'],
    [{ BACKUP_TO: 's3://bucket/x' }, 'BACKUP_TO is an address of S3: set BACKUP_S3_ENDPOINT'],
    [{ BACKUP_TO: 's3://BUCKET' }, 'BACKUP_TO (flag --backup-to) is "s3://BUCKET"'],
    [{ BACKUP_S3_ENDPOINT: 'https://s3.example.org' }, 'BACKUP_S3_ACCESS_KEY_ID is missing'],
  ] as const) {
    expect(() => readConfig(settings)).toThrow(message);
  }
});
