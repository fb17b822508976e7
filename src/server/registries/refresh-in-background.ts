// Refreshes the maintained sets while the service runs: at once on a new installation, then every night, sooner after a
// failure with growing pauses. Of several processes one does it. Never in the way of a start, a stop or a request.
import { setTimeout as sleep } from 'node:timers/promises';
import { allMaintainedSets, type MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import type { Log } from '../services.ts';
import { listSetRefreshes, planRefresh, type SetRefresh, takeDueRefresh } from '../store/set-refreshes.ts';
import { type RefreshOptions, type RefreshServices, refreshSets, type SetReport } from './refresh-sets.ts';

export interface BackgroundRefresh {
  /** Starts a refresh if one is due and nobody else took it; does not wait for it. */
  startIfDue(): Promise<void>;
  /** Ends one that is in progress. */
  close(): Promise<void>;
}

const minuteMs = 60_000;
/** A start has better things to do first. */
const startDelayMs = 3_000;
/** If this process dies, another takes over after this time. */
const turnMs = 60 * minuteMs;
const retryPausesMs = [10, 30, 120, 360].map((minutes) => minutes * minuteMs);
/** Deep in the Israeli night, after the registries' own updates; not all installations in the same minute. */
const nightlyHourUtc = 1;
const nightlySpreadMs = 60 * minuteMs;

export function createBackgroundRefresh(
  services: RefreshServices & { readonly log: Log },
  options: Pick<RefreshOptions, 'sets' | 'gather' | 'fetching'> & { delayMs?: number } = {},
): BackgroundRefresh {
  const { db, clock, log } = services;
  const abort = new AbortController();
  let inFlight: Promise<void> | undefined;

  async function run(failures: number): Promise<void> {
    try {
      await sleep(options.delayMs ?? startDelayMs, undefined, { signal: abort.signal });
      const before = await listSetRefreshes(
        db.sql,
        allMaintainedSets.map(({ id }) => id),
      );
      const isRetry = failures > 0 && failures <= retryPausesMs.length;
      const keys = isRetry ? keysOf(before.filter(({ outcome }) => outcome === null || outcome === 'kept')) : undefined;
      const reports = await refreshSets({ ...options, keys, signal: abort.signal }, services);
      await planNext(reports, { failures, keptBefore: keysOf(before.filter(({ outcome }) => outcome === 'kept')) });
    } catch (error) {
      if (abort.signal.aborted) return planRefresh(db.sql, { nextTime: isoAt(clock.now()), failures });
      log.error({ stack: error instanceof Error ? error.stack : undefined }, `maintained sets: ${error}`);
      await plan(clock.now() + (retryPausesMs[0] ?? 0), failures + 1);
    }
  }

  async function planNext(
    reports: readonly SetReport[],
    { failures, keptBefore }: { failures: number; keptBefore: readonly MaintainedSetKey[] },
  ): Promise<void> {
    const kept = reports.filter(({ outcome }) => outcome === 'kept');
    const refreshed = reports.filter(({ outcome }) => outcome === 'refreshed');
    if (refreshed.length > 0) {
      log.info({ sets: refreshed.map(({ set, count }) => `${set} ${count}`) }, 'maintained sets refreshed');
    }
    if (kept.length === 0) return plan(nextNight(clock.now()), 0);
    const pause = retryPausesMs[failures];
    const nextTime = pause === undefined ? nextNight(clock.now()) : clock.now() + pause;
    // A set that could not be refreshed is worth one warning; the same each night is not.
    const isNews = kept.some(({ set }) => !keptBefore.includes(set));
    const say = isNews ? log.warn.bind(log) : log.info.bind(log);
    const facts = { sets: kept.map(({ set }) => set), reasons: [...new Set(kept.map(({ reason }) => reason))] };
    say({ ...facts, nextTry: isoAt(nextTime) }, 'maintained sets could not be refreshed; they keep their options');
    await plan(nextTime, failures + 1);
  }

  const plan = (nextTime: number, failures: number) => planRefresh(db.sql, { nextTime: isoAt(nextTime), failures });

  return {
    async startIfDue() {
      if (inFlight !== undefined || abort.signal.aborted) return;
      const now = clock.now();
      const turn = await takeDueRefresh(db.sql, { now: isoAt(now), until: isoAt(now + turnMs) });
      if (turn === undefined) return;
      inFlight = run(turn.failures)
        // Only the database can fail here; the next turn comes by itself.
        .catch((error: unknown) => log.error({}, `maintained sets: ${error}`))
        .finally(() => {
          inFlight = undefined;
        });
    },
    async close() {
      abort.abort();
      await inFlight;
    },
  };
}

function keysOf(rows: readonly SetRefresh[]): MaintainedSetKey[] {
  return allMaintainedSets.filter(({ id }) => rows.some(({ set }) => set === id)).map(({ key }) => key);
}

function isoAt(time: number): string {
  return new Date(time).toISOString();
}

export function nextNight(now: number): number {
  const next = new Date(now);
  next.setUTCHours(nightlyHourUtc, 0, 0, 0);
  if (next.getTime() <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next.getTime() + Math.floor(Math.random() * nightlySpreadMs);
}
