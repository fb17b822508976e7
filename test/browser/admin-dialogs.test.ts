// Dialogs of the management app take input: the first field has the focus with its text selected, Enter does what the dialog
// is for, and the close button is never first.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';

let admin: AdminTest;
let form: string;
beforeAll(async () => {
  admin = await startAdminTest();
  form = await makeForm(admin.service, {
    name: 'Dialogs',
    formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) },
  });
  await asAlice(admin.service)('POST', '/entry/submit', { form, data: { name: 'Dana' } });
});
afterAll(() => admin.close());

/** The label of the focused field, or the words of the focused button. */
const focused = (page: Page) =>
  page.evaluate('(document.activeElement.labels?.[0] ?? document.activeElement).textContent');
const selected = (page: Page) => page.evaluate('String(document.getSelection())');

test('[management] a name that is typed as soon as the dialog is there makes the form by Enter', async () => {
  const { page, context, faults } = await admin.openAs('/admin/forms/new/');
  await page.getByRole('button', { name: /^Blank form/ }).click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => selected(page)).toBe('Untitled form');
  await page.keyboard.type('Reunion');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toMatch(/\/admin\/forms\/[0-9a-f]{24}\/$/);
  const made = await asAlice(admin.service)('GET', `/form/${page.url().slice(-25, -1)}`);
  expect(made.body.name).toBe('Reunion');
  expect(faults).toEqual([]);
  await context.close();
});

/** Path, the button that opens the dialog, and the words of what has the focus. */
const dialogs: readonly (readonly [path: () => string, button: string | RegExp, first: string])[] = [
  [() => '/admin/forms/new/', /^From JSON/, 'Definition'],
  [() => '/admin/sets/', 'New options set', 'Name'],
  [() => '/admin/account/users/', 'Invite', 'Email'],
  [() => '/admin/account/security/', 'Add an authenticator app', 'code'],
  [() => `/admin/entries/${form}/`, 'Columns', ''],
  [() => `/admin/entries/${form}/`, 'Add filter', ''],
  [() => `/admin/entries/${form}/`, 'Export', ''],
];

for (const [path, button, first] of dialogs)
  test(`[management] the dialog of "${button}" opens in its first field, not on its close button`, async () => {
    const { page, context, faults } = await admin.openAs(path());
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => focused(page)).toContain(first);
    const place = await page.evaluate("document.activeElement.closest('.dialog-head, .dialog-body').className");
    expect(place).toBe('dialog-body');
    expect(faults).toEqual([]);
    await context.close();
  });

test('[management] a question that cannot be undone opens on the button that cancels', async () => {
  const { page, context } = await admin.openAs(`/admin/account/keys/`);
  await page
    .getByRole('button', { name: /^Revoke key/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => focused(page)).toBe('Cancel');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await context.close();
});

test('[management] Enter copies a new key and never loses it; Escape asks before it closes', async () => {
  const eve = await admin.service.person('eve@example.com');
  const { page, context, faults } = await admin.openAs('/admin/account/keys/', { person: eve });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'New key' }).click();
  const token = page.getByRole('dialog').getByLabel('Key', { exact: true });
  const key = await token.inputValue();
  await page.keyboard.press('Escape');
  await page.getByText('Close without copying the key?').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => token.inputValue()).toBe(key);
  await page.getByRole('textbox', { name: 'Name' }).fill('Export');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Copy');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(key);
  await page.getByRole('textbox', { name: 'Name' }).press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('Export').first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
