// Processor time of the test's own process: a busy machine changes it little, and the clock does not count.

/** User and system time of the work, in milliseconds. */
export function cpuMilliseconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The mean growth of processor time from each piece of work to the next, which is twice as large: the best of some rounds. */
export function growthOf(doublings: readonly (() => void)[], rounds = 5): number {
  const best = doublings.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [at, work] of doublings.entries()) best[at] = Math.min(best[at]!, cpuMilliseconds(work));
  }
  return (best.at(-1)! / best[0]!) ** (1 / (best.length - 1));
}
