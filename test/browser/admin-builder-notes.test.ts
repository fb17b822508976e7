// What the builder says about changes it restored, and copying where the browser's own clipboard is missing.
import { expect, test } from 'vitest';
import { formOf, labelBox, line, outline, save, startBuilder } from '../support/builder-page.ts';

const { makeForm, openBuilder, savedElements } = startBuilder();

const restored = 'Changes that you had not saved were restored.';

test('[builder] restored changes are told of until they are saved: the next change is a new one', async () => {
  const form = await makeForm(formOf({ type: 'fInput', name: 'a', label: 'A' }));
  const { page, faults, context } = await openBuilder(form);
  await line(page, 'A').click();
  await labelBox(page).fill('Other');
  await page.getByText('Unsaved changes').waitFor();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText(restored).waitFor();
  await save(page);
  await expect.poll(() => page.getByText(restored).count()).toBe(0);
  await line(page, 'Other').click();
  await labelBox(page).fill('Third');
  await page.getByText('Unsaved changes').waitFor();
  // Nothing offers to throw the new change away as if it were the one from before.
  expect(await page.getByText(restored).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Discard changes' }).count()).toBe(0);
  await save(page);
  expect(await savedElements(form)).toMatchObject([{ label: 'Third' }]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] the JSON is copied on plain http too, where the page has no clipboard', async () => {
  const form = await makeForm(formOf({ type: 'fInput', name: 'a', label: 'A' }));
  const { page, faults, context } = await openBuilder(form, { view: 'json' });
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })");
  await page.locator('.builder textarea').waitFor();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  const whole = await page.locator('.builder textarea').inputValue();
  await expect
    .poll(() =>
      page.evaluate(`(() => {
        const box = document.querySelector('.builder textarea');
        return box.value.slice(box.selectionStart, box.selectionEnd);
      })()`),
    )
    .toBe(whole);
  await page.getByText(/^(Copied|The browser does not allow copying here)/).waitFor();
  await page.getByRole('link', { name: 'Build' }).click();
  await expect.poll(() => outline(page)).toEqual(['A']);
  expect(faults).toEqual([]);
  await context.close();
});
