// The activity of an account: found, filtered, taken along; and the settings of the account.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { root } from '../support/entries.ts';
import { phone } from '../support/fill-page.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin.close());

test('[identity.audit.list][identity.audit.export] activity: who did what, filtered, with a way to the form, and as a file', async () => {
  const { service } = admin;
  const { alice, bob } = service.people;
  const body = { name: '<b>Orders</b>', formSchema: { rootElem: root({ type: 'fInput', name: 'name' }) } };
  const form = (await service.call('POST', '/form', { key: alice.key, body })).body.id;
  await service.call('PATCH', `/form/${form}`, { token: bob.token, body: { name: 'Orders' } });
  const { page, context, faults } = await admin.openAs('/admin/account/log/');
  const rows = page.getByRole('table').getByRole('row');
  await page.getByText('Changed a form').waitFor();
  await expect.poll(() => rows.nth(1).innerText()).toContain('bob@example.com');
  await expect.poll(() => rows.nth(2).innerText()).toMatch(/Created a form: <b>Orders<\/b>.*API key/s);
  await expectAccessible(page);
  await page.getByLabel('Person').selectOption({ label: 'bob' });
  await page.getByLabel('About').selectOption('Forms');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click();
  const saved = await (await download).path();
  const lines = (await readFile(saved, 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('formChange');
  await page.getByLabel('To day').fill('2020-01-01');
  await page.getByText('Nothing matches the filters').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.waitForURL(`**/admin/forms/${form}/`);
  expect(faults).toEqual([]);
  await context.close();
});

test('[identity.account][identity.sessions.lifetime] settings of the account: kept, for everybody, on a Hebrew phone', async () => {
  const { page, context, faults } = await admin.openAs('/admin/account/settings/', { ...phone, language: 'he' });
  await page.getByLabel('שם החשבון').fill('מאפיית לחם');
  await page.getByLabel('יציאה כשדבר לא קורה במשך').selectOption({ label: '30 דקות' });
  await page.getByLabel('לרשום מי צפה בתשובות').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'שמירה' }).click();
  await page.getByText('נשמר.').waitFor();
  const { bob } = admin.service.people;
  const { body } = await admin.service.call('GET', '/account', { token: bob.token });
  expect(body).toMatchObject({ name: 'מאפיית לחם', settings: { sessionIdleMinutes: 30, auditViews: true } });
  await page.reload();
  await expect.poll(() => page.getByLabel('שם החשבון').inputValue()).toBe('מאפיית לחם');
  expect(faults).toEqual([]);
  await context.close();
});
