// Journeys over all entries of a form: find one of many, filter, sort, save the view, open it as a colleague; then one action
// on everything that matches, stopped in the middle.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';

let admin: AdminTest;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  admin = await startAdminTest();
  alice = asAlice(admin.service);
});
afterAll(() => admin.close());

const definition = {
  name: 'Camp',
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'name', label: 'Name' },
      { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
      { type: 'fRadio', name: 'meal', label: 'Meal', options: [['v', 'Vegetarian'], ['m', 'Meat'], 'Fish'] },
    ),
  },
};
const children = [
  ['Ada', 9, 'v'],
  ['Ben', 10, 'm'],
  ['דנה', 100, 'v'],
  ['Edo', 2, 'Fish'],
  ['Noa', 11, 'v'],
] as const;

/** The children submitted, and many entries of personal links that nobody has used. */
async function makeCamp(unused: number): Promise<string> {
  const form = await makeForm(admin.service, definition);
  for (const [name, age, meal] of children) await alice('POST', '/entry/submit', { form, data: { name, age, meal } });
  await alice('POST', `/form/${form}/generateEntries`, { num: unused });
  return form;
}

const rowsOf = (page: Page, column: number) => page.locator(`tbody tr[data-id] td:nth-child(${column})`);
/** The names in the order of the rows. */
const names = (page: Page) => rowsOf(page, 5).allTextContents();
const becomes = <Value>(read: () => Value | Promise<Value>, value: Awaited<Value>) =>
  expect.poll(read, { timeout: 180_000 }).toEqual(value);
const count = (page: Page, text: string) => becomes(() => page.textContent('.match-count'), text);
const asked = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const others = (faults: string[]) => faults.filter((fault) => !/status of (400|403|404)/.test(fault));

