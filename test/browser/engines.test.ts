// A sample of fillers' journeys and the main one of owners in Firefox and WebKit, where they are installed; the other files here are Chromium's.
// `npm run test:engines` takes all of them through all three. What is missing is named at the end of `npm test`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listEngines, missingEngines } from '../../scripts/find-engines.mjs';
import { testBuilding } from '../engines/building.ts';
import { fillerOn } from '../engines/filler.ts';
import { openFirefox } from '../engines/firefox.ts';
import { type Network, openNetwork } from '../engines/network.ts';
import { type Place, testSample } from '../engines/sample.ts';
import { openWebKit } from '../engines/webkit.ts';
import { startService, type TestService } from '../support/service.ts';

const openers: Record<string, typeof openFirefox> = { Firefox: openFirefox, WebKit: openWebKit };
const engines = listEngines();

let service: TestService;
let network: Network;
let folder: string;
beforeAll(async () => {
  // Files are sent to the public address, so it must be known before the service is.
  network = await openNetwork();
  service = await startService({ PUBLIC_URL: network.url });
  network.leadTo(service.url);
  folder = mkdtempSync(join(tmpdir(), 'formstead-engines-'));
});
afterAll(async () => {
  await network.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

test('[house] an engine that is not installed is named, with the packages that bring it', () => {
  expect(engines.map(({ name }) => name)).toEqual(Object.keys(openers));
  const words = missingEngines() ?? '';
  for (const { name, packages, isInstalled } of engines)
    expect(words.includes(`${name} (Debian: ${packages.join(', ')})`)).toBe(!isInstalled);
});

for (const { name } of engines.filter(({ isInstalled }) => isInstalled)) {
  describe(name, () => {
    let place: Place;
    beforeAll(async () => {
      const engine = await openers[name]!();
      place = { filler: fillerOn(engine, service), service, url: network.url, folder };
      await engine.resize(1000, 900);
    });
    afterAll(() => place?.filler.engine.close());
    testSample(() => place);
    testBuilding(() => place);
  });
}
