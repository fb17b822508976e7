// Checking an entry holds the event loop. Forms whose checks have been slow lately are checked one at a time for each account,
// with time for everybody else in between; all other forms pass straight through.
import type { LoadedForm } from '../forms/load-form.ts';
import { createPacedWork, processorMs } from '../paced-work.ts';
import { ownTurn } from '../run-in-slices.ts';

export interface HeavyChecks {
  /** Only what the check does before it first waits for something is counted and queued. */
  run<T>(form: Pick<LoadedForm, 'account' | 'isLarge'>, check: () => Promise<T>): Promise<T>;
}

const limits = { maxAtOnce: 16, maxPerAccount: 1, maxWaitingPerAccount: 200, maxWaiting: 1_000, pauses: 1 };
const heavyMs = 10;

export function createHeavyChecks(now: () => number = processorMs): HeavyChecks {
  const paced = createPacedWork({ ...limits, now });
  /** Of each form: how long its latest checks took, the newest counting half. */
  const costs = new WeakMap<object, number>();

  function measure<T>(form: object, check: () => Promise<T>): Promise<T> {
    const start = now();
    const result = check();
    costs.set(form, ((costs.get(form) ?? 0) + now() - start) / 2);
    return result;
  }

  return {
    async run(form, check) {
      // Many at once to a large form nobody has filled yet: the first of them tells what it costs.
      if (form.isLarge && !costs.has(form)) await ownTurn();
      if ((costs.get(form) ?? 0) < heavyMs) return measure(form, check);
      return paced.run(form.account, () => measure(form, check));
    },
  };
}
