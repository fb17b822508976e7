// The history of maintained sets in the management app: an operator accepts a refused list and goes back, in both directions; others only see it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { bringLists, setId } from '../support/bring-lists.ts';
import { phone } from '../support/fill-page.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin.close());

const institutions = setId('institutions');
const names = (count: number) => Array.from({ length: count }, (_, index) => `מכללה ${index + 1}`);
const bring = (values: string[], options = {}) =>
  bringLists({ institutions: values }, admin.service.services, { warnings: ['1 name was repeated'], ...options });
const rows = (page: Page) => page.locator('.set-list-row').count();

/** Three lists that were taken, and one that was refused. */
async function makeHistory(): Promise<void> {
  await bring(names(60));
  await bring([...names(59), 'מכללה חדשה']);
  await bring(names(20), { refusal: 'institutions: 20 options would replace 60: the source has shrunk' });
}

test('[management] options sets: an operator accepts a refused list after a look, and goes back to the one before', async () => {
  await makeHistory();
  const { page, context, faults } = await admin.openAs(`/admin/sets/${institutions}/`);
  await page.waitForSelector('.notice.warning >> text=was not used, because it looks wrong');
  await page.waitForSelector('text=institutions: 20 options would replace 60');
  await expect.poll(() => rows(page)).toBe(3);
  await expectAccessible(page);
  await page.click('button:text-is("Look at it")');
  await page.waitForSelector('dialog h3:text-is("40 options are removed")');
  await page.waitForSelector('dialog h3:text-is("Nothing is added")');
  await page.waitForSelector('dialog >> text=and 20 more');
  await expectAccessible(page);
  await page.click('dialog button[type=submit]');
  await page.waitForSelector('.page-note >> text=20 options');
  await page.waitForSelector('.set-list-row.current >> text=Accepted by hand');
  await expect.poll(() => page.locator('text=was not used').count()).toBe(0);

  await page.click('.set-list-row:nth-child(2) button');
  await page.waitForSelector('dialog h3:text-is("40 options are added")');
  await page.click('dialog button[type=submit]');
  await page.waitForSelector('.page-note >> text=60 options');
  await page.waitForSelector('.set-list-row:nth-child(1) >> text=Taken back');
  await page.waitForSelector('.set-list-row.current >> text=by alice@example.com');
  await page.waitForSelector('.set-list-row:nth-child(1) button:text-is("Use this list again")');
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] options sets: history in Hebrew at 320 px; somebody was quicker', async () => {
  await bring(names(59));
  await bring([...names(58), 'רעל']);
  const { page, context, faults } = await admin.openAs(`/admin/sets/${institutions}/`, { language: 'he', ...phone });
  await page.waitForSelector('.set-list-row.current >> text=נוכחית');
  await page.click('button:has-text("חזרה לגרסה זו") >> nth=0');
  await page.waitForSelector('dialog h3:text-is("אפשרות אחת מוסרת")');
  await expectAccessible(page);
  await bring([...names(50), 'אחרת']);
  await page.click('dialog button[type=submit]');
  await page.waitForSelector('text=בינתיים גרסה אחרת של רשימת האפשרויות נכנסה לשימוש.');
  await expect.poll(() => page.locator('dialog').count()).toBe(0);
  await expectAccessible(page);
  expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  await context.close();
});

test('[management] options sets: another account sees the history and can change nothing', async () => {
  await bring(names(61));
  await bring(names(10), { refusal: 'too few' });
  const { page, context, faults } = await admin.openAs(`/admin/sets/${institutions}/`, {
    person: admin.service.people.chelsea,
  });
  await page.waitForSelector('text=An operator of the service can look at it');
  await page.waitForSelector('.set-list-row >> nth=1');
  await expect.poll(() => page.locator('.set-list-row button').count()).toBe(0);
  await expect.poll(() => page.locator('text=alice@example.com').count()).toBe(0);
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});
