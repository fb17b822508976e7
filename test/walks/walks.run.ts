// `npm run test:walks`: random journeys through random forms in each engine. WALKS=<number> for how many (100), SEED=<number> for the first
// (1), ENGINES=Chromium,Firefox,WebKit for which; engines that are not installed are named.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingEngines } from '../../scripts/find-engines.mjs';
import type { Engine } from '../engines/engine.ts';
import { installedEngines } from '../engines/installed.ts';
import { type Network, openNetwork } from '../engines/network.ts';
import { startService, type TestService } from '../support/service.ts';
import { answerByKeys } from './by-keys.ts';
import { takeJourney } from './journey.ts';
import { kinds } from './kinds.ts';
import { personAt } from './person.ts';

const count = Number(process.env['WALKS'] ?? 100);
const first = Number(process.env['SEED'] ?? 1);
const wanted = process.env['ENGINES']?.split(',');

let service: TestService;
let network: Network;
let folder: string;
beforeAll(async () => {
  network = await openNetwork();
  service = await startService({ PUBLIC_URL: network.url });
  network.leadTo(service.url);
  folder = mkdtempSync(join(tmpdir(), 'formstead-walks-'));
});
afterAll(async () => {
  await network.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test('[house] every engine is installed, or it is said which are not', () => {
  const missing = missingEngines();
  if (missing !== undefined) console.error(missing);
  expect(process.env['CI'] === 'true' ? missing : undefined).toBeUndefined();
});

const engines = installedEngines().filter(({ name }) => wanted === undefined || wanted.includes(name));

describe.each(engines)('[fill-links.seen-stored] $name', ({ open }) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
    await engine.resize(1000, 900);
  });
  afterAll(() => engine?.close());

  test(`${count} journeys from seed ${first} on: what was seen is stored, and nothing is lost without a word`, async () => {
    const failures: string[] = [];
    let compared = 0;
    for (let seed = first; seed < first + count; seed += 1) {
      try {
        const person = personAt(engine, folder);
        compared += (await takeJourney(seed, { person, service, network })).compared;
      } catch (error) {
        failures.push((error as Error).message);
        console.error((error as Error).message);
      }
    }
    console.log(`${engine.name}: seeds ${first} to ${first + count - 1}, ${compared} values compared.`);
    expect(failures).toEqual([]);
  });

  const byKeys = kinds.filter(({ keys }) => keys !== undefined);
  test.each(byKeys.flatMap((kind) => (['en', 'he'] as const).map((locale) => [kind.name, locale, kind] as const)))(
    '[fill-links.keys] %s (%s) is answered by keys alone',
    async (_, locale, kind) => {
      const person = personAt(engine, folder);
      const { meant, stored } = await answerByKeys(kind, locale, { person, service, network });
      expect(stored).toEqual(meant);
    },
  );
});
