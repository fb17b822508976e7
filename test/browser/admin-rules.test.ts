// Rules, expressions, options, after-actions and PDF layouts in the form builder: made by hand, checked by what is saved.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTabOptions, type AdminTest, startAdminTest } from '../support/admin-page.ts';
import type { Person } from '../support/service.ts';

let admin: AdminTest;
let alice: Person;

beforeAll(async () => {
  admin = await startAdminTest();
  ({ alice } = admin.service.people);
});
afterAll(() => admin?.close());

const wide = { viewport: { width: 1280, height: 900 } };
const narrow = { viewport: { width: 320, height: 700 }, hasTouch: true };

const hostile = '<img src=x onerror=alert(1)> {{ 1 }}';
const fields = [
  { type: 'fInput', name: 'name', label: 'Your name' },
  { type: 'fInput', name: 'age', label: 'How old are you?', typeValidator: 'num' },
  { type: 'fInput', name: 'email', label: 'Email' },
  {
    type: 'fSelect',
    name: 'country',
    label: 'Where to?',
    options: [
      ['il', 'Israel'],
      ["o'x", hostile],
    ],
  },
  { type: 'fInput', name: 'why', label: 'Why?' },
];

async function makeForm(more: object = {}, children: readonly object[] = fields): Promise<string> {
  const body = { name: 'Trip', formSchema: { rootElem: { type: 'cSection', name: 'root', children } }, ...more };
  return (await admin.service.call('POST', '/form', { key: alice.key, body })).body.id;
}

async function open(form: string, options: AdminTabOptions & { view?: string } = {}) {
  const { view, ...tab } = options;
  const opened = await admin.openAs(`/admin/forms/${form}/${view ? `?view=${view}` : ''}`, { ...wide, ...tab });
  await opened.page.waitForSelector('.builder');
  return opened;
}

async function select(page: Page, title: string): Promise<void> {
  await page.locator('[role=treeitem] .line-title', { hasText: title }).first().click();
  await page.getByLabel('Label', { exact: true }).waitFor();
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
}

async function savedForm(form: string) {
  return (await admin.service.call('GET', `/form/${form}`, { key: alice.key })).body;
}

async function savedElement(form: string, name: string) {
  const { rootElem } = (await savedForm(form)).formSchema;
  return rootElem.children.find((element: { name: string }) => element.name === name);
}

