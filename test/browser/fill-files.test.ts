import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import {
  expectAccessible,
  expectNoSideways,
  type FormTest,
  focusLabel,
  origin,
  startFormTest,
} from '../support/form-test.ts';
import { takePicture } from '../support/picture.ts';
import type { TestService } from '../support/service.ts';

let service: TestService;
let openForm: FormTest['openForm'];
let submittedData: FormTest['submittedData'];
let entryData: FormTest['entryData'];
let close: FormTest['close'];
beforeAll(async () => {
  ({ service, openForm, submittedData, entryData, close } = await startFormTest());
});
afterAll(() => close());

const file = (name: string, bytes: number, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes, 'a'),
});
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

test('[fill-links.files] several files with progress, one removed, one with an odd name; the entry holds them', async () => {
  const form = await makeForm(service, {
    name: 'Files',
    formSchema: { rootElem: root({ type: 'fFile', name: 'docs', label: 'Documents', fileMaxNum: 5 }) },
  });
  const { page, faults, close } = await openForm(form);
  await page.waitForSelector('.file-zone');
  await expectAccessible(page);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 300_000,
  });
  await page.evaluate(`
    window.seen = new Set();
    new MutationObserver(() => {
      for (const bar of document.querySelectorAll('[role=progressbar]')) seen.add(bar.getAttribute('aria-valuenow'));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  `);
  await page.setInputFiles('.file-input', [
    file('report.txt', 400_000),
    { name: 'photo.png', mimeType: 'image/png', buffer: png },
    file('a:b <img src=x onerror=alert(1)>\u202Egpj.txt', 10),
    file('away.txt', 10),
  ]);
  await page.waitForSelector('[role=progressbar]');
  await expectAccessible(page);
  await takePicture(page, 'file-progress');
  await expect.poll(() => page.locator('.file-name a').count(), { timeout: 180_000 }).toBe(4);
  await expect.poll(() => page.evaluate('seen.size')).toBeGreaterThan(3);
  await expect.poll(() => page.locator('.file-field [role=status]').textContent()).toMatch(/uploaded/);
  await page.getByRole('button', { name: 'Remove away.txt' }).click();
  await expect.poll(() => page.locator('.file-name a').count()).toBe(3);
  await expect.poll(() => page.evaluate(focusLabel)).toMatch(/^Remove /);
  await expect.poll(() => page.evaluate("document.querySelector('.file-thumb img').naturalWidth")).toBe(1);
  await expect
    .poll(() => page.locator('.file-name').allTextContents())
    .toContain('a_b _img src=x onerror=alert(1)_gpj.txt');
  await expectAccessible(page);
  await takePicture(page, 'file-stored');
  const { docs } = await submittedData(page, form);
  expect(docs.map(({ name, size }: { name: string; size: number }) => [name, size]).sort()).toEqual([
    ['a_b _img src=x onerror=alert(1)_\u202Egpj.txt', 10],
    ['photo.png', png.length],
    ['report.txt', 400_000],
  ]);
  expect(faults).toEqual([]);
  await close();
});

test('[fill-links.files] [fill-links.files.unsent] a file that is chosen in the moment the field appears is on its way, not lost', async () => {
  const form = await makeForm(service, {
    name: 'Files',
    formSchema: { rootElem: root({ type: 'fFile', name: 'docs', label: 'Documents' }) },
  });
  const { page, faults, close } = await openForm(form);
  // Before the browser has painted it.
  await page.addInitScript(`
    const chosen = new DataTransfer();
    chosen.items.add(new File(['hello'], 'early.txt', { type: 'text/plain' }));
    const watch = new MutationObserver(() => {
      const input = document.querySelector('.file-input');
      if (input === null) return;
      watch.disconnect();
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    watch.observe(document, { subtree: true, childList: true });
  `);
  await page.reload();
  await page.getByRole('link', { name: /early\.txt/ }).waitFor();
  expect(await page.locator('.file-row').count()).toBe(1);
  const { docs } = await submittedData(page, form);
  expect(docs.map(({ name }: { name: string }) => name)).toEqual(['early.txt']);
  expect(faults).toEqual([]);
  await close();
});

test('[fill-links.files] a failed upload is kept and tried again; one that is cancelled is gone', async () => {
  const form = await makeForm(service, {
    name: 'Files',
    formSchema: { rootElem: root({ type: 'fFile', name: 'docs', label: 'Documents', reqValidator: true }) },
  });
  const { page, close } = await openForm(form, { viewport: { width: 320, height: 700 }, colorScheme: 'dark' });
  await page.route('**/storage/', (route) => route.abort('internetdisconnected'), { times: 1 });
  await page.waitForSelector('.file-zone');
  await page.setInputFiles('.file-input', file('holiday pictures of the whole family.txt', 1000));
  await page.getByText('No connection.').first().waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await takePicture(page, 'file-failed-320-dark');
  await page.getByRole('button', { name: /^Try again/ }).click();
  await expect.poll(() => page.locator('.file-name a').count()).toBe(1);

  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/uploadPolicy*', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.setInputFiles('.file-input', file('slow.txt', 10));
  await page.getByRole('button', { name: 'Cancel slow.txt' }).click();
  release();
  await expect.poll(() => page.locator('.file-row').count()).toBe(1);
  const { docs } = await submittedData(page, form);
  expect(docs).toHaveLength(1);
  await close();
});

