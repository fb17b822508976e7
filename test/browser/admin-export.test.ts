// Journeys of the export dialog: labels by default, options of the form, what the table shows; results that belong to the options.
import type { Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { download, readCsv, readZip } from '../support/download.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';

let admin: AdminTest;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  admin = await startAdminTest();
  alice = asAlice(admin.service);
});
afterAll(() => admin.close());

const definition = {
  name: 'Survey',
  timeZone: 'Asia/Jerusalem',
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'name', label: 'Full name' },
      {
        type: 'fCheckbox',
        name: 'why',
        label: 'Why',
        options: [
          ['p', 'Price'],
          ['q', 'Quality'],
        ],
      },
      { type: 'fDate', name: 'day', label: 'Day' },
      { type: 'cRepeat', name: 'orders', label: 'Orders', children: [{ type: 'fInput', name: 'item', label: 'Item' }] },
      { type: 'fFile', name: 'files', label: 'Files' },
    ),
  },
};

const words = {
  en: {
    export: 'Export',
    title: 'Export entries',
    labels: 'As people read them',
    csv: 'CSV, for any program',
    pdf: 'ZIP with a PDF of each entry',
    sheets: 'A sheet for repeating rows',
    split: 'A column for each choice',
    inside: 'Uploaded files too, in a ZIP',
    names: 'Names of the files',
    download: 'Download the file',
    columns: ['Number', 'Status'],
    submitted: 'Submitted',
  },
  he: {
    export: 'ייצוא',
    title: 'ייצוא רשומות',
    labels: 'כפי שאנשים קוראים אותן',
    csv: 'CSV, לכל תוכנה',
    pdf: 'ZIP עם PDF של כל רשומה',
    sheets: 'גיליון לשורות חוזרות',
    split: 'עמודה לכל אפשרות',
    inside: 'גם הקבצים שהועלו, בתוך ZIP',
    names: 'שמות הקבצים',
    download: 'הורדת הקובץ',
    columns: ['מספר', 'מצב'],
    submitted: 'נשלחה',
  },
} as const;

async function made(page: Page, t: (typeof words)['en' | 'he']): Promise<Buffer> {
  const dialog = page.getByRole('dialog', { name: t.title });
  await dialog.locator('.dialog-actions').getByRole('button', { name: t.export }).click();
  const link = dialog.getByRole('link', { name: t.download });
  await link.waitFor({ timeout: 180_000 });
  return (await download(admin.service, (await link.getAttribute('href')) ?? '')).content;
}

test.each([
  ['en', '[heavy] '],
  ['he', ''],
] as const)(
  '[export.table] export dialog, %s: %sa workbook with labels, its options, csv and named PDFs',
  async (language, _) => {
    const t = words[language];
    const form = await makeForm(admin.service, { ...definition, locale: language });
    const data = { name: 'Ada', why: ['p', 'q'], day: '2024-05-17', orders: [{ item: 'Tea' }, { item: 'Milk' }] };
    expect((await alice('POST', '/entry/submit', { form, data })).status).toBe(200);
    const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/`, { language });
    await page.locator('.page-header').getByRole('button', { name: t.export }).click();
    const dialog = page.getByRole('dialog', { name: t.title });
    expect(await dialog.getByRole('radio', { name: t.labels }).isChecked()).toBe(true);
    await expectAccessible(page);

    await dialog.getByLabel(t.sheets).check();
    await dialog.getByLabel(t.split).check();
    const [sheet, orders] = await readXlsxFile(await made(page, t));
    expect(sheet!.data[0]!.slice(0, 2)).toEqual(t.columns);
    const titles = ['Full name', 'Why', 'Why: Price', 'Why: Quality', 'Day', 'Files'];
    expect(sheet!.data[0]!.slice(5, -1)).toEqual(titles);
    expect(sheet!.data[1]!.slice(0, 2)).toEqual([1, t.submitted]);
    expect(sheet!.data[1]!.slice(5, -1)).toEqual(['Ada', 'Price | Quality', 1, 1, new Date('2024-05-17T00:00Z'), null]);
    expect(orders!.sheet).toBe('Orders');
    expect(orders!.data.slice(1)).toEqual([
      [1, 1, 'Tea'],
      [1, 2, 'Milk'],
    ]);
    await expectAccessible(page);

    // What is ready belongs to what was asked for.
    const link = dialog.getByRole('link', { name: t.download });
    await dialog.getByLabel(t.csv).check();
    await expect.poll(() => link.count()).toBe(0);
    await dialog.getByLabel(t.inside).check();
    const files = readZip(await made(page, t));
    expect([...files.keys()]).toEqual(['Survey.csv', 'Orders.csv']);
    expect(readCsv(files.get('Survey.csv')!)[1]!.slice(5, 9)).toEqual(['Ada', 'Price | Quality', '1', '1']);
    await dialog.getByLabel(t.pdf).check();
    await expect.poll(() => link.count()).toBe(0);
    await dialog.getByLabel(t.names).selectOption('name');
    await expectAccessible(page);
    expect([...readZip(await made(page, t)).keys()]).toEqual(['1 Ada.pdf']);
    expect(faults).toEqual([]);
    await context.close();
  },
);
