// Files that do not arrive: no send goes without them in silence, a reload says which are lost, and their order is that of choosing.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { submit, thanks } from '../support/fill-page.ts';
import { expectAccessible, type FormTest, startFormTest } from '../support/form-test.ts';
import { takePicture } from '../support/picture.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let openForm: FormTest['openForm'];
let close: FormTest['close'];
beforeAll(async () => {
  ({ service, openForm, close } = await startFormTest());
});
afterAll(() => close());
const entries = async (form: string) => {
  const { key } = service.people.alice;
  const { body } = await service.call('GET', '/entry', { key, query: { query: { form } } });
  return body.data.map((entry: { status: string; data: unknown }) => [entry.status, entry.data]);
};

const newForm = (locale: string) =>
  makeForm(service, {
    locale,
    formSchema: {
      rootElem: root(
        { type: 'fInput', name: 'name', label: 'Name' },
        { type: 'fFile', name: 'docs', label: 'Documents', fileTypes: ['text/plain'] },
        { type: 'fInput', name: 'must', label: 'Must', reqValidator: true },
      ),
    },
  });
const files = (...names: string[]) =>
  names.map((name) => ({
    name,
    mimeType: name.endsWith('.txt') ? 'text/plain' : 'image/png',
    buffer: Buffer.from(name),
  }));
const choose = (page: Page, ...names: string[]) => page.setInputFiles('.file-input', files(...names));
const storage = '**/storage/';
const focused = (page: Page) => page.evaluate("document.activeElement.closest('[data-path]')?.dataset.path");

test('[fill-links.files.unsent] a file that was refused or failed stops the send, at its field and in the summary; removed or tried again, it goes', async () => {
  const form = await newForm('en');
  const { page, close: closePage } = await openForm(form);
  await choose(page, 'photo.png');
  await page.waitForSelector('.file-row.is-refused');
  // Nor is it left out of a draft, which may lack other things.
  await page.click('text=Save for later');
  await page.waitForSelector('.summary');
  await expect.poll(() => page.locator('.summary li').count()).toBe(1);
  await expect.poll(() => focused(page)).toBe("model['docs']");
  await expect.poll(() => page.locator('#f-must-message').count()).toBe(0);
  await page.fill('#f-must', 'x');
  await submit(page);
  const refused = 'photo.png was not uploaded. Choose another file, or remove it.';
  await page.waitForSelector(`.messages .error:text-is("${refused}")`);
  await expect.poll(() => page.locator('.summary li').allTextContents()).toEqual([expect.stringContaining(refused)]);
  await expect.poll(() => focused(page)).toBe("model['docs']");
  await expectAccessible(page);
  await takePicture(page, 'file-refused-submit');
  await page.getByRole('button', { name: 'Remove photo.png' }).click();
  await expect.poll(() => page.locator('.summary').count()).toBe(0);

  // It fails while the submit waits for it.
  let isCut = true;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(storage, async (route) => {
    if (!isCut) return route.continue();
    await held;
    await route.abort();
  });
  await choose(page, 'a.txt');
  await page.focus('#f-name');
  await submit(page);
  await page.waitForSelector('button.primary:text-is("Sending…")');
  release();
  await page.waitForSelector('.messages .error:text-is("a.txt was not uploaded. Try again, or remove it.")');
  await expect.poll(() => focused(page)).toBe("model['docs']");
  expect(await entries(form)).toEqual([]);
  isCut = false;
  await page.getByRole('button', { name: 'Try again: a.txt' }).click();
  await page.waitForSelector('.file-name a');
  await submit(page);
  await thanks(page);
  expect(await entries(form)).toMatchObject([['submitted', { docs: [{ name: 'a.txt' }] }]]);
  await closePage();
});

test('[fill-links.files.unsent] files keep the order in which they were chosen; a reload names those that were on their way', async () => {
  const form = await newForm('he');
  const { page, close: closePage } = await openForm(form);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/uploadPolicy*', async (route) => {
    if (route.request().postDataJSON().name === 'one.txt') await held;
    await route.continue().catch(() => {});
  });
  await page.fill('#f-must', 'x');
  await choose(page, 'one.txt', 'two.txt', 'three.txt');
  await expect.poll(() => page.locator('.file-name a').count()).toBe(2);
  release();
  await expect.poll(() => page.locator('.file-name a').allTextContents()).toEqual(['one.txt', 'two.txt', 'three.txt']);
  // From here on nothing arrives.
  await page.route(storage, () => {});
  await choose(page, 'late.txt');
  await page.waitForSelector('[role=progressbar]');
  await page.reload();
  const lost = 'late.txt לא הועלה. יש לבחור אותו שוב.';
  await page.waitForSelector(`.file-fault:text-is("${lost}")`);
  await expectAccessible(page);
  await takePicture(page, 'file-lost-he');
  await submit(page);
  await page.waitForSelector(`.messages .error:text-is("${lost}")`);
  await page.unroute(storage);
  await choose(page, 'late.txt');
  await expect.poll(() => page.locator('.file-name a').count()).toBe(4);
  await submit(page);
  await thanks(page);
  const names = ['one.txt', 'two.txt', 'three.txt', 'late.txt'].map((name) => ({ name }));
  expect(await entries(form)).toMatchObject([['submitted', { docs: names }]]);
  await closePage();
});
