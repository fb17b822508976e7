// The API reference as somebody uses it who is new: log in, make a key, make sample data, send the examples. Nothing from other sites.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes } from '../../src/server/api/route-table.ts';
import { exampleOrder } from '../../src/server/openapi/examples.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  service = await startService();
  browser = await openBrowser();
  page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url)) problems.push(request.url());
  });
  await page.goto(`${service.url}/docs/`);
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

/**
 * Sends an operation as it stands, and gives what the page says. Opened and pressed by the mouse, a very long page is laid out and drawn
 * again each time: a hundred of them would take longer than all the rest.
 */
async function sendExample(operationId: string, { isByMouse = false } = {}): Promise<string> {
  const operation = page.locator(`#${operationId}`);
  const button = operation.locator('button:text-is("Send")');
  if (isByMouse) {
    await operation.evaluate((details) => details.setAttribute('open', ''));
    await button.click();
  } else await button.evaluate((one) => (one as unknown as { click(): void }).click());
  const state = operation.locator('.state');
  await expect.poll(() => state.textContent()).toMatch(/^\d{3}/);
  return `${operationId} ${await state.textContent()} ${(await operation.locator('.result pre').textContent())?.slice(0, 300)}`;
}

/** Not as somebody's own, or they end what the others need: these are run by test/api/examples.test.ts. */
const leftOut = new Set([
  ...['logIn', 'openSession', 'closeSession', 'endSession', 'endOtherSessions', 'changePassword', 'forgotPassword'],
  ...['showLink', 'acceptLink', 'withdrawInvitation', 'addTotp', 'removeFactor', 'removeUser', 'resetUserFactors'],
  ...[
    'copyEntry',
    'changeOptions',
    'abandonOptionsUpload',
    'deleteOptionsSet',
    'deleteForm',
    'revokeApiKey',
    'replaceRecoveryCodes',
  ],
  // Typesetting takes seconds each.
  ...['renderEntry', 'renderData', 'renderForm'],
]);

test('[conventions.document.reference] somebody logs in, makes a key and sample data, and the examples can be sent', async () => {
  const { alice } = service.people;
  await page.fill('header input[name=email]', alice.email);
  await page.fill('header input[name=password]', alice.password);
  await page.click('text=Log in');
  await page.click('#make-key');
  await page.waitForSelector('#key:not([hidden])');
  await page.click('#make-samples');
  await page.waitForSelector('#say:has-text("sample form")');
  const failed: string[] = [];
  for (const [at, operationId] of exampleOrder.filter((one) => !leftOut.has(one)).entries()) {
    const said = await sendExample(operationId, { isByMouse: at === 0 });
    if (!said.startsWith(`${operationId} 200`)) failed.push(said);
  }
  expect(failed).toEqual([]);
  expect(problems).toEqual([]);
});

test('[conventions.document.reference] a file is uploaded with the policy that was just made', async () => {
  expect(await page.inputValue('#uploadFile-policy')).toMatch(/^\S{20}/);
  const png = Buffer.alloc(68, 1);
  await page.setInputFiles('#uploadFile-file', { name: 'ada.png', mimeType: 'image/png', buffer: png });
  expect(await sendExample('uploadFile', { isByMouse: true })).toMatch(/^uploadFile 201/);
});

test('[conventions.document.reference] [heavy] every operation is there, opened by its address, and all of it is accessible', async () => {
  const ids = await page.locator('.opblock').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.sort()).toEqual([...apiRoutes.map(({ operationId }) => operationId), 'uploadFile'].sort());
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  // Each can be pressed where it is; the test above presses most of them without going there.
  const ready = (all: unknown[]) =>
    (all as { disabled: boolean; offsetWidth: number; checkVisibility(): boolean }[]).filter(
      (one) => !one.disabled && one.offsetWidth > 24 && one.checkVisibility(),
    ).length;
  expect(await page.locator('.opblock button:text-is("Send")').evaluateAll(ready)).toBe(ids.length);
  await expectAccessible(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto(`${service.url}/docs/#listEntries`);
  await page.reload();
  expect(await page.locator('#listEntries').getAttribute('open')).toBe('');
  // What is in the closed ones nobody sees, and axe would walk through all of it.
  await page.evaluate(
    "for (const one of document.querySelectorAll('details:not([open]) > :not(summary)')) one.remove()",
  );
  await expectAccessible(page);
});
