// What a slip of the hand must not cost: a second click, a removed row, everything cleared, words typed while the form is sent.
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, phone, startFillTest, submit, thanks } from '../support/fill-page.ts';
import { takePicture } from '../support/picture.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const rows = [
  ['tea', 'Tea'],
  ['cake', 'Cake'],
];
const levels = [
  ['good', 'Good'],
  ['bad', 'Bad'],
];
const rootElem = root(
  { type: 'fInput', name: 'name', label: 'Name' },
  { type: 'fRadio', name: 'size', label: 'Size', options: ['Small', 'Large'] },
  { type: 'fMatrix', name: 'taste', label: 'Taste', matrixQuestions: rows, options: levels },
  { type: 'fMatrix', name: 'look', label: 'Look', matrixQuestions: rows, options: levels, reqValidator: true },
  {
    type: 'cRepeat',
    name: 'guests',
    label: 'Guests',
    children: [{ type: 'fInput', name: 'who', label: 'Who', reqValidator: true }],
  },
);
const newForm = (locale = 'en') => makeForm(fill.service, { locale, formSchema: { rootElem } });
const radio = (page: Page, field: string, question: number, option: number) =>
  page.locator(`[data-path="model['${field}']"] [role=radiogroup]`).nth(question).locator('input').nth(option);
const heightOf = (page: Page) => page.evaluate("document.querySelector('form').offsetHeight");