test('[management][lists.views] find one of many, filter by chip, sort, save the view; a colleague opens and changes it', async () => {
  const form = await makeCamp(300);
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/`);
  // What was submitted comes first; unused personal links do not stand in the way.
  await becomes(() => names(page), ['Noa', 'Edo', 'דנה', 'Ben', 'Ada']);
  await count(page, '5 entries');
  await page.click('.status-choice >> text=All');
  await count(page, '305 entries');
  await page.fill('.find-entry input', 'דנה');
  await becomes(() => names(page), ['דנה']);
  await count(page, '1 entry');
  await becomes(() => asked(page, 'search'), 'דנה');
  await page.fill('.find-entry input', 'nobody');
  await page.waitForSelector('.empty >> text=Nothing found');
  await expectAccessible(page);
  await page.click('.empty >> text=Clear search and filters');
  await count(page, '305 entries');
  await becomes(() => page.inputValue('.find-entry input'), '');

  // From "Add filter", from a cell and from a header.
  await page.click('.chip-add');
  await page.selectOption('dialog select >> nth=0', 'meal');
  await page.click('dialog .button.primary');
  await page.waitForSelector('dialog .field-error >> text=Please choose at least one option.');
  await page.check('dialog >> text="Vegetarian"');
  await page.check('dialog >> text="Fish"');
  await expectAccessible(page);
  await page.click('dialog .button.primary');
  await becomes(() => names(page), ['Noa', 'Edo', 'דנה', 'Ada']);
  await becomes(() => page.locator('.chip').allTextContents(), ['Meal is one of Vegetarian or Fish']);
  expect(JSON.parse(asked(page, 'where') ?? '')).toEqual({ path: 'meal', op: 'in', value: ['v', 'Fish'] });
  await rowsOf(page, 5).first().click({ button: 'right' });
  await page.click('[role=menuitem] >> text=Filter by “Noa”');
  await becomes(() => names(page), ['Noa']);
  await page.click('.chip >> nth=1 >> .chip-remove');
  await becomes(() => names(page), ['Noa', 'Edo', 'דנה', 'Ada']);
  await page.click('thead >> text="Age"');
  await page.click('[role=menuitem] >> text=Filter…');
  await page.selectOption('dialog select >> nth=1', 'atLeast');
  await page.fill('dialog .filter-values input', '100');
  await page.click('dialog .button.primary');
  await becomes(() => names(page), ['דנה']);
  await page.selectOption('.chip-join', 'or');
  await count(page, '4 entries');
  await page.selectOption('.chip-join', 'and');
  await page.click('.chip >> text=Age is at least 100');
  await page.selectOption('dialog select >> nth=1', 'between');
  await page.fill('dialog .filter-values input >> nth=0', '9');
  await page.fill('dialog .filter-values input >> nth=1', '100');
  await page.click('dialog .button.primary');
  await becomes(() => names(page), ['Noa', 'דנה', 'Ada']);

  // 9 before 11 before 100.
  await page.click('thead >> text="Age"');
  await page.click('[role=menuitem] >> text=Sort ascending');
  await becomes(() => names(page), ['Ada', 'Noa', 'דנה']);
  await becomes(() => asked(page, 'sort'), 'age');
  await page.reload();
  await becomes(() => names(page), ['Ada', 'Noa', 'דנה']);
  await expectAccessible(page);

  await page.click('.view-button');
  await expectAccessible(page);
  await page.click('.view-actions >> text=Save as a new view');
  await page.fill('dialog input >> nth=0', 'No meat');
  await page.check('dialog >> text=Everybody in the account');
  await expectAccessible(page);
  await page.click('dialog .button.primary');
  await becomes(() => page.textContent('.view-name'), 'No meat');
  const { data } = (await alice('GET', `/form/${form}/views`)).body;
  await becomes(() => new URL(page.url()).search, `?view=${data[0].id}`);
  expect(data[0].state).toMatchObject({ status: 'all', sort: 'age', columns: expect.arrayContaining(['status']) });

  const bob = await admin.service.person('bob.camp@example.com', admin.service.people.alice.account);
  const other = await admin.openAs(`/admin/entries/${form}/`, { person: bob });
  await becomes(() => names(other.page), ['Noa', 'Edo', 'דנה', 'Ben', 'Ada']);
  await other.page.click('.view-button');
  await becomes(() => other.page.locator('.view-list .status-count').allTextContents(), ['3']);
  await other.page.click('.view-list >> text=No meat');
  await becomes(() => names(other.page), ['Ada', 'Noa', 'דנה']);
  await becomes(() => other.page.locator('.chip').count(), 3);
  // Something else than what was saved: it is said, and can be saved or taken back.
  await other.page.click('.chip >> text=Sorted by >> xpath=.. >> .chip-remove');
  await becomes(() => names(other.page), ['Noa', 'דנה', 'Ada']);
  await other.page.waitForSelector('.view-menu .badge >> text=Changed');
  await other.page.click('.view-menu button[title="Back to what was saved"]');
  await becomes(() => names(other.page), ['Ada', 'Noa', 'דנה']);
  await other.page.click('.chip >> nth=1 >> .chip-remove');
  await becomes(() => names(other.page), ['Edo', 'Ada', 'Noa', 'דנה']);
  await other.page.click('.view-menu button[title="Update “No meat”"]');
  await other.page.waitForSelector('.view-menu .badge', { state: 'detached' });
  await page.reload();
  await becomes(() => names(page), ['Edo', 'Ada', 'Noa', 'דנה']);

  await page.click('.view-button');
  await page.click('.view-actions >> text=Delete this view');
  await page.click('dialog .button.danger');
  await becomes(() => page.textContent('.view-name'), 'Standard view');
  // What one sees stays.
  await becomes(() => names(page), ['Edo', 'Ada', 'Noa', 'דנה']);
  await other.page.reload();
  await other.page.waitForSelector('.notice >> text=This view does not exist any more');
  await expectAccessible(other.page);
  expect([...others(faults), ...others(other.faults)]).toEqual([]);
  await other.context.close();
  await context.close();
});

test('[management] [heavy] all that match: deleted in batches that can be stopped; the status of many changed', async () => {
  const form = await makeCamp(260);
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/?status=created`);
  await count(page, '260 entries');
  await page.click('thead .pick input');
  await becomes(() => page.textContent('.selection-bar strong'), '50 selected');
  await page.click('.selection-bar >> text=Select all 260 that match');
  await becomes(() => page.textContent('.selection-bar strong'), 'All 260 that match are selected');
  await expectAccessible(page);

  // The second batch is held until somebody presses Stop.
  let batches = 0;
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/entry/delete*', async (route) => {
    batches += 1;
    if (batches === 2) await isHeld;
    await route.continue();
  });
  await page.click('.selection-bar >> text=Delete');
  await page.waitForSelector('dialog >> text=This deletes 260 entries.');
  await becomes(() => page.getAttribute('dialog .button.danger', 'aria-disabled'), 'true');
  await page.fill('dialog input', '260');
  await expectAccessible(page);
  await page.click('dialog .button.danger');
  await page.waitForSelector('dialog >> text=100 of 260 done');
  await expectAccessible(page);
  await page.click('dialog button >> text="Stop"');
  release();
  // What had begun is finished; nothing more is begun.
  await page.waitForSelector('dialog >> text=200 entries deleted.');
  await page.click('dialog .dialog-actions .button');
  await count(page, '60 entries');
  expect(batches).toBe(2);

  await page.click('thead .pick input');
  await page.click('.selection-bar >> text=Select all 60 that match');
  await page.click('.selection-bar >> text=Delete');
  await page.fill('dialog input', '60');
  await page.click('dialog .button.danger');
  await page.waitForSelector('dialog >> text=60 entries deleted.');
  await page.click('dialog .dialog-actions .button');
  await page.waitForSelector('.empty');
  expect((await admin.entries(form)).length).toBe(5);

  await page.click('.status-choice >> text=Submitted');
  await becomes(() => names(page), ['Noa', 'Edo', 'דנה', 'Ben', 'Ada']);
  await page.click('thead .pick input');
  await page.click('.selection-bar >> text=Status');
  await expectAccessible(page);
  await page.click('dialog .button.primary');
  await page.waitForSelector('dialog >> text=The status of 5 entries was changed.');
  await page.click('dialog .dialog-actions .button');
  await page.waitForSelector('.empty >> text=Nothing was submitted yet');
  expect((await admin.entries(form)).map(([status]) => status)).toEqual(Array(5).fill('saved'));
  await expectAccessible(page);
  expect(others(faults)).toEqual([]);
  await context.close();
});

