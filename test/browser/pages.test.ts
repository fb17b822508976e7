// The pages the server draws by itself, as a person meets them: first-user setup, then the API reference and a key.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareFirstUser } from '../../src/server/identity/create-user.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { collectFaults } from '../support/page-faults.ts';
import { startService, type TestService } from '../support/service.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  service = await startService({}, { keepsPort: true });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

for (const [locale, size, scheme] of [
  ['en-GB', { width: 1200, height: 800 }, 'light'],
  ['he-IL', { width: 320, height: 640 }, 'dark'],
] as const) {
  test(`[identity.setup] the first user is made on the page: ${locale}, ${size.width} px`, async () => {
    await service.services.db.sql`delete from users`;
    const { setupUrl = '' } = await prepareFirstUser(service.services);
    const context = await browser.newContext({ locale, viewport: size, colorScheme: scheme });
    const page = await context.newPage();
    await page.goto(service.url + new URL(setupUrl).pathname + new URL(setupUrl).search);
    await expectAccessible(page);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.type('Dana');
    await page.keyboard.press('Tab');
    await page.keyboard.type(`${locale}@example.com`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('a long phrase');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/');
    await page.waitForSelector('main h1');
    await expectAccessible(page);
    await context.close();
  });
}

test('[conventions.document] a signed-in person makes an API key that works', async () => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const page = await context.newPage();
  const errors = collectFaults(page);
  await page.goto(`${service.url}/docs/`);
  await page.waitForSelector('.opblock');
  await page.fill('input[name=email]', 'he-IL@example.com');
  await page.fill('input[name=password]', 'wrong');
  await page.click('text=Log in');
  await page.waitForSelector('#say:text-is("Wrong username/ password")');
  errors.length = 0;
  await page.fill('input[name=password]', 'a long phrase');
  await page.click('text=Log in');
  await page.click('#make-key');
  await page.waitForSelector('#key:not([hidden])');
  const key = (await page.textContent('#token')) ?? '';
  expect(key).toHaveLength(56);
  expect((await service.call('GET', '/me', { key })).body.email).toBe('he-IL@example.com');
  expect(errors).toEqual([]);
  await context.close();
});
