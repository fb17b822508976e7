// Settings of a form in the builder: time zone and shared devices; and properties that were probably meant otherwise.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { download } from '../support/download.ts';
import { submit, thanks } from '../support/fill-page.ts';
import { readPdf } from '../support/read-pdf.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin?.close());

const wide = { viewport: { width: 1280, height: 900 } };
const input = { type: 'fInput', name: 'a', label: 'First', reqValidater: true, styling: 'kept' };
const formOf = (...children: object[]) => ({
  name: 'Trip',
  formSchema: { rootElem: { type: 'cSection', name: 'root', children } },
});

async function makeForm(): Promise<string> {
  const { key } = admin.service.people.alice;
  return (await admin.service.call('POST', '/form', { key, body: formOf(input) })).body.id;
}
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const savedForm = async (form: string) =>
  (await admin.service.call('GET', `/form/${form}`, { key: admin.service.people.alice.key })).body;

test('[builder] the time zone is chosen by name, and a form for shared devices keeps nothing on them', async () => {
  const form = await makeForm();
  const { page } = await admin.openAs(`/admin/forms/${form}/?view=settings`, wide);
  const zone = page.getByLabel('Time zone', { exact: true });
  await zone.fill('Asia/Atlantis');
  await page.getByText('There is no time zone with this name.').waitFor();
  await expectAccessible(page);
  await zone.fill('Asia/Jerusalem');
  await expect.poll(() => page.getByText('There is no time zone with this name.').count()).toBe(0);
  const names = await page.locator('datalist option').evaluateAll((options) => options.length);
  expect(names).toBeGreaterThan(100);
  const shared = page.getByLabel('Keep nothing on the device of people who fill the form');
  await shared.check();
  const save = async () => {
    await page.keyboard.press('Control+s');
    await page.getByText('All changes saved').waitFor();
  };
  await save();
  expect(await savedForm(form)).toMatchObject({
    timeZone: 'Asia/Jerusalem',
    access: { isDisabled: false, keepDraftOnDevice: false },
  });
  await page.reload();
  await expect.poll(() => zone.inputValue()).toBe('Asia/Jerusalem');
  expect(await shared.isChecked()).toBe(true);
  await shared.uncheck();
  await zone.fill('');
  await save();
  await expect
    .poll(async () => {
      const { timeZone, access } = await savedForm(form);
      return { timeZone, access };
    })
    .toEqual({ timeZone: undefined, access: { isDisabled: false } });
});

test('[builder] a property that is nearly a known one is reported, others are listed as kept', async () => {
  const form = await makeForm();
  const { page } = await admin.openAs(`/admin/forms/${form}/`, wide);
  await page.locator('[role=treeitem]', { hasText: 'First' }).last().click();
  await page.getByText('The property reqValidater has no effect. Did you mean reqValidator?').waitFor();
  await page.getByText('Other properties (styling) are kept').waitFor();
  await expectAccessible(page);
});

test('[builder] [heavy] the page that people fill is set up in the settings, and how a question appears in its properties', async () => {
  const form = await makeForm();
  const { page } = await admin.openAs(`/admin/forms/${form}/?view=settings`, wide);
  const save = async () => {
    await page.keyboard.press('Control+s');
    await page.getByText('All changes saved').waitFor();
  };
  await page.locator('section', { hasText: 'The page people fill' }).getByLabel('Shown as').selectOption('steps');
  await page.getByLabel('Show all answers before they are sent').check();
  await page.getByLabel('Text of the Next button').fill('Go on');
  await page.getByLabel('Light or dark').selectOption('light');
  await page.getByLabel('Copy for the person who filled the form').selectOption('pdf');
  await page.getByLabel('Print help texts in PDFs').check();
  await expectAccessible(page);
  await save();
  await expect
    .poll(() => savedForm(form))
    .toMatchObject({
      display: 'steps',
      page: { review: true, nextText: 'Go on', colorScheme: 'light', copy: 'pdf', helpInPdf: true },
    });
  await page.goto(`${new URL(page.url()).origin}/admin/forms/${form}/`);
  await page.getByRole('treeitem', { name: /First/ }).click();
  const properties = page.getByRole('region', { name: 'Properties' });
  await properties.getByLabel('Help text', { exact: true }).fill('As in your passport');
  await properties.getByText('More', { exact: true }).click();
  await properties.getByLabel('Placeholder', { exact: true }).fill('Dana');
  await page.getByLabel('Filled in by the browser').selectOption('given-name');
  await page.getByLabel('Filled in from the link').fill('data');
  await page.getByText('Letters, digits, _, - and . only; not “data” and not “b”.').waitFor();
  await page.getByLabel('Filled in from the link').fill('who');
  await expectAccessible(page);
  await save();
  const shown = { help: 'As in your passport', placeholder: 'Dana', autocomplete: 'given-name', fromLink: 'who' };
  await expect.poll(async () => (await savedForm(form)).formSchema.rootElem.children[0]).toMatchObject(shown);
  // The switch is what the PDF goes by: on, and off again.
  const printed = async () => {
    const { name, formSchema, page: settings } = await savedForm(form);
    const body = { form: { name, formSchema, page: settings }, data: { a: 'Dana' } };
    const { url } = (await admin.service.call('POST', '/form/render', { key: admin.service.people.alice.key, body }))
      .body;
    return (await readPdf((await download(admin.service, url)).content)).text;
  };
  expect(await printed()).toContain('As in your passport');
  await page.goto(`${new URL(page.url()).origin}/admin/forms/${form}/?view=settings`);
  await page.getByLabel('Print help texts in PDFs').uncheck();
  await save();
  await expect.poll(async () => (await savedForm(form)).page.helpInPdf).toBeUndefined();
  expect(await printed()).not.toContain('As in your passport');
});

