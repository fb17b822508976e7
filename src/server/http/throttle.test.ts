// The limit on requests, of several processes that know of each other only by what they report.
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RateUse } from '../store/identity/request-rates.ts';
import { createThrottle, type ReportUse, type Throttle } from './throttle.ts';

/** A table as src/server/store/identity/request-rates.ts has it; each answer takes some turns of the event loop. */
function createTable(turns: () => number): ReportUse {
  const rows = new Map<string, RateUse>();
  return async (uses, from) => {
    for (let left = turns(); left > 0; left -= 1) await turn();
    const sums = uses.map((use) => {
      const row = rows.get(use.address);
      const isOver = row === undefined || row.start < from;
      const start = isOver || use.start < row.start ? use.start : row.start;
      return { address: use.address, start, used: use.used + (isOver ? 0 : row.used) };
    });
    for (const sum of sums) rows.set(sum.address, sum);
    for (let left = turns(); left > 0; left -= 1) await turn();
    return sums;
  };
}

const isLetIn = async (throttle: Throttle, address = '198.51.100.7'): Promise<boolean> => {
  try {
    await throttle.count(address);
    return true;
  } catch (error) {
    if ((error as { situation?: string }).situation !== 'tooManyRequests') throw error;
    return false;
  }
};

describe('[limits.rate]', () => {
  test('[limits.rate] several processes let in the limit and a fiftieth each of the others, however requests are spread and answers are late', async () => {
    const cases = fc.record({
      processes: fc.integer({ min: 1, max: 10 }),
      limit: fc.integer({ min: 100, max: 400 }),
      bursts: fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 60 })), { minLength: 30, maxLength: 60 }),
      lateness: fc.array(fc.nat(3), { minLength: 1, maxLength: 10 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ processes, limit, bursts, lateness }) => {
        let at = 0;
        const report = createTable(() => lateness[at++ % lateness.length] as number);
        const all = Array.from({ length: processes }, () =>
          createThrottle({ requestsPerMinute: limit, now: () => 1_000_000, report, maxWaitMs: 600_000 }),
        );
        const asked: Promise<boolean>[] = [];
        for (const [process, count] of bursts) {
          const throttle = all[process % processes] as Throttle;
          for (let sent = 0; sent < count; sent += 1) asked.push(isLetIn(throttle));
          await turn();
        }
        const letIn = (await Promise.all(asked)).filter(Boolean).length;
        expect(letIn).toBeGreaterThanOrEqual(Math.min(limit, asked.length));
        expect(letIn).toBeLessThanOrEqual(limit + (processes - 1) * 2 * Math.floor(limit / 100));
      }),
      { numRuns: 40 },
    );
  });

  test('[limits.rate] a minute over all begins with the first process that reported, and is over for all', async () => {
    let time = 1_000_000;
    const report = createTable(() => 0);
    const [one, two] = [0, 0].map(() =>
      createThrottle({ requestsPerMinute: 10, now: () => time, report, maxWaitMs: 600_000 }),
    );
    for (let sent = 0; sent < 10; sent += 1) expect(await isLetIn(one as Throttle)).toBe(true);
    time += 40_000;
    // Both know it only once they were reported.
    await isLetIn(two as Throttle);
    await turn();
    expect([await isLetIn(one as Throttle), await isLetIn(two as Throttle)]).toEqual([false, false]);
    time += 20_000;
    expect([await isLetIn(one as Throttle), await isLetIn(two as Throttle)]).toEqual([true, true]);
  });

  test('[limits.rate] while others cannot be asked, a process counts for itself; another address has its own minute', async () => {
    const report = async () => Promise.reject(new Error('away'));
    const throttle = createThrottle({ requestsPerMinute: 20, now: () => 1_000_000, report });
    const letIn = await Promise.all(Array.from({ length: 50 }, () => isLetIn(throttle)));
    expect(letIn.filter(Boolean)).toHaveLength(20);
    expect(await isLetIn(throttle, '198.51.100.8')).toBe(true);
  });

  test('[limits.rate] nobody waits for a report that does not come back, and nothing is lost when it comes late', async () => {
    let comeBack = (_known: readonly RateUse[]) => {};
    const reports: (readonly RateUse[])[] = [];
    const report: ReportUse = (uses) => {
      reports.push(uses);
      return new Promise((resolve) => {
        comeBack = resolve;
      });
    };
    const throttle = createThrottle({ requestsPerMinute: 20, now: () => 1_000_000, report, maxWaitMs: 1 });
    // The first to ask waits for a moment, whoever comes later not at all.
    const letIn = await Promise.all(Array.from({ length: 15 }, () => isLetIn(throttle)));
    expect(letIn).not.toContain(false);
    expect(throttle.count('198.51.100.7')).toBeUndefined();
    expect(reports).toHaveLength(1);
    comeBack(reports[0]!.map((use) => ({ ...use, used: 19 })));
    await turn();
    expect(await isLetIn(throttle)).toBe(false);
  });

  test('[limits.rate] a minute that ends while its requests wait lets them in', async () => {
    let time = 1_000_000;
    const report: ReportUse = () => new Promise(() => {});
    const throttle = createThrottle({ requestsPerMinute: 4, now: () => time, report, maxWaitMs: 600_000 });
    const first = isLetIn(throttle);
    const waiting = [isLetIn(throttle), isLetIn(throttle)];
    time += 60_000;
    void isLetIn(throttle);
    expect(await Promise.all([...waiting])).toEqual([true, true]);
    void first;
  });

  test('[limits.rate] a process that is alone is exact and never waits', () => {
    const throttle = createThrottle({ requestsPerMinute: 20, now: () => 1_000_000 });
    for (let sent = 0; sent < 20; sent += 1) expect(throttle.count('198.51.100.7')).toBeUndefined();
    expect(() => throttle.count('198.51.100.7')).toThrow();
  });

  test('[limits.rate] few requests are reported to nobody', async () => {
    let reported = 0;
    const report: ReportUse = async (uses) => {
      reported += uses.length;
      return uses;
    };
    const throttle = createThrottle({ requestsPerMinute: 1000, now: () => 1_000_000, report });
    for (let address = 0; address < 100; address += 1) {
      for (let sent = 0; sent < 9; sent += 1) expect(throttle.count(`2001:db8:${address}::1`)).toBeUndefined();
    }
    expect(reported).toBe(0);
  });
});
