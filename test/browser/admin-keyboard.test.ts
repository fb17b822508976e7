// Without a mouse: a form is built, previewed, saved, shared, sent, in as few keys as a person would take. Whatever is pressed, the
// focus is on something that is seen; Escape leads back to where one was.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import type { AdminTest } from '../support/admin-page.ts';
import { startBuilder } from '../support/builder-page.ts';
import { canvasReady, drawn, focusedHere } from '../support/canvas-page.ts';
import { thanks } from '../support/fill-page.ts';
import { takePicture } from '../support/picture.ts';

let admin: AdminTest;
const { makeForm, openBuilder, savedElements } = startBuilder((started) => {
  admin = started;
});

const words = {
  en: {
    ...{ text: 'Short text', find: 'yes', kind: 'Yes or no', guest: 'Brings a guest', name: 'Name of the guest' },
    ...{ condition: 'Condition', shown: 'Shown when Brings a guest is checked' },
    ...{
      forward: 'ArrowRight',
      preview: 'Preview',
      share: 'Share',
      closeForm: 'Close…',
      submit: 'Submit',
    },
  },
  he: {
    ...{ text: 'טקסט קצר', find: 'כן או', kind: 'כן או לא', guest: 'עם אורח', name: 'שם האורח' },
    ...{ condition: 'תנאי', shown: 'עם אורח' },
    ...{
      forward: 'ArrowLeft',
      preview: 'תצוגה מקדימה',
      share: 'שיתוף',
      closeForm: 'סגירה…',
      submit: 'שליחה',
    },
  },
} as const;

