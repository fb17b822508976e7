// Counts requests per address (IPv6: per /64) and minute, over all processes together: docs/limits.md. [limits.rate]
//
//   a hundredth of the limit   each process counts for itself; most callers never send more
//   up to half of it           reported to the database now and then; no request waits for that
//   the second half            each request is counted in the database before it is accepted, those of one moment together
//   beyond                     refused by what is known, without asking
//
// One process is exact, and a process that is alone reports nothing. With several, requests that others have accepted and not yet reported
// come on top: a fiftieth of the limit each at most. Asking for every single request would be exact, and cost more than the request. No
// request waits for a slow database: after `maxWaitMs`, and until a report comes back in time, each process counts for itself.
import { addressGroup } from '../base/address-group.ts';
import { errors } from '../base/errors.ts';
import { outsideRequests } from '../base/request-scope.ts';
import type { RateUse } from '../store/identity/request-rates.ts';

const windowMs = 60_000;

export interface Throttle {
  /** Throws the 429 when the address has used up its minute; a promise that may do so where others must be asked first. */
  count(address: string): Promise<void> | undefined;
}

/** How long a request waits for its place among all, where the database is quick otherwise. */
const maxWaitMs = 50;
/** So long nothing is reported after a report that failed. */
const restMs = 1_000;

/** Adds the use of these addresses to that of all processes, and answers the sums. */
export type ReportUse = (uses: readonly RateUse[], from: string) => Promise<readonly RateUse[]>;

interface Counted {
  start: number;
  /** By this process. */
  own: number;
  /** The part of `own` that was reported to others, and the part of that which they are known to have. */
  reported: number;
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

export function createThrottle(options: {
  requestsPerMinute: number;
  now: () => number;
  /** Left out where this process is the only one. */
  report?: ReportUse | undefined;
  maxWaitMs?: number;
}): Throttle {
  const { requestsPerMinute: limit, now, report } = options;
  const step = Math.max(1, Math.floor(limit / 100));
  const maxUnreported = 2 * step;
  let current = new Map<string, Counted>();
  let before = new Map<string, Counted>();
  let rotated = now();
  let toReport = new Map<string, Counted>();
  let isReporting = false;
  /** The last report came back in time. */
  let isQuick = true;
  let restsUntil = -Infinity;

  /** Two maps that take turns, so that old counts disappear by themselves. */
  function find(group: string, time: number): Counted {
    // A clock that was set back says nothing about the window either.
    if (time - rotated >= windowMs || time < rotated) {
      before = time - rotated < 2 * windowMs && time >= rotated ? current : new Map();
      current = new Map();
      rotated = time;
    }
    const found = current.get(group) ?? before.get(group);
    const isOver = found === undefined || time - found.start >= windowMs || time < found.start;
    // Its place in the report is taken by the new minute.
    if (isOver && found !== undefined) letInAll(found);
    const counted = isOver ? { start: time, own: 0, reported: 0, confirmed: 0, all: 0, waiting: [] } : found;
    if (current.get(group) !== counted) current.set(group, counted);
    return counted;
  }

  function refusal({ start }: Counted): Error {
    return errors.tooManyRequests(Math.max(1, Math.ceil((start + windowMs - now()) / 1000)));
  }

  async function reportAll(send: ReportUse): Promise<void> {
    isReporting = true;
    while (toReport.size > 0) {
      const batch = [...toReport].map(([address, counted]) => ({
        address,
        counted,
        count: counted.own - counted.reported,
        waiting: counted.waiting.splice(0),
      }));
      toReport = new Map();
      for (const { counted, count } of batch) {
        counted.reported += count;
        counted.all += count;
      }
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        isQuick = false;
        for (const { waiting } of batch) for (const { letIn } of waiting) letIn();
        for (const counted of toReport.values()) letInAll(counted);
      }, options.maxWaitMs ?? maxWaitMs);
      try {
        const uses = batch.map(({ address, counted, count }) => ({ address, start: iso(counted.start), used: count }));
        const known = await send(uses, iso(now() - windowMs));
        const found = new Map(known.map((use) => [use.address, use]));
        for (const one of batch) settle(one, found.get(one.address));
        isQuick = !isLate;
      } catch {
        // The database is away or takes no writes. Requests that need it fail elsewhere; here each process counts for itself.
        for (const one of batch) settle(one, undefined);
        for (const counted of toReport.values()) letInAll(counted);
        toReport = new Map();
        isQuick = false;
        restsUntil = performance.now() + restMs;
      } finally {
        clearTimeout(timer);
      }
    }
    isReporting = false;
  }

  function settle(
    { counted, count, waiting }: { counted: Counted; count: number; waiting: readonly Waiting[] },
    known: RateUse | undefined,
  ): void {
    counted.confirmed += count;
    // Reports that failed are not in what the others know.
    counted.all = Math.max(known?.used ?? counted.all, counted.reported);
    if (known !== undefined) counted.start = Date.parse(known.start);
    // The ones that wait are the last of those that were reported.
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
      if (counted.all + counted.own - counted.reported >= limit) throw refusal(counted);
      counted.own += 1;
      if (report === undefined) return undefined;
      const unreported = counted.own - counted.reported;
      const mustAsk = counted.all + unreported > limit / 2 || counted.own - counted.confirmed >= maxUnreported;
      if ((!mustAsk && unreported < step) || performance.now() < restsUntil) return undefined;
      toReport.set(group, counted);
      const mustWait = mustAsk && isQuick;
      const asked = mustWait
        ? new Promise<void>((letIn, refuse) => counted.waiting.push({ letIn, refuse }))
        : undefined;
      if (!isReporting) void outsideRequests(() => reportAll(report));
      return asked;
    },
  };
}

function letInAll({ waiting }: Counted): void {
  for (const { letIn } of waiting.splice(0)) letIn();
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
