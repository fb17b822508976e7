// Transactions wait for locked rows outside the database. A transaction that waits holds a connection, and ten of them would hold every
// connection of the process. So a transaction waits in the database only briefly; then it is rolled back and retried in the lane of
// what it waited for. [limits.locks]
//
//   lane    -> one transaction at a time. Its name is known beforehand (a form, an account), or the error names the locked row.
//   places  -> connections for first attempts and others for retries. Callers take turns, and none has all of them. The rest are for
//              plain statements and for entries, whose batches have bounds of their own (entries/lane-batcher.ts).
import { errors } from '../../base/errors.ts';
import { findRequestScope } from '../../base/request-scope.ts';
import { createFairLimiter } from '../../scheduling/limiter.ts';
import { codeOf } from './database-errors.ts';

export interface LockLanes {
  /**
   * `attempt` runs again after a lock timeout, so it must leave nothing behind when it fails. Throws the 503 when nothing in its lane
   * was done for `maxWaitMs`, and the 429 when its caller has too much waiting.
   */
  run<T>(attempt: (lockMs: number) => Promise<T>, lane?: string): Promise<T>;
}

/** Long enough for the short transactions of everyday contention, which are not worth a second attempt. */
const firstLockMs = 50;
/** A lane that stays locked holds a connection no longer than this in each turn. */
const retryLockMs = 100;
/** When so many wait, callers with more than their share of it are refused; a caller with little waiting never is. */
const maxWaiting = 4_000;
const lockTimeout = '55P03';
/** Bounded by `maxWaiting`, before. */
const unbounded = { maxWaitingPerAccount: Number.POSITIVE_INFINITY, maxWaiting: Number.POSITIVE_INFINITY };

export function createLockLanes({
  maxConnections,
  maxWaitMs,
}: {
  maxConnections: number;
  maxWaitMs: number;
}): LockLanes {
  const shareOf = (part: number) => Math.max(1, Math.floor(maxConnections * part));
  const firstAttempts = createFairLimiter({ maxAtOnce: shareOf(0.4), maxPerAccount: shareOf(0.3), ...unbounded });
  const retries = createFairLimiter({ maxAtOnce: shareOf(0.2), maxPerAccount: shareOf(0.1), ...unbounded });
  const oneOfLane = createFairLimiter({ maxAtOnce: Number.POSITIVE_INFINITY, maxPerAccount: 1, ...unbounded });
  const countOf = new Map<string, number>();
  let waiting = 0;
  const progressOf = new Map<string, Progress>();

  return {
    async run(attempt, named) {
      const caller = findRequestScope()?.caller() ?? '';
      const count = countOf.get(caller) ?? 0;
      if (waiting >= maxWaiting && count >= maxWaiting / (countOf.size + 1)) throw errors.tooMuchAtOnce();
      waiting += 1;
      countOf.set(caller, count + 1);
      // Transactions without a lane have the progress of their caller.
      const since = performance.now();
      let wait = startWait(named ?? caller, since);
      try {
        const first = () => firstAttempts.run(caller, () => attempt(firstLockMs), wait.signal);
        let outcome = await settle(named === undefined ? first : () => oneOfLane.run(named, first, wait.signal));
        while ('error' in outcome) {
          wait.signal.throwIfAborted();
          const lane = named ?? rowOf(outcome.error);
          if (wait.lane !== lane) {
            wait.end();
            wait = startWait(lane, since);
          }
          const again = () => retries.run(caller, () => attempt(retryLockMs), wait.signal);
          outcome = await settle(() => oneOfLane.goOn(lane, again, wait.signal));
        }
        wait.progress.at = performance.now();
        return outcome.result;
      } finally {
        wait.end();
        waiting -= 1;
        const left = (countOf.get(caller) ?? 0) - 1;
        if (left > 0) countOf.set(caller, left);
        else countOf.delete(caller);
      }
    },
  };

  /** Ends when nothing in the lane was done for `maxWaitMs`: a queue that moves is waited for, however long it is. */
  function startWait(lane: string, since: number) {
    const progress = progressOf.get(lane) ?? { at: 0, waiting: 0 };
    progressOf.set(lane, progress);
    progress.waiting += 1;
    const controller = new AbortController();
    // Many that wait for the same must not end in the same moment.
    const ownMs = maxWaitMs * (1 + Math.random() / 5);
    const look = () => {
      const leftMs = Math.max(progress.at, since) + ownMs - performance.now();
      if (leftMs > 1) timer = setTimeout(look, leftMs);
      else controller.abort(errors.busy());
    };
    let timer = setTimeout(look, ownMs);
    return {
      lane,
      progress,
      signal: controller.signal,
      end() {
        clearTimeout(timer);
        progress.waiting -= 1;
        if (progress.waiting === 0) progressOf.delete(lane);
      },
    };
  }
}

interface Progress {
  /** When a transaction of the lane was last done. */
  at: number;
  waiting: number;
}

async function settle<T>(run: () => Promise<T>): Promise<{ result: T } | { error: unknown }> {
  try {
    return { result: await run() };
  } catch (error) {
    if (codeOf(error) !== lockTimeout) throw error;
    return { error };
  }
}

/** PostgreSQL names the tuple and its table: `while locking tuple (0,5) in relation "accounts"`. */
function rowOf(error: unknown): string {
  const { where } = error as { where?: unknown };
  return /tuple \(.*/.exec(typeof where === 'string' ? where : '')?.[0] ?? '';
}
