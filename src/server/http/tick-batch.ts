// What comes up in one turn of the event loop is done together at its end: requests are taken on, and responses leave, in rows.
// The machine then runs the same code many times in a row instead of going through all of it for each request, and the
// kernel wakes whoever reads the responses once. What that is worth: bench/fast-paths.ts. A request alone waits for nothing.

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
      works[done]?.();
      if (performance.now() < end) continue;
      // The others before what came meanwhile, in the next turn.
      const isScheduled = waiting.length > 0;
      waiting = [...works.slice(done + 1), ...waiting];
      if (!isScheduled && waiting.length > 0) setImmediate(run);
      return;
    }
  }

  return (work) => {
    if (waiting.push(work) === 1) setImmediate(run);
  };
}
