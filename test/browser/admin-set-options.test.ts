// The options of a set in the management app: looked through, edited in place, moved, removed and brought back; replaced after a look at
// what changes; the set renamed, copied, downloaded and deleted. In both directions, on a desk and on a phone.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { takePicture } from '../support/picture.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin.close());

const desk = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

async function makeSet(name: string, options: object[]): Promise<string> {
  const set = (await asAlice(admin.service)('POST', '/optionsSet', { name })).body.id;
  await asAlice(admin.service)('POST', `/optionsSet/${set}/addOptions`, { options });
  return set;
}

const optionsOf = async (set: string) =>
  (await asAlice(admin.service, { isSignedIn: true })('GET', `/optionsSet/${set}/download?format=json`)).body.options;
const valuesOf = async (set: string) => (await optionsOf(set)).map(({ value }: { value: string }) => value);
const rows = (page: Page) => page.locator('.set-table tbody tr .set-value').allTextContents();

const towns = [
  { value: 'Haifa', score: 5, data: { code: 4000, area: 'north' } },
  { value: 'Eilat', score: 5, data: { code: 2600, area: 'south' } },
  { value: 'Lod', data: { code: 7000 } },
];

test('[management] [heavy] the options of a set: edited, moved, removed, brought back, added; English, desk', async () => {
  const set = await makeSet('Towns', towns);
  const { page, context, faults } = await admin.openAs(`/admin/sets/${set}/`, desk);
  await page.waitForSelector('text=1–3 of 3');
  expect(await rows(page)).toEqual(['Haifa', 'Eilat', 'Lod']);
  await expectAccessible(page);
  await takePicture(page, 'set-table-desk-en');

  // Edited where it is: press a cell, type, Enter.
  await page.click('.set-table bdi:text-is("7000")');
  await page.waitForSelector('tr.editing');
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('data code');
  await page.keyboard.type('7001');
  await page.fill('tr.editing input[name=score]', 'high');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=A score is a number, such as 5 or 2.5.');
  await expectAccessible(page);
  await takePicture(page, 'set-editing-desk-en');
  await page.fill('tr.editing input[name=score]', '1');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=“Lod” was saved.');
  expect((await optionsOf(set))[2]).toEqual({ value: 'Lod', score: 1, data: { code: 7001 } });

  // One step up, and only one.
  await page.click('button[aria-label="Move Lod up"]');
  await page.waitForSelector('text=“Lod” was moved.');
  await expect.poll(() => rows(page)).toEqual(['Haifa', 'Lod', 'Eilat']);
  await page.waitForSelector('.set-found li >> nth=2');
  await expect.poll(() => page.locator('.set-found li').allTextContents()).toEqual(['Haifa', 'Lod', 'Eilat']);

  await page.click('button[aria-label="Remove Haifa"]');
  await page.waitForSelector('text=“Haifa” was removed.');
  await expect.poll(() => rows(page)).toEqual(['Lod', 'Eilat']);
  await page.click('button:text-is("Undo")');
  await page.waitForSelector('text=“Haifa” is back.');
  await expect.poll(() => rows(page)).toEqual(['Haifa', 'Lod', 'Eilat']);

  await page.click('button:text-is("Add option")');
  await page.waitForSelector('tr.editing input[name=value]:focus');
  await page.keyboard.type('Acre');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=“Acre” was added.');
  // The row stays for the next one.
  await page.waitForSelector('tr.editing input[name=value]:focus');
  await page.keyboard.type('Arad');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=“Arad” was added.');
  await page.keyboard.press('Escape');
  await page.waitForSelector('text=1–5 of 5');

  await page.fill('.set-tools input[type=search]', 'NORTH');
  await page.waitForSelector('text=1–1 of 1');
  expect(await rows(page)).toEqual(['Haifa']);
  await page.fill('.set-tools input[type=search]', 'nowhere');
  await page.waitForSelector('text=No options match “nowhere”.');
  await page.fill('.set-tools input[type=search]', '');
  await page.waitForSelector('text=1–5 of 5');
  await page.getByLabel('Select all on this page').check();
  await page.waitForSelector('text=5 selected');
  await page.getByLabel('Select Haifa').uncheck();
  await expectAccessible(page);
  await takePicture(page, 'set-selected-desk-en');
  await page.click('.set-bar button:text-is("Remove")');
  await page.waitForSelector('text=4 options were removed.');
  expect(await valuesOf(set)).toEqual(['Haifa']);
  await page.click('button:text-is("Undo")');
  await page.waitForSelector('text=4 options are back.');
  expect((await valuesOf(set)).toSorted()).toEqual(['Acre', 'Arad', 'Eilat', 'Haifa', 'Lod']);

  // Somebody else was faster.
  await asAlice(admin.service)('PUT', `/optionsSet/${set}/options`, { options: [{ value: 'Other' }] });
  await page.click('button[aria-label="Remove Haifa"]');
  await page.waitForSelector('text=Someone else changed this list.');
  await expect.poll(() => rows(page)).toEqual(['Other']);
  expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  await context.close();
});

