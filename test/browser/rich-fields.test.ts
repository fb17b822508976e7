// Files, signatures, rich text and searches in a real browser, against the whole service.
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { cleanHtml } from '../../src/server/clean-html.ts';
import { expectRules, wcagTags } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { takePicture } from '../support/picture.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let browser: Browser;
let citiesUrl: string;
const origin = 'http://forms.test';

beforeAll(async () => {
  service = await startService();
  browser = await openBrowserAt(service);
  citiesUrl = await makeCities();
});
afterAll(async () => {
  await browser.close();
  await service.close();
});

/** A browser to which the service has the name in its links, so that page, API and storage are one origin. */
async function openBrowserAt({ url }: TestService): Promise<Browser> {
  const { browser: found, failures } = findChromium();
  if (!found) throw new Error(`No browser for the tests: ${failures.join('; ')}`);
  return chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    chromiumSandbox: false,
    args: ['--disable-gpu', '--no-first-run', `--host-resolver-rules=MAP forms.test:80 ${new URL(url).host}`],
  });
}

async function makeCities(): Promise<string> {
  const key = service.people.alice.key;
  const { body } = await service.call('POST', '/optionsSet', { key, body: { name: 'Cities' } });
  const names = [
    'Haifa',
    'Hadera',
    'Holon',
    'Tel Aviv-Yafo',
    'Jerusalem',
    'Be’er Sheva',
    'São Paulo',
    'תל אביב-יפו',
    'חיפה',
  ];
  const options = names.map((value, at) => ({
    value,
    score: 100 - at,
    data: { country: value === 'São Paulo' ? 'BR' : 'IL' },
  }));
  await service.call('POST', `/optionsSet/${body.id}/addOptions`, { key, body: { options } });
  return `/v1.0/optionsSet/${body.id}/autocomplete`;
}

interface OpenedPage {
  readonly page: Page;
  /** What went wrong on the page, breaches of its policy included. */
  readonly faults: string[];
  close(): Promise<void>;
}

async function openForm(form: string, options: BrowserContextOptions = {}, path = `/f/${form}/`): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: { width: 900, height: 900 }, ...options });
  context.setDefaultTimeout(8_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.goto(origin + path);
  return { page, faults, close: () => context.close() };
}

const expectAccessible = (page: Page) => expectRules(page, [...wcagTags, 'best-practice']);

function expectNoSideways(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  return expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
}

/** The data of the form's only entry, after the page has sent it. */
async function submittedData(page: Page, form: string) {
  await page.getByRole('button', { name: /^(Submit|שליחה)/ }).click();
  await page.waitForSelector('.thank-you, .tick');
  return entryData(form);
}

// biome-ignore lint/suspicious/noExplicitAny: a test names the parts it looks at.
async function entryData(form: string): Promise<any> {
  const reply = await service.call('GET', '/entry', { key: service.people.alice.key, query: { query: { form } } });
  expect(reply.body.data).toHaveLength(1);
  return reply.body.data[0].data;
}

const file = (name: string, bytes: number, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes, 'a'),
});
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

const focusLabel = "document.activeElement.getAttribute('aria-label')";

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
  await page.getByText('כל קובץ חייב להיות 2,097,152 בתים או פחות.').first().waitFor();
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

const signForm = (locale = 'en') => ({
  name: 'Sign',
  locale,
  formSchema: {
    rootElem: root({ type: 'fSign', name: 'sign', label: locale === 'he' ? 'חתימה' : 'Signature', reqValidator: true }),
  },
});

async function drawByMouse(page: Page): Promise<void> {
  const box = (await page.locator('.sign-canvas').boundingBox())!;
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.2, 0.6));
  await page.mouse.down();
  for (let step = 0; step <= 40; step++) {
    await page.mouse.move(...at(0.2 + step * 0.013, 0.5 + 0.3 * Math.sin(step / 2.5) * Math.cos(step / 9)));
  }
  await page.mouse.up();
}

