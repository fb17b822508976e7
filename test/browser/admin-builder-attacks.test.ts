// The builder with what nobody would build: hostile and endless texts, sections in sections in sections, a network that goes while
// one saves, and somebody else who saved first.
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import type { AdminTest } from '../support/admin-page.ts';
import { focused, formOf, line, outline, save, startBuilder } from '../support/builder-page.ts';
import { canvasReady, drawn, focusedHere, item, text } from '../support/canvas-page.ts';
import { takePicture } from '../support/picture.ts';

let admin: AdminTest;
const { makeForm, openBuilder, savedElements } = startBuilder((started) => {
  admin = started;
});

test('[builder] hostile and endless texts are texts: drawn, typed into and saved as they are', async () => {
  const html = `<img src=x onerror="document.title='ran'"><script>document.title='ran'</script>`;
  const endless = 'w'.repeat(100_000);
  const form = await makeForm(
    formOf(
      { type: 'fRadio', name: 'a', label: html, help: html, options: [html, '\u202Edexim\u202C', '{{ model.b }}'] },
      { type: 'fInput', name: 'b', label: endless, placeholder: endless },
      { type: 'cSection', name: 'c', label: '\u200F\u202Eleft\u2066', children: [{ type: 'fInput', name: 'd' }] },
      { type: 'fInput', name: 'e', label: 'Last' },
    ),
  );
  const { page, faults, context } = await openBuilder(form);
  await canvasReady(page);
  await page.locator('.cv-item').nth(4).waitFor();
  expect(await page.locator('.builder :is(img, script)').count()).toBe(0);
  expect(await page.title()).not.toBe('ran');
  // However long its neighbour is, the next question is typed into, named after what was typed, and saved.
  await text(page, 'Last').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' one');
  await takePicture(page, 'hostile');
  await save(page);
  expect(await savedElements(form)).toMatchObject([{ label: html }, { label: endless }, {}, { label: 'Last one' }]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] sections put into sections are each one of their own: typed into, moved and undone', async () => {
  const form = await makeForm(
    formOf({ type: 'cSection', name: 's', label: 'Inner', children: [{ type: 'fInput', name: 'a', label: 'Aa' }] }),
  );
  const { page, faults, context } = await openBuilder(form);
  const { keyboard } = page;
  await canvasReady(page);
  await item(page, 'Inner').waitFor();
  const group = async () => {
    await page.locator('.cv-tools [aria-haspopup]').press('Enter');
    await page.getByRole('menuitem', { name: 'Group into a section' }).press('Enter');
  };
  await item(page, 'Inner').focus();
  await group();
  await expect.poll(() => drawn(page)).toEqual(['Section', '  Inner', '    Aa']);
  await text(page, 'Section').focus();
  await keyboard.press('Control+a');
  await keyboard.type('Middle');
  await keyboard.press('Escape');
  await group();
  await expect.poll(() => drawn(page)).toEqual(['Section', '  Middle', '    Inner', '      Aa']);
  for (const [title, typed] of [
    ['Section', 'Outer'],
    ['Middle', 'Between'],
    ['Inner', 'Inmost'],
  ] as const) {
    await text(page, title).focus();
    await keyboard.press('Control+a');
    await keyboard.type(typed);
  }
  await expect.poll(() => drawn(page)).toEqual(['Outer', '  Between', '    Inmost', '      Aa']);
  await item(page, 'Aa').focus();
  await keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => drawn(page)).toEqual(['Outer', '  Between', '    Inmost', '    Aa']);
  await expect.poll(() => focusedHere(page)).toBe('Aa');
  await expect.poll(() => outline(page)).toEqual(['Outer', '  Between', '    Inmost', '    Aa']);
  for (let count = 0; count < 7; count += 1) await keyboard.press('Control+z');
  await expect.poll(() => drawn(page)).toEqual(['Inner', '  Aa']);
  await page.getByText('All changes saved').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] a save without a network loses nothing; neither does one that came second', async () => {
  const form = await makeForm(formOf({ type: 'fInput', name: 'a', label: 'Aa' }));
  const { page, context } = await openBuilder(form);
  await text(page, 'Aa').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' mine');
  await context.setOffline(true);
  await page.keyboard.press('Control+s');
  await page.locator('.note, .toast, [role=alert]').filter({ hasText: /\S/ }).first().waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await expect.poll(() => drawn(page)).toEqual(['Aa mine']);
  // Somebody else saves in between.
  const { key } = admin.service.people.bob;
  const body = { formSchema: formOf({ type: 'fInput', name: 'a', label: 'Aa theirs' }).formSchema };
  expect((await admin.service.call('PATCH', `/form/${form}`, { key, body })).status).toBe(200);
  await context.setOffline(false);
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await expectAccessible(page);
  expect(await savedElements(form)).toMatchObject([{ label: 'Aa theirs' }]);
  // The dialog is closed without a choice: what is mine is still here, and theirs is still saved.
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).not.toBe('BODY');
  await expect.poll(() => drawn(page)).toEqual(['Aa mine']);
  await line(page, 'Aa mine').waitFor();
  await context.close();
});

