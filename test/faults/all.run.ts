// `npm run test:faults`: every endpoint, every exchange with the database, before and after, four kinds of fault.
// FAULTS_ONLY=text runs the endpoints whose name holds the text.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer, endAll } from '../support/server-process.ts';
import { endpoints } from './endpoints.ts';
import { type FaultFigures, injectFaults, newFigures } from './inject.ts';
import { openWorld, type World } from './world.ts';

const kinds = ['cut', 'reset', 'halfClose', 'delay'] as const;
const only = process.env['FAULTS_ONLY'] ?? '';
const chosen = endpoints.filter(({ name }) => name.includes(only));
const totals: FaultFigures = newFigures();
let world: World | undefined;

beforeAll(buildServer);
afterAll(async () => {
  await world?.close();
  await endAll();
  const { wrong, ...figures } = totals;
  console.log(`fault runs: ${JSON.stringify({ endpoints: chosen.length, ...figures, broken: wrong.length })}`);
});

/** A process that ended is replaced, so that the others are looked at as well. */
async function openLivingWorld(): Promise<World> {
  if (world?.hasEnded()) {
    await world.close();
    world = undefined;
  }
  world ??= await openWorld();
  return world;
}

for (const endpoint of chosen) {
  test(`[errors.unavailable] ${endpoint.name}: answered or 503, once at most, nothing left behind`, async () => {
    const figures = newFigures();
    await injectFaults(await openLivingWorld(), endpoint, { kinds, figures });
    add(figures);
    expect(figures.wrong).toEqual([]);
    expect(figures.faults).toBeGreaterThanOrEqual(isWithoutDatabase(endpoint.name) ? 0 : 8);
  });
}

test('[errors.unavailable] while connecting: no connection is open when the request comes', async () => {
  const figures = newFigures();
  const living = await openLivingWorld();
  for (const endpoint of chosen.filter(({ name }) => /^(GET \/me|POST \/entry\/submit|POST \/api-keys)$/.test(name))) {
    await injectFaults(living, endpoint, { kinds: ['cut', 'reset', 'halfClose'], figures, isCold: true });
  }
  add(figures);
  expect(figures.wrong).toEqual([]);
});

/** Pages and searches that are served from memory. */
function isWithoutDatabase(name: string): boolean {
  return /GET \/admin|GET \/f\/|DELETE \/auth\/session|POST \/form\/render|passkey\/options|\/started|autocomplete|validate/.test(
    name,
  );
}

function add(figures: FaultFigures): void {
  totals.faults += figures.faults;
  totals.processEnds += figures.processEnds;
  totals.slowestMs = Math.max(totals.slowestMs, figures.slowestMs);
  totals.wrong.push(...figures.wrong);
  for (const [status, count] of Object.entries(figures.answers)) {
    totals.answers[Number(status)] = (totals.answers[Number(status)] ?? 0) + count;
  }
}
