// The plain version of a form: without script, with a script that does not come, and with one that comes late.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRules, wcagTags } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, phone, startFillTest } from '../support/fill-page.ts';
import { takePicture } from '../support/picture.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const visitForm = (locale: 'en' | 'he') => ({
  name: locale === 'he' ? 'ביקור' : 'Visit',
  locale,
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'name', label: locale === 'he' ? 'שם' : 'Name', reqValidator: true },
      { type: 'fDate', name: 'day', label: locale === 'he' ? 'יום' : 'Day' },
      { type: 'fRadio', name: 'how', label: locale === 'he' ? 'איך' : 'How', options: ['bus', 'train'] },
      { type: 'fBool', name: 'terms', label: locale === 'he' ? 'קראתי' : 'I have read it' },
    ),
  },
});

/** What a page shows 12 seconds after its script should have run. */
const waitLong = (page: Page) => page.evaluate('document.getAnimations().forEach((one) => one.finish())');

test('[fill-links.plain] without script: errors at their questions, then thanks', async () => {
  const form = await makeForm(fill.service, visitForm('he'));
  const context = await fill.browser.newContext({ ...phone, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.getByRole('radio', { name: 'train' }).check();
  await takePicture(page, 'plain-form-he');
  await page.getByRole('button', { name: 'שליחה' }).click();
  await page.locator('.summary').waitFor();
  expect(await page.getByRole('radio', { name: 'train' }).isChecked()).toBe(true);
  await page.getByLabel('שם').fill('דנה');
  await page.getByRole('button', { name: 'שליחה' }).click();
  await page.getByText('תודה. הטופס נשלח.').waitFor();
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'דנה', how: 'train' }]]);
  await context.close();
});

test('[fill-links.plain] a script that never comes: the page says so and can still be sent', async () => {
  const form = await makeForm(fill.service, visitForm('en'));
  const context = await fill.browser.newContext(phone);
  const page = await context.newPage();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.getByText('Loading…').waitFor();
  expect(await page.getByLabel('Name').isVisible()).toBe(false);
  await waitLong(page);
  await page.getByText('You can fill in this plain version').waitFor();
  expect(await page.getByText('Loading…').isVisible()).toBe(false);
  await expectRules(page, wcagTags);
  await takePicture(page, 'plain-form-en');
  await page.getByLabel('Day').fill('2026-05-06');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.locator('.summary').waitFor();
  await expectRules(page, wcagTags);
  await page.getByLabel('Name').fill('Dana');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Thank you. The form was submitted.').waitFor();
  await expectRules(page, wcagTags);
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Dana', day: '2026-05-06T00:00:00.000Z' }]]);
  await context.close();
});

test('[fill-links.plain] what is begun while the rest of the code is on its way is left alone too, from the first focus on', async () => {
  const form = await makeForm(fill.service, { ...visitForm('en'), theme: { color: '#7a3cff' } });
  for (const typed of ['Dana', '']) {
    const context = await fill.browser.newContext(phone);
    const page = await context.newPage();
    let come = () => {};
    const late = new Promise<void>((done) => {
      come = done;
    });
    await page.route('**/assets/theme-*.js', async (route) => {
      await late;
      await route.continue();
    });
    const asked = page.waitForRequest('**/assets/theme-*.js');
    await page.goto(`${fill.service.url}/f/${form}/`, { waitUntil: 'commit' });
    await asked;
    await page.getByText('Loading…').waitFor();
    await waitLong(page);
    await page.getByLabel('Name').fill(typed);
    const came = page.waitForResponse('**/assets/theme-*.js');
    come();
    await (await came).finished();
    await page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))))');
    await page.keyboard.type('!');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Thank you. The form was submitted.').waitFor();
    expect((await fill.entries(form)).at(-1)).toEqual(['submitted', { name: `${typed}!` }]);
    await context.close();
  }
});

test('[fill-links.plain] a script that comes late leaves alone what somebody has begun, and else takes over', async () => {
  const form = await makeForm(fill.service, visitForm('en'));
  for (const isUsed of [true, false]) {
    const context = await fill.browser.newContext(phone);
    const page = await context.newPage();
    let come = () => {};
    const late = new Promise<void>((done) => {
      come = done;
    });
    await page.route('**/assets/*.js', async (route) => {
      await late;
      await route.continue();
    });
    await page.goto(`${fill.service.url}/f/${form}/`, { waitUntil: 'commit' });
    await page.getByText('Loading…').waitFor();
    await waitLong(page);
    if (isUsed) await page.getByLabel('Name').fill('Dana');
    come();
    if (isUsed) {
      await page.waitForLoadState('load');
      expect(await page.getByLabel('Name').inputValue()).toBe('Dana');
      expect(await page.locator('.plain-form').count()).toBe(1);
    } else {
      await page.getByRole('button', { name: 'Save for later' }).waitFor();
      expect(await page.locator('.plain-form').count()).toBe(0);
    }
    await context.close();
  }
});