test('[builder] conditions: rows of field, test and value; seen as expression and back; undone', async () => {
  const form = await makeForm();
  const { page, context, faults } = await open(form);
  await select(page, 'Why?');
  const shown = page.locator('.condition').nth(1);
  await shown.locator('select').first().selectOption('when');
  await shown.getByLabel('Field').selectOption('model.country');
  await shown.getByLabel('Value').selectOption({ label: hostile });
  await shown.getByRole('button', { name: 'Add a condition' }).click();
  const second = shown.getByRole('group', { name: 'Condition 2' });
  await second.getByLabel('Field').selectOption('model.age');
  await second.getByLabel('Test').selectOption('less');
  await second.getByLabel('Value').fill('18');
  await shown.getByLabel('True when').selectOption('or');
  await shown.getByRole('button', { name: 'Write as expression' }).click();
  const written = "model.country == 'o\\'x' || model.age != null && model.age < 18";
  await expect.poll(() => shown.getByLabel('Expression').inputValue()).toBe(written);
  await expectAccessible(page);
  await save(page);
  expect((await savedElement(form, 'why')).relevant).toBe(written);

  await shown.getByLabel('Expression').fill('fn.sum([model.age]) > 3');
  await expect.poll(() => shown.getByText('This expression is too complex to show as rows.').isVisible()).toBe(true);
  await shown.getByLabel('Expression').fill('model.age >= 3');
  await shown.getByRole('button', { name: 'Back to rows' }).click();
  await expect.poll(() => shown.getByLabel('Test').inputValue()).toBe('atLeast');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => shown.getByRole('group', { name: 'Condition 2' }).getByLabel('Value').inputValue())
    .toBe('18');
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] expressions: names are completed by keyboard, errors point at their place, unknown names are reported', async () => {
  const form = await makeForm({}, [...fields, { type: 'eEq', name: 'total', label: 'Total', eq: 'model.age' }]);
  const { page, context, faults } = await open(form);
  await select(page, 'Total');
  const box = page.getByRole('combobox', { name: /Calculation|Formula|calculation/i }).first();
  await box.fill('');
  await box.pressSequentially('old');
  await page.locator('.suggestion.is-active', { hasText: 'model.age' }).waitFor();
  await expect.poll(() => box.getAttribute('aria-expanded')).toBe('true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => box.inputValue()).toBe('model.age');
  await expect.poll(() => box.getAttribute('aria-expanded')).toBe('false');
  await box.pressSequentially(' + e');
  await page.locator('.suggestion.is-active').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.suggestion').count()).toBe(0);
  await box.fill('model.age = 3');
  await page.getByText('To compare, write == instead of =.').waitFor();
  await expect.poll(() => page.locator('.source-place mark').textContent()).toBe('=');
  await page.locator('.source-place').click();
  await expect
    .poll(() => box.evaluate('[document.activeElement.selectionStart, document.activeElement.selectionEnd]'))
    .toEqual([10, 11]);
  await box.fill('model.agee');
  await page.getByText('Not in this form:').waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] options: by keyboard, pasted from a spreadsheet, as text, and out of an options set', async () => {
  const form = await makeForm({}, [
    { type: 'fInput', name: 'town', label: 'Town' },
    { type: 'fSelect', name: 'pick', label: 'Pick' },
  ]);
  const set = (
    await admin.service.call('POST', '/optionsSet', { key: alice.key, body: { name: `Streets ${hostile}` } })
  ).body;
  const options = ['Haifa', 'Tel Aviv'].map((city) => ({ value: `Main street ${city}`, data: { city } }));
  await admin.service.call('POST', `/optionsSet/${set.id}/addOptions`, { key: alice.key, body: { options } });
  const { page, context, faults } = await open(form);
  await select(page, 'Pick');
  await page.getByRole('button', { name: 'Add option' }).click();
  await page.keyboard.type('red');
  await page.keyboard.press('Enter');
  await page.keyboard.type('blue');
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('blue is now at place 1').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await save(page);
  expect((await savedElement(form, 'pick')).options).toEqual(['blue', 'red']);

  await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(`code\tname\n1\t${hostile}\n2\tTwo\n`);
  await dialog.getByLabel('The first row is a heading').check();
  await dialog.getByText('2 options recognized').waitFor();
  await expect.poll(() => dialog.locator('tbody tr').allTextContents()).toEqual([`1${hostile}`, '2Two']);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Replace all options' }).click();
  await page.getByRole('button', { name: 'Edit as text' }).click();
  await page.getByLabel('Options, one per line').fill('# Group\n1 = One\n\nplain');
  await save(page);
  expect((await savedElement(form, 'pick')).options).toEqual([{ label: 'Group', options: [['1', 'One']] }, 'plain']);

  await page.getByLabel('Where options come from').selectOption('set');
  await page.getByLabel('Find a set').fill('streets');
  await page.getByRole('button', { name: /Streets </ }).click();
  await page.getByText('2 options').waitFor();
  await page.click('button:text-is("Make it depend on a field")');
  await page.getByLabel('city is the answer to').selectOption('model.town');
  await page.getByLabel('Try a search').fill('main');
  await page.getByText('Main street Haifa').waitFor();
  await page.getByLabel('as if city were').fill('Tel Aviv');
  await page.getByText('Main street Haifa').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await save(page);
  const address = `/v1.0/optionsSet/${set.id}`;
  expect(await savedElement(form, 'pick')).toMatchObject({
    options: { url: `${address}/autocomplete`, qs: '{ term: term, query: { city: model.town } }' },
    validators: [
      {
        type: 'remote',
        req: { url: `${address}/validate`, qs: '{ value: value, query: { city: model.town } }' },
        res: 'res.data.isValid',
        message: 'Please choose a value from the list.',
      },
    ],
  });
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] rules: in plain words, with a pattern to try; in Hebrew on a phone', async () => {
  const form = await makeForm();
  const { page, context, faults } = await open(form, { ...narrow, language: 'he' });
  await page.locator('.part-tabs').getByRole('button', { name: 'מבנה', exact: true }).click();
  await page.locator('[role=treeitem] .line-title', { hasText: 'Why?' }).first().click();
  await page.getByLabel('חובה למלא').selectOption('always');
  await page.getByText('הודעה', { exact: true }).first().click();
  await page.getByLabel('הודעה מותאמת').first().fill('למה?');
  const more = page.locator('details.more');
  if ((await more.getAttribute('open')) === null) await more.locator('summary').first().click();
  await page.getByRole('button', { name: 'הוספת כלל' }).click();
  await page.getByRole('menuitem', { name: 'מתאים לתבנית' }).click();
  await page.getByLabel('תבנית', { exact: true }).fill('^[A-Z');
  await page.locator('.field-error', { hasText: 'אי אפשר לקרוא את התבנית' }).waitFor();
  await page.getByLabel('מוכנות').selectOption('digits');
  await page.getByLabel('ניסיון על טקסט').fill('12a');
  await page.getByText('לא מתאים לתבנית.').waitFor();
  // What lies half under the bar that stays in sight would count as too small.
  await page.evaluate('scrollTo(0, 0)');
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await page.getByText('כל השינויים נשמרו').waitFor();
  expect(await savedElement(form, 'why')).toMatchObject({
    reqValidator: { message: 'למה?' },
    validators: [{ type: 'str/pattern', value: '^[0-9]+$' }],
  });
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] afterwards: emails, messages and PDF rules, previewed on made-up data and on an entry', async () => {
  const form = await makeForm();
  const data = { name: hostile, email: 'bob@example.com', age: 41 };
  await admin.service.call('POST', '/entry/submit', { key: alice.key, body: { form, data } });
  const { page, context, faults } = await open(form, { view: 'after' });
  await page.getByText('More: other moments, conditions, redirects, PDFs').click();
  await page.getByRole('button', { name: 'Add a message' }).click();
  const message = page.locator('.after-more').getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('Thanks, {{ model.name }}!');
  const inFrame = (frame: string, read: string) =>
    page.evaluate(
      `(() => { const inside = document.querySelector('.html-preview[title="${frame}"]').contentDocument; return ${read}; })()`,
    );
  await expect.poll(() => inFrame('Preview: A message (1)', 'inside.body.innerText')).toBe('Thanks, Dana Levi!');

  await page.getByRole('button', { name: 'Add an email' }).click();
  await page.getByRole('menuitem', { name: 'The entry as JSON, for a program' }).click();
  await page.getByRole('button', { name: 'Add a recipient' }).click();
  await page.getByLabel('Recipient 1').fill('robot@example.com');
  const json = page.getByRole('group', { name: 'Preview of email 1' });
  expect(JSON.parse((await json.locator('.previewed-text').textContent()) ?? '').data.name).toBe('Dana Levi');

  await page.getByRole('button', { name: 'Add an email' }).click();
  await page.getByRole('menuitem', { name: 'Thank-you to the person' }).click();
  const second = page.getByRole('group', { name: 'Email 2', exact: true });
  await second.getByRole('button', { name: 'HTML source' }).click();
  await second
    .getByLabel('Text: HTML source')
    .fill('<p style="color: rgb(1, 2, 3)" onclick="alert(2)">Hi {{ model.name }}</p>');
  await page.getByRole('button', { name: 'Archive a PDF' }).click();
  await expect.poll(() => page.getByLabel('Previews use').locator('option').count()).toBe(2);
  await page.getByLabel('Previews use').selectOption({ index: 1 });
  const thanks = page.getByRole('group', { name: 'Preview of email 2' });
  await thanks.getByText('bob@example.com').waitFor();
  // The frame runs no script, so what is in it is looked at from outside.
  const inEmail = (read: string) => inFrame('Preview of email 2', read);
  await expect.poll(() => inEmail('inside.body.textContent')).toBe(`Hi ${hostile}`);
  await expect.poll(() => inEmail('inside.querySelectorAll("img, [onclick]").length')).toBe(0);
  await expect
    .poll(() => inEmail('inside.defaultView.getComputedStyle(inside.querySelector("p")).color'))
    .toBe('rgb(1, 2, 3)');

  await save(page);
  expect(await savedForm(form)).toMatchObject({
    postSubmit: {
      ui: [{ type: 'message', text: 'Thanks, {{ model.name }}!', html: '<p>Thanks, {{ model.name }}!</p>' }],
      emails: [
        { to: ['robot@example.com'], text: '{{ { entryId: data.entry.id, data: model } | json }}' },
        { if: 'model.email != null', to: ['{{ model.email }}'] },
      ],
      renders: [{ if: 'true' }],
    },
  });
  // What lies half under the bar that stays in sight would count as too small; axe cannot look into a frame without scripts.
  await page.evaluate('scrollTo(0, 0)');
  await page.evaluate(`document.querySelectorAll('.html-preview').forEach((frame) => frame.remove())`);
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] [heavy] afterwards and PDFs: in Hebrew, on a phone and in the dark', async () => {
  const emails = [{ to: ['{{ model.email }}'], subject: 'שלום {{ model.name }}', text: 'תודה' }];
  const form = await makeForm({ locale: 'he', postSubmit: { emails }, templates: [{ type: 'typst', source: '= x' }] });
  const { page, context, faults } = await open(form, { ...narrow, language: 'he', theme: 'dark', view: 'after' });
  await page.getByText('שלום דנה לוי').waitFor();
  await expectAccessible(page);
  await page.goto(`${admin.service.url}/admin/forms/${form}/?view=pdf`);
  await page.getByRole('button', { name: 'הפקת תצוגה מקדימה' }).waitFor();
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] PDF: a real PDF of the unsaved form; an error of a layout with its line; stale after a change', async () => {
  const form = await makeForm();
  const { page, context, faults } = await open(form, { view: 'pdf' });
  // The service calls itself by a name that only it knows.
  await page.route('http://forms.test/storage/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: admin.service.url + pathname + search }) });
  });
  await page.getByRole('button', { name: 'Add a layout' }).click();
  await page.getByRole('menuitem', { name: 'Custom, in Typst' }).click();
  await page.getByRole('button', { name: 'Create preview' }).click();
  const frame = page.locator('iframe.pdf-frame');
  await frame.waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Trip.pdf');
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await expectAccessible(page);

  await page.getByLabel('Typst source').fill('= Title\n#nope');
  await page.getByText('The form or the sample has changed since.').waitFor();
  const before = faults.length;
  await page.getByRole('button', { name: 'Refresh preview' }).click();
  await page.getByText(/line 2, column \d+: unknown variable: nope/).waitFor();
  // The browser itself notes the failed request.
  expect(faults.splice(before)).toEqual([expect.stringContaining('500')]);
  await page.getByRole('button', { name: 'Go to line 2' }).click();
  expect(
    await page.evaluate(
      'getSelection().toString() || document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)',
    ),
  ).toBe('#nope');
  await expectAccessible(page);
  await save(page);
  expect((await savedForm(form)).templates).toEqual([{ type: 'typst', source: '= Title\n#nope' }]);
  expect(faults).toEqual([]);
  await context.close();
});
