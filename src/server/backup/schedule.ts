// Backups by themselves, once a day at BACKUP_AT: of all processes one makes it, in a process of its own, so that requests notice
// nothing. One that failed is tried again an hour later. [running.backup.schedule]
import type { Config } from '../config.ts';
import type { DailyTime } from '../config-backup.ts';
import { dayMs, exactOffsets } from '../local-offsets.ts';
import type { Metric } from '../metrics/registry.ts';
import { type Clock, type Log, maxLeadMs } from '../services.ts';
import { ConfigError } from '../settings.ts';
import type { Db } from '../store/db.ts';
import { claimDaily } from '../store/jobs.ts';
import { findSetting, replaceSetting } from '../store/settings.ts';
import type { BackupReport } from './run-backup.ts';

export interface BackupSchedule {
  startIfDue(): Promise<void>;
  /** Resolves when the backup that is being made has ended. */
  finished(): Promise<void>;
  readMetrics(): Metric[];
  close(): Promise<void>;
}

/** Rejects when the backup failed, or was stopped by the signal. */
export type MakeBackup = (signal: AbortSignal) => Promise<BackupReport>;

interface LastBackup {
  /** Milliseconds since 1970. */
  readonly tried: number;
  readonly succeeded: number | null;
  readonly seconds: number;
  readonly error: string | null;
}

const jobName = 'scheduledBackup';
const settingName = 'lastScheduledBackup';
const retryMs = 3_600_000;
const refreshMs = 60_000;

export function createBackupSchedule(
  context: { readonly db: Db; readonly clock: Clock; readonly config: Config; readonly log: Log },
  make: MakeBackup,
): BackupSchedule {
  const { db, clock, config, log } = context;
  const { to, at } = config.backup;
  const stop = new AbortController();
  let inFlight: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let last: LastBackup | undefined;

  async function readLast(): Promise<LastBackup | undefined> {
    const text = await findSetting(db.sql, settingName);
    last = text === undefined ? undefined : (JSON.parse(text) as LastBackup);
    return last;
  }

  function start(): void {
    clearTimeout(retry);
    inFlight = run()
      .catch((error) => log.error({ error: String(error) }, 'what became of the backup could not be noted'))
      .finally(() => {
        inFlight = undefined;
      });
  }

  async function run(): Promise<void> {
    const tried = clock.now();
    const before = await readLast();
    const note = async (how: Pick<LastBackup, 'succeeded' | 'error'>) => {
      last = { tried, seconds: (clock.now() - tried) / 1000, ...how };
      await replaceSetting(db.sql, settingName, JSON.stringify(last));
    };
    try {
      const report = await make(stop.signal);
      log.info({ ...report }, 'backup done');
      if (report.missingFiles > 0) log.error({ ...report }, 'the backup lacks files whose content is not in storage');
      await note({ succeeded: clock.now(), error: null });
    } catch (error) {
      if (stop.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      log.error({ target: to }, `the backup failed and is tried again in an hour: ${message}`);
      retry = setTimeout(start, retryMs).unref();
      await note({ succeeded: before?.succeeded ?? null, error: message });
    }
  }

  const refresh =
    to === undefined || config.metrics === undefined
      ? undefined
      : setInterval(() => void readLast().catch(() => {}), refreshMs).unref();
  return {
    async startIfDue() {
      if (to === undefined || inFlight !== undefined || stop.signal.aborted) return;
      const now = clock.now();
      const claim = {
        name: jobName,
        now: new Date(now).toISOString(),
        due: new Date(lastDue(at, now)).toISOString(),
        lastPossible: new Date(now + maxLeadMs).toISOString(),
      };
      if (await claimDaily(db.sql, claim)) start();
    },
    async finished() {
      await inFlight;
    },
    readMetrics: () => (to === undefined ? [] : metricsOf(last)),
    async close() {
      stop.abort(new ConfigError('The service stops.'));
      clearTimeout(retry);
      clearInterval(refresh);
      await inFlight;
    },
  };
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

function metricsOf(last: LastBackup | undefined): Metric[] {
  const gauge = (name: string, help: string, value: number): Metric => ({
    name: `formstead_backup_${name}`,
    help,
    type: 'gauge',
    samples: [['', '', value]],
  });
  return [
    gauge(
      'last_success_time_seconds',
      'When a scheduled backup last succeeded; 0: never.',
      (last?.succeeded ?? 0) / 1000,
    ),
    gauge('last_try_time_seconds', 'When one was last begun; 0: never.', (last?.tried ?? 0) / 1000),
    gauge('last_duration_seconds', 'How long that one took.', last?.seconds ?? 0),
    gauge('last_failed', '1 when that one failed.', last?.error == null ? 0 : 1),
  ];
}
