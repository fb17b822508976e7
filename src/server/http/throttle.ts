// Counts requests per address (IPv6: per /64) and minute, over all processes together: docs/limits.md. [limits.rate]
//
//   a hundredth of the limit   a process counts for itself; most people never make more
//   up to half of it           told to the database now and then; nobody waits for that
//   the second half            each request is counted there before it is let in, those of one moment together
//   beyond                     refused by what is known, without asking
//
// A process is exact. With several, what the others have let in and not yet told comes on top: a fiftieth of the limit each at most.
// Asking for every single request would be exact, and cost more than the request. While the database cannot be asked, each process
// counts for itself.
import { addressGroup } from '../address-group.ts';
import { errors } from '../errors.ts';
import type { RateUse } from '../store/request-rates.ts';

const windowMs = 60_000;

export interface Throttle {
  /** Throws the 429 when the address has used up its minute; a promise that may do so where others must be asked first. */
  count(address: string): Promise<void> | undefined;
}

/** Adds the use of these addresses to that of all processes, and answers the sums. */
export type TellUse = (uses: readonly RateUse[], from: string) => Promise<readonly RateUse[]>;

interface Counted {
  start: number;
  /** By this process. */
  own: number;
  /** Of these, what was told to others, and what of that they are known to have. */
  told: number;
  confirmed: number;
  /** Over all, as far as this process knows: at least this many. */
  all: number;
  /** Requests that wait for their place among all; they are counted in `own`. */
  waiting: Waiting[];
}

interface Waiting {
  readonly letIn: () => void;
  readonly refuse: (error: unknown) => void;
}

export function createThrottle(options: { requestsPerMinute: number; now: () => number; tell: TellUse }): Throttle {
  const { requestsPerMinute: limit, now, tell } = options;
  const step = Math.max(1, Math.floor(limit / 100));
  const maxUntold = 2 * step;
  let current = new Map<string, Counted>();
  let before = new Map<string, Counted>();
  let rotated = now();
  let toTell = new Map<string, Counted>();
  let isTelling = false;

  /** Two maps that take turns: what nobody asks for any more goes by itself. */
  function find(group: string, time: number): Counted {
    // A clock that was set back says nothing about the window either.
    if (time - rotated >= windowMs || time < rotated) {
      before = time - rotated < 2 * windowMs && time >= rotated ? current : new Map();
      current = new Map();
      rotated = time;
    }
    const found = current.get(group) ?? before.get(group);
    const isOver = found === undefined || time - found.start >= windowMs || time < found.start;
    const counted = isOver ? { start: time, own: 0, told: 0, confirmed: 0, all: 0, waiting: [] } : found;
    if (current.get(group) !== counted) current.set(group, counted);
    return counted;
  }

  function refusal({ start }: Counted): Error {
    return errors.tooManyRequests(Math.max(1, Math.ceil((start + windowMs - now()) / 1000)));
  }

  async function tellAll(): Promise<void> {
    isTelling = true;
    while (toTell.size > 0) {
      const batch = [...toTell].map(([address, counted]) => ({
        address,
        counted,
        count: counted.own - counted.told,
        waiting: counted.waiting.splice(0),
      }));
      toTell = new Map();
      for (const { counted, count } of batch) {
        counted.told += count;
        counted.all += count;
      }
      try {
        const uses = batch.map(({ address, counted, count }) => ({ address, start: iso(counted.start), used: count }));
        const known = await tell(uses, iso(now() - windowMs));
        const found = new Map(known.map((use) => [use.address, use]));
        for (const one of batch) settle(one, found.get(one.address));
      } catch {
        // The database is away, and whoever needs it hears so elsewhere.
        for (const one of batch) settle(one, undefined);
      }
    }
    isTelling = false;
  }

  function settle(
    { counted, count, waiting }: { counted: Counted; count: number; waiting: readonly Waiting[] },
    known: RateUse | undefined,
  ): void {
    counted.confirmed += count;
    counted.all = known?.used ?? counted.all;
    if (known !== undefined) counted.start = Date.parse(known.start);
    // The last of those that were told are the ones that wait.
    const first = counted.all - waiting.length + 1;
    for (const [place, { letIn, refuse }] of waiting.entries()) {
      if (first + place > limit) refuse(refusal(counted));
      else letIn();
    }
  }

  return {
    count(address) {
      if (limit === 0) return undefined;
      const group = addressGroup(address);
      const counted = find(group, now());
      if (counted.all + counted.own - counted.told >= limit) throw refusal(counted);
      counted.own += 1;
      const untold = counted.own - counted.told;
      const mustAsk = counted.all + untold > limit / 2 || counted.own - counted.confirmed >= maxUntold;
      if (!mustAsk && untold < step) return undefined;
      toTell.set(group, counted);
      const asked = mustAsk ? new Promise<void>((letIn, refuse) => counted.waiting.push({ letIn, refuse })) : undefined;
      if (!isTelling) void tellAll();
      return asked;
    },
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