test('[fill-links.matrix] a double click keeps the answer; what is not required is cleared without a jump; what lacks is marked and gets the focus', async () => {
  const form = await newForm();
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.waitForSelector('.questions');
  const height = await heightOf(page);
  await radio(page, 'taste', 0, 1).dblclick();
  await expect.poll(() => radio(page, 'taste', 0, 1).isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Clear: Tea' }).click();
  await expect.poll(() => radio(page, 'taste', 0, 1).isChecked()).toBe(false);
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('radio');
  await radio(page, 'taste', 0, 0).click();
  await page.getByText('Large').click();
  await page.getByRole('button', { name: 'Clear', exact: true }).waitFor();
  await expect.poll(() => heightOf(page)).toBe(height);
  await takePicture(page, 'choices-cleared');

  await radio(page, 'look', 0, 0).click();
  await submit(page);
  await page.waitForSelector('.summary');
  const active =
    "document.activeElement === document.querySelectorAll('[data-path=\"model[\\'look\\']\"] [role=radiogroup]')[1].querySelector('input')";
  await expect.poll(() => page.evaluate(active)).toBe(true);
  await expectAccessible(page);
  await takePicture(page, 'matrix-lacks');
  // A row that is added after the failed try is not blamed before anybody was in it.
  await page.click('button.add');
  await page.waitForSelector('#f-guests-0-who');
  await expect.poll(() => page.locator('#f-guests-0-who-message').count()).toBe(0);
  await expect.poll(() => page.locator('.summary li').count()).toBe(1);
  await page.focus('#f-name');
  await page.waitForSelector('#f-guests-0-who-message');

  // Some programs that fill in forms tell of a change alone.
  await page.evaluate(`for (const [id, text] of [['f-name', 'Ada'], ['f-guests-0-who', 'Bob']]) {
    const input = document.getElementById(id);
    input.value = text;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
  await radio(page, 'look', 1, 1).click();
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([
    [
      'submitted',
      {
        name: 'Ada',
        size: 'Large',
        taste: { tea: 'good' },
        look: { tea: 'good', cake: 'bad' },
        guests: [{ who: 'Bob' }],
      },
    ],
  ]);
  await context.close();
});

test('[fill-links.undo] a removed row and a form that was started over can be brought back', async () => {
  const form = await newForm('he');
  const { page, context, faults } = await fill.open(`/f/${form}/`, phone);
  await page.fill('#f-name', 'Ada');
  for (const [place, who] of ['One', 'Two', 'Three'].entries()) {
    await page.click('button.add');
    await page.fill(`#f-guests-${place}-who`, who);
  }
  const guests = () =>
    page.evaluate("[...document.querySelectorAll('[id^=f-guests-][id$=-who]')].map((one) => one.value)");
  await page.getByRole('button', { name: 'הסרת שורה 2' }).click();
  await expect.poll(guests).toEqual(['One', 'Three']);
  await page.fill('#f-guests-1-who', 'Three!');
  await expectAccessible(page);
  await takePicture(page, 'row-removed-he');
  await page.getByRole('button', { name: 'ביטול ההסרה' }).click();
  await expect.poll(guests).toEqual(['One', 'Two', 'Three!']);
  await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('Two');

  await page.reload();
  await page.click('text=להתחיל מחדש');
  await expect.poll(guests).toEqual([]);
  const undo = page.getByRole('button', { name: 'להחזיר' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('להחזיר');
  await expectAccessible(page);
  await takePicture(page, 'started-over-he');
  await page.locator('[data-path="model[\'size\']"] input').first().click();
  await undo.click();
  await expect.poll(guests).toEqual(['One', 'Two', 'Three!']);
  await expect.poll(() => page.inputValue('#f-name')).toBe('Ada');
  await expect.poll(() => page.locator('[data-path="model[\'size\']"] input').first().isChecked()).toBe(true);
  await expect.poll(() => page.evaluate("document.activeElement.closest('.notices') !== null")).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

test('[fill-links.lost-response] words typed while the form is sent: said to be missing, and sent when asked; a save takes them along', async () => {
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) },
  });
  const { page, context } = await fill.open(`/f/${form}/`);
  /** The next request waits until more was typed. */
  const typeMeanwhile = async (action: () => Promise<void>, text: string) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const asked = page.waitForRequest(/\/entry\//);
    await page.route(
      /\/v1\.0\/entry\//,
      async (route: Route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    await action();
    await asked;
    await page.fill('#f-name', text);
    release();
  };
  await page.fill('#f-name', 'One');
  await typeMeanwhile(() => page.click('text=Save for later'), 'Two');
  await page.waitForSelector('.saved');
  await expect.poll(() => fill.entries(form)).toEqual([['saved', { name: 'Two' }]]);

  const second = await fill.open(`/f/${form}/`);
  await second.page.close();
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.fill('#f-name', 'Three');
  await typeMeanwhile(() => submit(page), 'Four');
  expect(await thanks(page)).toContain('What you changed after that was not sent.');
  await page.click('text=Send the changed answers too');
  await expect.poll(() => page.textContent('.thank-you')).toBe('Thank you. The form was submitted.');
  expect((await fill.entries(form)).slice(1)).toEqual([
    ['submitted', { name: 'Three' }],
    ['submitted', { name: 'Four' }],
  ]);
  await context.close();
  await second.context.close();
});

test('[fill-links.kept] each link keeps what was typed at it, and only so many are kept', async () => {
  const form = await newForm();
  const { page, context } = await fill.open(`/f/${form}/?data={"size":"Large"}`);
  const url = page.url();
  // As an earlier version of the page kept it: one slot, whatever the link brought.
  const before = { data: { name: 'from before', size: 'Large' }, opened: '{"size":"Large"}', time: Date.now() };
  await page.evaluate(`localStorage.setItem('formstead.draft.f/${form}', ${JSON.stringify(JSON.stringify(before))})`);
  await page.reload();
  await expect.poll(() => page.inputValue('#f-name')).toBe('from before');
  await page.fill('#f-name', 'with data');
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.fill('#f-name', 'plain');
  await page.goto(url);
  await expect.poll(() => page.inputValue('#f-name')).toBe('with data');
  await page.goto(`${fill.service.url}/f/${form}/`);
  await expect.poll(() => page.inputValue('#f-name')).toBe('plain');
  await page.evaluate(`for (let at = 0; at < 25; at += 1)
    localStorage.setItem('formstead.draft.f/other' + at, JSON.stringify({ data: {}, opened: '{}', time: at }))`);
  await page.fill('#f-name', 'plain!');
  await expect.poll(() => page.evaluate('localStorage.length')).toBe(20);
  await page.click('text=Shared device?');
  await page.click('text=Delete what I typed');
  // Of this form nothing is left, whatever its links bring.
  await expect.poll(() => page.evaluate('localStorage.length')).toBe(18);
  await context.close();
});
