// Checking an entry holds the event loop. Forms whose checks have been slow lately are checked one at a time for each account,
// with time for everybody else in between; all other forms pass straight through.
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadedForm } from '../forms/load-form.ts';
import { createFairLimiter } from '../limiter.ts';

export interface HeavyChecks {
  /** Only what the check does before it first waits for something is counted and queued. */
  run<T>(form: Pick<LoadedForm, 'account'>, check: () => Promise<T>): Promise<T>;
}

export const heavyCheckLimits = { maxAtOnce: 16, maxPerAccount: 1, maxWaitingPerAccount: 200, maxWaiting: 1_000 };
const heavyMs = 10;

/** Processor time: on a busy machine every check takes long, and none of them is to blame. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

export function createHeavyChecks(now: () => number = processorMs): HeavyChecks {
  const limiter = createFairLimiter(heavyCheckLimits);
  /** Of each form: how long its latest checks took, the newest counting half. */
  const costs = new WeakMap<object, number>();

  function measure<T>(form: object, check: () => Promise<T>): { result: Promise<T>; ms: number } {
    const start = now();
    const result = check();
    const ms = now() - start;
    costs.set(form, ((costs.get(form) ?? 0) + ms) / 2);
    return { result, ms };
  }

  return {
    async run(form, check) {
      if ((costs.get(form) ?? 0) < heavyMs) return measure(form, check).result;
      const { result } = await limiter.run(form.account, async () => {
        const measured = measure(form, check);
        // Whoever asked is told of a failure below.
        measured.result.catch(() => {});
        // As long as the check held everybody up, everybody else has the event loop.
        await sleep(measured.ms);
        return measured;
      });
      return result;
    },
  };
}
