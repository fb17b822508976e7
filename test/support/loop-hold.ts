// How long one piece of work keeps the event loop: the processor time that its thread uses between two turns of it.
import { leastOf, threadMs } from './cpu-time.ts';

/** The most that any work may take at once. */
export const maxHoldMs = 200;

/** Turns that are shorter count as one. Looking at each of them would keep a core busy for as long as the work waits. */
const lookEveryMs = 1;

/** The longest hold during `work`, in milliseconds of processor time. */
export async function longestHold(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = threadMs();
  const turn = () => {
    longest = Math.max(longest, threadMs() - before);
    before = threadMs();
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
