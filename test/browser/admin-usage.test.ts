// The usage page of the management app: what the account has used of its quotas.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { notify } from '../../src/server/quotas/notices/notices.ts';
import { setQuotaLimit } from '../../src/server/store/identity/quotas.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { desktop, phone } from '../support/fill-page.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
  const { service } = admin;
  const { alice } = service.people;
  const form = { name: 'Lunch order', formSchema: { rootElem: { type: 'cSection', name: 'root', children: [] } } };
  const { id } = (await service.call('POST', '/form', { key: alice.key, body: form })).body;
  for (let i = 0; i < 3; i += 1) await service.call('POST', '/entry/submit', { body: { form: id } });
  const { quotas, db } = service.services;
  await setQuotaLimit(db.sql, { account: alice.account, name: 'pdfs', max: 100 });
  await quotas.take({ kind: 'pdfs', account: alice.account, form: id, amount: 95, isAnonymous: false });
  await quotas.take({ kind: 'emails', account: alice.account, form: id, amount: 12_000, isAnonymous: false });
  service.advance(6_000);
});
afterAll(() => admin.close());

test('[management] usage: limits, use and the forms that use most; on a desktop and a phone, in both directions', async () => {
  const { alice } = admin.service.people;
  const { page, context, faults } = await admin.openAs('/admin/account/usage/', { ...desktop, person: alice });
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await card('Emails today').getByText('12,000 of 100,000').waitFor();
  await card('PDFs today').getByText('95 of 100').waitFor();
  await card('PDFs today').getByText('Nearly used up').waitFor();
  await card('PDFs today')
    .getByText(/^Resets /)
    .waitFor();
  await card('Entries').getByText('3 in total').waitFor();
  await card('Entries').getByText('At most 10,000,000 per form').waitFor();
  await page.getByText('Anonymous users stop at 80% of a limit').waitFor();
  await expect.poll(() => page.getByText('Nearly used up').count()).toBe(1);
  await expectAccessible(page);
  await card('Entries').getByRole('link', { name: 'Lunch order' }).click();
  await page.waitForURL(/\/admin\/entries\/[0-9a-f]{24}\//);
  await page.goBack();
  await page.getByRole('link', { name: 'Usage' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();

  const small = await admin.openAs('/admin/account/usage/', { ...phone, person: alice, language: 'he' });
  await small.page.getByText('95 מתוך 100').waitFor();
  await expect.poll(() => small.page.evaluate('document.documentElement.dir')).toBe('rtl');
  const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
  expect(await small.page.evaluate(isWide)).toBe(false);
  await expectAccessible(small.page);
  expect(small.faults).toEqual([]);
  await small.context.close();
});

test('[limits.notices] notices are on the pages about usage and activity, in both directions, until they are dismissed', async () => {
  const { service } = admin;
  const { alice } = service.people;
  const limit = 'form.strangerEmailsPerFilledAddress';
  const rule = { form: 'f'.repeat(24), formName: 'Lunch order', rules: 'postSubmit', rule: 2 } as const;
  const detail = { ...rule, limit, most: 20 } as const;
  for (let n = 0; n < 3; n += 1) notify(service.services, { to: alice.account, kind: 'emailBound', detail });
  await service.services.background.finished();
  const { page, context, faults } = await admin.openAs('/admin/account/usage/', { ...desktop, person: alice });
  const region = page.getByRole('region', { name: 'Notices' });
  await region.getByText('Email rule 2 (after submit) of the form “Lunch order” reached its limit').waitFor();
  await region.getByText(/; 3 times that day$/).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Activity' }).click();
  await region.getByRole('link', { name: 'Show details' }).waitFor();
  await region.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => region.count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();

  await service.services.db.sql`update notices set is_dismissed = false`;
  const small = await admin.openAs('/admin/account/log/', { ...phone, person: alice, language: 'he' });
  await small.page.getByText('כלל הדואר 2 (אחרי שליחה) של הטופס „Lunch order” הגיע למכסה שלו').waitFor();
  const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
  expect(await small.page.evaluate(isWide)).toBe(false);
  await expectAccessible(small.page);
  expect(small.faults).toEqual([]);
  await small.context.close();
});
