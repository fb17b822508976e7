// Starts requests that arrived together in turns of their callers, so that a caller who sends 300 at once does not delay the others until
// all of them have begun. A request alone does not wait, and no slot is held: requests that have begun run as before. A large body is
// costly at every step, so its caller pauses after it while other callers are there. [limits.fair-turns]
import { setTimeout as sleep } from 'node:timers/promises';
import { keepScope } from '../base/request-scope.ts';
import { createFairQueue } from '../scheduling/fair-queue.ts';
import type { LatestAccounts } from '../scheduling/latest-accounts.ts';
import { createFairLimiter } from '../scheduling/limiter.ts';

/** How long requests begin in one turn of the event loop, and how many. */
const maxMs = 5;
const maxPerTurn = 32;

const largeBytes = 100_000;
/** The pause after a large body: 60 ms for one of 900 kB. */
const bytesPerMs = 15_000;
const largeLimits = { maxAtOnce: 64, maxPerAccount: 1, maxWaitingPerAccount: 1_000, maxWaiting: 4_000 };

export interface Starting {
  readonly caller: string;
  /** The size of the body. */
  readonly bytes: number;
}

export type FairStart = <T>(starting: Starting, begin: () => Promise<T>) => Promise<T>;

export function createFairStart({ hasOthers }: Pick<LatestAccounts, 'hasOthers'>): FairStart {
  const large = createFairLimiter(largeLimits);
  const queue = createFairQueue<() => void>();
  /** Callbacks of this turn that have not run. */
  let left = 0;
  let turnEnd: number | undefined;

  function planTurn(): void {
    turnEnd = undefined;
    left = Math.max(1, Math.min(queue.size, maxPerTurn));
    for (let count = 0; count < left; count += 1) setImmediate(beginNext);
  }

  /** Each request begins in a callback of its own, so that the work that it goes on with at once is part of the turn too. */
  function beginNext(): void {
    turnEnd ??= performance.now() + maxMs;
    left -= 1;
    if (performance.now() < turnEnd) queue.take(() => true)?.();
    if (left === 0 && queue.size > 0) planTurn();
  }

  /** The place of its caller stays taken for the pause alone. */
  function beginLarge<T>({ caller, bytes }: Starting, begin: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const turn = large.run(caller, async () => {
        begin().then(resolve, reject);
        if (hasOthers(caller)) await sleep(bytes / bytesPerMs);
      });
      turn.catch(reject);
    });
  }

  return (starting, begin) => {
    const { caller, bytes } = starting;
    if (bytes >= largeBytes) return beginLarge(starting, begin);
    if (left === 0) {
      planTurn();
      return begin();
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        try {
          begin().then(resolve, reject);
        } catch (error) {
          reject(error);
        }
      };
      queue.add(caller, keepScope(start));
    });
  };
}
