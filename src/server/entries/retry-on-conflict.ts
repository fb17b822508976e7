// Retries a change whose entry was changed by another request between the read and the write.
// [entries.races]
import { setTimeout as sleep } from 'node:timers/promises';

/** In each round one of the requests succeeds, so that many at once on one entry are all written. */
export const maxConflictRetries = 500;

const longestPauseMs = 40;

/** Random, and longer each time, so that requests that collided do not collide again. */
export async function pauseBeforeRetry(race: number): Promise<void> {
  await sleep(Math.random() * Math.min(2 * race, longestPauseMs));
}