for (const [language, label] of [
  ['en', '[heavy] '],
  ['he', ''],
] as const)
  test(`[builder] ${label}by keyboard alone (${language}): built, previewed, shared and sent; the focus is always seen`, async () => {
    const w = words[language];
    const form = await makeForm({ name: 'Trip', locale: language });
    const theme = language === 'en' ? 'light' : 'dark';
    const { page, faults, context } = await openBuilder(form, { language, theme });
    const { keyboard } = page;
    let pressed = 0;
    const press = async (...keys: string[]) => {
      for (const key of keys) {
        await keyboard.press(key);
        pressed += 1;
        await expect.poll(() => hiddenFocus(page), { message: `after ${key}` }).toBe('');
      }
    };
    const pressUntil = async (key: string, name: string) => {
      const seen = [await focusNow(page)];
      while (!seen.at(-1)!.endsWith(` ${name}`) && seen.length < 16) {
        await press(key);
        seen.push(await focusNow(page));
      }
      expect(seen.at(-1), seen.join(' | ')).toMatch(new RegExp(` ${name}$`));
    };
    const noDialog = () => expect.poll(() => page.getByRole('dialog').count()).toBe(0);

    // The link that skips the bar, and F6, lead to the form itself.
    await canvasReady(page);
    await page.locator('.cv-start').waitFor();
    await press('Tab', 'Enter');
    await expect.poll(() => focusedHere(page)).toBe(w.text);
    await press('Enter');
    await expect.poll(() => focusedHere(page)).toBe(`${w.text}: label`);
    await press('/');
    await page.locator('.cv-search').waitFor();
    await takePicture(page, `palette-${language}`);
    await expectAccessible(page);
    await press('Escape');
    await expect.poll(() => focusedHere(page)).toBe(`${w.text}: label`);
    await press('/');
    await keyboard.type(w.find);
    await press('Enter');
    await expect.poll(() => focusedHere(page)).toBe(`${w.kind}: label`);
    await keyboard.type(w.guest);
    await press('Escape', '/');
    await keyboard.type(w.text);
    await press('Enter');
    await expect.poll(() => focusedHere(page)).toBe(`${w.text}: label`);
    await keyboard.type(w.name);
    await press('Escape');
    await expect.poll(() => focusedHere(page)).toBe(w.name);

    // A condition: by the toolbar to the properties, and back by Escape.
    await press('Tab', 'Tab');
    await pressUntil(w.forward, w.condition);
    await press('Enter');
    await page.waitForSelector('.properties-part select:focus');
    await press('ArrowDown', 'ArrowDown');
    await page.locator('.condition-test').waitFor();
    await page.locator('.cv-note', { hasText: w.shown }).waitFor();
    await expectAccessible(page);
    await takePicture(page, `keyboard-${language}`);
    await press('Escape');
    await expect.poll(() => focusedHere(page)).toBe(w.name);

    // Deleting what the condition reads asks first; either way the focus is on the form.
    await press('ArrowUp', 'Delete');
    await page.getByRole('dialog').waitFor();
    await press('Escape');
    await noDialog();
    await expect.poll(() => focusedHere(page)).toBe(w.guest);
    await press('Delete');
    await page.getByRole('dialog').waitFor();
    await press('Tab', 'Tab', 'Enter');
    await noDialog();
    await expect.poll(() => drawn(page)).toEqual([w.name]);
    await expect.poll(() => focusedHere(page)).toBe(w.name);
    await press('Control+z');
    await expect.poll(() => drawn(page)).toEqual([w.guest, w.name]);

    // The parts beside the form: one stop for all kinds, arrows among them; letters search. Back to the form.
    const before = await focusedHere(page);
    await press('Shift+F6', 'Shift+F6', 'ArrowDown', 'ArrowDown', 'End', 'Home', 'Escape');
    await expect.poll(() => focusedHere(page)).toBe(before);
    await press('?');
    await page.getByRole('dialog').waitFor();
    await takePicture(page, `shortcuts-${language}`);
    await press('Escape');
    await noDialog();
    await expect.poll(() => focusedHere(page)).toBe(before);
    await press('Control+Enter');
    await page.frameLocator('.preview-frame').getByText(w.guest).first().waitFor();
    await expectAccessible(page);
    await press('Escape');
    await noDialog();
    await expect.poll(() => focusedHere(page)).toBe(before);
    await press('Control+s');
    await page.locator('.save-state:not(.unsaved)').waitFor();
    await expect
      .poll(() => savedElements(form))
      .toMatchObject([{ label: w.guest }, { label: w.name, relevant: expect.anything() }]);

    await press('F6', 'F6');
    await pressUntil('Tab', w.share);
    await press('Enter');
    await page.locator('.share').waitFor();
    await expect.poll(() => focusNow(page)).toMatch(/^H1/);
    await pressUntil('Tab', w.closeForm);
    await press('Enter');
    await page.getByRole('dialog').waitFor();
    await press('Escape');
    await noDialog();
    await expect.poll(() => focusNow(page)).toBe(`BUTTON ${w.closeForm}`);
    expect(pressed).toBeLessThan(90);
    expect(faults).toEqual([]);

    await page.goto(`${admin.service.url}/f/${form}/`);
    await page.getByLabel(w.guest).waitFor();
    await pressUntil('Tab', w.guest);
    await press('Space');
    await pressUntil('Tab', w.name);
    await keyboard.type('Noa');
    await pressUntil('Tab', w.submit);
    await press('Enter');
    await thanks(page);
    expect((await admin.entries(form)).map(([, data]) => Object.values(data as object))).toEqual([[true, 'Noa']]);
    expect(faults).toEqual([]);
    await context.close();
  });

/** What has the focus, also inside the canvas: what it is, and its name. */
function focusNow(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    const named = active.ariaLabel ?? active.labels?.[0]?.textContent ?? active.textContent ?? '';
    return active.tagName + ' ' + named.trim();
  })()`);
}

/** Nothing where one sees what has the focus; or that nothing has it, or what covers it. */
function hiddenFocus(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    if (active === null || active === document.body) return 'nothing has the focus';
    // What is there for screen readers alone is seen nowhere.
    if (active.matches('.visually-hidden')) return '';
    const { left, top, width, height } = active.getBoundingClientRect();
    const x = Math.min(Math.max(left + width / 2, 0), innerWidth - 1);
    const y = top + Math.min(height / 2, 16);
    if (top < 0 || y >= innerHeight) return active.tagName + ' is out of sight';
    let at = document.elementFromPoint(x, y);
    while (at?.shadowRoot?.elementFromPoint(x, y)) at = at.shadowRoot.elementFromPoint(x, y);
    const isSeen = at !== null && (active.contains(at) || at.contains(active));
    return isSeen ? '' : active.tagName + ' is under ' + at?.className;
  })()`);
}
