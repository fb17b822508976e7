// The form builder: saved against others, warned of what would be lost, checked, written as JSON.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import type { AdminTest } from '../support/admin-page.ts';
import { formOf, labelBox, line, outline, save, startBuilder } from '../support/builder-page.ts';
import type { Person } from '../support/service.ts';

let admin: AdminTest;
let alice: Person;
let bob: Person;
const { makeForm, openBuilder, savedForm, savedElements } = startBuilder((started) => {
  admin = started;
  ({ alice, bob } = admin.service.people);
});

test('[builder] unsaved changes survive views and reloads, and can be thrown away', async () => {
  const form = await makeForm(formOf({ type: 'fInput', name: 'a', label: 'A' }));
  const { page, faults, context } = await openBuilder(form);
  await line(page, 'A').click();
  await labelBox(page).fill('Other');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Public name').fill('Holidays');
  await page.getByLabel('Language of the form').selectOption('he');
  await page.getByLabel('The form is closed').check();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Build' }).click();
  await expect.poll(() => outline(page)).toEqual(['Other']);
  // Leaving asks; staying stays.
  await page.getByRole('link', { name: 'Entries' }).click();
  await page.getByRole('dialog', { name: 'Leave with unsaved changes?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('Changes that you had not saved were restored.').waitFor();
  await page.getByText('Unsaved changes').waitFor();
  await expect.poll(() => outline(page)).toEqual(['Other']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('All changes saved').waitFor();
  await expect.poll(() => outline(page)).toEqual(['A']);
  await page.reload();
  await page.waitForSelector('.builder');
  await expect.poll(() => page.getByText('Changes that you had not saved were restored.').count()).toBe(0);
  expect(await savedForm(form)).toMatchObject({ name: 'Trip', access: { isDisabled: false } });
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] when two people change a form, the later one chooses, and nothing is lost', async () => {
  const form = await makeForm(formOf({ type: 'fInput', name: 'a', label: 'A' }));
  const hers = await openBuilder(form);
  const his = await openBuilder(form, { person: bob });
  const rename = async (page: Page, label: string) => {
    await page.locator('.line.element').first().click();
    await labelBox(page).fill(label);
  };
  await rename(hers.page, 'Hers');
  await rename(his.page, 'His');
  await save(his.page);
  const dialog = hers.page.getByRole('dialog', { name: 'This form was changed elsewhere' });
  await hers.page.keyboard.press('Control+s');
  await dialog.waitFor();
  await dialog.getByText('The two versions differ in: the fields.').waitFor();
  await dialog.getByRole('button', { name: 'Look at what differs' }).click();
  await expect
    .poll(() => dialog.locator('.differences .theirs, .differences .mine').allTextContents())
    .toEqual([expect.stringContaining('"label": "His"'), expect.stringContaining('"label": "Hers"')]);
  await expectAccessible(hers.page);
  await dialog.getByRole('button', { name: 'Take the other version' }).click();
  await hers.page.getByText('All changes saved').waitFor();
  await expect.poll(() => outline(hers.page)).toEqual(['His']);
  await hers.page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => outline(hers.page)).toEqual(['Hers']);

  // Meanwhile he saves again: now she keeps hers, and can still look at his.
  await rename(his.page, 'His again');
  await save(his.page);
  await hers.page.keyboard.press('Control+s');
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
  await hers.page.getByText('All changes saved').waitFor();
  expect(await savedElements(form)).toEqual([{ type: 'fInput', name: 'a', label: 'Hers' }]);
  await hers.page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => outline(hers.page)).toEqual(['His again']);
  // What refuses a save is the response 412, which the browser also logs.
  expect(hers.faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  expect(his.faults).toEqual([]);
  await hers.context.close();
  await his.context.close();
});

test('[builder] a change that would orphan collected data is warned of, by name and number', async () => {
  const form = await makeForm(
    formOf(
      { type: 'fInput', name: 'name', label: 'Your <b>name</b>' },
      { type: 'fInput', name: 'age', label: 'Age' },
      { type: 'fInput', name: 'note', label: 'Note' },
    ),
  );
  for (const name of ['Alice', 'Bob']) {
    await admin.service.call('POST', '/entry/submit', { key: alice.key, body: { form, data: { name, age: '7' } } });
  }
  const { page, faults, context } = await openBuilder(form);
  const dialog = page.getByRole('dialog', { name: 'Collected data would lose its place' });
  await page.locator('.line.element').first().click();
  await page.keyboard.press('Delete');
  await line(page, 'Age').click();
  await page.getByLabel('Data type').selectOption('num');
  await page.keyboard.press('Control+s');
  await dialog.waitFor();
  await dialog.getByText('This form has 2 entries.').waitFor();
  await expect
    .poll(() => dialog.locator('li').allTextContents())
    .toEqual([
      '\u2068Your <b>name</b>\u2069 is no longer part of the form: its answers are not shown and not exported. name',
      '\u2068Age\u2069 holds another type of value: earlier answers may not fit. age',
    ]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  expect(await savedElements(form)).toHaveLength(3);
  await page.keyboard.press('Control+s');
  await dialog.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText('All changes saved').waitFor();
  expect(await savedElements(form)).toEqual([
    { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
    { type: 'fInput', name: 'note', label: 'Note' },
  ]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] what is wrong is shown at its place and in a list that stays in sight; a save is refused', async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ type: 'fInput', name: `f${at}`, label: `Field ${at}` }));
  const form = await makeForm(
    formOf(...many, { type: 'eEq', name: 'sum', label: 'Sum', eq: '1 + 1' }, { type: 'fInput', name: 'z', label: 'Z' }),
  );
  const { page, faults, context } = await openBuilder(form);
  await line(page, 'Sum').click();
  const box = page.getByRole('combobox', { name: 'Calculation' });
  const placeOf = async () => Math.round((await box.boundingBox())!.y);
  const before = await placeOf();
  await box.fill('1 +');
  await expect.poll(() => line(page, 'Sum').getAttribute('aria-label')).toBe('Sum, Calculation, Has a problem');
  await page.locator('.source-error').waitFor();
  // Nothing is said above the box, where it would push it away from whoever types.
  expect(await placeOf()).toBe(before);
  await line(page, 'Z').click();
  await page.keyboard.press('Control+s');
  const list = page.getByRole('region', { name: 'Problems' });
  await list.getByText('Fix before saving (1)').waitFor();
  await expectAccessible(page);
  expect((await savedElements(form)) as unknown[]).toHaveLength(32);
  await list.getByRole('button', { name: 'Sum' }).click();
  await box.fill('1 + 2');
  await expect.poll(() => list.count()).toBe(0);
  await save(page);
  expect((await savedElements(form)) as unknown[]).toContainEqual({
    type: 'eEq',
    name: 'sum',
    label: 'Sum',
    eq: '1 + 2',
  });
  // What was put right and saved is no longer something restored: the next change is a new one.
  await labelBox(page).fill('Total');
  await page.getByText('Unsaved changes').waitFor();
  expect(await page.getByText('Changes that you had not saved were restored.').count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] the JSON view is checked while typing, and applied as one step', async () => {
  const form = await makeForm(formOf({ type: 'fInput', name: 'a', label: 'A' }));
  const { page, faults, context } = await openBuilder(form, { view: 'json' });
  const box = page.getByLabel('Definition of the form');
  expect(JSON.parse(await box.inputValue())).toEqual(formOf({ type: 'fInput', name: 'a', label: 'A' }));
  await expectAccessible(page);
  await box.fill('{\n  "name": "Trip",\n  oops\n}');
  await page.getByText(/^Line 3, column 3: /).waitFor();
  // Half-typed text waits while one looks elsewhere.
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'JSON' }).click();
  await page.getByText(/^Line 3, column 3: /).waitFor();
  await box.fill('{ "colour": 1 }');
  await page.getByText('A form has no property colour.').waitFor();
  await box.fill(JSON.stringify(formOf({ type: 'fInput', name: 'a' }, { type: 'fInput', name: 'a' })));
  await page.getByText('Another element already has the name a.').waitFor();
  await expectAccessible(page);
  const made = formOf({ type: 'fLngTxt', name: 'story', label: 'Story', styling: 'kept' });
  await box.fill(JSON.stringify(made));
  await page.getByText('This can be applied.').waitFor();
  await page.getByRole('button', { name: 'Apply' }).click();
  // The bar changes when it is applied: a press on a button that moves would be lost.
  await page.getByText('Applied. It is not saved yet.').waitFor();
  await page.getByRole('link', { name: 'Build' }).click();
  await expect.poll(() => outline(page)).toEqual(['Story']);
  await line(page, 'Story').click();
  await page.getByText('Other properties (styling) are kept').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => outline(page)).toEqual(['A']);
  await page.getByRole('button', { name: 'Redo' }).click();
  await save(page);
  expect(await savedElements(form)).toEqual(made.formSchema.rootElem.children);
  expect(faults).toEqual([]);
  await context.close();
});