test('[builder] [heavy] a slow save is followed by the next one; a save whose response was lost is not somebody else’s; keys stay with what is selected', async () => {
  const form = await makeForm(
    formOf({ type: 'fInput', name: 'a', label: 'Aa' }, { type: 'fInput', name: 'b', label: 'Bb' }),
  );
  const { page, context } = await openBuilder(form, { permissions: ['clipboard-read', 'clipboard-write'] });
  const { keyboard } = page;
  const arrived: (() => void)[] = [];
  await context.route(`**/form/${form}*`, async (route) => {
    if (route.request().method() === 'PATCH') await new Promise<void>((resolve) => arrived.push(resolve));
    await route.continue();
  });
  await text(page, 'Aa').click();
  await keyboard.press('End');
  await keyboard.type('1');
  await keyboard.press('Control+s');
  await expect.poll(() => arrived.length).toBe(1);
  await keyboard.type('2');
  await keyboard.press('Control+s');
  arrived[0]!();
  await expect.poll(() => arrived.length).toBe(2);
  arrived[1]!();
  await page.getByText('All changes saved').waitFor();
  expect(await savedElements(form)).toMatchObject([{ label: 'Aa12' }, { label: 'Bb' }]);

  // It was saved, but nobody heard: what is typed then is saved on top of it, and nothing is asked.
  await context.unroute(`**/form/${form}*`);
  let isLost = false;
  await context.route(`**/form/${form}*`, async (route) => {
    if (isLost || route.request().method() !== 'PATCH') return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await keyboard.type('3');
  await keyboard.press('Control+s');
  await page.getByText('No response.').waitFor();
  await keyboard.type('4');
  await keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
  expect(await savedElements(form)).toMatchObject([{ label: 'Aa1234' }, { label: 'Bb' }]);

  // Found by its words and renamed: Escape still leads back to it. Undo keeps the focus on it, pasting takes it along.
  await line(page, 'Bb').click();
  await keyboard.type('bb');
  await page.waitForSelector('.outline-find input:focus');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await page.waitForSelector('.properties input:focus');
  await keyboard.type('Cc');
  await keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Cc, Short text');
  await keyboard.press('Alt+ArrowUp');
  await expect.poll(() => drawn(page)).toEqual(['Cc', 'Aa1234']);
  await keyboard.press('Control+z');
  await expect.poll(() => drawn(page)).toEqual(['Aa1234', 'Cc']);
  await expect.poll(() => focused(page)).toBe('Cc, Short text');
  await keyboard.press('ArrowUp');
  await keyboard.press('Control+c');
  await keyboard.press('ArrowDown');
  await keyboard.press('Control+v');
  await expect.poll(() => drawn(page)).toEqual(['Aa1234', 'Cc', 'Aa1234']);
  await expect.poll(() => page.evaluate("document.activeElement.closest('[data-row]')?.dataset.row")).toMatch(/\.2$/);
  await context.close();
});
