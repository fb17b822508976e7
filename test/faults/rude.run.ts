// `npm run test:rude`: every address of the service in each way of misbehaving, over raw sockets. TRIES sets how many (10,000), half of them with
// one worker and half with two. Prints the tries, the processes that ended and the longest hold of an event loop.
import { afterEach, beforeAll, expect, test } from 'vitest';
import { misbehaviours, runRudeCallers, startRudeServer } from '../support/rude-callers.ts';
import { buildServer, endAll, listWorkers, makeDataFolder } from '../support/server-process.ts';

beforeAll(buildServer, 600_000);
afterEach(endAll);

const tries = Number(process.env['TRIES'] ?? 10_000);

test.each([1, 2])('[running.request-errors] rude callers, %s workers', async (workers) => {
  const rude = await startRudeServer(makeDataFolder(), { WORKERS: String(workers) });
  const before = listWorkers(rude.server.pid);
  const half = Math.ceil(tries / 2);
  // The second run goes on where the first has ended: both together meet every pair of an address and a kind.
  const run = await runRudeCallers(rude, half, (workers - 1) * half);
  console.log({ workers, ...run });
  expect(Object.keys(misbehaviours).length).toBeGreaterThanOrEqual(20);
  expect(run.strayErrors).toEqual([]);
  expect(run.processEnds).toBe(0);
  expect(listWorkers(rude.server.pid)).toEqual(before);
  // Nothing that callers left behind holds a place: large bodies, from many at once, are all read and answered.
  const body = { form: 'e'.repeat(24), data: { n: 'x'.repeat(900_000) } };
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => rude.server.call('POST', '/entry/submit', { body })),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
});
