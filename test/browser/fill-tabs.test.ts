// What a browser keeps of one form over several visits and tabs: a draft that was saved is found again from the form's own link, and
// two tabs at one link lose nothing of each other.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const text = (name: string, label: string) => ({ type: 'fInput', name, label });
const formSchema = { rootElem: root(text('name', 'Name'), text('city', 'City')) };
const words = {
  en: { save: 'Save for later', go: 'Continue what you saved on', fresh: 'Start a new one' },
  he: { save: 'שמירה להמשך', go: 'להמשיך את מה שנשמר ב', fresh: 'להתחיל טופס חדש' },
};

test.each(['en', 'he'] as const)(
  "[fill-links.saved-here] after a save the form's own link leads to the draft, until it is submitted (%s)",
  async (locale) => {
    const { save, go, fresh } = words[locale];
    const form = await makeForm(fill.service, { locale, formSchema });
    const { page, context } = await fill.open(`/f/${form}/`);
    const saveAs = async (name: string) => {
      await page.fill('#f-name', name);
      await page.click(`text=${save}`);
      await page.waitForSelector('.saved input[readonly]');
      await page.goto(`${fill.service.url}/f/${form}/`);
    };
    await saveAs('Ada');
    await page.locator('.notice a', { hasText: go }).waitFor();
    await expectAccessible(page);
    await page.click(`text=${fresh}`);
    await page.locator('.notice a').waitFor({ state: 'detached' });
    await expect.poll(() => page.inputValue('#f-name')).toBe('');
    // A second one does not push the first out.
    await saveAs('Bob');
    await expect.poll(() => page.locator('.notice a').count()).toBe(2);
    await page.locator('.notice a').first().click();
    await expect.poll(() => page.inputValue('#f-name')).toBe('Bob');
    await submit(page);
    await thanks(page);
    await page.goto(`${fill.service.url}/f/${form}/`);
    await expect.poll(() => page.locator('.notice a').count()).toBe(1);
    await page.locator('.notice a').click();
    await expect.poll(() => page.inputValue('#f-name')).toBe('Ada');
    await submit(page);
    await thanks(page);
    await page.goto(`${fill.service.url}/f/${form}/`);
    await page.waitForSelector('#f-name');
    await expect.poll(() => page.locator('.notice a').count()).toBe(0);
    expect(await fill.entries(form)).toEqual([
      ['submitted', { name: 'Ada' }],
      ['submitted', { name: 'Bob' }],
    ]);
    await context.close();
  },
);

test('[fill-links.saved-here] nothing leads to the draft where the form keeps nothing, or the person has deleted it', async () => {
  for (const keepDraftOnDevice of [true, false]) {
    const form = await makeForm(fill.service, { formSchema, access: { keepDraftOnDevice } });
    const { page, context } = await fill.open(`/f/${form}/`);
    await page.fill('#f-name', 'Ada');
    await page.click('text=Save for later');
    await page.waitForSelector('.saved input[readonly]');
    if (keepDraftOnDevice) {
      await page.click('text=Shared device?');
      await page.click('text=Delete what I typed');
      await expect.poll(() => page.inputValue('#f-name')).toBe('');
    }
    await page.goto(`${fill.service.url}/f/${form}/`);
    await page.waitForSelector('#f-name');
    expect(await page.evaluate('Object.keys(localStorage).filter((name) => name.includes("saved"))')).toEqual([]);
    await expect.poll(() => page.locator('.notice a').count()).toBe(0);
    await context.close();
  }
});

const inAnotherTab = 'This form is open in another tab too.';

/** The code that follows tabs comes after the form is drawn. */
const followsTabs =
  "performance.getEntriesByType('resource').some(({ name }) => name.includes('after-open')) && performance.now() > 1000";

async function openTab(context: BrowserContext, form: string): Promise<Page> {
  for (const open of context.pages()) {
    if (open.url().includes(form)) await expect.poll(() => open.evaluate(followsTabs)).toBe(true);
  }
  const page = await context.newPage();
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.waitForSelector('#f-name');
  return page;
}

test('[fill-links.two-tabs] the second tab says that another one is open, and both texts are shown when it goes on', async () => {
  const form = await makeForm(fill.service, { formSchema });
  const { page: one, context } = await fill.open(`/f/${form}/`);
  await one.fill('#f-name', 'from the start');
  const two = await openTab(context, form);
  await two.locator('.notice', { hasText: inAnotherTab }).waitFor();
  await expectAccessible(two);
  await one.fill('#f-name', 'tab one');
  await two.fill('#f-name', 'tab two');
  await two.fill('#f-city', 'only here');
  await two.getByRole('button', { name: 'Continue here' }).click();
  await two.getByRole('heading', { name: 'This form was filled in in another tab too' }).waitFor();
  await expect.poll(() => two.locator('.versions legend').allTextContents()).toEqual(['Name', 'City']);
  await one.locator('.notice', { hasText: inAnotherTab }).waitFor();
  await expectAccessible(two);
  await two.locator('.versions').first().locator('input').nth(1).click();
  await two.click('text=Continue with these answers');
  await expect.poll(() => two.inputValue('#f-name')).toBe('tab one');
  await expect.poll(() => two.inputValue('#f-city')).toBe('only here');
  await Promise.all([two.waitForEvent('close'), two.close({ runBeforeUnload: true })]);
  const three = await openTab(context, form);
  await expect.poll(() => three.inputValue('#f-city')).toBe('only here');
  await expect.poll(() => three.inputValue('#f-name')).toBe('tab one');
  await context.close();
});

test('[fill-links.two-tabs] the tab that is left has what the closed one kept; what only it has is kept too', async () => {
  const form = await makeForm(fill.service, { formSchema });
  const { page: one, context } = await fill.open(`/f/${form}/`);
  await one.fill('#f-name', 'first');
  const two = await openTab(context, form);
  await two.locator('.notice', { hasText: inAnotherTab }).waitFor();
  await one.fill('#f-name', 'tab one');
  // A reload keeps the place.
  await one.reload();
  await expect.poll(() => one.inputValue('#f-name')).toBe('tab one');
  await one.fill('#f-name', 'tab one again');
  await one.close({ runBeforeUnload: true });
  await expect.poll(() => two.inputValue('#f-name'), { timeout: 20_000 }).toBe('tab one again');
  await expect.poll(() => two.locator('.notice', { hasText: inAnotherTab }).count()).toBe(0);
  await context.close();
});

test('[fill-links.two-tabs] a send in one tab is reported in the other', async () => {
  const form = await makeForm(fill.service, { formSchema });
  const { page: one, context } = await fill.open(`/f/${form}/`);
  await one.fill('#f-name', 'once');
  const two = await openTab(context, form);
  await two.locator('.notice', { hasText: inAnotherTab }).waitFor();
  await submit(one);
  await thanks(one);
  await two.locator('.notice', { hasText: 'This form was sent from another tab.' }).waitFor();
  await expectAccessible(two);
  await two.locator('.notice', { hasText: 'This form was sent from another tab.' }).locator('button').click();
  await expect.poll(() => two.inputValue('#f-name')).toBe('');
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'once' }]]);
  await context.close();
});
