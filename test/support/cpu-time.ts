// Processor time of the test's own process: a busy machine changes it little, and the clock does not count.

import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the work takes of this thread, in milliseconds. */
export function cpuMilliseconds(work: () => unknown): number {
  const before = exactThreadMs();
  work();
  return exactThreadMs() - before;
}

/** Linux adds to the time of a thread that runs some milliseconds at once; of one that stops for a moment, all it has used. */
function exactThreadMs(): number {
  Atomics.wait(never, 0, 0, momentMs);
  return threadMs();
}

/** What work that waits takes of the whole process. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Linux says there for how many nanoseconds the thread that reads it has run. */
const threadFile = '/proc/thread-self/schedstat';
const saysThread = existsSync(threadFile);

/**
 * The processor time of this thread so far, to some milliseconds, or of the whole process where the system does not say. The other
 * threads collect garbage, and the more of it the more earlier tests have left behind.
 */
export function threadMs(): number {
  if (saysThread) return Number.parseInt(readFileSync(threadFile, 'utf8'), 10) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The least of what is measured, which ends as soon as one is below the bound. Other work on the machine only ever adds, and for a
 * while: what is above the bound each time, with longer and longer pauses, is believed.
 */
export async function leastOf(bound: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 7 && least >= bound; round++) {
    if (round > 0) await sleep(250 * 2 ** round);
    least = Math.min(least, await measure());
  }
  return least;
}

const doubtMs = 60_000;
const pauseMs = 200;
const momentMs = 0.05;
const never = new Int32Array(new SharedArrayBuffer(4));

export function pause(): void {
  Atomics.wait(never, 0, 0, pauseMs);
}

/**
 * The mean growth of processor time from each piece of work to the next, which is twice as large: by the least of several rounds.
 * A growth above `bound` is measured again and again, with pauses, before it is believed, because other work on the machine only
 * ever adds, and sometimes for a while.
 */
export function growthOf(doublings: readonly (() => void)[], bound: number): number {
  const least = doublings.map(() => Number.POSITIVE_INFINITY);
  const start = performance.now();
  for (let round = 1; ; round++) {
    for (const [at, work] of doublings.entries()) least[at] = Math.min(least[at]!, cpuMilliseconds(work));
    const growth = (least.at(-1)! / least[0]!) ** (1 / (least.length - 1));
    if (round >= 3 && (growth < bound || (round >= 20 && performance.now() - start > doubtMs))) return growth;
    if (round >= 3) pause();
  }
}
