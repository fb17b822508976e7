// Code that is loaded later and does not come: another try asks at a fresh address, because some engines remember a module
// that failed; where no try can help, the page offers to be reloaded, and nothing typed is lost. The routes below are such
// an engine, whatever the browser: a plain address that failed keeps failing until the page is loaded again.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { makeForm, root } from '../support/entries.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin.close());

const manifest = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
/** The file of a part, then those that it imports. */
const filesOf = (app: 'fill' | 'admin', source: string): string[] => manifest[app].parts[source];

const formSchema = {
  rootElem: root(
    { type: 'fInput', name: 'name', label: 'Name' },
    { type: 'fSign', name: 'sign', label: 'Signature', relevant: 'model.name == "Ada"' },
  ),
};
const newForm = (more: object = {}) => makeForm(admin.service, { name: 'Late', formSchema, ...more });

/** The plain addresses of these files fail until `end`. */
async function loseFiles(page: Page, files: readonly string[], how: 'abort' | 404): Promise<{ end(): Promise<void> }> {
  const isLost = (url: URL) => url.search === '' && files.includes(url.pathname.replace('/assets/', ''));
  await page.route(isLost, (route) => (how === 'abort' ? route.abort() : route.fulfill({ status: how })));
  return { end: () => page.unroute(isLost) };
}

test('[fill-links.late-code] a part that did not come is asked for at a fresh address', async () => {
  const { page, context } = await admin.open(`/f/${await newForm()}/`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
  const [part = ''] = filesOf('fill', 'src/fields/sign/view/sign.tsx');
  await loseFiles(page, [part], 'abort');
  await page.fill('#f-name', 'Ada');
  await page.click('.loading button:text-is("Try again")');
  await page.waitForSelector('canvas');
  expect(asked.filter((path) => path.includes(part)).at(-1)).toBe(`/assets/${part}?retry=1`);
  // What it imports was loaded once, and the app itself not again.
  for (const file of [manifest.fill.script, ...filesOf('fill', 'src/fields/sign/view/sign.tsx').slice(1)]) {
    expect(asked.filter((path) => path.includes(file)).length).toBeLessThanOrEqual(1);
  }
  await expect.poll(() => page.locator('.notice').count()).toBe(0);
  await context.close();
});

test('[fill-links.late-code] a module that a part needs is lost: the page is reloaded and has what was typed', async () => {
  const { page, context } = await admin.open(`/f/${await newForm({ locale: 'he' })}/`);
  const needed = filesOf('fill', 'src/fields/sign/view/sign.tsx').at(-1) ?? '';
  const lost = await loseFiles(page, [needed], 'abort');
  await page.fill('#f-name', 'Ada');
  await page.click('.loading button');
  const reload = page.locator('.notice button', { hasText: 'טעינה מחדש' });
  await reload.waitFor();
  await expectAccessible(page);
  await lost.end();
  await reload.click();
  await page.waitForSelector('canvas');
  await expect.poll(() => page.inputValue('#f-name')).toBe('Ada');
  await expect.poll(() => page.locator('.notice button', { hasText: 'טעינה מחדש' }).count()).toBe(0);
  await context.close();
});

test('[fill-links.late-code] code of a version that is gone: saving says so in words, and the page offers to be reloaded', async () => {
  const { page, context } = await admin.open(`/f/${await newForm()}/`);
  const lost = await loseFiles(page, filesOf('fill', 'src/fill/saved-note.tsx').slice(0, 1), 404);
  await page.fill('#f-name', 'Grace');
  await page.click('button.secondary');
  await page.waitForSelector('.loading button:text-is("Try again")');
  await page.waitForSelector('.notice button:text-is("Reload")');
  await expectAccessible(page);
  await lost.end();
  await page.click('.notice button:text-is("Reload")');
  await page.waitForURL('**/e/**');
  await expect.poll(() => page.inputValue('#f-name')).toBe('Grace');
  await context.close();
});

test('[management] late code: a page of the management app can be tried again', async () => {
  const { page, context } = await admin.openAs('/admin/');
  await page.getByRole('heading', { name: 'Forms', level: 1 }).waitFor();
  const [part = ''] = filesOf('admin', 'src/admin/options-sets/sets-page.tsx');
  await loseFiles(page, [part], 'abort');
  await page.getByRole('link', { name: 'Options sets' }).click();
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await expectAccessible(page);
  await retry.click();
  await page.getByRole('heading', { name: 'Options sets', level: 1 }).waitFor();
  expect(await retry.count()).toBe(0);
  await context.close();
});

test('[management] late code: a page of the management app that is gone is loaded with the app again, once', async () => {
  const { page, context } = await admin.openAs('/admin/');
  await page.getByRole('heading', { name: 'Forms', level: 1 }).waitFor();
  let loads = 0;
  page.on('request', (request) => request.isNavigationRequest() && loads++);
  const lost = await loseFiles(page, filesOf('admin', 'src/admin/options-sets/sets-page.tsx').slice(0, 1), 404);
  await page.getByRole('link', { name: 'Options sets' }).click();
  // Nothing better came with it: no second time, but words and a button.
  const reload = page.getByRole('button', { name: 'Reload the page' });
  await reload.waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(loads).toBe(1);
  await lost.end();
  await reload.click();
  await page.getByRole('heading', { name: 'Options sets', level: 1 }).waitFor();
  await context.close();
});

test('[management] late code: parts inside a page of the management app can be tried again', async () => {
  const form = await newForm();
  const { page, context } = await admin.openAs('/admin/');
  await page.getByRole('heading', { name: 'Forms', level: 1 }).waitFor();
  await loseFiles(page, filesOf('admin', 'src/admin/forms/qr-code.tsx').slice(0, 1), 'abort');
  await page.goto(`${admin.service.url}/admin/forms/${form}/share/`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('.qr svg[role=img]').waitFor();
  await context.close();
});
