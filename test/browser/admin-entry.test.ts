// Journeys with one entry: its sheet, what edits changed, old values put back, an edit that survives a reload, print.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { upload } from '../support/upload.ts';

let admin: AdminTest;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  admin = await startAdminTest();
  alice = asAlice(admin.service);
});
afterAll(() => admin.close());

const rootElem = root(
  {
    type: 'cSection',
    name: 'you',
    label: 'About you',
    children: [
      { type: 'fInput', name: 'name', label: 'Name' },
      { type: 'fRadio', name: 'meal', label: 'Meal', options: [['v', 'Vegetarian'], 'meat'] },
    ],
  },
  { type: 'fLngTxt', name: 'note', label: 'Note' },
  {
    type: 'cRepeat',
    name: 'guests',
    label: 'Guests',
    children: [
      { type: 'fInput', name: 'guest', label: 'Guest' },
      { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
    ],
  },
  { type: 'fFile', name: 'papers', label: 'Papers' },
  { type: 'fSign', name: 'sign', label: 'Signature' },
);
const strokes = [{ cWidth: 300, cHeight: 100, points: [10, 60, 90].map((x, time) => ({ x, y: x / 2, time })) }];

async function makeEntry(): Promise<{ form: string; entry: string }> {
  const form = await makeForm(admin.service, { name: 'Guests', formSchema: { rootElem } });
  const papers = [
    await upload(admin.service, form, { name: 'cv.txt', type: 'text/plain', content: Buffer.alloc(25_600) }),
  ];
  const guests = [{ guest: 'Dan', age: 9 }, { guest: 'Noa' }];
  const data = { name: 'Ruth', meal: 'v', guests, papers, sign: { strokes } };
  const reply = await alice('POST', '/entry/submit', { form, data });
  expect(reply.status).toBe(200);
  return { form, entry: reply.body.entryId };
}

const dataOf = async (entry: string) => (await alice('GET', `/entry/${entry}`)).body.data;
const fields = (page: Page) => page.frameLocator('.form-frame');
const poll = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 180_000 });

