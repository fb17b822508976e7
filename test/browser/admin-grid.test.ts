// Journeys in the table of entries as a grid: what stays in sight, keys, widths and order, the panel at the side; both directions.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnSeparator } from '../../src/core/plan/columns.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTabOptions, type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';

const fields = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
let admin: AdminTest;
let alice: ReturnType<typeof asAlice>;
let form: string;
beforeAll(async () => {
  admin = await startAdminTest();
  alice = asAlice(admin.service);
  form = await makeForm(admin.service, {
    name: 'Grid',
    formSchema: { rootElem: root(...fields.map((name) => ({ type: 'fInput', name, label: `Question ${name}` }))) },
  });
  await alice('POST', `/form/${form}/generateEntries`, { num: 100 });
  for (let at = 1; at <= 6; at += 1) await send(at);
});
afterAll(() => admin.close());

async function send(at: number) {
  const data = Object.fromEntries(fields.map((name) => [name, `${name}${at} ${'word '.repeat(12)}`]));
  const reply = await alice('POST', '/entry/submit', { form, data, skipEmails: true, skipRenders: true });
  expect(reply.status).toBe(200);
}

/** The table with every field as a column. */
async function openGrid(options: AdminTabOptions, search = '?status=all') {
  const tab = await admin.openAs('/admin/', options);
  const names = ['status', ...fields.map((name) => `root${columnSeparator}${name}`)];
  const kept = [`formstead-columns-${form}`, JSON.stringify(names)];
  await tab.page.evaluate(`localStorage.setItem(...${JSON.stringify(kept)})`);
  await tab.page.goto(`${admin.service.url}/admin/entries/${form}/${search}`);
  await tab.page.waitForSelector('tbody tr:nth-child(6)');
  return tab;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const boxOf = (page: Page, selector: string) =>
  page.evaluate<Box>(`(() => {
    const { x, y, width, height } = document.querySelector('${selector}').getBoundingClientRect();
    return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
  })()`);
const becomes = <Value>(read: () => Value | Promise<Value>, value: Awaited<Value>) => expect.poll(read).toEqual(value);
const titles = async (page: Page) => (await page.locator('thead th').allTextContents()).slice(2);
const head = (page: Page, title: string) => page.locator('thead button', { hasText: title });
/** Of the cell with the focus: the text of its row's number, and its place in the row. */
const place = (page: Page) =>
  page.evaluate<(string | number)[]>(`(() => {
    const cell = document.activeElement.closest('td, th');
    if (cell === null) return [];
    return [cell.tagName === 'TH' ? 'head' : cell.parentElement.cells[1].textContent, cell.cellIndex];
  })()`);
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

const looks = [
  { language: 'en', theme: 'light', sign: 1 },
  { language: 'he', theme: 'dark', sign: -1 },
] as const;

test.each(looks)(
  '[management] grid: header, number and scrollbar stay in sight; rows are drawn while in sight ($language)',
  async ({ sign, ...look }) => {
    const { page, context, faults } = await openGrid({ ...look, viewport: { width: 1000, height: 700 } });
    // The whole width, and a scrollbar that can be reached before anything was scrolled.
    expect((await boxOf(page, '.grid-and-peek')).width).toBe(1000);
    const bar = await boxOf(page, '.grid-bar');
    expect([bar.y > 300, bar.y + bar.height <= 700]).toEqual([true, true]);
    const before = await boxOf(page, 'tbody .number');
    await page.evaluate(`document.querySelector('.grid-bar').scrollBy(${300 * sign}, 0)`);
    await becomes(() => page.evaluate("Math.abs(document.querySelector('tbody').scrollLeft)"), 300);
    await becomes(() => page.evaluate("Math.abs(document.querySelector('thead').scrollLeft)"), 300);
    expect(await boxOf(page, 'tbody .number')).toEqual(before);
    for (const cell of [2, 7]) {
      const [above, below] = [
        await boxOf(page, `th:nth-child(${cell})`),
        await boxOf(page, `tr td:nth-child(${cell})`),
      ];
      expect([above.x, above.width]).toEqual([below.x, below.width]);
    }
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await becomes(() => page.locator('tbody tr').count(), 100);
    await page.evaluate('scrollTo(0, 2400)');
    expect((await boxOf(page, 'thead')).y).toBe((await boxOf(page, '.top')).height);
    await expect.poll(() => page.locator('tbody tr').nth(55).locator('td').count()).toBe(12);
    await becomes(() => page.locator('tbody tr').nth(95).locator('td').count(), 0);
    expect(await page.locator('tbody tr:has(td)').count()).toBeLessThan(70);
    expect((await boxOf(page, '.grid-bar')).y + bar.height).toBe(700);
    await page.setViewportSize({ width: 1920, height: 900 });
    await becomes(async () => (await boxOf(page, 'tbody')).width, 1920);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test('[management] grid: keys move, select, open the panel and the page; a tick moves nothing', async () => {
  const { page, context, faults } = await openGrid({ viewport: { width: 1280, height: 800 } });
  await page.locator('tbody td.number').first().focus();
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight');
  await becomes(() => place(page), ['104', 3]);
  await press(page, 'End');
  await becomes(() => place(page), ['104', 11]);
  await press(page, 'Home', 'ArrowUp', 'ArrowUp', 'ArrowUp');
  await becomes(() => place(page), ['head', 0]);
  await press(page, 'ArrowRight', 'ArrowDown', 'PageDown');
  await expect.poll(async () => Number((await place(page))[0])).toBeLessThan(97);
  await press(page, 'Control+End');
  await becomes(async () => (await place(page))[1], 11);
  // The last row is drawn and in sight, and asking for it loaded more.
  await expect
    .poll(() => page.evaluate('document.activeElement.getBoundingClientRect().bottom <= innerHeight'))
    .toBe(true);
  await becomes(() => page.locator('tbody tr').count(), 100);
  await press(page, 'Control+Home', 'ArrowRight');
  await becomes(() => place(page), ['106', 1]);

  const before = await boxOf(page, 'tbody tr:nth-child(3)');
  await press(page, 'Space', 'ArrowDown', 'ArrowDown', 'Shift+Space');
  await becomes(() => page.textContent('.selection-bar strong'), '3 selected');
  expect(await boxOf(page, 'tbody tr:nth-child(3)')).toEqual(before);
  const all = page.locator('thead input');
  const state = () =>
    page.evaluate("(({ checked, indeterminate }) => [checked, indeterminate])(document.querySelector('thead input'))");
  expect(await state()).toEqual([false, true]);
  await press(page, 'Control+a');
  await becomes(() => state(), [true, false]);
  await all.click();
  await becomes(() => page.locator('.selection-bar').count(), 0);

  // After a dialog the focus is where it was.
  await page.locator('.page-header button').first().click();
  await page.waitForSelector('dialog[open]');
  await press(page, 'Escape');
  await becomes(() => page.evaluate('document.activeElement.textContent'), 'Export');

  // Enter opens the panel, arrows lead on with it, Escape closes it, and the focus is never lost.
  await page.locator('tbody td.number').nth(2).focus();
  await press(page, 'Enter');
  await becomes(() => page.textContent('.peek h2'), 'Entry 104 Submitted');
  await press(page, 'ArrowDown');
  await becomes(() => page.textContent('.peek h2'), 'Entry 103 Submitted');
  await becomes(() => place(page), ['103', 1]);
  await page.getByLabel('Next entry').click();
  await becomes(() => page.textContent('.peek h2'), 'Entry 102 Submitted');
  await becomes(() => page.locator('tr.peeked td.number').textContent(), '102');
  await page.waitForSelector('.peek >> text=b2 word');
  // What arrives meanwhile waits.
  const read = await boxOf(page, 'tr.peeked');
  await send(7);
  await page.evaluate("dispatchEvent(new Event('focus'))");
  await page.waitForSelector('.new-entries >> text=1 new entry');
  expect(await boxOf(page, 'tr.peeked')).toEqual(read);
  await page.keyboard.press('Escape');
  await becomes(() => page.locator('.peek').count(), 0);
  await becomes(() => place(page), ['102', 1]);
  await press(page, 'Enter');
  await page.waitForSelector('.peek');
  await press(page, 'Enter');
  await page.waitForSelector('h1 >> text=Entry 102');
  expect(faults).toEqual([]);
  await context.close();
});

test.each(looks)(
  '[management] grid: widths and places of columns by pointer, keys and menu, kept on the device ($language)',
  async ({ sign, ...look }) => {
    const { page, context, faults } = await openGrid({ ...look, viewport: { width: 1280, height: 800 } });
    const second = 'thead th:nth-child(5)';
    const drag = async (from: { x: number; y: number }, by: number) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + by / 2, from.y, { steps: 3 });
      await page.mouse.move(from.x + by, from.y, { steps: 3 });
      await page.mouse.up();
    };
    const { x, y, width, height } = await boxOf(page, second);
    const middle = { x: x + width / 2, y: y + height / 2 };
    await drag({ x: sign > 0 ? x + width : x, y: middle.y }, 60 * sign);
    await becomes(async () => (await boxOf(page, second)).width, width + 60);
    expect((await boxOf(page, 'tr td:nth-child(5)')).width).toBe(width + 60);
    const onward = sign > 0 ? 'ArrowRight' : 'ArrowLeft';
    await head(page, 'Question b').focus();
    await press(page, `Shift+${onward}`);
    await becomes(async () => (await boxOf(page, second)).width, width + 84);

    const order = await titles(page);
    expect(order.slice(1, 4)).toEqual(['Question a', 'Question b', 'Question c']);
    const first = await boxOf(page, 'thead th:nth-child(3)');
    await drag(middle, first.x + first.width / 2 - 30 * sign - middle.x);
    await becomes(async () => (await titles(page)).slice(0, 3), ['Question b', order[0]!, 'Question a']);
    await head(page, 'Question b').focus();
    await press(page, `Control+Shift+${onward}`);
    await becomes(async () => (await titles(page)).slice(0, 3), [order[0]!, 'Question b', 'Question a']);
    await becomes(async () => (await place(page))[1], 3);

    // The menu: reached by keys, closed by Escape, and the focus goes back.
    await press(page, 'Enter');
    await page.waitForSelector('[role=menu]');
    await press(page, 'Escape');
    await becomes(() => place(page), ['head', 3]);
    await head(page, 'Question c').click();
    await page.locator('[role=menuitem]').last().click();
    await becomes(
      () => titles(page),
      [order[0]!, 'Question b', ...order.slice(1).filter((one) => !/ [bc]$/.test(one))],
    );

    // Rows: wrapped and compact.
    const row = await boxOf(page, 'tbody tr');
    for (const item of [1, 0]) {
      await page.click('.layout-menu button');
      await page.locator('.layout-menu [role^=menuitem]').nth(item).click();
      if (item === 1) await becomes(async () => (await boxOf(page, 'tbody tr')).height, 32);
    }
    await expect.poll(async () => (await boxOf(page, 'tbody tr')).height).toBeGreaterThan(row.height);
    await page.reload();
    await page.waitForSelector('.grid.compact.wrapped tbody tr');
    await becomes(async () => (await titles(page)).slice(0, 3), [order[0]!, 'Question b', 'Question a']);
    expect((await boxOf(page, 'thead th:nth-child(4)')).width).toBe(width + 84);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test('[management] grid: accessible with the panel and a menu open, dark and from right to left', async () => {
  const { page, context, faults } = await openGrid({ language: 'he', theme: 'dark' }, '?status=submitted');
  await page.locator('tbody tr:nth-child(2) td:nth-child(5)').click();
  await page.waitForSelector('.peek dl, .peek .sheet');
  await head(page, 'Question b').click();
  await page.waitForSelector('[role=menu]');
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});
