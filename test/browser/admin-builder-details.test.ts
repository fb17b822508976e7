// What people stumble over in the builder: where things go, what is covered, what is only half said.
import { expect, test } from 'vitest';
import type { AdminTest } from '../support/admin-page.ts';
import { formOf, line, outline, paletteItem, startBuilder } from '../support/builder-page.ts';
import { canvasReady } from '../support/canvas-page.ts';
import { takePicture } from '../support/picture.ts';

let admin: AdminTest;
const { makeForm, openBuilder } = startBuilder((started) => {
  admin = started;
});

const questions = Array.from({ length: 14 }, (_, at) => ({ type: 'fInput', name: `q${at}`, label: `Question ${at}` }));
const logo = 'https://logos.test/logo.svg';
const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"><rect width="96" height="48"/></svg>';

test('[builder] a row stays under the pointer; an expression, a menu and a logo are seen; a type that does not exist is named', async () => {
  const form = await makeForm({
    ...formOf(
      { type: 'fBool', name: 'agree', label: 'Agree' },
      { type: 'fLngTxt', name: 'why', label: 'Why' },
      ...questions,
    ),
    theme: { logo },
  });
  const { page, faults, context } = await openBuilder(form);
  await context.route(logo, (route) => route.fulfill({ body: picture, contentType: 'image/svg+xml' }));
  await canvasReady(page);
  // Names of fonts come before `system-ui`, which has serifs where none is set up for it.
  expect(await page.evaluate('getComputedStyle(document.body).fontFamily')).toMatch(/^-apple-system, .*system-ui/);
  // Pictures from elsewhere are not loaded into the app: the preview shows the logo.
  await page.getByText('Logo from \u2068logos.test\u2069').waitFor();
  const row = line(page, 'Question 6');
  const before = await row.boundingBox();
  await row.click();
  await page.locator('.cv-selected[aria-label^="Question 6,"]').waitFor();
  expect(await row.boundingBox()).toEqual(before);

  // A condition that looks whole is one from the start; as an expression it is in sight and has the focus.
  await line(page, 'Why').click();
  await page.locator('.condition select').last().selectOption('when');
  await page.getByText('Shown when Agree is checked').waitFor();
  await page.getByRole('button', { name: 'Write as expression' }).click();
  await expect
    .poll(() =>
      page.evaluate(`(() => {
        const { top, bottom } = document.activeElement.getBoundingClientRect();
        return [document.activeElement.value, top > 56 && bottom < innerHeight];
      })()`),
    )
    .toEqual(['model.agree', true]);

  await page.keyboard.press('Control+Enter');
  const shown = page.frameLocator('.preview-frame').locator('img.logo');
  await expect
    .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(96);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'After sending' }).click();
  await page.getByText(/^More: /).click();
  const button = page.getByRole('button', { name: 'Add an email' });
  await button.click();
  const [menu, opener, around] = await Promise.all([
    page.getByRole('menu').boundingBox(),
    button.boundingBox(),
    page.locator('main').boundingBox(),
  ]);
  expect(menu!.x).toBe(opener!.x);
  expect(menu!.x + menu!.width).toBeLessThan(around!.x + around!.width);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'JSON' }).click();
  const guide = await page.getByRole('link', { name: 'the guide to the form language' }).getAttribute('href');
  expect((await page.request.get(admin.service.url + guide)).status()).toBe(200);
  const text = page.getByLabel('Definition of the form');
  await text.fill((await text.inputValue()).replace('"fLngTxt"', '"fLngTxtt"'));
  await page.getByText('No element has this type.').first().waitFor();
  await page.getByRole('button', { name: 'Apply' }).click();
  // The bar changes when it is applied: a press on a button that moves would be lost.
  await page.getByText('Applied. It is not saved yet.').waitFor();
  await page.getByRole('link', { name: 'Build' }).click();
  await expect
    .poll(() => line(page, 'Why').getAttribute('aria-label'))
    .toBe('Why, Unknown type fLngTxtt, Conditional, Has a problem');
  await takePicture(page, 'unknown-type');
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] on a Hebrew phone what was just added is in sight, with nothing over it', async () => {
  const form = await makeForm({ ...formOf(...questions), locale: 'he' });
  const viewport = { width: 390, height: 740 };
  const { page, faults, context } = await openBuilder(form, { language: 'he', viewport, hasTouch: true });
  await canvasReady(page);
  await page.locator('.part-tabs button').first().click();
  await paletteItem(page, 'text').click();
  const isSeen = () =>
    page.evaluate(`(() => {
      let active = document.activeElement;
      while (active.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      const { left, top, width, height } = active.getBoundingClientRect();
      let at = document.elementFromPoint(left + width / 2, top + height / 2);
      while (at?.shadowRoot) at = at.shadowRoot.elementFromPoint(left + width / 2, top + height / 2);
      return [active.tagName, at === active || active.contains(at)];
    })()`);
  await expect.poll(isSeen).toEqual(['INPUT', true]);
  await page.keyboard.press('Escape');
  await expect.poll(isSeen).toEqual(['DIV', true]);
  await page.locator('.cv-end').click();
  await page.locator('.cv-kind').first().click();
  await expect.poll(isSeen).toEqual(['BDI', true]);
  await expect.poll(async () => (await outline(page)).length).toBe(questions.length + 2);
  expect(faults).toEqual([]);
  await context.close();
});
