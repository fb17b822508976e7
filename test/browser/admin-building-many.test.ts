// Several elements at once, deletions that can be taken back, references that break, and the outline of a long form.
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { focused, formOf, labelBox, line, outline, paletteItem, save, startBuilder } from '../support/builder-page.ts';

const { makeForm, openBuilder, savedElements } = startBuilder();

test('[builder] a field that others use: its deletion names them, clears their conditions, and is undone by a press', async () => {
  const form = await makeForm(
    formOf(
      { type: 'fBool', name: 'agree', label: 'Yes or no' },
      { type: 'fLngTxt', name: 'why', label: 'Long text', relevant: 'model.agree' },
      { type: 'eEq', name: 'sum', label: 'Sum', eq: 'model.agree + 1' },
    ),
  );
  const { page, faults, context } = await openBuilder(form);
  const dialog = page.getByRole('dialog', { name: 'Others use' });
  await line(page, 'Yes or no').click();
  await page.keyboard.press('Delete');
  await dialog.waitFor();
  await expect
    .poll(() => dialog.getByRole('listitem').allTextContents())
    .toEqual(['Long text (when it is shown)', 'Sum (its calculation)']);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('Yes or no, Yes or no');
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Delete anyway' }).click();
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  // It waits while it is pointed at.
  await undo.hover();
  // Now both read what is not there: marked in the outline, counted in the bar, listed, and no reason not to save.
  await expect
    .poll(() => line(page, 'Long text').getAttribute('aria-label'))
    .toBe('Long text, Long text, Conditional, Reads something that is not there');
  await page.getByRole('button', { name: '2 problems' }).press('Enter');
  await page.getByRole('region', { name: 'Problems' }).getByText('model.agree').first().waitFor();
  await expectAccessible(page);
  await undo.click();
  await expect.poll(() => outline(page)).toEqual(['Yes or no', 'Long text', 'Sum']);
  await expect.poll(() => page.getByRole('button', { name: '2 problems' }).count()).toBe(0);
  await line(page, 'Yes or no').click();
  await page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Delete and clear the conditions' }).click();
  await page.getByRole('button', { name: '1 problem' }).waitFor();
  await save(page);
  expect(await savedElements(form)).toEqual([
    { type: 'fLngTxt', name: 'why', label: 'Long text' },
    { type: 'eEq', name: 'sum', label: 'Sum', eq: 'model.agree + 1' },
  ]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] [heavy] several elements are grouped, made required, and copied into another form', async () => {
  const fields = ['A', 'B', 'C'].map((label) => ({ type: 'fInput', name: label.toLowerCase(), label }));
  const form = await makeForm(formOf(...fields));
  const other = await makeForm(formOf({ type: 'fInput', name: 'a', label: 'Mine' }));
  const { page, faults, context } = await openBuilder(form, { permissions: ['clipboard-read', 'clipboard-write'] });
  await line(page, 'A').click();
  await line(page, 'C').click({ modifiers: ['ControlOrMeta'] });
  const properties = page.getByRole('region', { name: 'Properties' });
  await properties.getByText('2 elements selected').waitFor();
  await expectAccessible(page);
  await properties.getByLabel('Required').check();
  await line(page, 'A').press('Control+g');
  await expect.poll(() => outline(page)).toEqual(['Section', '  A', '  C', 'B']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => outline(page)).toEqual(['A', 'B', 'C']);
  // From one to the next with Shift, copied and pasted elsewhere: names that are taken there are changed.
  await line(page, 'A').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  await save(page);
  await page.goto(page.url().replace(form, other));
  await line(page, 'Mine').click();
  await page.keyboard.press('Control+v');
  await expect.poll(() => outline(page)).toEqual(['Mine', 'A', 'B']);
  await save(page);
  expect(await savedElements(other)).toEqual([
    { type: 'fInput', name: 'a', label: 'Mine' },
    { type: 'fInput', name: 'a2', label: 'A', reqValidator: true },
    { type: 'fInput', name: 'b', label: 'B' },
  ]);
  expect(await savedElements(form)).toEqual(
    fields.map((field) => (field.name === 'b' ? field : { ...field, reqValidator: true })),
  );
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] what was just added is undone from its label; sections stand side by side; the outline folds and is searched', async () => {
  const form = await makeForm({ name: 'Trip' });
  const { page, faults, context } = await openBuilder(form);
  const name = page.getByRole('textbox', { name: 'Name of the form' });
  const saveButton = page.getByRole('button', { name: 'Save', exact: true });
  expect(await saveButton.getAttribute('class')).not.toContain('primary');
  await paletteItem(page, 'text').click();
  await expect.poll(() => focused(page)).toBe('Label');
  await page.keyboard.press('Control+z');
  await expect.poll(() => outline(page)).toEqual([]);
  for (const kind of ['section', 'text', 'section', 'text']) await paletteItem(page, kind).click();
  await expect.poll(() => outline(page)).toEqual(['Section', '  Short text', 'Section', '  Short text']);
  await name.fill('Journey');
  expect(await saveButton.getAttribute('class')).toContain('primary');
  await labelBox(page).fill('Harbour');
  await page.getByRole('searchbox', { name: 'Find in the form' }).fill('harb');
  await expect.poll(() => outline(page)).toEqual(['Section', '  Harbour']);
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Find in the form' }).fill('');
  await page.getByRole('button', { name: 'Collapse all' }).click();
  await expect.poll(() => outline(page)).toEqual(['Section', 'Section']);
  // What is folded stays so for the next visit, and a wish for it brings it back.
  await page.getByRole('button', { name: 'Hide the properties' }).click();
  await save(page);
  await page.reload();
  await page.getByRole('button', { name: 'Show the properties' }).waitFor();
  await line(page, 'Harbour').press('Enter');
  await expect.poll(() => focused(page)).toBe('Label');
  expect(await name.inputValue()).toBe('Journey');
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] a dialog in the properties closes by Escape and begins in its text box; the focus returns', async () => {
  const form = await makeForm(formOf({ type: 'fRadio', name: 'by', label: 'By', options: ['Bus', 'Train'] }));
  const { page, faults, context } = await openBuilder(form);
  await line(page, 'By').click();
  const button = page.getByRole('button', { name: 'Paste from a spreadsheet' });
  await button.click();
  await page.getByRole('dialog', { name: 'Paste options' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => focused(page)).toBe('Paste from a spreadsheet');
  expect(faults).toEqual([]);
  await context.close();
});
