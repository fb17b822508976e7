// How long work shares the event loop: work written as steps, run either at once or in slices of a few milliseconds
// with a turn of the loop between them.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that stops at each `yield` and may be resumed at once or later. A step takes well under a millisecond. */
export type Steps<T> = Generator<void, T, void>;

export const DEFAULT_SLICE_MILLISECONDS = 3;

export function runAtOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

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
