// How long work waits, told by something that is not a clock on the wall: turns of the event loop.

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
