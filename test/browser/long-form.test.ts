// A long form is drawn bit by bit, and what is out of sight is not laid out: people must not notice. Nothing moves, and every
// field can be reached by Tab, linked to by its message, and printed.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { desktop, type FillTest, phone, startFillTest } from '../support/fill-page.ts';

let fill: FillTest;
let form: string;
const count = 200;
const last = `#f-field${count - 1}`;
const options = [1, 2, 3, 4, 5, 6].map((at) => [`o${at}`, `Option ${at}`]);
const kinds = [{ type: 'fInput' }, { type: 'fRadio', options }, { type: 'fLngTxt' }, { type: 'fSelect', options }];

beforeAll(async () => {
  fill = await startFillTest();
  const fields = Array.from({ length: count }, (_, at) => ({
    ...kinds[at % kinds.length],
    ...(at === count - 1 && { type: 'fInput', reqValidator: true }),
    ...{ name: `field${at}`, label: `Question ${at}.` },
  }));
  // Above and below each other, beside each other, under conditions that hide most of the start.
  const hidden = Array.from({ length: 60 }, (_, at) => ({ type: 'fInput', name: `no${at}`, relevant: 'model.field0' }));
  const row = { type: 'cRow', name: 'row', children: [fields.slice(0, 8), fields.slice(8, 12)] };
  const section = { type: 'cSection', name: 'section', label: 'Section', children: fields.slice(12, 120) };
  const children = [...hidden, row, section, ...fields.slice(120)];
  form = await makeForm(fill.service, { name: 'Long', formSchema: { rootElem: root(...children) } });
});
afterAll(() => fill.close());

async function openForm(view: typeof desktop): Promise<Page> {
  const { page } = await fill.open('/', view);
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries().flatMap(({ sources }) =>
      sources.map(({ node, previousRect, currentRect }) => [node?.outerHTML?.slice(0, 80), previousRect.y, previousRect.height, currentRect.y, currentRect.height]))))
      .observe({ type: 'layout-shift', buffered: true });`);
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.waitForSelector(last, { state: 'attached' });
  return page;
}

const isInView = (page: Page, selector: string) =>
  page.evaluate<boolean>(`(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(
    document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`);

test.each([
  ['a desktop', desktop],
  ['a phone', phone],
  ['a very high screen', { viewport: { width: 1100, height: 3500 } }],
])('[fill-links.quality] a long form opens without moving, all of it: %s', async (_, view) => {
  const page = await openForm(view);
  await expect.poll(() => page.locator('.undrawn').count()).toBe(0);
  expect(await page.locator('.field').count()).toBe(count);
  expect(await page.evaluate('shifts')).toEqual([]);
  // Scrolling brings fields in that were not laid out: they take their place without moving what is in sight.
  for (let step = 0; step < 6; step++) await page.mouse.wheel(0, 1500);
  await page.waitForTimeout(300);
  expect(await page.evaluate('shifts')).toEqual([]);
  await page.context().close();
});

test('[fill-links.quality] fields out of sight are reached by Tab and the links of messages', async () => {
  const page = await openForm(desktop);
  await page.focus('#f-field86');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.id')).toBe('f-field87');
  await expect.poll(() => isInView(page, '#f-field87')).toBe(true);
  // The mark of the focus is whole.
  const margin = "getComputedStyle(document.activeElement.closest('.far')).overflowClipMargin";
  expect(await page.evaluate(margin)).toBe('12px');
  await page.evaluate('scrollTo(0, 0)');
  await page.focus('#f-field4');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(last.slice(1));
  await expect.poll(() => isInView(page, last)).toBe(true);
  await page.evaluate('document.activeElement.blur(), scrollTo(0, 0)');
  await page.click('.summary button');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(last.slice(1));
  await expect.poll(() => isInView(page, last)).toBe(true);
  await page.context().close();
});

test('[fill-links.quality] a submit at once leads to a field that was not drawn yet; on paper everything is there', async () => {
  const { page } = await fill.open('/');
  // Nothing is drawn in idle time: there is none.
  await page.addInitScript('window.requestIdleCallback = () => (document.documentElement.dataset.waits = 0)');
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.waitForSelector('html[data-waits] .undrawn', { state: 'attached' });
  expect(await page.locator(last).count()).toBe(0);
  await page.focus('#f-field0');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(last.slice(1));
  await expect.poll(() => isInView(page, last)).toBe(true);
  await page.reload();
  await page.waitForSelector('html[data-waits] .undrawn', { state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await page.waitForSelector(last, { state: 'attached' });
  expect(await page.evaluate("getComputedStyle(document.querySelector('.far')).contentVisibility")).toBe('visible');
  await page.context().close();
});
