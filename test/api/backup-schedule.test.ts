// Backups each day: one process of all, at their time, and what becomes of one that fails.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBackupSchedule, type MakeBackup } from '../../src/server/backup/schedule.ts';
import { readConfig } from '../../src/server/config.ts';
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

function makeSchedule(clock: { now(): number }, make: MakeBackup) {
  const log: string[] = [];
  const write = (_fields: object, message: string) => void log.push(message);
  const config = readConfig({ BACKUP_TO: folder, BACKUP_AT: '02:30', METRICS: '1' });
  const context = { db: service.services.db, clock, config, log: { info: write, warn: write, error: write } };
  return { ...createBackupSchedule(context, make), log };
}

const gaugeOf = (schedule: ReturnType<typeof makeSchedule>, name: string) =>
  schedule.readMetrics().find((metric) => metric.name === `formstead_backup_${name}`)?.samples[0]?.[2];

test('[running.backup.schedule] of two processes one makes it, once a day and not before its time; a failure shows and ends nothing', async () => {
  let now = Date.parse('2026-05-01T10:00:00Z');
  const clock = { now: () => now };
  const made: string[] = [];
  let isBroken = false;
  const make: MakeBackup = async () => {
    if (isBroken) throw new Error('no space left');
    const report = await backUp(service, folder, { keep: 2 });
    made.push(report.backup);
    return report;
  };
  const schedules = [makeSchedule(clock, make), makeSchedule(clock, make)];
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
  isBroken = false;
  now += 24 * hourMs;
  await look();
  expect(made).toHaveLength(3);
  await Promise.all(schedules.map((schedule) => schedule.close()));
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