test('[builder] pages one after the other and a question that the link fills in: built, filled on a phone, in the entry', async () => {
  const pages = {
    type: 'cTabs',
    name: 'pages',
    tabs: [{ label: 'About you' }, { label: 'Your visit' }],
    children: [
      [
        { type: 'fInput', name: 'name', label: 'Your name' },
        { type: 'fInput', name: 'source', label: 'Source' },
      ],
      [{ type: 'fInput', name: 'day', label: 'Day' }],
    ],
  };
  const { key } = admin.service.people.alice;
  const form = (await admin.service.call('POST', '/form', { key, body: formOf(pages) })).body.id as string;
  const { page, faults, context } = await admin.openAs(`/admin/forms/${form}/`, wide);
  const save = async () => {
    await page.keyboard.press('Control+s');
    await page.getByText('All changes saved').waitFor();
  };
  const properties = page.getByRole('region', { name: 'Properties' });
  await page.getByRole('treeitem', { name: /Source/ }).click();
  await properties.getByText('More', { exact: true }).click();
  await properties.getByLabel('Filled in from the link').fill('utm_source');
  await properties.getByLabel('Hide this field on the page').check();
  const tabs = page.locator('[role=treeitem][data-row="formSchema.rootElem.children.0"]');
  await tabs.click();
  const shown = properties.getByLabel('How the pages are shown');
  await expect
    .poll(() => shown.locator('option').allTextContents())
    .toEqual(['As tabs', 'One after another, with Next']);
  await shown.selectOption({ label: 'One after another, with Next' });
  await expectAccessible(page);
  await save();
  await expect.poll(async () => (await savedForm(form)).display).toBe('steps');

  // The link brings the value, markup is text, and nobody sees the question.
  const filler = await admin.open(`/f/${form}/?utm_source=${encodeURIComponent('mail <b>&amp;')}&source=other`, phone);
  await filler.page.locator('#f-name').fill('Dana');
  expect(await filler.page.getByLabel('Source').count()).toBe(0);
  await expect.poll(() => filler.page.locator('progress').getAttribute('aria-label')).toBe('Step 1 of 2');
  await submit(filler.page);
  await filler.page.locator('#f-day').fill('Sunday');
  await submit(filler.page);
  await thanks(filler.page);
  expect(filler.faults).toEqual([]);
  await filler.context.close();
  const data = { name: 'Dana', source: 'mail <b>&amp;', day: 'Sunday' };
  expect(await admin.entries(form)).toEqual([['submitted', expect.objectContaining(data)]]);
  const { data: listed } = (await admin.service.call('GET', '/entry', { key, query: { query: { form } } })).body;
  await page.goto(`${new URL(page.url()).origin}/admin/entries/${form}/${listed[0].id}/`);
  await page.getByText('mail <b>&amp;', { exact: true }).waitFor();

  // Settings say the same, and the other way round: what is chosen there is chosen at the pages.
  await page.goto(`${new URL(page.url()).origin}/admin/forms/${form}/?view=settings`);
  const display = page.locator('section', { hasText: 'The page people fill' }).getByLabel('Shown as');
  await expect.poll(() => display.inputValue()).toBe('steps');
  await display.selectOption('one');
  await save();
  await page.goto(`${new URL(page.url()).origin}/admin/forms/${form}/`);
  await tabs.click();
  await expect.poll(() => shown.inputValue()).toBe('one');
  await shown.selectOption('page');
  await save();
  await expect.poll(async () => (await savedForm(form)).display).toBeUndefined();
  expect(faults).toEqual([]);
  await context.close();
});
