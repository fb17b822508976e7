// How long work shares the event loop: work written as steps, run either at once or in slices of a millisecond
// with a turn of the loop between them. A turn of the loop has one such slice, however much of such work there is.
// [limits.event-loop]
import type { Steps } from '../../core/definition/steps.ts';
import { findRequestScope } from '../base/request-scope.ts';
import { createFairQueue } from './fair-queue.ts';

export { runAtOnce, type Steps } from '../../core/definition/steps.ts';

export const defaultSliceMilliseconds = 1;

/** Characters of an entry's data from which each piece of work on it has a turn of its own: many such entries may come at once. */
export const largeDataLength = 50_000;

/** There is one event loop in a process, so there is one queue for it. Callers of requests take turns. */
const waiting = createFairQueue<() => void>();

/** What follows has a turn of the event loop to itself, as far as work is concerned that asks for its own turn. */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.add(findRequestScope()?.caller() ?? '', resolve);
    if (waiting.size === 1) setImmediate(startNext);
  });
}

function startNext(): void {
  waiting.take(() => true)?.();
  if (waiting.size > 0) setImmediate(startNext);
}

export async function runInSlices<T>(steps: Steps<T>, sliceMilliseconds = defaultSliceMilliseconds): Promise<T> {
  for (;;) {
    await ownTurn();
    const sliceEnd = performance.now() + sliceMilliseconds;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < sliceEnd);
  }
}

/** A list whose every item may be large. Short ones are done at once. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  toResult: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let sliceEnd = performance.now() + defaultSliceMilliseconds;
  for (const item of items) {
    if (performance.now() >= sliceEnd) {
      await ownTurn();
      sliceEnd = performance.now() + defaultSliceMilliseconds;
    }
    results.push(toResult(item));
  }
  return results;
}
