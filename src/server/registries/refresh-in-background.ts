// Refreshes the maintained sets while the service runs: at once on a new installation, then every night, sooner after a
// failure with growing pauses. Sets of one source have a plan of their own, so that one source that stays broken silences no
// other. Of several processes one does it. Never in the way of a start, a stop or a request.
// [options-sets.maintained.refresh]
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../base/log-types.ts';
import { allMaintainedSets, type MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import { type DueRefresh, planRefresh, takeDueRefreshes } from '../store/connection/refresh-plan.ts';
import { listSetRefreshes, type SetRefresh } from '../store/options-sets/set-refreshes.ts';
import { families } from './gather-sets.ts';
import { refreshSets } from './refresh-sets.ts';
import type { RefreshOptions, RefreshServices, SetReport } from './store-made-sets.ts';

export interface BackgroundRefresh {
  /** Starts a refresh if one is due and nobody else took it; does not wait for it. */
  startIfDue(): Promise<void>;
  /** When the one in progress has ended. */
  settled(): Promise<void>;
  /** Ends one that is in progress. */
  close(): Promise<void>;
}

const minuteMs = 60_000;
/** A start has better things to do first. */
const startDelayMs = 3_000;
/** If this process dies, another takes over after this time. */
const turnMs = 60 * minuteMs;
const retryPausesMs = [10, 30, 120, 360].map((minutes) => minutes * minuteMs);
/** Deep in the Israeli night, after most registries' own updates; not all installations in the same minute. */
const nightlyMinute = 60;
/** The Bank of Israel uploads its lists every day at 9: asked half an hour later, whether that is its time or UTC. */
const afterUploadMinute = 9 * 60 + 30;
const spreadMs = 60 * minuteMs;

/** The first set of a family is its name in the plan. */
export const refreshNames: readonly MaintainedSetKey[] = families.map(([first]) => first!);

export function createBackgroundRefresh(
  services: RefreshServices & { readonly log: Log },
  options: Pick<RefreshOptions, 'sets' | 'gather' | 'fetching'> & { delayMs?: number } = {},
): BackgroundRefresh {
  const { db, clock, log } = services;
  const abort = new AbortController();
  let inFlight: Promise<void> | undefined;
  const ids = allMaintainedSets.map(({ id }) => id);

  async function run(due: readonly DueRefresh[]): Promise<void> {
    try {
      await sleep(options.delayMs ?? startDelayMs, undefined, { signal: abort.signal });
      const before = await listSetRefreshes(db.sql, ids);
      const keys = due.map(({ name }) => name as MaintainedSetKey);
      const reports = await refreshSets({ ...options, keys, signal: abort.signal }, services);
      const nextTimes = [];
      for (const one of due) nextTimes.push(await planNext(one, reports));
      say(reports, { keptBefore: keysOf(before.filter(({ outcome }) => outcome === 'kept')), nextTimes });
    } catch (error) {
      if (!abort.signal.aborted)
        log.error({ stack: error instanceof Error ? error.stack : undefined }, `maintained sets: ${error}`);
      for (const { name, failures } of due) {
        if (abort.signal.aborted) await plan(name, { nextTime: clock.now(), failures });
        else await plan(name, { nextTime: clock.now() + retryPausesMs[0]!, failures: failures + 1 });
      }
    }
  }

  async function planNext({ name, failures }: DueRefresh, reports: readonly SetReport[]): Promise<number> {
    const family = families.find(([first]) => first === name) ?? [];
    const isKept = reports.some(({ set, outcome }) => family.includes(set) && outcome === 'kept');
    const pause = isKept ? retryPausesMs[failures] : undefined;
    const nextTime = pause === undefined ? nextRegular(name, clock.now()) : clock.now() + pause;
    await plan(name, { nextTime, failures: isKept ? failures + 1 : 0 });
    return nextTime;
  }

  function say(
    reports: readonly SetReport[],
    { keptBefore, nextTimes }: { keptBefore: readonly MaintainedSetKey[]; nextTimes: readonly number[] },
  ): void {
    const refreshed = reports.filter(({ outcome }) => outcome === 'refreshed');
    if (refreshed.length > 0)
      log.info({ sets: refreshed.map(({ set, count }) => `${set} ${count}`) }, 'maintained sets refreshed');
    const kept = reports.filter(({ outcome }) => outcome === 'kept');
    if (kept.length === 0) return;
    // A set that could not be refreshed is worth one warning; the same each night is not.
    const isNews = kept.some(({ set }) => !keptBefore.includes(set));
    const write = isNews ? log.warn.bind(log) : log.info.bind(log);
    const facts = { sets: kept.map(({ set }) => set), reasons: [...new Set(kept.map(({ reason }) => reason))] };
    const nextTry = isoAt(Math.min(...nextTimes));
    write({ ...facts, nextTry }, 'maintained sets could not be refreshed; they keep their options');
  }

  const plan = (name: string, { nextTime, failures }: { nextTime: number; failures: number }) =>
    planRefresh(db.sql, { name, nextTime: isoAt(nextTime), failures });

  return {
    async startIfDue() {
      if (inFlight !== undefined || abort.signal.aborted) return;
      const now = clock.now();
      const turn = { names: refreshNames, now: isoAt(now), until: isoAt(now + turnMs) };
      const due = await takeDueRefreshes(db.sql, turn);
      if (due.length === 0) return;
      inFlight = run(due)
        // Only the database can fail here; the next turn comes by itself.
        .catch((error: unknown) => log.error({}, `maintained sets: ${error}`))
        .finally(() => {
          inFlight = undefined;
        });
    },
    async settled() {
      await inFlight;
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

/** Within the hour after the next time of the day that the family is asked at. */
export function nextRegular(name: string, now: number, random = Math.random): number {
  const minutes = name.startsWith('banks') ? [nightlyMinute, afterUploadMinute] : [nightlyMinute];
  const times = minutes.map((minute) => nextAt(minute, now));
  return Math.min(...times) + Math.floor(random() * spreadMs);
}

function nextAt(minute: number, now: number): number {
  const next = new Date(now);
  next.setUTCHours(0, minute, 0, 0);
  if (next.getTime() <= now) next.setUTCDate(next.getUTCDate() + 1);
  return next.getTime();
}

declare module '../base/services.ts' {
  interface Services {
    readonly setsRefresh: Pick<BackgroundRefresh, 'startIfDue'>;
  }
}
