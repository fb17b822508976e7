// Tells the time of the service, in milliseconds.

export interface Clock {
  now(): number;
}

/** Timestamps further ahead than this come from a clock that was wrong: whatever was issued then is refused. */
export const maxLeadMs = 60_000;

export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