test('[management] Hebrew: filters, views and many entries on a phone, in the dark', async () => {
  const form = await makeCamp(1);
  const small = { viewport: { width: 320, height: 640 } };
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/`, {
    ...small,
    language: 'he',
    theme: 'dark',
  });
  await count(page, '5 רשומות');
  await page.click('.chip-add');
  await page.selectOption('dialog select >> nth=0', 'name');
  await page.fill('dialog .filter-values input', 'a');
  await expectAccessible(page);
  await page.click('dialog .button.primary');
  await becomes(() => page.locator('.entry-card-head').count(), 2);
  await becomes(() => page.locator('.chip').allTextContents(), ['Name: מכיל ”a“']);
  await page.click('.view-button');
  await expectAccessible(page);
  await page.click('.view-actions >> text=שמירה כתצוגה חדשה');
  await page.fill('dialog input >> nth=0', 'עם א');
  await page.click('dialog .button.primary');
  await becomes(() => page.textContent('.view-name'), 'עם א');
  await page.locator('.entry-card-head input').first().check();
  await expectAccessible(page);
  await page.click('.selection-bar >> text=מצב');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const isSideways = 'document.documentElement.scrollWidth > innerWidth';
  expect(await page.evaluate(isSideways)).toBe(false);
  expect(faults).toEqual([]);
  await context.close();
});
