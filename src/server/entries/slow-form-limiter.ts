// Checking an entry holds the event loop. Forms whose checks have been slow lately are checked one at a time for each account,
// with time for everybody else in between; all other forms pass straight through.
import type { LoadedForm } from '../forms/load-form.ts';
import { createPacedWork, processorMs } from '../scheduling/paced-work.ts';
import { ownTurn } from '../scheduling/run-in-slices.ts';

export interface SlowFormLimiter {
  /** Only what the check does before it first waits for something is counted and queued. */
  run<T>(form: CheckedForm, check: () => Promise<T>): Promise<T>;
}

type CheckedForm = Pick<LoadedForm, 'account' | 'isLarge'>;

const limits = { maxAtOnce: 16, maxPerAccount: 1, maxWaitingPerAccount: 200, maxWaiting: 1_000, pauses: 3 };
const heavyMs = 10;
const lightMs = 1;

/** `clock` is quick to ask and counts what others take; `now` counts only what this process takes, and costs as much as a small check. */
export function createSlowFormLimiter(
  now: () => number = processorMs,
  clock: () => number = () => performance.now(),
): SlowFormLimiter {
  const paced = createPacedWork({ ...limits, now });
  /** Of each form that was slow by the clock: how long its latest checks took, the newest counting half. */
  const costs = new WeakMap<object, number>();
  const checked = new WeakSet<object>();

  function measure<T>(form: CheckedForm, check: () => Promise<T>): Promise<T> {
    const cost = costs.get(form);
    const start = cost === undefined ? clock() : now();
    const result = check();
    if (cost !== undefined) noteCost(form, (cost + now() - start) / 2);
    else if (clock() - start >= heavyMs) costs.set(form, heavyMs);
    if (form.isLarge) checked.add(form);
    return result;
  }

  /** One that was slow because the machine was busy goes back to the quick clock. */
  function noteCost(form: CheckedForm, cost: number): void {
    if (cost < lightMs) costs.delete(form);
    else costs.set(form, cost);
  }

  function runKnown<T>(form: CheckedForm, check: () => Promise<T>): Promise<T> {
    if ((costs.get(form) ?? 0) < heavyMs) return measure(form, check);
    return paced.run(form.account, () => measure(form, check));
  }

  return {
    run(form, check) {
      // Many at once to a large form nobody has filled yet: the first of them tells what it costs.
      if (form.isLarge && !checked.has(form)) return ownTurn().then(() => runKnown(form, check));
      return runKnown(form, check);
    },
  };
}

declare module '../base/services.ts' {
  interface Services {
    readonly slowForms: SlowFormLimiter;
  }
}
