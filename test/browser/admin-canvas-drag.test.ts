import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { formOf, startBuilder } from '../support/builder-page.ts';
import { canvasReady, dragWithMouse, drawn, item, pointIn, text, tool } from '../support/canvas-page.ts';

const { makeForm, openBuilder } = startBuilder();

const field = (name: string) => ({ type: 'fInput', name: name.toLowerCase(), label: name });

test('[builder] dragged into a column, a section, a repeat and a tab; Escape puts it back', async () => {
  const form = await makeForm(
    formOf(
      field('Aa'),
      field('Bb'),
      field('Cc'),
      field('Dd'),
      { type: 'cRow', name: 'row', children: [[field('Left')], []] },
      { type: 'cSection', name: 's', label: 'Part', children: [field('Inner')] },
      { type: 'cRepeat', name: 'r', label: 'Rows', children: [field('Cell')] },
      {
        type: 'cTabs',
        name: 't',
        label: 'Tabs',
        tabs: [{ name: 't1' }, { name: 't2' }],
        children: [[field('One')], []],
      },
    ),
  );
  const { page, faults, context } = await openBuilder(form, { viewport: { width: 1280, height: 1700 } });
  await canvasReady(page);
  const rest = ['row', '  Left', 'Part', '  Inner', 'Rows', '  Cell', 'Tabs', '  One'];
  const all = ['Aa', 'Bb', 'Cc', 'Dd', ...rest];
  await expect.poll(() => drawn(page)).toEqual(all);
  const grip = (title: string) => item(page, title).locator('.cv-control');
  // Given up.
  await dragWithMouse(page, grip('Aa'), await pointIn(item(page, 'Cc'), 0.5, 0.9), { isDropped: false });
  await page.keyboard.press('Escape');
  await page.locator('.cv-ghost').waitFor({ state: 'detached' });
  await page.mouse.up();
  expect(await drawn(page)).toEqual(all);
  // Within its list.
  await dragWithMouse(page, grip('Aa'), await pointIn(item(page, 'Bb'), 0.5, 0.9));
  await expect.poll(() => drawn(page)).toEqual(['Bb', 'Aa', 'Cc', 'Dd', ...rest]);
  await page.keyboard.press('Control+z');
  await expect.poll(() => drawn(page)).toEqual(all);
  // Into an empty column, behind what is in a section, before what is in a repeat, into an empty tab.
  const empty = page.locator('.cv-empty');
  await dragWithMouse(page, grip('Aa'), await pointIn(empty.first(), 0.5, 0.5));
  await dragWithMouse(page, grip('Bb'), await pointIn(item(page, 'Inner'), 0.5, 0.9));
  await dragWithMouse(page, grip('Cc'), await pointIn(item(page, 'Cell'), 0.5, 0.1));
  await dragWithMouse(page, grip('Dd'), await pointIn(empty.last(), 0.5, 0.5));
  await expect
    .poll(() => drawn(page))
    .toEqual(['row', '  Left', '  Aa', 'Part', '  Inner', '  Bb', 'Rows', '  Cc', '  Cell', 'Tabs', '  One', '  Dd']);
  // A container takes what is in it along, and cannot go into itself.
  const handle = page.locator('.cv-tools .cv-handle');
  await text(page, 'Part').click();
  await dragWithMouse(page, handle, await pointIn(item(page, 'Left'), 0.5, 0.1));
  await expect
    .poll(() => drawn(page))
    .toEqual([
      'row',
      '  Part',
      '    Inner',
      '    Bb',
      '  Left',
      '  Aa',
      'Rows',
      '  Cc',
      '  Cell',
      'Tabs',
      '  One',
      '  Dd',
    ]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] [heavy] several at once: Shift and Ctrl with a press, moved, duplicated, deleted, undone', async () => {
  const form = await makeForm(formOf(field('Aa'), field('Bb'), field('Cc'), field('Dd')));
  const { page, faults, context } = await openBuilder(form);
  await canvasReady(page);
  await text(page, 'Aa').click();
  await text(page, 'Cc').click({ modifiers: ['Shift'] });
  await expect.poll(() => page.locator('.cv-selected').count()).toBe(3);
  await text(page, 'Bb').click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(() => page.locator('.cv-selected').count()).toBe(2);
  await page.getByRole('toolbar', { name: '2 elements selected' }).waitFor();
  await expectAccessible(page);
  await dragWithMouse(page, item(page, 'Cc').locator('.cv-control'), await pointIn(item(page, 'Dd'), 0.5, 0.9));
  await expect.poll(() => drawn(page)).toEqual(['Bb', 'Dd', 'Aa', 'Cc']);
  await tool(page, 'Duplicate').click();
  await expect.poll(() => drawn(page)).toHaveLength(6);
  await tool(page, 'Delete').click();
  await expect.poll(() => drawn(page)).toEqual(['Bb', 'Dd', 'Aa', 'Cc']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => drawn(page)).toHaveLength(6);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] on a phone, in Hebrew and in the dark: a finger that rests on an element drags it', async () => {
  const form = await makeForm({ ...formOf(field('אא'), field('בב'), field('גג')), locale: 'he' });
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
  const { page, faults, context } = await openBuilder(form, { ...phone, language: 'he', theme: 'dark' });
  await canvasReady(page);
  await item(page, 'אא').waitFor();
  expect(await page.locator('.cv-page').getAttribute('dir')).toBe('rtl');
  await text(page, 'בב').tap();
  await page.locator('.cv-tools').waitFor();
  await page.evaluate('scrollTo(0, 0)');
  await expectAccessible(page);
  const from = await pointIn(item(page, 'גג').locator('.cv-control'), 0.5, 0.5);
  const to = await pointIn(item(page, 'אא'), 0.5, 0.05);
  const touch = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [from]);
  await page.locator('.cv-ghost').waitFor();
  for (const part of [0.3, 0.6, 1]) {
    await send('touchMove', [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }
  await page.locator('.cv-drop').waitFor();
  await send('touchEnd', []);
  await expect.poll(() => drawn(page)).toEqual(['גג', 'אא', 'בב']);
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});