test('[fill-links.files] offline: what failed is sent by itself when the network is back', async () => {
  const form = await makeForm(service, {
    name: 'Files',
    formSchema: { rootElem: root({ type: 'fFile', name: 'docs', label: 'Documents' }) },
  });
  const { page, close } = await openForm(form);
  await page.waitForSelector('.file-zone');
  // The code that sends is loaded when it is first needed.
  await page.setInputFiles('.file-input', file('first.txt', 10));
  await expect.poll(() => page.locator('.file-name a').count()).toBe(1);
  await page.context().setOffline(true);
  await page.setInputFiles('.file-input', file('later.txt', 10));
  await page.getByText('No connection.').first().waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => page.locator('.file-name a').count()).toBe(2);
  await close();
});

test('[fill-links.files] too large, of another type, too many: said in the form’s language before anything is sent', async () => {
  const form = await makeForm(service, {
    name: 'קבצים',
    locale: 'he',
    formSchema: {
      rootElem: root({
        type: 'fFile',
        name: 'docs',
        label: 'מסמכים',
        fileTypes: ['application/pdf', 'image/*'],
        fileMaxSize: 2 * 1024 * 1024,
        fileMaxNum: 2,
      }),
    },
  });
  const { page, faults, close } = await openForm(form, {
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('uploadPolicy') && sent.push(request.url()));
  await page.waitForSelector('.file-zone');
  await expect.poll(() => page.getAttribute('.file-input', 'accept')).toBe('application/pdf,image/*');
  await expect.poll(() => page.textContent('.file-limits')).toMatch(/^PDF, תמונות · .* · עד 2 קבצים$/);
  await expect.poll(() => page.getByRole('button', { name: 'צילום תמונה' }).isVisible()).toBe(true);
  await page.setInputFiles('.file-input', [file('notes.txt', 10), file('big.pdf', 2_097_153, 'application/pdf')]);
  await page.getByText('סוג הקובץ אינו מותר.').first().waitFor();
  await page
    .getByText(/^כל קובץ חייב להיות .* או פחות\.$/)
    .first()
    .waitFor();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'הסרת notes.txt' }).click();
  await page.setInputFiles(
    '.file-input',
    [1, 2, 3].map((at) => file(`${at}.pdf`, 10, 'application/pdf')),
  );
  await page.getByText('מספר הקבצים חייב להיות 2 או פחות.').first().waitFor();
  await expect.poll(() => page.locator('.file-name a').count()).toBe(2);
  await expect.poll(() => page.locator('.file-input').count()).toBe(0);
  await expectAccessible(page);
  await expectNoSideways(page);
  await takePicture(page, 'file-refused-he-320');
  // What was refused stands in the way until it is taken away.
  await page.getByRole('button', { name: 'הסרת big.pdf' }).click();
  await page.getByRole('button', { name: 'הסרת 3.pdf' }).click();
  const { docs } = await submittedData(page, form);
  expect(docs).toHaveLength(2);
  expect(faults).toEqual([]);
  await close();
});

test('[fill-links.files] dropped files are taken; a stored file that is removed leaves the entry with the next save', async () => {
  const form = await makeForm(service, {
    name: 'Files',
    formSchema: { rootElem: root({ type: 'fFile', name: 'docs', label: 'Documents' }) },
  });
  const first = await openForm(form);
  await first.page.waitForSelector('.file-zone');
  await first.page.evaluate(`
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
    for (const type of ['dragover', 'drop']) {
      const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('.file-zone').dispatchEvent(event);
    }
  `);
  await expect.poll(() => first.page.locator('.file-name a').count()).toBe(1);
  await first.page.getByRole('button', { name: 'Save for later' }).click();
  const link = new URL(await first.page.waitForSelector('.saved input').then((input) => input.inputValue()));
  const [stored] = (await entryData(form)).docs;
  expect((await fetch(stored.url.replace(origin, service.url))).status).toBe(200);
  await first.close();

  const second = await openForm(form, {}, link.pathname + link.search);
  await second.page.getByRole('button', { name: 'Remove dropped.txt' }).click();
  await second.page.getByRole('button', { name: 'Save for later' }).click();
  await expect.poll(() => entryData(form)).toEqual({});
  await second.close();
  await expect.poll(async () => (await fetch(stored.url.replace(origin, service.url))).status).toBe(403);
});
