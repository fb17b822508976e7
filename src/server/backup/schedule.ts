// Backups by themselves, once a day at BACKUP_AT, and now and then the proof that they are good: all of the newest is read again
// (BACKUP_VERIFY_DAYS), and it is restored into a throw-away database (BACKUP_DRILL_DAYS). Of all processes one does each, in a process
// of its own, so that requests notice nothing. A backup that failed is tried again an hour later, the others at BACKUP_AT of the next
// day. [running.backup.schedule] [running.backup.drill]

import { type Clock, maxLeadMs } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import type { DailyTime } from '../base/config-backup.ts';
import { dayMs, exactOffsets } from '../base/local-offsets.ts';
import type { Log } from '../base/log-types.ts';
import type { Metric } from '../base/metrics/registry.ts';
import { ConfigError } from '../base/settings.ts';
import type { Db } from '../store/connection/db.ts';
import { findSetting, replaceSetting } from '../store/identity/settings.ts';
import { claimDaily } from '../store/jobs/jobs.ts';
import type { DrillReport } from './drill.ts';
import type { BackupReport } from './run-backup.ts';
import type { VerifyReport } from './verify-backup.ts';

export interface BackupSchedule {
  startIfDue(): Promise<void>;
  /** Resolves when what is being done has ended. */
  finished(): Promise<void>;
  readMetrics(): Metric[];
  close(): Promise<void>;
}

/** Each rejects when it failed, or was stopped by the signal. */
export interface BackupTasks {
  readonly backup: (signal: AbortSignal) => Promise<BackupReport>;
  readonly verify: (signal: AbortSignal) => Promise<VerifyReport>;
  readonly drill: (signal: AbortSignal) => Promise<DrillReport>;
}

type TaskName = keyof BackupTasks;

/** What became of a task when it was last tried. */
export interface LastRun {
  /** Milliseconds since 1970. */
  readonly tried: number;
  readonly succeeded: number | null;
  readonly seconds: number;
  readonly error: string | null;
  /** False while it goes on, or when its process was killed. */
  readonly isEnded?: boolean;
  /** What the last backup found in its place. */
  readonly warnings?: number;
  readonly repairedContent?: number;
  readonly damagedContent?: number;
}

interface TaskFacts {
  readonly job: string;
  readonly setting: string;
  readonly done: string;
  readonly failed: string;
}

export const taskFacts: Readonly<Record<TaskName, TaskFacts>> = {
  backup: {
    job: 'scheduledBackup',
    setting: 'lastScheduledBackup',
    done: 'backup done',
    failed: 'the backup failed and is tried again in an hour',
  },
  verify: {
    job: 'scheduledBackupVerify',
    setting: 'lastBackupVerify',
    done: 'backup verified',
    failed: 'the verification of the newest backup failed',
  },
  drill: {
    job: 'scheduledBackupDrill',
    setting: 'lastBackupDrill',
    done: 'backup restored into a throw-away database',
    failed: 'the restore drill of the newest backup failed',
  },
};
const names: readonly TaskName[] = ['backup', 'verify', 'drill'];
const retryMs = 3_600_000;
const refreshMs = 60_000;

