import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { focused, formOf, labelBox, line, startBuilder } from '../support/builder-page.ts';
import { drawn, focusedHere, item, text } from '../support/canvas-page.ts';

const { makeForm, openBuilder } = startBuilder();

const fields = Array.from({ length: 300 }, (_, at) => ({ type: 'fInput', name: `q${at}`, label: `Question ${at}` }));

test('[builder] [heavy] the outline of a long form draws what is in sight, and keeps the focus and what is selected', async () => {
  const { page, faults, context } = await openBuilder(await makeForm(formOf(...fields)));
  const { keyboard } = page;
  const lines = () => page.locator('.line').count();
  await line(page, 'Question 0').click();
  await expect.poll(lines).toBeLessThan(80);
  // To the end of it by keys, and back up.
  await keyboard.press('End');
  await keyboard.press('ArrowUp');
  await expect.poll(() => focused(page)).toMatch(/^Question 299,/);
  await expect.poll(() => labelBox(page).inputValue()).toBe('Question 299');
  const isInView = () =>
    page.evaluate(`(() => {
      const box = document.querySelector('.outline').getBoundingClientRect();
      const row = document.activeElement.getBoundingClientRect();
      return row.top >= box.top && row.bottom <= box.bottom;
    })()`);
  await expect.poll(isInView).toBe(true);
  // The wheel shows others; what has the focus stays, and the next key goes on from there.
  await page.locator('.outline').hover();
  await page.mouse.wheel(0, -100_000);
  await line(page, 'Question 3').waitFor();
  expect(await focused(page)).toMatch(/^Question 299,/);
  await keyboard.press('ArrowUp');
  await expect.poll(() => focused(page)).toMatch(/^Question 298,/);
  await expect.poll(isInView).toBe(true);
  // Its places are told, also of lines that are not drawn.
  expect(await line(page, 'Question 298').getAttribute('aria-posinset')).toBe('299');
  expect(await line(page, 'Question 298').getAttribute('aria-setsize')).toBe('301');
  await page.getByRole('searchbox', { name: 'Find in the form' }).fill('question 12');
  await expect.poll(lines).toBe(14);
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] what is typed on a long form is in the outline and the properties too, and the other way round', async () => {
  const { page, faults, context } = await openBuilder(await makeForm(formOf(...fields)));
  const { keyboard } = page;
  await text(page, 'Question 150').click();
  await keyboard.press('End');
  await keyboard.type('!');
  await line(page, 'Question 150!').waitFor();
  await expect.poll(() => labelBox(page).inputValue()).toBe('Question 150!');
  await labelBox(page).fill('In the middle');
  await item(page, 'In the middle').waitFor();
  await line(page, 'In the middle').waitFor();
  // One after the other, each with its own properties.
  await item(page, 'In the middle').press('Escape');
  for (const at of [151, 152, 153]) {
    await keyboard.press('ArrowDown');
    expect(await focusedHere(page)).toBe(`Question ${at}`);
    await labelBox(page).fill(`Changed ${at}`);
    await item(page, `Changed ${at}`).focus();
  }
  await expect
    .poll(async () => (await drawn(page)).slice(149, 155))
    .toEqual(['Question 149', 'In the middle', 'Changed 151', 'Changed 152', 'Changed 153', 'Question 154']);
  expect(faults).toEqual([]);
  await context.close();
});
