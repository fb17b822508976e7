// axe finds nothing in any state of the page, also in forced colors and at 400% (1280 pixels wide, zoomed: 320 by 225 are left).
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everything } from '../engines/sample.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest, submit, thanks } from '../support/fill-page.ts';
import { takePicture } from '../support/picture.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const zoomed = { viewport: { width: 320, height: 225 } };
const cases: [string, 'en' | 'he', BrowserContextOptions][] = [
  ['forced colors', 'en', { forcedColors: 'active', colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
  ['400 %', 'he', zoomed],
];

test.each(cases)(
  '[fill-links.quality] every element with errors, filled, saved and sent: %s',
  async (name, locale, view) => {
    const form = await makeForm(fill.service, { name: 'Everything', locale, formSchema: { rootElem: everything } });
    const { page, context, faults } = await fill.open(`/f/${form}/`, view);
    await page.waitForSelector('[contenteditable=true]');
    await page.waitForSelector('.sign-canvas');
    await page.fill('#f-count', 'many');
    await page.click('#f-guests-add');
    await page.fill('#f-guests-0-guest', 'Eli');
    await submit(page);
    await page.waitForSelector('.summary');
    await page.click('#f-guests .remove');
    await page.waitForSelector('#f-guests .notice');
    await page.fill('#f-city', 'City 1');
    await page.waitForSelector('[role=option]');
    // Errors, the summary, a notice and an open list at one look: on all of these elements axe takes long.
    await expectAccessible(page);
    await takePicture(page, `states-errors-${name.replace(/\W+/g, '-')}`);
    await page.fill('#f-city', '');
    await page.fill('#f-name', 'Dana');
    await page.fill('#f-count', '12');
    await submit(page);
    await thanks(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.each(cases)(
  '[fill-links.steps] [fill-links.review] steps and the page to look them over: %s',
  async (_, locale, view) => {
    const tabs = {
      type: 'cTabs',
      name: 'tabs',
      tabs: [{ label: 'About you' }, { label: 'The rest' }],
      children: [
        [{ type: 'fInput', name: 'name', label: 'Name', help: 'As in your passport', reqValidator: true }],
        [{ type: 'fRate', name: 'stars', label: 'Stars' }],
      ],
    };
    const form = await makeForm(fill.service, {
      ...{ name: 'Steps', locale, display: 'steps', page: { review: true, copy: 'answers', fillAgain: true } },
      formSchema: { rootElem: root(tabs) },
    });
    const { page, context, faults } = await fill.open(`/f/${form}/`, view);
    await page.waitForSelector('#f-name');
    await submit(page);
    await page.waitForSelector('.summary');
    await expectAccessible(page);
    await page.fill('#f-name', 'Dana');
    await submit(page);
    await page.click('#f-stars label >> nth=2');
    await page.getByRole('button', { name: /^(Save for later|שמירה להמשך)$/ }).click();
    await page.waitForSelector('.saved input');
    await expectAccessible(page);
    await submit(page);
    await page.waitForSelector('.answers');
    await expectAccessible(page);
    await submit(page);
    await thanks(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await context.close();
  },
);
