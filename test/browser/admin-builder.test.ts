// The form builder: forms are built by mouse and by keyboard, undone, kept over a reload, and saved against others.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTabOptions, type AdminTest, startAdminTest } from '../support/admin-page.ts';
import type { Person } from '../support/service.ts';

let admin: AdminTest;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  admin = await startAdminTest();
  ({ alice, bob } = admin.service.people);
});
afterAll(() => admin?.close());

const wide = { viewport: { width: 1280, height: 900 } };
const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true };

async function makeForm(body: object): Promise<string> {
  return (await admin.service.call('POST', '/form', { key: alice.key, body })).body.id;
}

function formOf(...children: object[]) {
  return { name: 'Trip', formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
}

async function openBuilder(form: string, options: AdminTabOptions & { view?: string } = {}) {
  const { view, ...tab } = options;
  const opened = await admin.openAs(`/admin/forms/${form}/${view ? `?view=${view}` : ''}`, { ...wide, ...tab });
  await opened.page.waitForSelector('.builder');
  return opened;
}

async function savedForm(form: string) {
  return (await admin.service.call('GET', `/form/${form}`, { key: alice.key })).body;
}

async function savedElements(form: string): Promise<unknown> {
  return (await savedForm(form)).formSchema.rootElem?.children;
}

const line = (page: Page, title: string) =>
  page.locator(`[role=treeitem]`, { has: page.locator('.line-title', { hasText: new RegExp(`^${title}$`) }) });
const paletteItem = (page: Page, kind: string) => page.locator(`.palette-item[data-kind="${kind}"]`);
const labelBox = (page: Page) => page.getByLabel('Label', { exact: true });

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
}

/** What is focused: the name of its role or element, and its accessible name or text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement;
    const label = element.labels?.[0]?.textContent;
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim();
  })()`);
}

/** The outline as people see it, a step to the right for each level. */
async function outline(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.line.element, .line.list')].map((line) =>
    '  '.repeat(line.ariaLevel - 2) + line.querySelector('.line-title').textContent)`);
}

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
  await page.getByLabel('Shown', { exact: true }).selectOption('when');
  await page.getByRole('group', { name: 'Shown' }).getByLabel('Test').selectOption({ label: 'is checked' });
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

test('[builder] the same by keyboard alone', async () => {
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
    if (kind !== 'Short text') await tabTo(kind);
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

test('[builder] steps are undone and done again; text boxes keep their own undo', async () => {
  const form = await makeForm(formOf({ type: 'fInput', name: 'a', label: 'A' }));
  const { page, faults, context } = await openBuilder(form);
  await line(page, 'A').click();
  await labelBox(page).fill('Changed');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Move up' }).click();
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
  // In a text box the key is the box's: the copy stays.
  await labelBox(page).click();
  await page.keyboard.press('Control+z');
  expect((await outline(page)).length).toBe(2);
  await save(page);
  expect(await savedElements(form)).toEqual([
    { type: 'fInput', name: 'a2', label: 'Changed' },
    { type: 'fInput', name: 'a', label: 'Changed' },
  ]);
  expect(faults).toEqual([]);
  await context.close();
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
  await page.getByRole('link', { name: 'Fields' }).click();
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
  const dialog = hers.page.getByRole('dialog', { name: 'Somebody else changed this form' });
  await hers.page.keyboard.press('Control+s');
  await dialog.waitFor();
  await dialog.getByText('The two versions differ in: \u2066formSchema\u2069.').waitFor();
  await dialog.getByRole('button', { name: 'Look at what differs' }).click();
  await expect
    .poll(() => dialog.locator('.differences .theirs, .differences .mine').allTextContents())
    .toEqual([expect.stringContaining('"label": "His"'), expect.stringContaining('"label": "Hers"')]);
  await expectAccessible(hers.page);
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
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

test('[builder] what is wrong is shown at its place, the preview keeps its last good drawing, a save is refused', async () => {
  const form = await makeForm(
    formOf({ type: 'fInput', name: 'a', label: 'A' }, { type: 'eEq', name: 'sum', label: 'Sum', eq: '1 + 1' }),
  );
  const { page, faults, context } = await openBuilder(form);
  await page.getByRole('button', { name: 'Both' }).click();
  const preview = page.frameLocator('.form-frame');
  await preview.getByText('Sum').waitFor();
  // A press on a field in the preview selects it.
  await preview.getByLabel('A').click();
  await page.waitForSelector('.line[aria-selected=true][aria-label="A, Short text"]');
  await line(page, 'Sum').click();
  await page.getByRole('combobox', { name: 'Calculation' }).fill('1 +');
  await page.getByText('Something is wrong.').waitFor();
  await expect.poll(() => preview.locator('output').textContent()).toBe('2');
  await expect.poll(() => line(page, 'Sum').getAttribute('aria-label')).toBe('Sum, Calculation, Has a problem');
  await page.keyboard.press('Control+s');
  await page.getByText('Fix before saving (1)').waitFor();
  await expectAccessible(page);
  expect(await savedElements(form)).toHaveLength(2);
  await page.getByRole('combobox', { name: 'Calculation' }).fill('1 + 2');
  await expect.poll(() => preview.locator('output').textContent()).toBe('3');
  await expect.poll(() => page.getByText('Something is wrong.').count()).toBe(0);
  await save(page);
  expect(await savedElements(form)).toEqual([
    { type: 'fInput', name: 'a', label: 'A' },
    { type: 'eEq', name: 'sum', label: 'Sum', eq: '1 + 2' },
  ]);
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
  await page.getByRole('link', { name: 'Fields' }).click();
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

test('[builder] in Hebrew on a phone: one part at a time', async () => {
  const form = await makeForm({ name: 'טיול', locale: 'he' });
  const { page, faults, context } = await openBuilder(form, { ...narrow, language: 'he' });
  const part = (name: string) => page.locator('.part-tabs').getByRole('button', { name, exact: true });
  await page.getByText('מה לשאול?').waitFor();
  await expectAccessible(page);
  await part('הוספה').click();
  await expectAccessible(page);
  await paletteItem(page, 'section').click();
  await page.keyboard.type('פרטים אישיים');
  await part('הטופס').click();
  await line(page, 'הוספה בסוף פרטים אישיים').click();
  await paletteItem(page, 'text').click();
  await page.keyboard.type('שם מלא');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'בחזרה אל הטופס' }).click();
  await expect.poll(() => outline(page)).toEqual(['פרטים אישיים', '  שם מלא']);
  await expectAccessible(page);
  await part('תצוגה מקדימה').click();
  await page.frameLocator('.form-frame').getByLabel('שם מלא').waitFor();
  await expectAccessible(page);
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
  await page.getByRole('button', { name: 'Add a tab' }).click();
  await page.keyboard.type('Two');
  await page.getByRole('button', { name: 'Move before' }).click();
  expect((await outline(page)).slice(2)).toEqual(['Parts', '  Two', '  One', 'Plans']);
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
