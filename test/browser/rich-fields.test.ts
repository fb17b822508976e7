// Signatures and rich text in a real browser, against the whole service.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanHtml } from '../../src/server/html/clean-html.ts';
import { makeForm, root } from '../support/entries.ts';
import { expectAccessible, expectNoSideways, type FormTest, focusLabel, startFormTest } from '../support/form-test.ts';
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
  await second.page.locator('.messages', { hasText: 'Sign here.' }).first().waitFor();
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
  // There is nothing to undo yet.
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Bold');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' and plain');
  await expect.poll(() => undo.getAttribute('aria-disabled')).toBe(null);
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
