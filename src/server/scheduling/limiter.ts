// Long work waits for its turn, and accounts take turns: each piece of such work keeps a core or a database connection busy,
// and neither other requests nor other accounts may wait for all of it. A queue that is full refuses at once.
// [limits.fair-turns]
import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '../base/errors.ts';
import { orFailed } from '../base/request-scope.ts';
import { createFairQueue } from './fair-queue.ts';

export interface FairLimiter {
  /**
   * Runs the work when its turn comes. Throws the signal's reason if it was aborted before that, the 429 when the account has
   * too much waiting, the 503 when the queue is full and the account has its share of it. Work of several pieces may rest between them, as work does at its end.
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
  /** Work that has waited for so long gets the 503, whether or not a turn ever comes. */
  readonly maxWaitMs?: number;
  /** How long a place stays empty after work of so many milliseconds, so that others get on. */
  readonly restMs?: (account: string, workedMs: number) => number;
}

interface Waiting {
  readonly hasBegun: boolean;
  readonly start: () => void;
}

export function createFairLimiter(limits: FairLimits): FairLimiter {
  const { maxAtOnce, maxPerAccount = maxAtOnce, maxWaitingPerAccount, maxWaiting, maxWaitMs, restMs } = limits;
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
    queue.take((_waiting, waiter) => hasPlace(waiter))?.start();
  }

  function refuseTooMany(account: string): void {
    if (queue.sizeOf(account) >= maxWaitingPerAccount) throw errors.tooMuchAtOnce();
    // A full queue refuses accounts that have their share of it; an account with little waiting still gets a place.
    if (queue.size >= maxWaiting && queue.sizeOf(account) >= Math.floor(maxWaiting / (queue.accounts + 1)))
      throw errors.busy();
  }

  function waitForTurn(account: string, hasBegun: boolean, signal: AbortSignal | undefined): Promise<void> {
    if (!hasBegun) refuseTooMany(account);
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const giveUp = (reason: unknown) => {
        stopWaiting();
        queue.remove(account, waiting);
        reject(reason);
      };
      const leave = () => giveUp(signal?.reason);
      const isLimited = maxWaitMs !== undefined && !hasBegun;
      const timer = isLimited ? setTimeout(() => giveUp(errors.busy()), maxWaitMs) : undefined;
      const waiting: Waiting = {
        hasBegun,
        start() {
          stopWaiting();
          begin(account);
          resolve();
        },
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
      return await orFailed(work(rest));
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

declare module '../base/services.ts' {
  interface Services {
    readonly scans: FairLimiter;
    /** Requests that make PDFs. */
    readonly pdfs: FairLimiter;
    /** Emails that carry uploaded files. */
    readonly attachments: FairLimiter;
    /** Requests that write very much at once: uploads of options, generated entries. */
    readonly largeWrites: FairLimiter;
    /** Statements of exports, insight and long lists: most connections stay free for requests of people. */
    readonly longReads: FairLimiter;
  }
}
