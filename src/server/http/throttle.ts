// Counts requests per address (IPv6: per /64) and minute.
// Each process counts for itself: with several the bound is looser, never tighter, which fair use allows.
// [limits.rate]
import { addressGroup } from '../address-group.ts';
import { errors } from '../errors.ts';

const windowMs = 60_000;

export interface Throttle {
  /** Throws the 429 when the address has used up its minute. */
  count(address: string): void;
}

export function createThrottle(options: { requestsPerMinute: number; now: () => number }): Throttle {
  const { requestsPerMinute, now } = options;
  let counts = new Map<string, number>();
  let windowStart = now();

  return {
    count(address) {
      if (requestsPerMinute === 0) return;
      const time = now();
      // A clock that was set back says nothing about the window either.
      if (time - windowStart >= windowMs || time < windowStart) {
        // One window for all: the map empties itself every minute and cannot grow for ever.
        counts = new Map();
        windowStart = time;
      }
      const group = addressGroup(address);
      const used = (counts.get(group) ?? 0) + 1;
      counts.set(group, used);
      if (used > requestsPerMinute) {
        throw errors.tooManyRequests(Math.max(1, Math.ceil((windowStart + windowMs - time) / 1000)));
      }
    },
  };
}