export function createBackupSchedule(
  context: { readonly db: Db; readonly clock: Clock; readonly config: Config; readonly log: Log },
  tasks: BackupTasks,
): BackupSchedule {
  const { db, clock, config, log } = context;
  const { to, at, verifyDays, drillDays } = config.backup;
  const days = { backup: 1, verify: verifyDays, drill: drillDays };
  const wanted = names.filter((name) => days[name] > 0);
  const stop = new AbortController();
  const last = new Map<TaskName, LastRun>();
  let inFlight: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function readLast(name: TaskName): Promise<LastRun | undefined> {
    const text = await findSetting(db.sql, taskFacts[name].setting);
    if (text === undefined) last.delete(name);
    else last.set(name, JSON.parse(text) as LastRun);
    return last.get(name);
  }

  function start(name: TaskName): void {
    clearTimeout(retry);
    inFlight = run(name)
      .catch((error) => log.error({ error: String(error) }, `what became of the ${name} could not be noted`))
      .finally(() => {
        inFlight = undefined;
      });
  }

  async function run(name: TaskName): Promise<void> {
    const { done, failed, setting } = taskFacts[name];
    const tried = clock.now();
    const before = await readLast(name);
    // A success that lies ahead was noted while the clock was wrong; alerts go by its age.
    const succeeded = before?.succeeded == null ? null : Math.min(before.succeeded, tried);
    const note = async (how: Partial<LastRun>) => {
      last.set(name, { tried, succeeded, seconds: (clock.now() - tried) / 1000, error: null, isEnded: true, ...how });
      await replaceSetting(db.sql, setting, JSON.stringify(last.get(name)));
    };
    await note({ error: before?.error ?? null, isEnded: false });
    try {
      const report = await tasks[name](stop.signal);
      log.info({ ...report }, done);
      if ('missingKeys' in report) reportBackup(report, log);
      await note({ succeeded: clock.now(), ...('missingKeys' in report && factsOf(report)) });
    } catch (error) {
      if (stop.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      log.error({ target: to }, `${failed}: ${message}`);
      if (name === 'backup') retry = setTimeout(() => start(name), retryMs).unref();
      await note({ error: message });
    }
  }

  /** Since when it has been due; undefined: there is nothing to prove yet. */
  async function findDue(name: TaskName, now: number): Promise<number | undefined> {
    if (name === 'backup') return lastDue(at, now);
    if ((await readLast('backup'))?.succeeded == null) return undefined;
    const before = await readLast(name);
    if (before === undefined) return now;
    const isDone = before.error === null && before.isEnded !== false;
    return lastDue(at, now) - (isDone ? days[name] - 1 : 0) * dayMs;
  }

  const refresh =
    to === undefined || config.metrics === undefined
      ? undefined
      : setInterval(() => void Promise.all(wanted.map(readLast)).catch(() => {}), refreshMs).unref();
  return {
    async startIfDue() {
      if (to === undefined) return;
      for (const name of wanted) {
        const now = clock.now();
        const due = await findDue(name, now);
        if (inFlight !== undefined || stop.signal.aborted) return;
        if (due === undefined) continue;
        const claim = {
          name: taskFacts[name].job,
          now: new Date(now).toISOString(),
          due: new Date(due).toISOString(),
          lastPossible: new Date(now + maxLeadMs).toISOString(),
        };
        if (await claimDaily(db.sql, claim)) return start(name);
      }
    },
    async finished() {
      await inFlight;
    },
    readMetrics: () => (to === undefined ? [] : metricsOf(wanted, last)),
    async close() {
      stop.abort(new ConfigError('The service stops.'));
      clearTimeout(retry);
      clearInterval(refresh);
      await inFlight;
    },
  };
}

function reportBackup(report: BackupReport, log: Log): void {
  if (report.missingFiles > 0) log.error({ ...report }, 'the backup lacks files whose content is not in storage');
  for (const warning of report.warnings) log.warn({ backup: report.backup, target: report.target }, warning);
}

function factsOf({ warnings, repairedContent, damagedContent }: BackupReport) {
  return { warnings: warnings.length, repairedContent, damagedContent };
}

/** When it was last that time of day. */
export function lastDue({ hour, minute, timeZone }: DailyTime, now: number): number {
  const offsetAt = exactOffsets(timeZone);
  const local = now + offsetAt(now);
  const today = Math.floor(local / dayMs) * dayMs + (hour * 60 + minute) * 60_000;
  const due = today > local ? today - dayMs : today;
  // Clocks may have changed between then and now.
  return due - offsetAt(due - offsetAt(now));
}

type Gauge = readonly [task: TaskName, name: string, help: string, value: (last: LastRun) => number];

const gauges: readonly Gauge[] = [
  ['backup', 'formstead_backup_last_success_time_seconds', 'When a scheduled backup last succeeded; 0: never.', timeOf],
  [
    'backup',
    'formstead_backup_last_try_time_seconds',
    'When one was last begun; 0: never.',
    (last) => last.tried / 1000,
  ],
  ['backup', 'formstead_backup_last_duration_seconds', 'How long that one took.', (last) => last.seconds],
  ['backup', 'formstead_backup_last_failed', '1 when that one failed.', failureOf],
  [
    'backup',
    'formstead_backup_warnings',
    'How often the last one warned: damage, dates in the future.',
    (last) => last.warnings ?? 0,
  ],
  [
    'backup',
    'formstead_backup_repaired_content',
    'Damaged content that the last one wrote again.',
    (last) => last.repairedContent ?? 0,
  ],
  [
    'backup',
    'formstead_backup_damaged_content',
    'Damaged content that the service has no more.',
    (last) => last.damagedContent ?? 0,
  ],
  [
    'verify',
    'formstead_backup_verify_last_success_time_seconds',
    'When a backup was last found whole; 0: never.',
    timeOf,
  ],
  ['verify', 'formstead_backup_verify_last_failed', '1 when the last verification failed.', failureOf],
  [
    'drill',
    'formstead_backup_drill_last_success_time_seconds',
    'When a restore drill last succeeded; 0: never.',
    timeOf,
  ],
  ['drill', 'formstead_backup_drill_last_failed', '1 when the last drill failed.', failureOf],
];

function timeOf({ succeeded }: LastRun): number {
  return (succeeded ?? 0) / 1000;
}

function failureOf({ error }: LastRun): number {
  return error === null ? 0 : 1;
}

/** Of tasks that are not wanted there are none: 0 would look like a task that never succeeds. */
function metricsOf(tasks: readonly TaskName[], last: ReadonlyMap<TaskName, LastRun>): Metric[] {
  const served = gauges.filter(([task]) => tasks.includes(task));
  return served.map(([task, name, help, value]) => {
    const found = last.get(task);
    return { name, help, type: 'gauge', samples: [['', '', found === undefined ? 0 : value(found)]] };
  });
}

declare module '../base/services.ts' {
  interface Services {
    readonly backups: Pick<BackupSchedule, 'startIfDue' | 'readMetrics'>;
  }
}
