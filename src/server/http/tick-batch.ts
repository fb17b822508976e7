// What comes up in one turn of the event loop is done together at its end: requests are taken on, and responses leave, in rows.
// The machine then runs the same code many times in a row instead of going through all of it for each request, and the
// kernel wakes whoever reads the responses once. What that is worth: bench/fast-paths.ts. A request alone waits for nothing.

import { keepScope } from '../base/request-scope.ts';

/** Many large responses at once leave in several turns. */
const maxMs = 10;

export type TickBatch = (work: () => void) => void;

export function createTickBatch(): TickBatch {
  let waiting: (() => void)[] = [];

  function run(): void {
    const works = waiting;
    waiting = [];
    const end = performance.now() + maxMs;
    for (let done = 0; done < works.length; done += 1) {
      try {
        works[done]?.();
      } catch (error) {
        // Of no request. The others of the batch still run.
        setImmediate(() => {
          throw error;
        });
      }
      if (performance.now() < end) continue;
      // The others before what came meanwhile, in the next turn.
      const isScheduled = waiting.length > 0;
      waiting = [...works.slice(done + 1), ...waiting];
      if (!isScheduled && waiting.length > 0) setImmediate(run);
      return;
    }
  }

  return (work) => {
    // Each runs as part of its own request: one that fails takes none of the others along.
    if (waiting.push(keepScope(work)) === 1) setImmediate(run);
  };
}
