import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import {
  focused,
  formOf,
  labelBox,
  line,
  narrow,
  outline,
  paletteItem,
  save,
  startBuilder,
} from '../support/builder-page.ts';

const { makeForm, openBuilder, savedElements } = startBuilder();

const trip = [
  { type: 'fBool', name: 'goingAbroad', label: 'Going abroad?' },
  { type: 'fInput', name: 'whereTo', label: 'Where to?', relevant: 'model.goingAbroad' },
  { type: 'fRadio', name: 'by', label: 'By', options: ['Option 1', 'Option 2', 'Option 3'] },
  {
    type: 'cRepeat',
    name: 'companions',
    label: 'Companions',
    children: [{ type: 'fInput', name: 'who', label: 'Who' }],
  },
];

test('[builder] a form with a condition, choices and a repeat, by mouse', async () => {
  const form = await makeForm({ name: 'Trip' });
  const { page, faults, context } = await openBuilder(form);
  await page.getByText('What would you like to ask?').waitFor();
  await expectAccessible(page);

  await paletteItem(page, 'bool').click();
  await expect.poll(() => focused(page)).toBe('Label');
  await page.keyboard.type('Going abroad?');
  await paletteItem(page, 'text').click();
  await page.keyboard.type('Where to?');
  await page.getByLabel('Shown', { exact: true }).selectOption('when');
  await page.getByRole('group', { name: 'Shown' }).getByLabel('Field').waitFor();
  await expectAccessible(page);
  await line(page, 'Going abroad\\?').click();
  await paletteItem(page, 'repeat').dragTo(line(page, 'Add at the end of the form'));
  await page.keyboard.type('Companions');
  await paletteItem(page, 'text').dragTo(line(page, 'Add at the end of Companions'));
  await page.keyboard.type('Who');
  // Above the middle of a line is before it.
  await paletteItem(page, 'radio').dragTo(line(page, 'Companions'), { targetPosition: { x: 80, y: 6 } });
  await page.keyboard.type('By');
  await line(page, 'Where to\\?').click();
  await expect
    .poll(() => page.getByRole('group', { name: 'Shown' }).getByLabel('Test').locator(':checked').textContent())
    .toBe('is checked');
  await expect.poll(() => outline(page)).toEqual(['Going abroad?', 'Where to?', 'By', 'Companions', '  Who']);

  // Moved by the mouse, and back.
  await line(page, 'By').dragTo(line(page, 'Add at the end of Companions'));
  await expect.poll(() => outline(page)).toEqual(['Going abroad?', 'Where to?', 'Companions', '  Who', '  By']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => outline(page)).toEqual(['Going abroad?', 'Where to?', 'By', 'Companions', '  Who']);
  await expectAccessible(page);
  expect(await savedElements(form)).toBeUndefined();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('All changes saved').waitFor();
  expect(await savedElements(form)).toEqual(trip);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] [heavy] the same by keyboard alone', async () => {
  const form = await makeForm({ name: 'Trip' });
  const { page, faults, context } = await openBuilder(form);
  const { keyboard } = page;
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  const tabTo = async (name: string | RegExp) => {
    const seen: string[] = [];
    for (let count = 0; count < 80; count++) {
      await press('Tab');
      const now = await focused(page);
      seen.push(now);
      if (typeof name === 'string' ? now.startsWith(name) : name.test(now)) return;
    }
    throw new Error(`Tab never came to ${name}: ${seen.join(' | ')}`);
  };
  /** From a line of the outline: adds after it and names it. */
  const add = async (kind: string, label: string) => {
    await press('Insert');
    await expect.poll(() => focused(page)).toMatch(/^Short text/);
    // Arrows move among the kinds, which are one stop of Tab; letters search.
    await press('ArrowDown', 'ArrowRight', 'Home');
    await expect.poll(() => focused(page)).toMatch(/^Short text/);
    await keyboard.type(kind);
    await page.waitForSelector('.palette input:focus');
    await press('Enter');
    await page.waitForSelector('.properties input:focus');
    await keyboard.type(label);
  };
  const toOutline = async () => {
    await press('Escape');
    await page.waitForSelector('[role=treeitem]:focus');
  };

  await tabTo(/^Form$/);
  await page.waitForSelector(':is([role=treeitem], .button):focus');
  while (!(await page.evaluate('document.activeElement.matches("[role=treeitem]")'))) await press('Tab');
  await add('Yes or no', 'Going abroad?');
  await toOutline();
  await expect.poll(() => focused(page)).toBe('Going abroad?, Yes or no');
  await add('Repeating rows', 'Companions');
  await toOutline();
  await add('Short text', 'Who');
  await toOutline();
  // A copy, moved out of the repeat and up; then it is what the form asks next.
  await press('Control+d');
  await expect.poll(() => focused(page)).toBe('Who, Short text');
  await press('Alt+ArrowLeft', 'Alt+ArrowUp');
  await expect.poll(() => outline(page)).toEqual(['Going abroad?', 'Who', 'Companions', '  Who']);
  await expect.poll(() => page.locator('[role=status]').allTextContents()).toContain('Who is now number 2 in Form.');
  await press('Enter');
  await page.waitForSelector('.properties input:focus');
  await keyboard.type('Where to?');
  await tabTo('Shown');
  await press('ArrowDown', 'ArrowDown');
  await tabTo('Test');
  await keyboard.type('is checked');
  await toOutline();
  await add('One choice', 'By');
  await toOutline();
  await expect.poll(() => outline(page)).toEqual(['Going abroad?', 'Where to?', 'By', 'Companions', '  Who']);
  // Deleted, and brought back.
  await press('Delete');
  await expect.poll(() => focused(page)).toBe('Companions, Repeating rows');
  await expect.poll(() => outline(page)).toEqual(['Going abroad?', 'Where to?', 'Companions', '  Who']);
  await press('Control+z');
  await expect.poll(() => outline(page)).toEqual(['Going abroad?', 'Where to?', 'By', 'Companions', '  Who']);
  await press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectAccessible(page);
  await press('Escape');
  await save(page);
  expect(await savedElements(form)).toEqual(trip);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] steps are undone and done again, what was typed in a box too', async () => {
  const form = await makeForm(formOf({ type: 'fInput', name: 'a', label: 'A' }));
  const { page, faults, context } = await openBuilder(form);
  await line(page, 'A').click();
  await labelBox(page).fill('Changed');
  const tools = page.locator('.selection-tools');
  await tools.getByRole('button', { name: 'Duplicate' }).click();
  await tools.getByRole('button', { name: 'Move up' }).click();
  const steps = [['A'], ['Changed'], ['Changed', 'Changed'], ['Changed', 'Changed']];
  for (const step of steps.slice(0, -1).reverse()) {
    await page.keyboard.press('Control+z');
    await expect.poll(() => outline(page)).toEqual(step);
  }
  await page.getByText('All changes saved').waitFor();
  for (const step of steps.slice(1)) {
    await page.keyboard.press('Control+Shift+Z');
    await expect.poll(() => outline(page)).toEqual(step);
  }
  // In a text box too: there is one undo for everything.
  await labelBox(page).fill('Changed twice');
  await expect.poll(() => outline(page)).toEqual(['Changed twice', 'Changed']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => outline(page)).toEqual(['Changed', 'Changed']);
  await save(page);
  expect(await savedElements(form)).toEqual([
    { type: 'fInput', name: 'a2', label: 'Changed' },
    { type: 'fInput', name: 'a', label: 'Changed' },
  ]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] in Hebrew on a phone: the form, and the parts as sheets over it', async () => {
  const form = await makeForm({ name: 'טיול', locale: 'he' });
  const { page, faults, context } = await openBuilder(form, { ...narrow, language: 'he' });
  const part = (name: string) => page.locator('.part-tabs').getByRole('button', { name, exact: true });
  await page.getByText('מה לשאול?').waitFor();
  await expectAccessible(page);
  await part('הוספה').click();
  await expectAccessible(page);
  await paletteItem(page, 'section').click();
  await page.keyboard.type('פרטים אישיים');
  await part('מבנה').click();
  await line(page, 'הוספה בסוף פרטים אישיים').click();
  await paletteItem(page, 'text').click();
  await page.keyboard.type('שם מלא');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'סגירה: מאפיינים' }).click();
  await expect.poll(() => outline(page)).toEqual(['פרטים אישיים', '  שם מלא']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'תצוגה מקדימה', exact: true }).click();
  await page.frameLocator('.preview-frame').getByLabel('שם מלא').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'סגירת התצוגה המקדימה' }).click();
  await page.getByRole('button', { name: 'שמירה', exact: true }).click();
  await page.getByText('כל השינויים נשמרו').waitFor();
  expect(await savedElements(form)).toEqual([
    {
      type: 'cSection',
      name: 'prtimAishiim',
      label: 'פרטים אישיים',
      children: [{ type: 'fInput', name: 'shmMla', label: 'שם מלא' }],
    },
  ]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] columns, tabs, names and limits are edited; hostile labels are text', async () => {
  const label = '<img src=x onerror=alert(1)>';
  const form = await makeForm(
    formOf(
      { type: 'fInput', name: 'who', label },
      { type: 'fInput', name: 'why', label: 'Why', relevant: 'model.who' },
      { type: 'cTabs', name: 'tabs', label: 'Parts', tabs: [{ name: 'one', label: 'One' }], children: [[]] },
      { type: 'fFile', name: 'plans', label: 'Plans' },
    ),
  );
  const { page, faults, context } = await openBuilder(form);
  await expect.poll(() => page.locator('.builder img').count()).toBe(0);
  await page.locator('.line.element').first().click();
  await page.locator('.more > summary').click();
  await page.getByLabel('Name in the data').fill('person');
  await page.keyboard.press('Enter');
  await line(page, 'Parts').click();
  await page.getByRole('button', { name: 'Add a page' }).click();
  await page.keyboard.type('Two');
  await page.getByRole('button', { name: 'Move before' }).click();
  await expect.poll(async () => (await outline(page)).slice(2)).toEqual(['Parts', '  Two', '  One', 'Plans']);
  await line(page, 'Plans').click();
  await page.getByLabel('Allowed types').fill('image/*, .docx');
  await page.getByLabel('Maximum size (MB)').fill('2.5');
  await page.getByLabel('Maximum files').fill('3');
  await expectAccessible(page);
  await save(page);
  expect(await savedElements(form)).toEqual([
    { type: 'fInput', name: 'person', label },
    { type: 'fInput', name: 'why', label: 'Why', relevant: 'model.person' },
    {
      type: 'cTabs',
      name: 'tabs',
      label: 'Parts',
      tabs: [
        { name: 'tab2', label: 'Two' },
        { name: 'one', label: 'One' },
      ],
      children: [[], []],
    },
    {
      type: 'fFile',
      name: 'plans',
      label: 'Plans',
      fileTypes: ['image/*', '.docx'],
      fileMaxSize: 2_500_000,
      fileMaxNum: 3,
    },
  ]);
  expect(faults).toEqual([]);
  await context.close();
});
