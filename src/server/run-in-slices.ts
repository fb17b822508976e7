// How long work shares the event loop: work written as steps, run either at once or in slices of a few milliseconds
// with a turn of the loop between them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../core/steps.ts';

export { runAtOnce, type Steps } from '../core/steps.ts';

export const DEFAULT_SLICE_MILLISECONDS = 3;

export async function runInSlices<T>(steps: Steps<T>, sliceMilliseconds = DEFAULT_SLICE_MILLISECONDS): Promise<T> {
  for (;;) {
    await nextTurn();
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
  let sliceEnd = performance.now() + DEFAULT_SLICE_MILLISECONDS;
  for (const item of items) {
    if (performance.now() >= sliceEnd) {
      await nextTurn();
      sliceEnd = performance.now() + DEFAULT_SLICE_MILLISECONDS;
    }
    results.push(toResult(item));
  }
  return results;
}
