// A sample of the fault runs (npm run test:faults): requests with and without transactions, the connection cut at every exchange.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../faults/endpoints.ts';
import { injectFaults, newFigures } from '../faults/inject.ts';
import { openWorld, type World } from '../faults/world.ts';
import { buildServer, endAll } from '../support/server-process.ts';

let world: World;
beforeAll(async () => {
  buildServer();
  world = await openWorld();
}, 180_000);
afterAll(async () => {
  await world.close();
  await endAll();
});

const figures = newFigures();

for (const [name, label] of [
  ['POST /entry/submit', ''],
  ['POST /entry/:entryId/edit', ''],
  ['DELETE /form/:formId', '[heavy] '],
  ['POST /api-keys', ''],
  ['GET /me', ''],
]) {
  test(`[errors.unavailable] ${label}${name}: cut or reset at every exchange: 503 or done, once at most, nothing left behind`, async () => {
    const endpoint = endpoints.find((one) => one.name === name);
    if (endpoint === undefined) return expect.unreachable(`${name} is not in the fault runs`);
    const before = figures.faults;
    await injectFaults(world, endpoint, { kinds: ['cut', 'reset'], figures });
    expect(figures.wrong).toEqual([]);
    expect(figures.faults - before).toBeGreaterThanOrEqual(4);
  });
}

test('[errors.unavailable] the process has outlived them all', () => {
  expect([world.hasEnded(), figures.processEnds]).toEqual([false, 0]);
  const { faults, slowestMs, answers } = figures;
  console.log(`sample of faults: ${JSON.stringify({ faults, processEnds: 0, slowestMs, answers })}`);
});
