// Journeys of the management app with what a team knows about an entry: notes, status, assignee, tags, and its emails.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { phone } from '../support/fill-page.ts';
import { refusal, startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let admin: AdminTest;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  smtp = await startSmtp();
  admin = await startAdminTest({ SMTP_URL: smtp.url });
  alice = asAlice(admin.service);
});
afterAll(async () => {
  await admin.close();
  await smtp.close();
});

const hostile = '<img src=x onerror="document.title=1">\u202e';
const definition = {
  name: 'Guests',
  formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) },
  postSubmit: { emails: [{ to: ['guest@example.com'], subject: 'Hello {{ model.name }}', text: 'Dear guest' }] },
};
const makeEntry = async (service = admin.service): Promise<{ path: string; id: string }> => {
  const form = await makeForm(service, definition);
  const { body } = await service.call('POST', '/entry/submit', { body: { form, data: { name: 'Dana' } } });
  return { path: `/admin/entries/${form}/${body.entryId}/`, id: body.entryId };
};
const card = (page: Page, name: string) => page.locator(`section.card[aria-label="${name}"]`);

test('[management] [entries.notes] [entries.team] an entry: a note is written, kept while one looks elsewhere, and deleted; status, assignee and tags are saved', async () => {
  const { path, id } = await makeEntry();
  const { bob } = admin.service.people;
  await admin.service.call('POST', `/entry/${id}/notes`, { key: bob.key, body: { text: `From Bob ${hostile}` } });
  const { page, context, faults } = await admin.openAs(path);
  const notes = card(page, 'Notes');
  await expect.poll(() => notes.locator('.note-text').allTextContents()).toEqual([`From Bob ${hostile}`]);
  // Only one's own can be deleted.
  expect(await notes.locator('button[aria-label="Delete note"]').count()).toBe(0);
  await notes.locator('textarea').fill('Called her.\nשלום');
  await page.reload();
  await expect.poll(() => notes.locator('textarea').inputValue()).toBe('Called her.\nשלום');
  await notes.locator('textarea').press('Control+Enter');
  await expect.poll(() => notes.locator('.note-text').count()).toBe(2);
  await expect.poll(() => notes.locator('textarea').inputValue()).toBe('');
  await expect.poll(() => notes.locator('.note-text').nth(1).textContent()).toBe('Called her.\nשלום');

  const team = card(page, 'Team');
  await team.locator('input').first().fill('In progress');
  await team.locator('input').first().press('Enter');
  await team.locator('select').selectOption(bob.user);
  for (const tag of ['vip', 'דחוף']) {
    await team.locator('input').nth(1).fill(tag);
    await team.locator('input').nth(1).press('Enter');
    await team.locator('.tag', { hasText: tag }).waitFor();
  }
  const saved = { status: 'In progress', assignee: bob.user, assigneeName: 'bob', tags: ['vip', 'דחוף'] };
  await expect.poll(async () => (await alice('GET', `/entry/${id}/team`)).body).toEqual(saved);
  await expectAccessible(page);
  await team.locator('button[aria-label="Remove the tag vip"]').click();
  await expect.poll(async () => (await alice('GET', `/entry/${id}/team`)).body.tags).toEqual(['דחוף']);

  await notes.locator('button[aria-label="Delete note"]').click();
  await page.click('dialog .button.danger');
  await expect.poll(() => notes.locator('.note-text').count()).toBe(1);
  expect(await page.title()).toContain('Entry');

  // The same as columns of the table.
  const form = path.split('/')[3] as string;
  const columns = JSON.stringify(['team.status', 'team.assignee', 'team.tags']);
  await page.evaluate(`localStorage.setItem('formstead-columns-${form}', ${JSON.stringify(columns)})`);
  await page.goto(`${admin.service.url}/admin/entries/${form}/`);
  const row = page.locator('tbody tr', { hasText: 'In progress' });
  await expect
    .poll(() => row.locator('td').allTextContents())
    .toEqual(expect.arrayContaining(['In progress', 'bob', 'דחוף']));
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] [after-actions.emails.resend] an email that the server refused is shown with its words and sent again', async () => {
  smtp.onEmail = async () => {
    throw refusal(552, 'Mailbox full');
  };
  const { path } = await makeEntry();
  smtp.onEmail = async () => {};
  const { page, context, faults } = await admin.openAs(path);
  const emails = card(page, 'Emails');
  await expect.poll(() => emails.locator('.badge').allTextContents()).toEqual(['Refused']);
  await expect.poll(() => emails.textContent()).toContain('552 Mailbox full');
  await expectAccessible(page);
  await emails.locator('button', { hasText: 'Send again' }).click();
  await page.waitForSelector('dialog >> text=guest@example.com');
  await page.click('dialog .button.primary');
  await expect.poll(() => emails.locator('.badge').first().textContent()).toBe('Sent');
  await emails.locator('summary').click();
  await expect.poll(() => emails.locator('.attempt-list .badge').allTextContents()).toEqual(['Sent', 'Refused']);
  expect(smtp.emails.at(-1)?.recipients).toEqual(['guest@example.com']);
  await emails.locator('button', { hasText: 'Show the email' }).click();
  await expect.poll(() => emails.locator('.email-text').textContent()).toBe('Dear guest');
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] [after-actions.emails.states] [heavy] in Hebrew on a phone: where mail is not set up the entry and the page after sending say so', async () => {
  const quiet = await startAdminTest();
  try {
    const { path } = await makeEntry(quiet.service);
    const { page, context, faults } = await quiet.openAs(path, { ...phone, language: 'he' });
    const emails = card(page, 'הודעות דואר');
    await expect.poll(() => emails.locator('.badge').allTextContents()).toEqual(['לא נשלחה: בתיקיית outbox']);
    await expect.poll(() => emails.locator('.notice').textContent()).toContain('הדואר לא הוגדר');
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    await expect.poll(width).toBeLessThanOrEqual(0);
    await expectAccessible(page);
    const form = path.split('/')[3];
    await page.goto(`${quiet.service.url}/admin/forms/${form}/?view=after`);
    await expect.poll(() => page.locator('.notice.warning').first().textContent()).toContain('הדואר לא הוגדר');
    await expectAccessible(page);
    expect(faults).toEqual([]);
    await context.close();
  } finally {
    await quiet.close();
  }
});

test('[management] [after-actions.emails.failed] emails that failed: the reason, the way to the entry, and sent again', async () => {
  smtp.onRecipient = () => {
    throw refusal(550, 'No such user here');
  };
  const { path } = await makeEntry();
  smtp.onRecipient = () => {};
  const { page, context, faults } = await admin.openAs('/admin/account/log/', phone);
  await page.locator('a', { hasText: 'Emails that failed' }).click();
  const row = page.locator('.failed-emails tbody tr').first();
  await expect.poll(() => row.textContent()).toContain('No such user here');
  await expectAccessible(page);
  expect(await row.locator('a').getAttribute('href')).toBe(path);
  await row.locator('button', { hasText: 'Send again' }).click();
  await page.click('dialog .button.primary');
  await expect.poll(() => row.locator('.badge').textContent()).toBe('Sent');
  await page.reload();
  await expect.poll(() => page.locator('main').textContent()).toContain('No email failed');
  expect(faults).toEqual([]);
  await context.close();
});
