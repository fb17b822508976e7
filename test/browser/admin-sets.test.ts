// Options sets in the management app: made, filled by paste and by file, replaced, emptied, tried out; and those the service
// maintains, which only tell.
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMaintainedSets } from '../../src/server/options-sets/maintained-sets.ts';
import { recordRefresh } from '../../src/server/store/options-sets/set-refreshes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { asAlice } from '../support/entries.ts';
import { phone } from '../support/fill-page.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin.close());

async function makeSet(name: string, options: object[] = []): Promise<string> {
  const set = (await asAlice(admin.service)('POST', '/optionsSet', { name })).body.id;
  if (options.length > 0) await asAlice(admin.service)('POST', `/optionsSet/${set}/addOptions`, { options });
  return set;
}

async function countOf(set: string): Promise<number> {
  return (await asAlice(admin.service)('GET', `/optionsSet/${set}/summary`)).body.count;
}

const found = (page: Page) => page.locator('.set-found li').allTextContents();
const adding = '**/addOptions*';

test('[management] options sets: from nothing to a set that can be searched, then replaced, then empty', async () => {
  const { page, context, faults } = await admin.openAs('/admin/sets/');
  await page.waitForSelector('text=No options sets yet');
  await expectAccessible(page);
  await page.click('.page-header button');
  await page.click('dialog button[type=submit]');
  await page.waitForSelector('text=Please give it a name.');
  await page.fill('dialog input', 'Towns');
  await page.keyboard.press('Enter');
  await page.waitForSelector('h1:has-text("Towns")');
  await page.waitForSelector('text=This set is empty');
  await expectAccessible(page);

  await page.fill(
    'textarea',
    'value\tscore\tcode\tarea\nHaifa\t5\t4000\tnorth\nEilat\thigh\t31\tsouth\nNahariya\t7\t9100\tnorth\nLod\t\t7000\t\n',
  );
  await page.waitForSelector('text=Line 3: the score “high” is not a number');
  await expectAccessible(page);
  await page.click('button:text-is("Add 3 options")');
  await page.waitForSelector('.page-note >> text=3 options');
  await page.waitForSelector('.page-note >> text=Can be filtered by code, area');

  // The search shows what people would meet: by score, then filtered.
  await page.waitForSelector('.set-found li >> nth=2');
  await expect.poll(() => found(page)).toEqual(['Nahariya', 'Haifa', 'Lod']);
  await page.click('summary:has-text("Filter by data")');
  await page.getByLabel('code', { exact: true }).fill('4000');
  await page.waitForSelector('.set-found li:only-child');
  await expect.poll(() => found(page)).toEqual(['Haifa']);
  await page.getByLabel('Check one value').fill('haifa');
  await page.waitForSelector('text=“haifa” is not one of the options.');
  await page.getByLabel('Check one value').fill('Haifa');
  await page.waitForSelector('text=“Haifa” is one of the options.');
  // A number that is sent as a text finds nothing: the page says which it sends.
  await page.getByLabel('code is a number').uncheck();
  await page.waitForSelector('text=Nothing found.');
  await page.click('summary:has-text("For developers")');
  await expectAccessible(page);

  await page.fill('textarea', 'Tel Aviv, Jaffa\nAcre\nAcre');
  await page.waitForSelector('text=One row repeats an earlier one.');
  await page.getByLabel('Leave out repeated rows').check();
  await page.getByLabel('They are replaced by the new ones').check();
  await page.click('button:text-is("Replace all with 2 options")');
  await page.waitForSelector('dialog >> text=never an empty one');
  await expectAccessible(page);
  await page.click('dialog button.danger');
  await page.waitForSelector('.page-note >> text=2 options');
  await expect.poll(() => page.textContent('.page-note')).not.toContain('filtered');

  await page.click('.page-header button:has-text("More")');
  await page.click('[role=menuitem]:has-text("Delete all options")');
  await page.waitForSelector('dialog >> text=This cannot be undone.');
  await page.click('dialog button.danger');
  await page.waitForSelector('text=This set is empty');
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] options sets: Hebrew, 320 px: a file of windows-1255, found by search', async () => {
  await makeSet('ערים');
  const { page, context, faults } = await admin.openAs('/admin/sets/', { language: 'he', theme: 'dark', ...phone });
  await page.fill('input[type=search]', 'ערים');
  await page.waitForSelector('.set-row');
  await expect.poll(() => page.locator('.set-row').count()).toBe(1);
  await page.waitForSelector('.set-facts >> text=ריקה');
  await expectAccessible(page);
  await page.click('.set-row');
  await page.click('button:text-is("קובץ")');
  const hebrew = Buffer.from([
    0xf2, 0xf8, 0xea, 0x2c, 0x6e, 0x0d, 0x0a, 0xe7, 0xe9, 0xf4, 0xe4, 0x2c, 0x31, 0x0d, 0x0a,
  ]);
  await page.setInputFiles('input[type=file]', { name: 'ערים.csv', mimeType: 'text/csv', buffer: hebrew });
  await page.waitForSelector('td:has-text("חיפה")');
  await expect.poll(() => page.inputValue('select >> nth=0')).toBe('windows-1255');
  await expectAccessible(page);
  await page.click('button:text-is("הוספת אפשרות אחת")');
  await page.waitForSelector('.set-found li:has-text("חיפה")');
  expect(faults).toEqual([]);
  await context.close();
});

/** Some 5 MB: three requests. */
const largeFile = Buffer.from(Array.from({ length: 50_000 }, (_, index) => `${'x'.repeat(80)} ${index}`).join('\n'));

