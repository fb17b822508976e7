// Files in what was kept on a device, after the service has removed some of them.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { openBrowser, type TestBrowser } from '../support/browser.ts';
import { makeForm, root } from '../support/entries.ts';
import { submit, thanks } from '../support/fill-page.ts';
import { startService, type TestService } from '../support/service.ts';

const origin = 'http://forms.test';

let service: TestService;
let browser: TestBrowser;
beforeAll(async () => {
  service = await startService({}, { keepsPort: true });
  browser = await openBrowser({ proxied: { publicUrl: origin, url: service.url } });
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

const rootElem = root(
  { type: 'fInput', name: 'name', label: 'Name' },
  { type: 'cRepeat', name: 'rows', repMinRows: 1, children: [{ type: 'fFile', name: 'scan', label: 'Scan' }] },
  { type: 'fFile', name: 'doc', label: 'Document' },
);

const openPage = async () => (await browser.newKeptContext(origin, { reducedMotion: 'reduce' })).newPage();
const hours = (count: number) => service.advance(count * 3_600_000);
const choose = async (page: Page, field: string, name: string) => {
  const path = `[data-path="model${field}"]`;
  await page.setInputFiles(`${path} .file-input`, { name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  await page.waitForSelector(`${path} .file-name a`);
};

test.each([
  ['en', 'We kept what you typed here before.', 'The file “old.txt” is no longer stored. Please choose it again.'],
  ['he', 'שמרנו', 'הקובץ “old.txt” כבר אינו שמור במערכת. יש לבחור אותו שוב.'],
] as const)(
  '[fill-links.kept] files that are gone leave their field, which says so; others stay (%s)',
  async (locale, restored, gone) => {
    const form = await makeForm(service, { locale, formSchema: { rootElem } });
    const page = await openPage();
    await page.goto(`${origin}/f/${form}/`);
    await page.fill('#f-name', 'Ada');
    await choose(page, "['doc']", 'old.txt');
    hours(20);
    await page.click('button.add');
    await choose(page, "['rows'][0]['scan']", 'new.txt');
    hours(5);
    await removeFiles(service.services);

    await page.reload();
    await page.waitForSelector(`text=${restored}`);
    await page.waitForSelector(`[data-path="model['doc']"] >> text=${gone}`);
    expect(await page.locator('.file-name a').allTextContents()).toEqual(['new.txt']);
    expect(await page.inputValue('#f-name')).toBe('Ada');
    await expectAccessible(page);
    // What the field says does not stand in the way.
    await submit(page);
    await thanks(page);
    const { key } = service.people.alice;
    const { data } = (await service.call('GET', '/entry', { key, query: { query: { form } } })).body;
    expect(data).toMatchObject([{ data: { name: 'Ada', rows: [{ scan: [{ name: 'new.txt' }] }] } }]);
    expect(data[0].data.doc).toBeUndefined();
    await page.context().close();
  },
);

test('[files.missing] a file that goes while the page is open is named at its field when it is sent', async () => {
  const form = await makeForm(service, { formSchema: { rootElem } });
  const page = await openPage();
  await page.goto(`${origin}/f/${form}/`);
  await choose(page, "['doc']", 'old.txt');
  hours(25);
  await removeFiles(service.services);
  await submit(page);
  const message = 'The file “old.txt” is no longer stored. Please choose it again.';
  await page.waitForSelector(`[data-path="model['doc']"] >> text=${message}`);
  await page.waitForSelector('.notice >> text=A file of this form entry does not exist in storage.');
  expect(await page.locator('.file-name a').count()).toBe(0);
  await choose(page, "['doc']", 'again.txt');
  await submit(page);
  await thanks(page);
  await page.context().close();
});
