// Devices that several people share: what was typed must not wait there for the next one.
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
  { type: 'fFile', name: 'doc', label: 'Document' },
);
async function openPage(): Promise<Page> {
  const page = await (await browser.newKeptContext(origin, { reducedMotion: 'reduce' })).newPage();
  // The browser asks before it leaves what is not kept anywhere.
  page.on('dialog', (dialog) => void dialog.accept());
  return page;
}
const keptCount = (page: Page) => page.evaluate('localStorage.length');
const entriesOf = async (form: string) =>
  (await service.call('GET', '/entry', { key: service.people.alice.key, query: { query: { form } } })).body.data;

test('[forms.keep-draft-on-device] a form that keeps nothing on the device forgets what was typed, also what it kept before', async () => {
  const form = await makeForm(service, { formSchema: { rootElem } });
  const page = await openPage();
  await page.goto(`${origin}/f/${form}/`);
  await page.fill('#f-name', 'Ada');
  await expect.poll(() => keptCount(page)).toBe(1);
  const { key } = service.people.alice;
  await service.call('PATCH', `/form/${form}`, { key, body: { access: { keepDraftOnDevice: false } } });
  await page.goto(`${origin}/f/${form}/`);
  await page.waitForSelector('#f-name');
  expect(await page.inputValue('#f-name')).toBe('');
  expect(await keptCount(page)).toBe(0);
  expect(await page.locator('summary').count()).toBe(0);
  await page.fill('#f-name', 'Dana');
  await page.reload();
  await page.waitForSelector('#f-name');
  expect([await page.inputValue('#f-name'), await keptCount(page)]).toEqual(['', 0]);
  await page.fill('#f-name', 'Eve');
  await submit(page);
  await thanks(page);
  expect(await keptCount(page)).toBe(0);
  expect((await entriesOf(form)).map((entry: { data: unknown }) => entry.data)).toEqual([{ name: 'Eve' }]);
  await page.context().close();
});

test.each([
  ['en', 'Shared device?', 'Delete what I typed'],
  ['he', 'מכשיר משותף?', 'למחוק את מה שהקלדתי'],
])(
  '[fill-links.kept] whoever fills the form can delete what they typed, also after a save (%s)',
  async (locale, ask, act) => {
    const form = await makeForm(service, { locale, formSchema: { rootElem } });
    const page = await openPage();
    const forget = async () => {
      await page.click(`summary:has-text("${ask}")`);
      await expectAccessible(page);
      await page.click(`text=${act}`);
      await expect.poll(() => page.inputValue('#f-name').catch(() => undefined)).toBe('');
    };
    await page.goto(`${origin}/f/${form}/`);
    await page.fill('#f-name', 'Ada');
    await expect.poll(() => keptCount(page)).toBe(1);
    await forget();
    await expect.poll(() => keptCount(page)).toBe(0);
    await page.fill('#f-name', 'Bea');
    await page.click('button.secondary');
    await page.waitForURL(/\/e\//);
    await page.fill('#f-name', 'Bea and more');
    await expect.poll(() => keptCount(page)).toBe(1);
    await forget();
    expect(page.url()).toBe(`${origin}/f/${form}/`);
    await expect.poll(() => keptCount(page)).toBe(0);
    // The next person's entry is their own.
    await page.fill('#f-name', 'Cleo');
    await submit(page);
    await thanks(page);
    const stored = (await entriesOf(form)).map((entry: { status: string; data: { name: string } }) => [
      entry.status,
      entry.data.name,
    ]);
    expect(stored).toEqual([
      ['saved', 'Bea'],
      ['submitted', 'Cleo'],
    ]);
    await page.context().close();
  },
);

test('[files.life.unused] a file in a link that fills in ends as any upload that nobody sent; the field says so at once', async () => {
  const form = await makeForm(service, { formSchema: { rootElem } });
  const page = await openPage();
  await page.goto(`${origin}/f/${form}/`);
  await page.setInputFiles('.file-input', { name: 'old.txt', mimeType: 'text/plain', buffer: Buffer.from('old') });
  await page.waitForSelector('.file-name a');
  // The file that was on its way is kept first, without its place in the storage.
  await expect.poll(() => page.evaluate('Object.values(localStorage)[0]')).toContain('storageKey');
  const doc = await page.evaluate('JSON.parse(Object.values(localStorage)[0]).data.doc');
  const link = `${origin}/f/${form}/?data=${encodeURIComponent(JSON.stringify({ name: 'Ada', doc }))}`;
  const other = await openPage();
  await other.goto(link);
  await other.waitForSelector('.file-name a');
  service.advance(25 * 3_600_000);
  await removeFiles(service.services);
  await other.reload();
  await other.waitForSelector('text=The file “old.txt” is no longer stored. Please choose it again.');
  expect(await other.locator('.file-name a').count()).toBe(0);
  await submit(other);
  await thanks(other);
  expect((await entriesOf(form)).map((entry: { data: unknown }) => entry.data)).toEqual([{ name: 'Ada' }]);
  await page.context().close();
  await other.context().close();
});