test('[management] [heavy] options sets: a large list replaces the old one at once; what broke in the middle goes on from there', async () => {
  const set = await makeSet('Large', [{ value: 'old' }]);
  const { page, context, faults } = await admin.openAs(`/admin/sets/${set}/`);
  let calls = 0;
  await page.route('**/uploads/*/parts/*', async (route: Route) => {
    calls += 1;
    if (calls === 2) await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway</h1>' });
    else if (calls === 3) {
      // It arrives, but nobody hears of it.
      await route.fetch();
      await route.abort('connectionreset');
    } else await route.continue();
  });
  await page.click('button:text-is("File")');
  await page.setInputFiles('input[type=file]', { name: 'large.txt', mimeType: 'text/plain', buffer: largeFile });
  await page.getByLabel('They are replaced by the new ones').check();
  await page.waitForSelector('summary:text-is("50,000 added")');
  await page.click('button:text-is("Replace all with 50,000 options")');
  await page.click('dialog button.danger');
  for (const _ of ['not arrived', 'not heard of']) {
    await page.waitForSelector('text=Nothing has changed: the set holds the options from before.');
    expect(await countOf(set)).toBe(1);
    await expectAccessible(page);
    await page.click('button:has-text("Continue with the remaining")');
  }
  await page.waitForSelector('.page-note >> text=50,000 options');
  // The first part was not sent again; the one whose response was lost was, and is there once.
  expect([await countOf(set), calls]).toEqual([50_000, 5]);
  expect(faults.filter((fault) => !/504|ERR_CONNECTION_RESET/.test(fault))).toEqual([]);
  await context.close();
});

test('[management] [heavy] options sets: stopped between two parts by the person, and by leaving the page', async () => {
  const set = await makeSet('Stopped', [{ value: 'old' }]);
  const { page, context, faults } = await admin.openAs(`/admin/sets/${set}/`);
  const held: Route[] = [];
  await page.route(adding, (route: Route) => void held.push(route));
  const release = async () => {
    const answer = page.waitForResponse(adding);
    await held.at(-1)?.continue();
    await (await answer).finished();
  };
  await page.click('button:text-is("File")');
  await page.setInputFiles('input[type=file]', { name: 'large.txt', mimeType: 'text/plain', buffer: largeFile });
  await page.click('button:text-is("Add 50,000 options")');
  await page.waitForSelector('progress');
  await expectAccessible(page);
  // Leaving now would lose the rest: the page asks.
  await page.click('.back');
  await page.waitForSelector('dialog >> text=Leave while options are being added?');
  await page.click('dialog button:text-is("Cancel")');
  await page.click('button:text-is("Stop")');
  await expect.poll(() => held.length).toBe(1);
  await release();
  await page.waitForSelector('text=Stopped.');
  const words = (await page.textContent('.notice.warning')) ?? '';
  expect(words).toContain(`${((await countOf(set)) - 1).toLocaleString('en')} of 50,000 options were added`);
  expect(words).toContain('The options that were in the set before are still there.');

  const before = await countOf(set);
  await page.click('button:has-text("Add the remaining")');
  await expect.poll(() => held.length).toBe(2);
  await page.click('.back');
  await page.click('dialog button:text-is("Leave")');
  await page.waitForSelector('.set-row');
  await release();
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
  expect(held.length).toBe(2);
  expect(await countOf(set)).toBeGreaterThan(before);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] options sets: sets the service maintains tell how they were refreshed, and take nothing', async () => {
  const { sql } = admin.service.services.db;
  const [cities, , streets] = allMaintainedSets;
  const time = new Date(Date.now() - 3_600_000).toISOString();
  await recordRefresh(sql, { set: cities!.id, outcome: 'unchanged', reason: null, warnings: [], time });
  await recordRefresh(sql, {
    set: streets!.id,
    outcome: 'kept',
    reason: 'the source <b>is</b> away',
    warnings: [],
    time,
  });
  const { page, context, faults } = await admin.openAs('/admin/sets/', { language: 'he' });
  await page.waitForSelector('.set-row:has-text("יישובים בישראל") >> text=מעודכנת');
  await page.waitForSelector('.set-row:has-text("רחובות בישראל") >> text=הריענון נכשל לפני שעה');
  await page.click('.set-row:has-text("רחובות בישראל")');
  await page.waitForSelector('text=the source <b>is</b> away');
  await expectAccessible(page);
  await expect.poll(() => page.locator('textarea:not([readonly]), button:has-text("מחיקת")').count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] options sets: hostile names and options are words', async () => {
  const hostile = '<img src=x onerror=alert(1)> \u202Eevil';
  const set = await makeSet(hostile, [{ value: hostile, data: { '<b>key</b>': 1 } }]);
  const { page, context, faults } = await admin.openAs(`/admin/sets/${set}/`);
  page.on('dialog', () => faults.push('script ran'));
  await page.fill('textarea', `${hostile}\tscore\nx\t<script>alert(1)</script>`);
  await page.waitForSelector('text=the score “<script>alert(1)</script>” is not a number');
  await expect.poll(() => page.textContent('h1')).toBe(hostile);
  await expect.poll(() => found(page)).toEqual([hostile]);
  await expect.poll(() => page.locator('main img').count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] options sets: another account’s set says so', async () => {
  const set = await makeSet('Alice’s');
  const { page, context } = await admin.openAs(`/admin/sets/${set}/`, { person: admin.service.people.chelsea });
  await page.waitForSelector('text=You have insufficient permissions to perform the action.');
  await expectAccessible(page);
  await expect.poll(() => page.locator('textarea:not([readonly])').count()).toBe(0);
  await context.close();
});