test('[management] pages of a set; Hebrew, phone, dark: a row is a card, edited and removed', async () => {
  const set = await makeSet(
    'רחובות',
    Array.from({ length: 120 }, (_, at) => ({ value: `רחוב ${at + 1}`, data: { city: 'חיפה', code: at } })),
  );
  const { page, context, faults } = await admin.openAs(`/admin/sets/${set}/`, {
    ...phone,
    language: 'he',
    theme: 'dark',
  });
  await page.waitForSelector('text=1–50 מתוך 120');
  await expectAccessible(page);
  await takePicture(page, 'set-table-phone-he');
  await page.click('button:text-is("הבאות")');
  await page.waitForSelector('text=51–100 מתוך 120');
  expect((await rows(page))[0]).toBe('רחוב 51');
  await page.click('button:text-is("הבאות")');
  await page.waitForSelector('text=101–120 מתוך 120');
  await page.click('button:text-is("הקודמות")');
  await page.waitForSelector('text=51–100 מתוך 120');
  await page.click('button[aria-label="עריכת רחוב 52"]');
  await page.fill('tr.editing input[name=value]', 'שדרה');
  await expectAccessible(page);
  await takePicture(page, 'set-editing-phone-he');
  await page.click('tr.editing button:text-is("שמירה")');
  await page.waitForSelector('text=„שדרה” נשמרה.');
  await page.click('button[aria-label="הסרת רחוב 53"]');
  await page.waitForSelector('text=„רחוב 53” הוסרה.');
  await expect.poll(async () => (await rows(page)).slice(0, 3)).toEqual(['רחוב 51', 'שדרה', 'רחוב 54']);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] replacing all: the changes are shown before, and a workbook, CSV or JSON will do', async () => {
  const set = await makeSet('Replaced', towns);
  const { page, context, faults } = await admin.openAs(`/admin/sets/${set}/`, desk);
  await page.click('button:text-is("File")');
  const json = JSON.stringify({ options: [towns[0], { ...towns[1], score: 7 }, { value: 'Acre' }] });
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.setInputFiles('input[type=file]', file('towns.json', json));
  // What changes takes its place above the button, which until then cannot be pressed: it would move away.
  let compare = () => {};
  const mayCompare = new Promise<void>((resolve) => {
    compare = resolve;
  });
  await page.route(/\/download\?format=json/, (route) => mayCompare.then(() => route.continue()));
  await page.getByLabel('They are replaced by the new ones').check();
  await page.waitForSelector('text=Comparing with the options there now');
  const replace = page.locator('button:text-is("Replace all with 3 options")');
  expect(await replace.getAttribute('aria-disabled')).toBe('true');
  compare();
  await page.waitForSelector('summary:text-is("1 added")');
  await expect.poll(() => replace.getAttribute('aria-disabled')).toBeNull();
  await page.waitForSelector('summary:text-is("1 removed")');
  await page.click('summary:text-is("1 changed")');
  await page.waitForSelector('text=Eilat (score 5 → 7)');
  await page.waitForSelector('text=One stays as it is');
  await expectAccessible(page);
  await takePicture(page, 'set-diff-desk-en');
  await replace.click();
  await page.waitForSelector('dialog >> text=all at once');
  await page.click('dialog button.danger');
  await expect.poll(() => valuesOf(set)).toEqual(['Haifa', 'Eilat', 'Acre']);

  // The service's own CSV comes back as it went.
  await page.click('.page-header button:has-text("More")');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('[role=menuitem]:has-text("Download as CSV")'),
  ]);
  expect(download.suggestedFilename()).toBe('Replaced.csv');
  const csv = await readFile(await download.path(), 'utf8');
  expect(csv).toContain('Haifa,5,4000,north');
  await page.setInputFiles('input[type=file]', file('again.csv', csv));
  await page.getByLabel('They are replaced by the new ones').check();
  await page.waitForSelector('text=Nothing changes');
  await expect.poll(() => replace.getAttribute('aria-disabled')).toBeNull();
  // What is no longer so, or could not be read, is not shown, and nothing is replaced on its account.
  await page.unrouteAll();
  let respond = (_body: string) => {};
  const response = new Promise<string>((resolve) => {
    respond = resolve;
  });
  await page.route(/\/download\?format=json/, async (route) => route.fulfill({ body: await response }));
  await page.click('button[aria-label="Remove Acre"]');
  await page.waitForSelector('text=Comparing with the options there now');
  expect(await replace.getAttribute('aria-disabled')).toBe('true');
  respond('<p>Cut sh');
  await page.waitForSelector('.card .notice.error >> text=Something went wrong');
  await page.unrouteAll();
  await page.click('.card .notice.error button');
  await page.waitForSelector('summary:text-is("1 added")');
  await expect.poll(() => replace.getAttribute('aria-disabled')).toBeNull();
  await page.setInputFiles('input[type=file]', file('broken.json', '{"options": ['));
  await page.waitForSelector('text=This is not valid JSON.');
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] a set is renamed, copied and deleted; a set that a form uses says so first', async () => {
  const set = await makeSet('Used', towns);
  const form = await makeForm(admin.service, {
    name: 'Registration',
    formSchema: {
      rootElem: root({
        type: 'fSelect',
        name: 'town',
        label: 'Town',
        options: { url: `/v1.0/optionsSet/${set}/autocomplete`, qs: '{ term: term }' },
      }),
    },
  });
  const { page, context, faults } = await admin.openAs(`/admin/sets/${set}/`, desk);
  await page.waitForSelector(`a[href="/admin/forms/${form}/"]:has-text("Registration")`);
  await page.waitForSelector('text=options of Town');
  const choose = async (item: string) => {
    await page.click('.page-header button:has-text("More")');
    await page.click(`[role=menuitem]:has-text("${item}")`);
  };
  await choose('Rename');
  await page.fill('dialog input', 'Towns of the form');
  await page.keyboard.press('Enter');
  await page.waitForSelector('h1:has-text("Towns of the form")');
  await choose('Delete the set');
  await page.waitForSelector('dialog >> text=It is used in one form: “Registration”.');
  await expectAccessible(page);
  await takePicture(page, 'set-delete-desk-en');
  await page.click('dialog button:text-is("Cancel")');
  await choose('Make a copy');
  await page.waitForSelector('h1:has-text("Towns of the form (copy)")');
  await page.waitForSelector('text=No form uses this set yet.');
  await choose('Delete the set');
  await page.waitForSelector('dialog >> text=No form uses it.');
  await page.click('dialog button.danger');
  await page.waitForSelector('text=“Towns of the form (copy)” was deleted.');
  await page.waitForSelector('.set-row:has-text("Towns of the form")');
  expect(faults).toEqual([]);
  await context.close();
});