test('[management] sheet: sections, rows as a table, signature, files with one size everywhere; empty answers on request; print has the answers alone', async () => {
  const { form, entry } = await makeEntry();
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/${entry}/`);
  await page.waitForSelector('.sheet-table');
  expect(await page.locator('.sheet-heading').allTextContents()).toEqual(['About you', 'Guests']);
  expect(await page.locator('.sheet-table tbody tr').allTextContents()).toEqual(['1Dan9', '2Noa–Empty']);
  await page.waitForSelector('svg.sheet-signature[aria-label=Signature]');
  const size = await page.locator('.sheet-file .quiet-text').textContent();
  expect(size).toBe('25.6 kB');
  expect(await page.getByText('Note', { exact: true }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByLabel('Hide 1 empty answer').uncheck();
  await page.getByText('Note', { exact: true }).waitFor();
  // The switch is kept on the device.
  await page.reload();
  await page.getByText('Note', { exact: true }).waitFor();
  await page.getByLabel('Hide 1 empty answer').check();

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('.printed-facts').isVisible()).toBe(true);
  await expect.poll(() => page.locator('.sheet-table').isVisible()).toBe(true);
  for (const part of ['.entry-side', '.top', '.page-header .buttons', '.sheet-top .check']) {
    expect([part, await page.locator(part).first().isVisible()]).toEqual([part, false]);
  }
  await page.emulateMedia({ media: 'screen' });
  // The form says the same size.
  await page.click('.page-header >> text=Edit');
  await poll(() => fields(page).locator('.file-meta').textContent()).toBe(size);
  expect(faults).toEqual([]);
  await context.close();
});

test('[entries.history] history: what an edit changed, in words; an old value, or all of them, are put back and saved', async () => {
  const { form, entry } = await makeEntry();
  const guests = [{ guest: 'Noa' }, { guest: 'Lia', age: 3 }];
  await alice('POST', `/entry/${entry}/edit`, {
    data: { name: 'Ruth L.', meal: 'meat', guests },
    updateMode: 'assign',
  });
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/${entry}/`);
  await page.waitForSelector('.changed-fields');
  const changed = await page.locator('.changed-field').allTextContents();
  expect(changed.slice(0, 2)).toEqual(['NameBefore: RuthAfter: Ruth L.', 'MealBefore: VegetarianAfter: meat']);
  expect(changed.length).toBe(5);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Restore the old value: Meal' }).click();
  await fields(page).getByLabel('Vegetarian').waitFor();
  await poll(() => fields(page).getByLabel('Vegetarian').isChecked()).toBe(true);
  await page.click('text=Save changes');
  await page.waitForSelector('.sheet-table');
  expect(await dataOf(entry)).toMatchObject({ name: 'Ruth L.', meal: 'v', guests });
  await poll(() => page.locator('.history > li').count()).toBe(3);
  await poll(() => page.locator('.changed-field').first().textContent()).toBe('MealBefore: meatAfter: Vegetarian');

  // All of the first edit: what is as it was already is left out.
  const first = page.locator('.history > li').nth(1);
  await first.getByRole('button', { name: 'Restore all 5 old values' }).click();
  await page.waitForSelector('.edit-bar');
  await poll(() => fields(page).locator('#f-name').inputValue()).toBe('Ruth');
  await page.click('text=Save changes');
  await page.waitForSelector('.sheet-table');
  expect(await dataOf(entry)).toMatchObject({
    name: 'Ruth',
    meal: 'v',
    guests: [{ guest: 'Dan', age: 9 }, { guest: 'Noa' }],
  });
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] [heavy] an edit that is not saved is kept on the device: a reload goes on with it, in both languages; discarding and signing out forget it', async () => {
  const { form, entry } = await makeEntry();
  const small = { viewport: { width: 390, height: 780 } };
  const { page, context } = await admin.openAs(`/admin/entries/${form}/${entry}/`, {
    ...small,
    language: 'he',
    theme: 'dark',
  });
  const kept = () =>
    page.evaluate(`Object.keys(localStorage).filter((key) => key.startsWith('formstead-edit:')).length`);
  await page.waitForSelector('.sheet-table');
  await expectAccessible(page);
  await page.click('.page-header .button.primary');
  await fields(page).locator('#f-note').fill('Not saved yet');
  await poll(kept).toBe(1);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const notice = page.locator('.notice.info');
  await notice.waitFor();
  await expectAccessible(page);
  await notice.locator('.button.primary').click();
  await poll(() => fields(page).locator('#f-note').inputValue()).toBe('Not saved yet');
  // Somebody else saved meanwhile: that is noticed, as in any edit.
  await alice('POST', `/entry/${entry}/edit`, { data: { meal: 'meat' }, updateMode: 'assign' });
  await page.reload();
  await notice.locator('.button.primary').click();
  await poll(() => fields(page).locator('#f-note').inputValue()).toBe('Not saved yet');
  await page.click('.edit-bar .button.primary');
  await page.waitForSelector('dialog[open]');
  await page.click('dialog .button.primary');
  await page.waitForSelector('.sheet-table');
  expect(await dataOf(entry)).toMatchObject({ note: 'Not saved yet', meal: 'meat' });
  await poll(kept).toBe(0);

  await page.click('.page-header .button.primary');
  await fields(page).locator('#f-note').fill('Another');
  await poll(kept).toBe(1);
  await page.reload();
  await notice.locator('.button:not(.primary)').click();
  await notice.waitFor({ state: 'detached' });
  expect(await kept()).toBe(0);

  await page.click('.page-header .button.primary');
  await fields(page).locator('#f-note').fill('Left behind');
  await poll(kept).toBe(1);
  await page.reload();
  await notice.waitFor();
  await page.click('.top .menu > button');
  await page.locator('.top [role=menuitem]').last().click();
  await page.waitForSelector('.sign-in');
  await poll(kept).toBe(0);
  await context.close();
});
