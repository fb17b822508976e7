// Forms in the management app: found among many, made in every way, shared, closed, deleted.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { encode } from 'uqr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { makeForm } from '../support/entries.ts';
import { phone } from '../support/fill-page.ts';
import type { Person } from '../support/service.ts';
import { upload } from '../support/upload.ts';

let admin: AdminTest;
beforeAll(async () => {
  admin = await startAdminTest();
});
afterAll(() => admin.close());

const rootElem = {
  type: 'cSection',
  name: 'root',
  children: [
    { type: 'fInput', name: 'name', label: 'Name', reqValidator: true },
    { type: 'fRadio', name: 'size', label: 'Size', options: ['small', 'large'] },
    { type: 'fFile', name: 'files', label: 'Files' },
  ],
};
const call = (method: string, path: string, body?: object, person: Person = admin.service.people.alice) =>
  admin.service.call(method, path, { token: person.token, ...(body && { body }) });
const names = (page: Page) => page.locator('.form-name').allTextContents();
const idIn = (page: Page) => /forms\/([0-9a-f]{24})\/$/.exec(new URL(page.url()).pathname)?.[1] ?? page.url();
const choose = async (page: Page, form: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${form}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('[management] forms: the first form: an empty account leads to the gallery, a preview, and on to the builder', async () => {
  const { chelsea } = admin.service.people;
  const { page, context, faults } = await admin.openAs('/admin/', { person: chelsea });
  await page.getByRole('heading', { name: 'Create your first form' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Choose a starting form' }).click();
  await page.getByRole('heading', { name: 'New form', level: 1 }).waitFor();
  await expectAccessible(page);
  await page.getByLabel('Language of the form').selectOption('he');
  await page.getByRole('button', { name: /^Event registration/ }).click();
  const frame = page.frameLocator('iframe');
  await frame.getByText('האם מגיעים?').waitFor();
  // It is the form itself, with its conditions; nothing can be sent from here.
  await expect.poll(() => frame.getByText('המנה שלך').count()).toBe(0);
  await frame.getByText('כן', { exact: true }).click();
  await frame.getByText('המנה שלך').waitFor();
  await expectAccessible(page);
  await page.getByLabel('Name of the form').fill('');
  await page.getByLabel('Tell this address').fill('not an address');
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.getByText('Please give it a name.').waitFor();
  await page.getByText('This is not an email address.').waitFor();
  await page.getByLabel('Name of the form').fill('המסיבה');
  await page.getByLabel('Tell this address').fill('party@example.com');
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.waitForURL(/\/admin\/forms\/[0-9a-f]{24}\/$/);
  const { body: form } = await call('GET', `/form/${idIn(page)}`, undefined, chelsea);
  expect([form.name, form.locale, form.postSubmit.emails[0].to]).toEqual(['המסיבה', 'he', ['party@example.com']]);
  expect((await call('GET', '/form', undefined, chelsea)).body.data).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] forms: search as one types, order, counts, close and open with a message, duplicate, delete', async () => {
  const { service } = admin;
  const { page, context, faults } = await admin.openAs('/admin/');
  const hostile = '<img src=x onerror=alert(1)>\u202e';
  const lunch = await makeForm(service, { name: 'Lunch', publicName: 'Order your lunch', formSchema: { rootElem } });
  await makeForm(service, { name: 'Annual trip', formSchema: { rootElem } });
  await makeForm(service, { name: hostile, formSchema: { rootElem } });
  const content = Buffer.from('0123456789');
  const file = await upload(service, lunch, { name: 'a.txt', type: 'text/plain', content });
  await call('POST', '/entry/submit', { form: lunch, data: { name: 'Dana', files: [file] } });
  await call('POST', '/entry/save', { form: lunch, data: {} });
  await page.reload();
  await page.getByText('3 forms').waitFor();
  await expect.poll(() => names(page)).toEqual(['Lunch', hostile, 'Annual trip']);
  await expect
    .poll(() => page.locator('.form-row').first().innerText())
    .toMatch(/Order your lunch\s+1 submitted\s+1 draft\s+Active this minute/);
  await expectAccessible(page);
  await page.getByLabel('Sort by').selectOption('name');
  expect((await names(page)).slice(-2)).toEqual(['Annual trip', 'Lunch']);
  for (const wanted of ['YOUR lun', lunch]) {
    await page.getByRole('searchbox').fill(wanted);
    await expect.poll(() => names(page)).toEqual(['Lunch']);
  }
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('heading', { name: 'No forms match “nothing like it”' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear the search' }).click();

  await choose(page, 'Lunch', 'Close…');
  await page.getByLabel('What people see instead').fill('Lunch is over.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close the form' }).click();
  await page.locator('.form-row', { hasText: 'Lunch' }).getByText('Closed').waitFor();
  const refused = await service.call('GET', `/form/${lunch}/start`);
  expect([refused.status, refused.body.message]).toEqual([403, 'Lunch is over.']);
  await choose(page, 'Lunch', 'Open again');
  await page.getByText('Lunch is open.').waitFor();
  expect((await service.call('GET', `/form/${lunch}/start`)).status).toBe(200);

  await choose(page, 'Lunch', 'Duplicate');
  await page.waitForURL(/\/admin\/forms\/[0-9a-f]{24}\/$/);
  const { body: copy } = await call('GET', `/form/${idIn(page)}`);
  const { body: original } = await call('GET', `/form/${lunch}`);
  expect([copy.name, copy.publicName, copy.formSchema, copy.current.all]).toEqual([
    'Copy of Lunch',
    'Order your lunch',
    original.formSchema,
    0,
  ]);

  await page.goto(`${service.url}/admin/?q=lunch&sort=name`);
  await page.getByText('2 forms').waitFor();
  await choose(page, 'Copy of Lunch', 'Delete…');
  await page.getByText('It has no entries.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'Lunch', 'Delete…');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 entries (submitted: 1, drafts: 1)').waitFor();
  await expect.poll(() => dialog.innerText()).toContain('1 file or archived PDF (10 bytes)');
  await expect.poll(() => dialog.innerText()).toContain(`http://forms.test/f/${lunch}/`);
  await expectAccessible(page);
  await dialog.getByLabel('Type Lunch to confirm').fill('lunch');
  await page.keyboard.press('Enter');
  expect((await call('GET', `/form/${lunch}`)).status).toBe(200);
  await dialog.getByLabel('Type Lunch to confirm').fill('Lunch');
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByText('Lunch was deleted.').waitFor();
  await expect.poll(() => names(page)).toEqual(['Copy of Lunch']);
  expect((await call('GET', `/form/${lunch}`)).status).toBe(404);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] forms: from JSON: mistakes are named with their place, a whole form is taken as the API gives it', async () => {
  const { page, context, faults } = await admin.openAs('/admin/forms/new/');
  await page.getByRole('button', { name: /^From JSON/ }).click();
  const give = async (text: string) => {
    await page.getByLabel('Definition').fill(text);
    await page.getByRole('button', { name: 'Create form' }).click();
  };
  await give('{\n  "name": "x",\n}');
  await page.getByText('The mistake is in line 3, column 1.').waitFor();
  await give('[1]');
  await page.getByText('A form is an object').waitFor();
  const bad = {
    formSchema: {
      rootElem: {
        ...rootElem,
        children: [
          { type: 'fFoo', name: 'a' },
          { type: 'fInput', name: 'b', relevant: 'model.' },
        ],
      },
    },
  };
  await give(JSON.stringify(bad));
  await expect
    .poll(() => page.locator('.problems li').allTextContents())
    .toEqual([
      expect.stringMatching(/^"formSchema\.rootElem\.children\[0\]\.type" must be one of/),
      expect.stringMatching(/^"formSchema\.rootElem\.children\[1\]\.relevant" must be a valid expression/),
    ]);
  await expectAccessible(page);
  await give('{"color": "red"}');
  await page.getByText('"color" is not allowed').waitFor();
  const { body: form } = await call(
    'GET',
    `/form/${await makeForm(admin.service, { name: 'Whole', formSchema: { rootElem } })}`,
  );
  const file = { name: 'form.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(form)) };
  await page.setInputFiles('input[type=file]', file);
  await page.getByRole('button', { name: 'Create form' }).click();
  await page.waitForURL(/\/admin\/forms\/[0-9a-f]{24}\/$/);
  const { body: made } = await call('GET', `/form/${idIn(page)}`);
  expect(made).toEqual({
    ...form,
    id: idIn(page),
    createTime: made.createTime,
    modifyTime: made.modifyTime,
    changedAt: made.changedAt,
  });
  // A refused request is an error of the console, and of nothing else.
  expect(faults).toEqual([expect.stringContaining('400')]);
  await context.close();
});

test('[management] [heavy] forms: thousands are loaded page by page; few are drawn, all are found', async () => {
  const { service } = admin;
  const kim = await service.person('kim@example.com');
  const { sql } = service.services.db;
  await sql`insert into forms (id, account, definition, create_time, modify_time, changed_at)
    select lpad(to_hex(n), 24, '0'), ${kim.account}, json_build_object('name', 'Form ' || n), t, t, t
    from (select n, timestamptz '2024-01-01' + n * interval '1 minute' as t from generate_series(1, 1200) n) made`;
  await sql`insert into form_counters (form, changed_at) select id, changed_at from forms where account = ${kim.account}`;
  const { page, context, faults } = await admin.openAs('/admin/forms/new/', { person: kim });
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/v1.0/form?') && asked.push(request.url()));
  await page.getByRole('link', { name: 'Forms' }).first().click();
  await page.getByText('1,200 forms').waitFor();
  expect(asked).toHaveLength(3);
  expect(asked.every((url) => new URL(url).searchParams.get('limit') === '500' && url.includes('fields='))).toBe(true);
  await expect.poll(async () => [(await names(page)).length, (await names(page))[0]]).toEqual([60, 'Form 1200']);
  await page.getByRole('searchbox').pressSequentially('form 7');
  await expect.poll(async () => (await names(page))[0]).toBe('Form 7');
  // The way back from a form leads to the same list.
  await page.waitForURL(/\?q=form\+7$/);
  await page.getByRole('link', { name: 'Form 7', exact: true }).click();
  await page.waitForURL(/\/admin\/forms\/0{23}7\/$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Form 7', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('form 7');
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] sharing: link, QR code, snippets, a link that fills fields in, the state', async () => {
  const { service } = admin;
  const form = await makeForm(service, { name: 'Picnic "2030" & more', formSchema: { rootElem } });
  const { page, context, faults } = await admin.openAs(`/admin/forms/${form}/share/`);
  const link = `http://forms.test/f/${form}/`;
  await page.getByRole('img', { name: 'QR code of the fill link' }).waitFor();
  await expect.poll(() => page.getByLabel('Fill link', { exact: true }).inputValue()).toBe(link);
  await expect
    .poll(() => page.getByLabel('HTML to paste').inputValue())
    .toBe(
      `<iframe src="${link}" title="Picnic &quot;2030&quot; &amp; more"\n  style="width: 100%; height: 30rem; border: 0"></iframe>\n<script src="http://forms.test/embed.js" async></script>`,
    );
  const curl = await page.getByLabel('Submit by curl').inputValue();
  const body = JSON.parse(/-d '([^']*)'$/.exec(curl)?.[1] ?? '');
  expect(curl).toContain("curl 'http://forms.test/v1.0/entry/submit'");
  expect((await service.call('POST', '/entry/submit', { body })).body.entry.data).toEqual({
    name: 'Dana Levi',
    size: 'small',
  });
  await expectAccessible(page);

  const download = async (name: string) => {
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return { name: saved.suggestedFilename(), content: await readFile(await saved.path()) };
  };
  const svg = await download('Download SVG');
  expect([svg.name, svg.content.toString().slice(0, 48)]).toEqual([
    'Picnic _2030_ & more.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox=',
  ]);
  const png = await download('Download PNG');
  expect([png.name, png.content.subarray(1, 4).toString(), png.content.readUInt32BE(16) > 500]).toEqual([
    'Picnic _2030_ & more.png',
    'PNG',
    true,
  ]);
  // What a camera sees is the code of the link: dark where the path is, white around it.
  const [, size, path] = /viewBox="0 0 (\d+).*<path d="([^"]+)"/.exec(svg.content.toString())!;
  expect(png.content.readUInt32BE(16)).toBe(Number(size) * 16);
  expect(modulesOf(path!, Number(size))).toEqual(encode(link, { ecc: 'M', border: 4 }).data);

  await page.getByRole('button', { name: 'Create such a link' }).click();
  await page.getByText('Fill at least one field').waitFor();
  const frame = page.frameLocator('iframe');
  await frame.getByLabel('Name').fill('דנה & "co"');
  await frame.getByText('large').click();
  const readLink = () => page.getByLabel('Link with these values').inputValue();
  await expect.poll(readLink).toMatch(/large/);
  const made = await readLink();
  await expectAccessible(page);
  const filled = await admin.open(made.replace('http://forms.test', ''));
  await filled.page.getByLabel('Name').waitFor();
  await expect
    .poll(async () => [
      await filled.page.getByLabel('Name').inputValue(),
      await filled.page.getByLabel('large').isChecked(),
    ])
    .toEqual(['דנה & "co"', true]);
  await filled.context.close();
  await frame.getByLabel('Name').fill('ש'.repeat(400));
  await page.getByText(/This link has 2,\d{3} characters/).waitFor();
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByText('Fill at least one field').waitFor();

  await page.getByRole('button', { name: 'Close…' }).click();
  await page.getByLabel('What people see instead').fill('See you next year.');
  await page.getByRole('button', { name: 'Close the form' }).click();
  await page.getByText('People read: “See you next year.”').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open again' }).click();
  await page.getByText('Open for everybody who has the link').waitFor();
  expect((await call('GET', `/form/${form}`)).body.access).toEqual({
    isDisabled: false,
    disabledMessage: 'See you next year.',
  });
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] forms: in Hebrew, on a small phone, in the dark: list, menu, gallery, sharing; by keyboard', async () => {
  const { service } = admin;
  const form = await makeForm(service, {
    name: 'Long-name-without-any-space-in-it-'.repeat(4),
    formSchema: { rootElem },
  });
  const options = { ...phone, language: 'he', theme: 'dark' } as const;
  const { page, context, faults } = await admin.openAs('/admin/', options);
  await page.locator('.form-row').first().waitFor();
  await expect
    .poll(() => page.evaluate('[document.documentElement.dir, document.documentElement.lang]'))
    .toEqual(['rtl', 'he']);
  await expectAccessible(page);
  await page.locator('.form-row').last().getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'בנייה' }).waitFor();
  await expectAccessible(page);
  // The list of actions is in sight, wherever its row is.
  const list = await page.getByRole('menu').boundingBox();
  expect(list!.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('End');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('מחיקה…');
  await page.keyboard.press('Escape');
  await page.goto(`${service.url}/admin/forms/new/`);
  await page.getByRole('button', { name: /^החזר הוצאות/ }).focus();
  await page.keyboard.press('Enter');
  await page.frameLocator('iframe').getByText('להחזר').waitFor();
  await expectAccessible(page);
  // Escape closes it from inside the form too.
  await page.frameLocator('iframe').getByLabel('שם מלא').focus();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^עותק של טופס/ }).click();
  await page.getByRole('radio').first().check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'יצירת הטופס' }).click();
  await page.waitForURL(/\/admin\/forms\/[0-9a-f]{24}\/$/);
  expect((await call('GET', `/form/${idIn(page)}`)).body.name).toMatch(/^עותק של /);
  await page.goto(`${service.url}/admin/forms/${form}/share/`);
  await page.getByRole('img', { name: 'קוד QR של קישור המילוי' }).waitFor();
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});

function modulesOf(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
    modules[Number(y)]!.fill(true, Number(x), Number(x) + Number(width));
  }
  return modules;
}
