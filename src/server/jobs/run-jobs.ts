// Work that runs by itself now and then. Of several processes one runs each job: a row in the table decides.
// [running.jobs]
import { sendLeftEmails } from '../after-actions/send-left-emails.ts';
import { removeLeftDrills } from '../backup/left-drills.ts';
import { maxLeadMs } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { finishRemovals } from '../forms/remove-form.ts';
import { claimJob } from '../store/jobs/jobs.ts';
import { keepAssets } from '../web/kept-assets.ts';
import { correctTimes } from './correct-times.ts';
import { countEntryBytes } from './count-entry-bytes.ts';
import { deleteExpiredRows } from './delete-expired-rows.ts';
import { expireAudit } from './expire-audit.ts';
import { keepEntryIndexes } from './keep-entry-indexes.ts';
import { reconcileFiles } from './reconcile-files.ts';
import { removeFiles } from './remove-files.ts';
import { watchDisk } from './watch-disk.ts';

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Once more when the process begins, whoever's turn it is: somebody waits for what the last one left. */
  readonly isAtStart?: boolean;
  /** Safe to repeat, also while another process still runs it. */
  readonly run: (services: Services) => Promise<void>;
}

const jobs: readonly Job[] = [
  // First: the others go by these times.
  { name: 'correctTimes', everyMs: 600_000, isAtStart: true, run: correctTimes },
  { name: 'sendLeftEmails', everyMs: 60_000, isAtStart: true, run: (services) => sendLeftEmails(services) },
  { name: 'finishRemovals', everyMs: 60_000, isAtStart: true, run: finishRemovals },
  // Only looks whether a refresh is due: it may take minutes, and goes on by itself.
  { name: 'refreshSets', everyMs: 600_000, run: (services) => services.setsRefresh.startIfDue() },
  // The same: begins one when it is time.
  { name: 'startBackup', everyMs: 60_000, run: (services) => services.backups.startIfDue() },
  { name: 'watchDisk', everyMs: 60_000, run: watchDisk },
  // Often: on a disk that is nearly full somebody waits for the space.
  { name: 'removeFiles', everyMs: 300_000, run: removeFiles },
  { name: 'reconcileFiles', everyMs: 86_400_000, run: reconcileFiles },
  { name: 'deleteExpiredRows', everyMs: 3_600_000, run: deleteExpiredRows },
  { name: 'chainAudit', everyMs: 60_000, isAtStart: true, run: ({ auditChain }) => auditChain.run() },
  { name: 'expireAudit', everyMs: 86_400_000, run: expireAudit },
  { name: 'keepEntryIndexes', everyMs: 60_000, run: keepEntryIndexes },
  { name: 'countEntryBytes', everyMs: 3_600_000, run: countEntryBytes },
  { name: 'removeDrills', everyMs: 86_400_000, isAtStart: true, run: removeDrills },
  { name: 'keepAssets', everyMs: 3_600_000, isAtStart: true, run: keepAssets },
];

/** The databases of drills that were killed. */
async function removeDrills({ config, log }: Pick<Services, 'config' | 'log'>): Promise<void> {
  for (const folder of await removeLeftDrills(config.dataDir)) log.warn({ folder }, 'removed what a killed drill left');
}

export interface RunningJobs {
  /** Resolves when no job of this process is in progress. */
  stop(): Promise<void>;
}

const lookEveryMs = 60_000;

export function startJobs(services: Services, list: readonly Job[] = jobs): RunningJobs {
  let isStopped = false;
  let inFlight: Promise<void> = Promise.resolve();

  const look = () => {
    inFlight = inFlight.then(async () => {
      for (const job of list) if (!isStopped) await runDue(job, services);
    });
  };
  const timer = setInterval(look, lookEveryMs);
  inFlight = runAtStart(list, services);
  look();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await inFlight;
    },
  };
}

async function runAtStart(list: readonly Job[], services: Services): Promise<void> {
  for (const { name, run } of list.filter(({ isAtStart }) => isAtStart)) {
    await services.meters
      .job(name, () => run(services))
      .catch((error) => services.log.error({ job: name }, `job failed: ${error}`));
  }
}

/** Runs the job if it is its time and nobody else's turn. A failed job is logged and tried again at its next time. */
export async function runDue(job: Job, services: Services): Promise<boolean> {
  const { db, clock, log } = services;
  const now = clock.now();
  try {
    const claim = {
      name: job.name,
      now: new Date(now).toISOString(),
      lastBefore: new Date(now - job.everyMs).toISOString(),
      lastPossible: new Date(now + maxLeadMs).toISOString(),
    };
    if (!(await claimJob(db.sql, claim))) return false;
    await services.meters.job(job.name, () => job.run(services));
    log.info({ job: job.name, ms: clock.now() - now }, 'job done');
    return true;
  } catch (error) {
    log.error({ job: job.name, stack: error instanceof Error ? error.stack : undefined }, `job failed: ${error}`);
    return false;
  }
}
