// A form of another program in the management app: chosen, dropped or pasted, looked at, and made when the person says so.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { formioJson } from '../support/foreign-forms/formio-json.ts';
import { householdWorkbook } from '../support/foreign-forms/household-workbook.ts';
import { makeWorkbook } from '../support/make-workbook.ts';
import type { Person } from '../support/service.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin.close());

const forms = async (person: Person) => (await admin.service.call('GET', '/form', { token: person.token })).body.data;
const idIn = (page: Page) => /forms\/([0-9a-f]{24})\/$/.exec(new URL(page.url()).pathname)?.[1] ?? page.url();
const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent');

/** As a hand would: held over the page, let go beside the box for it. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const data = await page.evaluateHandle(
    `(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(${JSON.stringify([...bytes])})], ${JSON.stringify(name)}));
      return transfer;
    })()`,
  );
  await page.dispatchEvent('h1', 'dragover', { dataTransfer: data });
  await page.getByText('Let go to read it').waitFor();
  await page.dispatchEvent('h1', 'drop', { dataTransfer: data });
}

test('[forms.import.app] [management] import: an XLSForm is dropped, looked at with its notes, named, and made once, after a lost response too', async () => {
  const { chelsea } = admin.service.people;
  const { page, context, faults } = await admin.openAs('/admin/', { person: chelsea });
  await page.getByRole('link', { name: 'Import a form' }).click();
  await page.getByRole('heading', { name: 'Import a form', level: 1 }).waitFor();
  await expectAccessible(page);
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/v1.0/') && asked.push(request.method()));

  await drop(page, 'old.xls', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]));
  await page.getByText('This is a workbook in the old .xls format.').waitFor();
  await expect.poll(() => focused(page)).toBe('Choose a file');
  await expectAccessible(page);
  await drop(page, 'household.xlsx', householdWorkbook());
  await expect.poll(() => focused(page)).toBe('Your form');
  await expect
    .poll(() => page.locator('.import-counts li').allTextContents())
    .toEqual(['14 questions', '1 section', '1 repeated section', '4 with conditions']);
  const frame = page.frameLocator('iframe');
  // It is the form itself, with its conditions.
  await frame.getByText('North', { exact: true }).waitFor();
  await expect.poll(() => frame.getByText('Haifa').count()).toBe(0);
  await frame.getByText('North', { exact: true }).click();
  await frame.getByText('Haifa').waitFor();
  await expectAccessible(page);

  await expect
    .poll(() => page.locator('.import-group summary').allInnerTexts())
    .toEqual(['Conditions, checks and calculations 2', 'Asked in another way 2', 'Left out 2', 'Looks and settings 2']);
  await page.getByRole('button', { name: 'Born on' }).click();
  await expect.poll(() => focused(page)).toMatch(/^Born onDateNot checked/);
  await expect.poll(() => page.locator('.import-row').count()).toBeGreaterThan(14);
  await expectAccessible(page);
  const [list] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save this list' }).click(),
  ]);
  expect(list.suggestedFilename()).toBe('Household visit.txt');
  // Other texts of the same file; nothing was asked of the service so far.
  await page.getByLabel('Language of the form').selectOption('he');
  await page.locator('.import-row', { hasText: 'שמך' }).waitFor();
  expect([asked, await forms(chelsea)]).toEqual([[], []]);

  const name = page.getByLabel('Name of the form');
  await name.fill(' ');
  await name.press('Enter');
  await page.getByText('Please give it a name.').waitFor();
  await name.fill('ביקור בית');
  let isLost = false;
  await page.route('**/v1.0/form?*', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await name.press('Enter');
  await page.locator('.import-result .notice.error').waitFor();
  expect(await forms(chelsea)).toHaveLength(1);
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.waitForURL(/\/admin\/forms\/[0-9a-f]{24}\/$/);
  const made = await forms(chelsea);
  expect(made.map((form: { id: string; name: string; locale: string }) => [form.id, form.name, form.locale])).toEqual([
    [idIn(page), 'ביקור בית', 'he'],
  ]);
  expect(faults).toEqual([expect.stringContaining('ERR_FAILED')]);
  await context.close();
});

test('[forms.import.app] [management] [heavy] import: in Hebrew on a phone, Form.io is pasted after a text that was cut off; a long form is listed, a wrong one refused', async () => {
  const kim = await admin.service.person('kim@example.com');
  const { page, context, faults } = await admin.openAs('/admin/forms/new/', {
    person: kim,
    language: 'he',
    theme: 'dark',
    viewport: { width: 360, height: 740 },
  });
  await page.getByRole('link', { name: /^ייבוא טופס/ }).click();
  await page.getByRole('button', { name: 'הדבקת JSON' }).click();
  const text = page.getByLabel('ה־JSON של הטופס');
  await expect.poll(() => page.evaluate('document.activeElement.localName')).toBe('textarea');
  const json = JSON.stringify(formioJson, null, 1);
  await text.fill(json.slice(0, 500));
  await page.getByRole('button', { name: 'קריאה' }).click();
  await page.getByText(/^זה אינו JSON תקין/).waitFor();
  await expectAccessible(page);
  // What was pasted is still there, and so it is after a look at the form.
  await expect.poll(() => text.inputValue()).toBe(json.slice(0, 500));
  await text.fill(json);
  await expect.poll(() => page.locator('.notice.error').count()).toBe(0);
  await page.getByRole('button', { name: 'קריאה' }).click();
  await expect.poll(() => focused(page)).toBe('הטופס שלך');
  await page.frameLocator('iframe').getByText('We send the ticket there.').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'מבנה' }).click();
  await page.locator('.import-row', { hasText: 'Guests' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'בחירת קובץ אחר' }).click();
  await expect.poll(() => text.inputValue()).toBe(json);

  await page.getByRole('button', { name: 'שימוש בקובץ במקום' }).click();
  const give = (name: string, content: Uint8Array | string) =>
    page.setInputFiles('input[type=file]', { name, mimeType: '', buffer: Buffer.from(content) });
  await give('ours.json', '{"formSchema":{}}');
  await page.getByRole('link', { name: 'אל „טופס חדש”' }).waitFor();
  const rows = Array.from({ length: 1200 }, (_, at) => ['geopoint', `q${at}`, `Question ${at}`]);
  await give('long.xlsx', makeWorkbook({ survey: [['type', 'name', 'label'], ...rows] }));
  await page.getByText('1,200 שאלות').waitFor();
  await expect.poll(() => page.locator('.import-row').count()).toBe(500);
  await expect.poll(() => page.locator('iframe').count()).toBe(0);
  await page.getByRole('button', { name: 'עוד 1,150' }).click();
  await page.getByRole('button', { name: 'Question 1100' }).click();
  await expect.poll(() => focused(page)).toMatch(/^Question 1100/);
  await page.getByRole('button', { name: 'יצירת הטופס' }).click();
  await page.waitForURL(/\/admin\/forms\/[0-9a-f]{24}\/$/);
  expect((await forms(kim)).map((form: { name: string }) => form.name)).toEqual(['long']);
  expect(faults).toEqual([]);
  await context.close();
});
