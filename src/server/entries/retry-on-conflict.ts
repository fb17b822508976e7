// What a request does that computed its change from an entry, and found the entry changed when it came to write.
// [entries.races]
import { setTimeout as sleep } from 'node:timers/promises';

/** Each lost race is one that another request won, so that this many at once on one entry all get their turn. */
export const maxConflictRetries = 500;

const longestPauseMs = 40;

/** Random, and longer each time: those who lost together do not meet again together. */
export async function pauseBeforeRetry(race: number): Promise<void> {
  await sleep(Math.random() * Math.min(2 * race, longestPauseMs));
}