/** How much of the paper is covered, in square CSS pixels. */
function inkOf(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector('.sign-canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let ink = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] > 100) ink += 1;
    return ink / devicePixelRatio ** 2;
  })()`);
}

test('[fill-links.signature] drawn by mouse, sharp, kept through a resize, saved and drawn again', async () => {
  const form = await makeForm(service, signForm());
  const first = await openForm(form, { deviceScaleFactor: 2 });
  await first.page.waitForSelector('.sign-canvas');
  await expectAccessible(first.page);
  await drawByMouse(first.page);
  await first.page.getByRole('button', { name: 'Clear the signature' }).waitFor();
  const ink = await inkOf(first.page);
  expect(ink).toBeGreaterThan(300);
  expect(
    await first.page.evaluate("((canvas) => canvas.width / canvas.clientWidth)(document.querySelector('canvas'))"),
  ).toBe(2);
  await takePicture(first.page, 'sign-drawn');
  await first.page.setViewportSize({ width: 400, height: 800 });
  await expect.poll(() => inkOf(first.page)).toBeLessThan(ink * 0.8);
  await expect.poll(() => inkOf(first.page)).toBeGreaterThan(100);
  await expectAccessible(first.page);
  await first.page.getByRole('button', { name: 'Save for later' }).click();
  const link = new URL(await first.page.waitForSelector('.saved input').then((input) => input.inputValue()));
  const { sign } = await entryData(form);
  expect(sign).toMatch(/^strokes:\[\[\d+,\d+,\[[\d.,]+\]\]\]$/);
  await first.close();

  const second = await openForm(form, {}, link.pathname + link.search);
  await second.page.waitForSelector('.sign-canvas');
  await expect.poll(() => inkOf(second.page)).toBeGreaterThan(300);
  await second.page.getByRole('button', { name: 'Clear the signature' }).click();
  await expect.poll(() => inkOf(second.page)).toBe(0);
  await second.page.getByRole('button', { name: 'Submit' }).click();
  await second.page.getByText("You can't leave this empty.").first().waitFor();
  await expectAccessible(second.page);
  await takePicture(second.page, 'sign-required');
  expect(second.faults).toEqual([]);
  await second.close();
});

test('[fill-links.signature] drawn with a finger on a phone', async () => {
  const form = await makeForm(service, signForm('he'));
  const { page, faults, close } = await openForm(form, {
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  });
  const box = (await page.locator('.sign-canvas').boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const point = (step: number) => ({ x: box.x + 40 + step * 6, y: box.y + 50 + 20 * Math.sin(step / 2) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point(0)] });
  for (let step = 1; step <= 30; step++) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point(step)] });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('button', { name: 'ניקוי החתימה' }).waitFor();
  await expect.poll(() => inkOf(page)).toBeGreaterThan(80);
  await expect.poll(() => page.evaluate('scrollY')).toBe(0);
  await expectAccessible(page);
  await expectNoSideways(page);
  await takePicture(page, 'sign-he-320-dark');
  expect((await submittedData(page, form)).sign).toMatch(/^strokes:/);
  expect(faults).toEqual([]);
  await close();
});

test('[fill-links.signature] a typed name is a signature too, by keyboard alone', async () => {
  const form = await makeForm(service, signForm());
  const { page, faults, close } = await openForm(form);
  await page.waitForSelector('.sign-canvas');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Dana Levi');
  await expect.poll(() => inkOf(page)).toBeGreaterThan(200);
  await expectAccessible(page);
  await takePicture(page, 'sign-typed');
  const { sign } = await submittedData(page, form);
  expect(sign).toMatch(/^strokes:/);
  expect(sign.length).toBeLessThan(20_000);
  expect(faults).toEqual([]);
  await close();
});

const docForm = (locale = 'en') => ({
  name: 'Doc',
  locale,
  formSchema: { rootElem: root({ type: 'fDoc', name: 'doc', label: locale === 'he' ? 'סיכום' : 'Summary' }) },
});

test('[fill-links.rich-text] typed and formatted by keyboard; the server keeps it as it is', async () => {
  const form = await makeForm(service, docForm());
  const { page, faults, close } = await openForm(form);
  await page.waitForSelector('[contenteditable=true]');
  await expectAccessible(page);
  const text = page.getByRole('textbox', { name: 'Summary' });
  await text.focus();
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Bold');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' and plain');
  await page.keyboard.press('Enter');
  // Into the toolbar: one stop, arrows within.
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => page.evaluate(focusLabel)).toBe('Bold');
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(focusLabel)).toBe('Bullet list');
  await page.keyboard.press('Enter');
  await text.focus();
  await page.keyboard.type('one');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Heading H1', exact: true }).click();
  await page.keyboard.type('The end');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await page.getByText('Must be a web address').waitFor();
  await expectAccessible(page);
  await takePicture(page, 'doc-link');
  await page.getByRole('textbox', { name: 'Link address' }).fill('example.com');
  await page.keyboard.press('Enter');
  await takePicture(page, 'doc-typed');
  await expectAccessible(page);
  const { doc } = await submittedData(page, form);
  expect(doc).toContain('<p><b>Bold</b> and plain</p>');
  expect(doc).toMatch(/<ul><li>(<p>)?one(<\/p>)?<\/li><li>(<p>)?two(<\/p>)?<\/li><\/ul>/);
  expect(doc).toMatch(/<h2>.*<a href="https:\/\/example\.com"/);
  expect(doc).not.toContain('javascript');
  expect(faults).toEqual([]);
  await close();
});

const hostile =
  '<p onclick="alert(1)" style="text-align:center;color:red;background:url(x)">kept<img src=x onerror="hacked=1"></p>' +
  '<script>hacked=1</script><a href="javascript:hacked=1">a</a><a href="//evil.test">b</a><svg><style><img src=x onerror="hacked=1">' +
  '</style></svg><iframe srcdoc="<script>parent.hacked=1</script>"></iframe><form><input></form><math><mi//xlink:href="data:x">';

test('[fill-links.rich-text] hostile HTML is cleaned on its way in, from a value and from a paste', async () => {
  const form = await makeForm(service, docForm('he'));
  const prefill = encodeURIComponent(JSON.stringify({ doc: hostile }));
  const { page, faults, close } = await openForm(
    form,
    { viewport: { width: 320, height: 700 } },
    `/f/${form}/?data=${prefill}`,
  );
  const text = page.getByRole('textbox', { name: 'סיכום' });
  await text.waitFor();
  await expect.poll(() => text.textContent()).toContain('kept');
  await text.focus();
  await page.keyboard.press('Control+End');
  await page.evaluate(`
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', ${JSON.stringify(hostile)});
    clipboardData.setData('text/plain', 'kept');
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('[contenteditable=true]').dispatchEvent(paste);
  `);
  await expect.poll(async () => (await text.textContent())?.match(/kept/g)?.length).toBe(2);
  const html = await text.innerHTML();
  expect(html).not.toMatch(/script|onerror|onclick|javascript|evil|iframe|<img|style=|<form|<input/);
  expect(html).toContain('align="center"');
  await expect.poll(() => page.evaluate('typeof hacked')).toBe('undefined');
  expect(
    await page.evaluate(
      "document.documentElement.dir + getComputedStyle(document.querySelector('.doc-toolbar')).direction",
    ),
  ).toBe('rtlrtl');
  await expectAccessible(page);
  await expectNoSideways(page);
  await takePicture(page, 'doc-he-320');
  const { doc } = await submittedData(page, form);
  expect(cleanHtml(doc)).toBe(doc);
  expect(doc).toContain('align="center"');
  expect(faults).toEqual([]);
  await close();
});

const cityForm = (extra: object = {}, locale = 'en') => ({
  name: 'City',
  locale,
  formSchema: {
    rootElem: root({
      type: 'fSelect',
      name: 'city',
      label: locale === 'he' ? 'עיר' : 'City',
      options: { url: citiesUrl, qs: "{term: term, query: {country: 'IL'}}" },
      ...extra,
    }),
  },
});

test('[fill-links.search] by keyboard: arrows, Home, End, Escape, Enter; what is chosen is sent', async () => {
  const form = await makeForm(service, cityForm());
  const { page, faults, close } = await openForm(form);
  const box = page.getByRole('combobox', { name: 'City' });
  await box.waitFor();
  await expectAccessible(page);
  await box.focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('[role=option]');
  await expect.poll(() => box.getAttribute('aria-expanded')).toBe('true');
  await expect.poll(() => page.locator('[role=option]').allTextContents()).not.toContain('São Paulo');
  const activeText = () =>
    page.evaluate("document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))?.textContent");
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeText()).toBe('Haifa');
  await page.keyboard.press('End');
  await expect.poll(() => activeText()).toBe('חיפה');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeText()).toBe('Haifa');
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect.poll(() => activeText()).toBe('Haifa');
  await expectAccessible(page);
  await takePicture(page, 'search-open');
  await page.keyboard.press('Escape');
  await expect.poll(() => box.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.type('yafo');
  await expect.poll(activeText).toBe('Tel Aviv-Yafo');
  await expect.poll(() => page.locator('.search-field [role=status]').textContent()).toBe('1 result');
  await page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toBe('Tel Aviv-Yafo');
  await expect.poll(() => page.locator('.thank-you').count()).toBe(0);
  // Words that are not options were only a search.
  await box.focus();
  await page.keyboard.type('nowhere');
  await page.getByText('Nothing found').first().waitFor();
  await takePicture(page, 'search-none');
  await page.keyboard.press('Tab');
  await expect.poll(() => box.inputValue()).toBe('Tel Aviv-Yafo');
  expect(await submittedData(page, form)).toEqual({ city: 'Tel Aviv-Yafo' });
  expect(faults).toEqual([]);
  await close();
});

test('[fill-links.search] the response to earlier words never replaces that to later ones; a failed search can be tried again', async () => {
  const form = await makeForm(service, cityForm({ type: 'fSelect' }));
  const { page, close } = await openForm(form);
  const asked: string[] = [];
  await page.route('**/autocomplete?*', async (route) => {
    const term = new URL(route.request().url()).searchParams.get('term') ?? '';
    asked.push(term);
    if (term === 'h') await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue().catch(() => {});
  });
  const box = page.getByRole('combobox', { name: 'City' });
  await box.click();
  await page.waitForSelector('[role=option]');
  await page.keyboard.type('h');
  await expect.poll(() => asked.at(-1)).toBe('h');
  await page.keyboard.insertText('olo');
  await expect.poll(() => page.locator('[role=option]').allTextContents()).toEqual(['Holon']);
  await page.waitForTimeout(900);
  await expect.poll(() => page.locator('[role=option]').allTextContents()).toEqual(['Holon']);
  expect(asked).toEqual(['', 'h', 'holo']);
  await page.unroute('**/autocomplete?*');
  await page.route('**/autocomplete?*', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Backspace');
  await page.getByText('The search did not work.').first().waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => page.locator('[role=option]').allTextContents()).toEqual(['Holon']);
  await page.locator('[role=option]').click();
  await expect.poll(() => box.inputValue()).toBe('Holon');
  await page.getByRole('button', { name: 'Clear: Holon' }).click();
  await expect.poll(() => box.inputValue()).toBe('');
  expect(await submittedData(page, form)).toEqual({});
  await close();
});

test('[fill-links.search] several choices are chips that can be taken away: Hebrew, by touch, 320 px', async () => {
  const form = await makeForm(service, cityForm({ selectMulti: true }, 'he'));
  const { page, faults, close } = await openForm(form, {
    viewport: { width: 320, height: 700 },
    hasTouch: true,
    isMobile: true,
  });
  const box = page.getByRole('combobox', { name: 'עיר' });
  await box.tap();
  await page.getByRole('option', { name: 'Haifa' }).tap();
  await page.getByRole('option', { name: 'תל אביב-יפו' }).tap();
  await page.getByRole('option', { name: 'Jerusalem' }).tap();
  await expectAccessible(page);
  await takePicture(page, 'search-multi-he-320');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'הסרת Haifa' }).tap();
  await expect.poll(() => page.locator('.chip').allTextContents()).toEqual(['תל אביב-יפו', 'Jerusalem']);
  await expectNoSideways(page);
  await expectAccessible(page);
  expect(await submittedData(page, form)).toEqual({ city: ['תל אביב-יפו', 'Jerusalem'] });
  expect(faults).toEqual([]);
  await close();
});

test('[fill-links.search] a long fixed list is searched on the page itself; the value is stored, not the label', async () => {
  const towns = (prefix: string) =>
    Array.from({ length: 30 }, (_, at) => [`${prefix}${at}`, `${prefix === 'n' ? 'North' : 'Süd'} ${at}`]);
  const groups = [
    { label: 'Up', options: towns('n') },
    { label: 'Down', options: towns('s') },
  ];
  const form = await makeForm(service, {
    formSchema: {
      rootElem: root(
        { type: 'fSelect', name: 'town', label: 'Town', options: groups },
        { type: 'fSelect', name: 'towns', label: 'Towns', options: groups, selectMulti: true },
        { type: 'fSelect', name: 'short', label: 'Short', options: towns('n') },
      ),
    },
  });
  const { page, faults, close } = await openForm(form);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const box = page.getByRole('combobox', { name: 'Town', exact: true });
  await box.click();
  await expect.poll(() => page.locator('[role=option]').count()).toBe(60);
  await page.keyboard.insertText('sud 2');
  await expect
    .poll(() => page.locator('[role=option]').allTextContents())
    .toEqual([2, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29].map((at) => `Süd ${at}`));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toBe('Süd 2');
  const several = page.getByRole('combobox', { name: 'Towns' });
  await several.click();
  await page.locator('[role=option]', { hasText: 'North 7' }).click();
  await page.locator('[role=option]', { hasText: 'Süd 9' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.chip').allTextContents()).toEqual(['North 7', 'Süd 9']);
  await expect.poll(() => page.locator('select').count()).toBe(1);
  expect(asked.filter((url) => url.includes('/v1.0/'))).toEqual([]);
  expect(await submittedData(page, form)).toEqual({ town: 's2', towns: ['n7', 's9'] });
  expect(faults).toEqual([]);
  await close();
});
