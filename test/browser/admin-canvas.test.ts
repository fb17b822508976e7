import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { formOf, save, startBuilder } from '../support/builder-page.ts';
import { canvasReady, drawn, focusedHere, item, text, tool } from '../support/canvas-page.ts';

const { makeForm, openBuilder, savedElements, savedForm } = startBuilder();

test('[builder] a form is typed where it stands: questions, options, help, title, button', async () => {
  const form = await makeForm({ name: 'Trip' });
  const { page, faults, context } = await openBuilder(form);
  const { keyboard } = page;
  await canvasReady(page);
  await expectAccessible(page);
  await page.locator('.cv-start').getByRole('button', { name: 'Short text' }).click();
  await expect.poll(() => focusedHere(page)).toBe('Short text: label');
  // What it came with is selected: typing replaces it.
  await keyboard.type('Your name');
  await keyboard.press('Enter');
  await keyboard.type('City');
  await keyboard.press('Enter');
  await expect.poll(() => drawn(page)).toEqual(['Your name', 'City', 'Short text']);
  // Another kind in its place, found by what it is called.
  await keyboard.press('/');
  await page.getByRole('combobox', { name: 'What to add' }).waitFor();
  await expectAccessible(page);
  await keyboard.type('one cho');
  await keyboard.press('Enter');
  await expect.poll(() => focusedHere(page)).toBe('One choice: label');
  await keyboard.type('Meal');
  await expect.poll(() => drawn(page)).toEqual(['Your name', 'City', 'Meal']);
  // Options: Enter makes the next one, Backspace in an empty one removes it.
  await text(page, 'Meal', 'option.0').click();
  await keyboard.press('Control+a');
  await keyboard.type('Fish');
  await keyboard.press('Enter');
  await keyboard.type('Soup');
  await keyboard.press('ArrowDown');
  await keyboard.press('Control+a');
  await keyboard.press('Backspace');
  await keyboard.press('Backspace');
  await expect.poll(() => focusedHere(page)).toBe('Meal: option.1');
  await text(page, 'Meal', 'option.2').click();
  await keyboard.press('Control+a');
  await keyboard.type('Vegan');
  await expectAccessible(page);
  await text(page, 'City').click();
  await tool(page, 'Help text').click();
  await expect.poll(() => focusedHere(page)).toBe('City: help');
  await keyboard.type('Where you live');
  await tool(page, 'Required').click();
  // A plus between two elements opens the same list there.
  await item(page, 'Your name').hover();
  await item(page, 'Your name').locator('> .cv-plus').click();
  await page.getByRole('option', { name: /^Date Date only/ }).click();
  await keyboard.type('Born');
  await page.locator('[data-edit=title]').click();
  await keyboard.press('Control+a');
  await keyboard.type('Our trip');
  await page.locator('[data-edit=submitText]').click();
  await keyboard.type('Send it');
  await save(page);
  expect(await savedElements(form)).toEqual([
    { type: 'fInput', name: 'yourName', label: 'Your name' },
    { type: 'fDate', name: 'born', label: 'Born' },
    { type: 'fInput', name: 'city', label: 'City', help: 'Where you live', reqValidator: true },
    { type: 'fRadio', name: 'meal', label: 'Meal', options: ['Fish', 'Soup', 'Vegan'] },
  ]);
  expect(await savedForm(form)).toMatchObject({ name: 'Our trip', page: { submitText: 'Send it' } });
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] undo in one place for everything, also right after adding and in a text', async () => {
  const form = await makeForm(formOf({ type: 'fInput', name: 'city', label: 'City' }));
  const { page, faults, context } = await openBuilder(form);
  const { keyboard } = page;
  await text(page, 'City').click();
  await keyboard.press('End');
  await keyboard.type(' of birth');
  await expect.poll(() => drawn(page)).toEqual(['City of birth']);
  // What was typed in one text is one step, and the caret stays in it.
  await keyboard.press('Control+z');
  await expect.poll(() => drawn(page)).toEqual(['City']);
  await expect.poll(() => text(page, 'City').textContent()).toBe('City');
  expect(await focusedHere(page)).toBe('City: label');
  await keyboard.press('Control+Shift+z');
  await expect.poll(() => drawn(page)).toEqual(['City of birth']);
  await keyboard.press('Enter');
  await expect.poll(() => focusedHere(page)).toBe('Short text: label');
  await keyboard.press('Control+z');
  await expect.poll(() => drawn(page)).toEqual(['City of birth']);
  await expect.poll(() => focusedHere(page)).toMatch(/^City of birth/);
  await item(page, 'City of birth').focus();
  await keyboard.press('Control+d');
  await expect.poll(() => drawn(page)).toHaveLength(2);
  await keyboard.press('Delete');
  await expect.poll(() => drawn(page)).toHaveLength(1);
  await keyboard.press('Control+z');
  await expect.poll(() => drawn(page)).toHaveLength(2);
  await keyboard.press('Control+z');
  await expect.poll(() => drawn(page)).toEqual(['City of birth']);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] by keyboard alone: built, moved, nested, several at a time', async () => {
  const form = await makeForm(
    formOf(
      { type: 'fInput', name: 'a', label: 'Aa' },
      { type: 'cSection', name: 's', label: 'Part', children: [{ type: 'fInput', name: 'b', label: 'Bb' }] },
      { type: 'fInput', name: 'c', label: 'Cc' },
    ),
  );
  const { page, faults, context } = await openBuilder(form);
  const { keyboard } = page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  await canvasReady(page);
  await item(page, 'Aa').waitFor();
  // One stop for all elements.
  await page.locator('[data-edit=title]').focus();
  await press('Tab');
  await expect.poll(() => focusedHere(page)).toBe('Aa');
  await press('ArrowDown', 'ArrowDown');
  await expect.poll(() => focusedHere(page)).toBe('Bb');
  await press('Escape');
  await expect.poll(() => focusedHere(page)).toBe('Part');
  await press('End');
  await expect.poll(() => focusedHere(page)).toBe('Cc');
  await press('Alt+ArrowRight');
  await expect.poll(() => drawn(page)).toEqual(['Aa', 'Part', '  Bb', '  Cc']);
  await press('Alt+ArrowUp');
  await expect.poll(() => drawn(page)).toEqual(['Aa', 'Part', '  Cc', '  Bb']);
  await expect.poll(() => focusedHere(page)).toBe('Cc');
  // F2 edits, Escape leaves; Insert adds.
  await press('F2', 'End');
  await keyboard.type('!');
  await press('Escape');
  await expect.poll(() => focusedHere(page)).toBe('Cc!');
  await press('Insert');
  await page.getByRole('combobox', { name: 'What to add' }).waitFor();
  await press('Escape');
  await expect.poll(() => focusedHere(page)).toBe('Cc!');
  await press('/');
  await keyboard.type('yes');
  await press('Enter');
  await expect.poll(() => focusedHere(page)).toBe('Yes or no: label');
  await keyboard.type('Dd');
  await press('Escape');
  await expect.poll(() => drawn(page)).toEqual(['Aa', 'Part', '  Cc!', '  Dd', '  Bb']);
  // Several: all required at once by the toolbar, then into a section of their own.
  await press('Shift+ArrowDown');
  await expect.poll(() => page.locator('.cv-selected').count()).toBe(2);
  await press('Tab');
  while (!(await focusedHere(page)).startsWith('Move up')) await press('Tab');
  await press('ArrowRight', 'ArrowRight', 'ArrowRight');
  await expect.poll(() => focusedHere(page)).toBe('Required');
  await press('Enter');
  await expect.poll(() => page.locator('.cv-item > .field .required').count()).toBe(2);
  await tool(page, 'Group into a section').press('Enter');
  await expect.poll(() => drawn(page)).toEqual(['Aa', 'Part', '  Cc!', '  Section', '    Dd', '    Bb']);
  await press('Control+s');
  await page.getByText('All changes saved').waitFor();
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] conditions in words, a mark at what leads nowhere, the line for another answer', async () => {
  const form = await makeForm(
    formOf(
      { type: 'fBool', name: 'guest', label: 'Brings a guest' },
      { type: 'fInput', name: 'name', label: 'Name', relevant: 'model.guest' },
      { type: 'fInput', name: 'lost', label: 'Lost', relevant: 'model.gone' },
      { type: 'fRadio', name: 'meal', label: 'Meal', options: ['Fish'], otherOption: true },
    ),
  );
  const { page, faults, context } = await openBuilder(form);
  await item(page, 'Name').getByText('Shown when Brings a guest is checked').waitFor();
  await item(page, 'Lost').getByText('Not in this form: model.gone').waitFor();
  await text(page, 'Brings a guest').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' or two');
  await item(page, 'Name').getByText('Shown when Brings a guest or two is checked').waitFor();
  // What people type themselves is one line, called by its owner.
  expect(await item(page, 'Meal').locator('.choice').count()).toBe(2);
  await text(page, 'Meal', 'other').click();
  await page.keyboard.type('Something else');
  await save(page);
  expect(await savedElements(form)).toMatchObject([{}, {}, {}, { otherOption: 'Something else' }]);
  // The toolbar leads to the condition among the properties.
  await text(page, 'Name').click();
  await tool(page, 'Condition').click();
  await expect.poll(() => page.evaluate('document.activeElement.labels?.[0]?.textContent.trim()')).toBe('Shown');
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});
