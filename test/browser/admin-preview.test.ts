// The preview of the builder: the unsaved form is filled for real, and nothing of it is kept or sent.
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import type { AdminTest } from '../support/admin-page.ts';
import { formOf, labelBox, line, startBuilder } from '../support/builder-page.ts';
import { text } from '../support/canvas-page.ts';
import { download } from '../support/download.ts';
import { makeEffectsLate } from '../support/late-effects.ts';
import { readPdf } from '../support/read-pdf.ts';

let admin: AdminTest;
const { makeForm, openBuilder, savedForm } = startBuilder((started) => {
  admin = started;
});

test('[builder] the preview is there also when its frame is ready before the page was painted', async () => {
  const { page, faults, context } = await openBuilder(await makeForm(formOf({ type: 'fInput', name: 'who' })));
  await makeEffectsLate(page);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.frameLocator('.preview-frame').getByRole('heading', { name: 'Trip' }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] the preview checks, thanks, shows the emails that would go and the PDF, and stores nothing', async () => {
  const form = await makeForm({
    ...formOf(
      { type: 'fInput', name: 'who', label: 'Name', reqValidator: true },
      { type: 'fFile', name: 'plan', label: 'Plan' },
    ),
    page: { submitText: 'Off it goes' },
    postSubmit: {
      ui: [{ type: 'message', text: 'Well done, {{ model.who }}.' }],
      emails: [
        { to: ['desk@example.com'], subject: 'From {{ model.who }}', text: 'Hello' },
        { to: ['boss@example.com'], subject: 'Never', text: 'x', if: 'false' },
      ],
    },
  });
  const { page, faults, context } = await openBuilder(form);
  // One bar, and the form: the first question is in sight at once.
  expect((await text(page, 'Name').boundingBox())!.y).toBeLessThanOrEqual(160);
  await line(page, 'Name').click();
  // Not saved yet: the preview shows the form as it is here.
  await labelBox(page).fill('Full name');
  const opener = page.getByRole('button', { name: 'Preview', exact: true });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Preview' });
  const frame = page.frameLocator('.preview-frame');
  await frame.getByRole('heading', { name: 'Trip' }).waitFor();
  await frame.getByRole('button', { name: 'Off it goes' }).click();
  await frame.getByText('Write an answer.').first().waitFor();
  await expectAccessible(page);
  await frame.getByRole('textbox', { name: 'Full name' }).fill('Dana');
  await frame
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await frame.getByText('a.txt').first().waitFor();
  await frame.getByRole('button', { name: 'Off it goes' }).click();
  await frame.getByText('Well done, Dana.').waitFor();
  const outcome = dialog.getByRole('region', { name: 'What would happen' });
  await outcome.getByText('From Dana').waitFor();
  await outcome.getByText('1 email would be sent').waitFor();
  await outcome.getByText('1 email would not be sent').waitFor();
  await outcome.getByRole('button', { name: 'Make the PDF' }).click();
  const pdf = await outcome.getByRole('link', { name: 'Open the PDF' }).getAttribute('href');
  expect((await readPdf((await download(admin.service, pdf!)).content)).text).toMatch(/Full name.*Dana.*a\.txt/);
  await expectAccessible(page);
  // With sample answers, wide and dark, from the start.
  await dialog.getByLabel('Filled by').selectOption('sample');
  await expect.poll(() => frame.getByRole('textbox', { name: 'Full name' }).inputValue()).not.toBe('');
  await dialog.getByLabel('Light or dark').selectOption('dark');
  await expect.poll(() => frame.locator('html').getAttribute('data-theme')).toBe('dark');
  await dialog.getByRole('button', { name: 'Tablet' }).click();
  await expect.poll(async () => (await page.locator('.preview-frame').boundingBox())?.width).toBe(768);
  await frame.getByRole('textbox', { name: 'Full name' }).press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  await expect.poll(() => opener.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  const { counts, current } = await savedForm(form);
  expect([counts.all, counts.submit, counts.start, current.all]).toEqual([0, 0, 0, 0]);
  const { key } = admin.service.people.alice;
  const usage = await admin.service.call('GET', `/form/${form}/fileCount`, { key });
  expect(usage.body.count).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
