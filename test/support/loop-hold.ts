// How long one piece of work keeps the event loop: the processor time that its thread uses between two turns of it. Other threads
// of the process do not count: those that collect garbage have more to do the more earlier tests have left behind.
import { existsSync, readFileSync } from 'node:fs';
import { leastOf } from './cpu-time.ts';

/** Linux says there how many nanoseconds the thread that reads it has run. */
const threadFile = '/proc/thread-self/schedstat';
const saysThread = existsSync(threadFile);

/** The processor time of this thread so far, of the whole process where the system does not say. */
function usedMs(): number {
  if (saysThread) return Number.parseInt(readFileSync(threadFile, 'utf8'), 10) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The most that any work may take at once. */
export const maxHoldMs = 200;

/** Turns that are shorter count as one. Looking at each of them would keep a core busy for as long as the work waits. */
const lookEveryMs = 1;

/** The longest hold during `work`, in milliseconds of processor time. */
export async function longestHold(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = usedMs();
  const turn = () => {
    longest = Math.max(longest, usedMs() - before);
    before = usedMs();
    if (!isOver) setTimeout(turn, lookEveryMs);
  };
  setTimeout(turn, lookEveryMs);
  await work();
  isOver = true;
  return longest;
}

/** The least that `work` holds the loop, of a few tries where it is too long: a busy machine adds to what is measured. */
export function leastHold(work: () => Promise<void>): Promise<number> {
  return leastOf(maxHoldMs, () => longestHold(work));
}
