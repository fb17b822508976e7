// How much a piece of work takes, told by something that a busy machine does not change: processor time, and turns of the
// event loop. Nothing in the tests is timed by a clock on the wall.

/** Milliseconds of processor time that this process takes for the work. */
export async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How often a timer of 10 ms fires while the work is in progress. On a busy machine it fires less often, so a bound on it is no
 * bound on time: it says that the work did not wait for something that takes long.
 */
export async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 10);
  try {
    await work();
    return ticks;
  } finally {
    clearInterval(timer);
  }
}
