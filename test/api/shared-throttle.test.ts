// The limit on requests over several processes that have nothing in common but the database.
import { expect, test } from 'vitest';
import { deleteExpiredRows } from '../../src/server/jobs/delete-expired-rows.ts';
import { startSecondService } from '../support/second-service.ts';
import { startService } from '../support/service.ts';

const limit = 200;

test('[limits.rate] three processes together let in what one would, and a fiftieth for each of the others; the next minute is new for all', async () => {
  const service = await startService({ RATE_LIMIT: String(limit) });
  const others = [await startSecondService(service), await startSecondService(service)];
  const all = [service, ...others];
  try {
    const ask = (at: number) => all[at % all.length]!.call('GET', '/me').then(({ status }) => status);
    const askMany = async (count: number) => {
      const statuses = await Promise.all(Array.from({ length: count }, (_, at) => ask(at)));
      expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
      return statuses.filter((status) => status === 401).length;
    };
    let letIn = 0;
    for (let round = 0; round < 20; round += 1) letIn += await askMany(30);
    expect(letIn).toBeGreaterThanOrEqual(limit);
    expect(letIn).toBeLessThanOrEqual(limit + (all.length - 1) * (limit / 50));
    expect(await askMany(9)).toBe(0);

    service.advance(60_000);
    expect(await askMany(30)).toBe(30);
    const count = async () => (await service.services.db.sql`select from request_rates`).length;
    expect(await count()).toBe(1);
    service.advance(300_000);
    await deleteExpiredRows(service.services);
    expect(await count()).toBe(0);
  } finally {
    for (const other of others) await other.close();
    await service.close();
  }
});
