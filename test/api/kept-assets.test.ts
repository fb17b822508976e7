// Files of the web apps of other versions: pages that were opened before an update go on.
import { readdirSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeAsset } from '../../src/server/store/files/web-assets.ts';
import { assetsFolder, keepAssets } from '../../src/server/web/kept-assets.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const get = async (name: string, encoding = 'br') => {
  const response = await fetch(`${service.url}/assets/${name}`, { headers: { 'accept-encoding': encoding } });
  const { status, headers } = response;
  return [status, headers.get('content-encoding'), headers.get('cache-control'), await response.text()];
};

test('[running.update.pages] files of another version are served for a week after its last process', async () => {
  const { services } = service;
  await keepAssets(services);
  const text = 'export const part = 1;';
  const time = new Date(services.clock.now()).toISOString();
  await storeAsset(services.db.sql, { name: 'part-OLD123.js', content: brotliCompressSync(text), time });
  const cached = 'public, max-age=31536000, immutable';
  expect(await get('part-OLD123.js')).toEqual([200, 'br', cached, text]);
  expect(await get('part-OLD123.js', 'gzip')).toEqual([200, null, cached, text]);
  for (const name of ['part-OLD124.js', 'part-OLD123.txt', '%2e%2e%2fmanifest.json', "x'.js", 'a'.repeat(3_000)]) {
    expect((await get(name))[0]).toBe(404);
  }
  const own = readdirSync(assetsFolder()).filter((name) => /\.(js|css|json)$/.test(name));
  const stored = async () => (await services.db.sql`select name from web_assets`).map(({ name }) => name as string);
  expect(new Set(await stored())).toEqual(new Set([...own, 'part-OLD123.js']));

  service.advance(6 * 86_400_000);
  await keepAssets(services);
  expect((await get('part-OLD123.js'))[0]).toBe(200);
  service.advance(2 * 86_400_000);
  await keepAssets(services);
  expect(new Set(await stored())).toEqual(new Set(own));
  expect((await get('part-OLD123.js'))[0]).toBe(404);
});
