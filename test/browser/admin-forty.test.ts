// A whole form: forty questions with a condition, built from nothing in the form itself, with a preview and an email; filled on a
// phone; what comes by email and as a PDF.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { save, wide } from '../support/builder-page.ts';
import { canvasReady, drawn, focusedHere, tool } from '../support/canvas-page.ts';
import { phone, submit, thanks } from '../support/fill-page.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let admin: AdminTest;
beforeAll(async () => {
  smtp = await startSmtp();
  admin = await startAdminTest({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await admin?.close();
  await smtp?.close();
});

const plain = Array.from({ length: 36 }, (_, at) => `Question ${at + 1}`);
const picture = (name: string) => `${process.env['PICTURES']}/forty-${name}.png`;

test('[builder] forty questions from nothing, by keyboard; previewed, sent on a phone; the email and the PDF have the answers', async () => {
  const key = admin.service.people.alice.key;
  const form = (await admin.service.call('POST', '/form', { key, body: { name: 'Survey' } })).body.id as string;
  const { page, context, faults } = await admin.openAs(`/admin/forms/${form}/`, wide);
  const { keyboard } = page;
  await canvasReady(page);
  await page.locator('.cv-start').getByRole('button', { name: 'Short text' }).press('Enter');
  for (const label of plain) {
    await expect.poll(() => focusedHere(page)).toBe('Short text: label');
    await keyboard.type(label);
    await keyboard.press('Enter');
  }
  const become = async (words: string, kind: string, label: string) => {
    await expect.poll(() => focusedHere(page)).toMatch(/: label$/);
    await keyboard.press('/');
    await page.getByRole('combobox', { name: 'What to add' }).waitFor();
    await keyboard.type(words);
    await keyboard.press('Enter');
    await expect.poll(() => focusedHere(page)).toBe(`${kind}: label`);
    await keyboard.type(label);
    await keyboard.press('Enter');
  };
  await become('email', 'Email', 'Your email');
  await become('several', 'Several choices', 'Which days');
  await become('yes or', 'Yes or no', 'Brings a guest');
  await become('short', 'Short text', 'Name of the guest');
  // The last Enter began a question that nobody wants.
  await expect.poll(() => drawn(page)).toHaveLength(41);
  await keyboard.press('Control+z');
  await expect.poll(() => drawn(page)).toHaveLength(40);
  await page.locator('.cv-item').last().press('Escape');
  await tool(page, 'Condition').press('Enter');
  await page.getByLabel('Shown', { exact: true }).selectOption('when');
  const condition = page.getByRole('group', { name: 'Shown' });
  await condition.getByLabel('Field').selectOption({ label: 'Brings a guest' });
  await condition.getByLabel('Test').selectOption({ label: 'is checked' });
  await page.getByText('Shown when Brings a guest is checked').first().waitFor();
  await save(page);
  if (process.env['PICTURES']) await page.screenshot({ path: picture('built') });
  await page.goto(`${admin.service.url}/admin/forms/${form}/?view=after`);
  const confirm = page.getByRole('region', { name: 'Confirm to the person', exact: true });
  await confirm.getByRole('switch').check();
  await save(page);
  expect(faults).toEqual([]);
  await context.close();

  const filler = await admin.open(`/f/${form}/`, phone);
  const field = (label: string) => filler.page.getByLabel(label, { exact: true });
  for (const [at, label] of plain.entries()) await field(label).fill(`Answer ${at + 1}`);
  await field('Your email').fill('dana@example.com');
  await filler.page.getByRole('checkbox', { name: 'Option 2' }).check();
  expect(await field('Name of the guest').count()).toBe(0);
  await field('Brings a guest').check();
  await field('Name of the guest').fill('Noa');
  if (process.env['PICTURES']) await filler.page.screenshot({ path: picture('filled'), fullPage: true });
  await submit(filler.page);
  await thanks(filler.page);
  expect(filler.faults).toEqual([]);
  await filler.context.close();

  await expect.poll(() => smtp.emails.map(({ recipients }) => recipients)).toEqual([['dana@example.com']]);
  const said = smtp.emails[0]!.html!;
  for (const words of ['Question 36', 'Answer 36', 'Which days', 'Option 2', 'Name of the guest', 'Noa'])
    expect(said).toContain(words);
  const [entry] = (await admin.service.call('GET', '/entry', { key, query: { query: { form } } })).body.data;
  const { url } = (await admin.service.call('POST', `/entry/${entry.id}/render`, { key })).body;
  const pdf = await (await fetch(url.replace('http://forms.test', admin.service.url))).arrayBuffer();
  const { text } = await readPdf(new Uint8Array(pdf));
  for (const words of ['Question 36', 'Answer 36', 'Noa']) expect(text).toContain(words);
});
