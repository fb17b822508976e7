// Long work waits for its turn, and accounts take turns: each piece of such work keeps a core or a database connection busy,
// and neither other requests nor other accounts may wait for all of it. A queue that is full refuses at once.
// [limits.fair-turns]
import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from './errors.ts';
import { createFairQueue } from './fair-queue.ts';

export interface FairLimiter {
  /**
   * Runs the work when its turn comes. Throws the signal's reason if it was aborted before that, the 429 when the account has
   * too much waiting, the 503 when all accounts together have. Work of several pieces may rest between them, as work does at its end.
   */
  run<T>(account: string, work: (rest: () => Promise<void>) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * As `run`, for work that goes on with what an earlier turn gave: before all of the account that has not begun, and never refused.
   * So whoever waits to begin holds nothing, and few hold something.
   */
  goOn<T>(account: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  load(): { readonly running: number; readonly waiting: number };
}

export interface FairLimits {
  readonly maxAtOnce: number;
  /** Also while nobody else waits: work that takes minutes must leave a place for whoever comes next. */
  readonly maxPerAccount?: number;
  readonly maxWaitingPerAccount: number;
  readonly maxWaiting: number;
  /** Whoever waited longer gets the 503 when the turn comes: by then the caller has mostly gone. */
  readonly maxWaitMs?: number;
  /** How long a place stays empty after work of so many milliseconds, so that others get on. */
  readonly restMs?: (account: string, workedMs: number) => number;
}

interface Waiting {
  readonly hasBegun: boolean;
  /** False when it waited too long. */
  readonly start: () => boolean;
}

export function createFairLimiter(limits: FairLimits): FairLimiter {
  const { maxAtOnce, maxPerAccount = maxAtOnce, maxWaitingPerAccount, maxWaiting, restMs } = limits;
  const { maxWaitMs = Number.POSITIVE_INFINITY } = limits;
  const queue = createFairQueue<Waiting>();
  const runningOf = new Map<string, number>();
  let running = 0;

  const hasPlace = (account: string) => running < maxAtOnce && (runningOf.get(account) ?? 0) < maxPerAccount;

  function begin(account: string): void {
    running += 1;
    runningOf.set(account, (runningOf.get(account) ?? 0) + 1);
  }

  function end(account: string): void {
    running -= 1;
    const left = (runningOf.get(account) ?? 0) - 1;
    if (left > 0) runningOf.set(account, left);
    else runningOf.delete(account);
    while (queue.take((_waiting, waiter) => hasPlace(waiter))?.start() === false);
  }

  function refuseTooMany(account: string): void {
    if (queue.sizeOf(account) >= maxWaitingPerAccount) throw errors.tooMuchAtOnce();
    if (queue.size >= maxWaiting) throw errors.busy();
  }

  function waitForTurn(account: string, hasBegun: boolean, signal: AbortSignal | undefined): Promise<void> {
    if (!hasBegun) refuseTooMany(account);
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        hasBegun,
        start() {
          signal?.removeEventListener('abort', leave);
          if (!hasBegun && performance.now() - since > maxWaitMs) {
            reject(errors.busy());
            return false;
          }
          begin(account);
          resolve();
          return true;
        },
      };
      const leave = () => {
        queue.remove(account, waiting);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.add(account, waiting, hasBegun ? (other) => !other.hasBegun : undefined);
    });
  }

  async function runInTurn<T>(
    account: string,
    work: (rest: () => Promise<void>) => Promise<T>,
    { hasBegun, signal }: { hasBegun: boolean; signal: AbortSignal | undefined },
  ): Promise<T> {
    signal?.throwIfAborted();
    // Whoever waits has no place either: a place that is free is nobody's.
    if (hasPlace(account)) begin(account);
    else await waitForTurn(account, hasBegun, signal);
    let start = restMs === undefined ? 0 : performance.now();
    const restNow = () => (restMs === undefined ? 0 : restMs(account, performance.now() - start));
    const rest = async () => {
      await sleep(restNow());
      start = performance.now();
    };
    try {
      return await work(rest);
    } finally {
      const ms = restNow();
      if (ms > 0) setTimeout(end, ms, account);
      else end(account);
    }
  }

  return {
    load: () => ({ running, waiting: queue.size }),
    run: (account, work, signal) => runInTurn(account, work, { hasBegun: false, signal }),
    goOn: (account, work, signal) => runInTurn(account, work, { hasBegun: true, signal }),
  };
}
