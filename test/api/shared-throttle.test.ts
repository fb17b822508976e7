// The limit on requests over several processes that have nothing in common but the database.
import { expect, test } from 'vitest';
import { deleteExpiredRows } from '../../src/server/jobs/delete-expired-rows.ts';
import { startSecondService } from '../support/second-service.ts';
import { startService } from '../support/service.ts';

const limit = 200;

test('[limits.rate] what one process let in counts for another; a table that is locked or gone holds nobody up', async () => {
  const service = await startService({ RATE_LIMIT: String(limit), WORKERS: '2' });
  const other = await startSecondService(service);
  const { sql } = service.services.db;
  try {
    const ask = async (at: { call: typeof service.call }) => (await at.call('GET', '/me')).status;
    const askTimes = async (count: number) => {
      const statuses: number[] = [];
      for (let sent = 0; sent < count; sent += 1) statuses.push(await ask(service));
      return [...new Set(statuses)];
    };
    expect(await askTimes(limit)).toEqual([401]);
    expect(await ask(service)).toBe(429);
    // The other one asks after a few of its own; it would have the whole limit if it counted for itself.
    const seen: number[] = [];
    await expect.poll(async () => seen.push(await ask(other)) && seen.at(-1), { interval: 200 }).toBe(429);
    expect(seen.length).toBeLessThan(limit / 2);
    const rows = async () => (await sql`select from request_rates`).length;
    expect(await rows()).toBe(1);
    service.advance(300_000);
    expect(await ask(other)).toBe(401);
    await deleteExpiredRows(service.services);
    expect(await rows()).toBe(0);

    await sql.begin(async (tx) => {
      await tx`lock table request_rates in access exclusive mode`;
      expect(await askTimes(limit / 2 + 5)).toEqual([401]);
    });
    service.advance(120_000);
    await sql`drop table request_rates`;
    expect(await askTimes(limit)).toEqual([401]);
    expect(await ask(service)).toBe(429);
  } finally {
    await other.close();
    await service.close();
  }
});
