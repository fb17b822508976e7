// A few of the random journeys of `npm run test:walks`; SEED=<number> takes others.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChromium } from '../engines/chromium.ts';
import type { Engine } from '../engines/engine.ts';
import { type Network, openNetwork } from '../engines/network.ts';
import { startService, type TestService } from '../support/service.ts';
import { takeJourney } from '../walks/journey.ts';
import { personAt } from '../walks/person.ts';

let network: Network;
let service: TestService;
let engine: Engine;
let folder: string;
beforeAll(async () => {
  network = await openNetwork();
  service = await startService({ PUBLIC_URL: network.url });
  network.leadTo(service.url);
  engine = await openChromium();
  folder = mkdtempSync(join(tmpdir(), 'formstead-walks-'));
});
afterAll(async () => {
  await engine.close();
  await network.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const first = Number(process.env['SEED'] ?? 1);

test.each([first, first + 1, first + 2])(
  '[fill-links.seen-stored] random journey %d: what was seen is stored, and nothing is lost without a word',
  async (seed) => {
    const { compared } = await takeJourney(seed, { person: personAt(engine, folder), service, network });
    expect(compared).toBeGreaterThan(0);
  },
);
