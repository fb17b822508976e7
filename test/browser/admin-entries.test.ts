// Journeys of the management app with entries: the table, one entry, editing, status, deletion, templates, links, exports.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { asAlice, makeForm } from '../support/entries.ts';
import { answers, becomes, fill, lookForNew, menu, numbers, others, rowCount } from '../support/entries-page.ts';
import { shownMessages } from '../support/fill-page.ts';
import { guestsForm, hostile } from '../support/guests-form.ts';
import { makeEffectsLate } from '../support/late-effects.ts';

let admin: AdminTest;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  admin = await startAdminTest();
  alice = asAlice(admin.service);
});
afterAll(() => admin.close());

async function submit(form: string, data: object, options: object = { skipEmails: true, skipRenders: true }) {
  const reply = await alice('POST', '/entry/submit', { form, data, ...options });
  expect(reply.status).toBe(200);
  return reply.body.entryId as string;
}

test('[management] table: that there is no such number stays to be read, also on a page that is painted late', async () => {
  const form = await makeForm(admin.service, guestsForm);
  await submit(form, { name: 'Guest' });
  const { page, context } = await admin.openAs(`/admin/entries/${form}/`);
  await makeEffectsLate(page);
  await page.waitForSelector('tbody tr');
  await page.evaluate('window.lateMs = 600_000');
  await page.fill('.find-entry input', '99');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.find-entry .field-error >> text=This form has no entry number 99.');
  await context.close();
});

test('[management] table: values by their meaning, filters, columns, words, selection; new entries appear; pages follow', async () => {
  const form = await makeForm(admin.service, guestsForm);
  for (let at = 1; at <= 55; at += 1) await submit(form, { name: `Guest ${at}`, meal: 'v', day: '2026-07-01' });
  await alice('POST', '/entry/save', { form, data: { name: hostile, note: 'x'.repeat(300) } });
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/?status=all`);
  await page.waitForSelector('tbody tr');
  const titles = await page.locator('thead th').allTextContents();
  expect(titles.slice(1)).toEqual([
    'Number',
    'Status',
    'Last edited',
    `Name ${hostile}`,
    'Meal',
    'Day',
    'Files',
    'Note',
  ]);
  expect((await numbers(page)).slice(0, 3)).toEqual(['56', '55', '54']);
  const cells = await page.locator('tbody tr').nth(1).locator('td').allTextContents();
  expect([cells[2], ...cells.slice(4)]).toEqual(['Submitted', 'Guest 55', 'Vegetarian', '1 July 2026', '', '']);
  await expect.poll(() => page.locator('tbody tr').nth(0).locator('td').nth(4).textContent()).toBe(hostile);
  await expect
    .poll(() => page.locator('.status-choice').allTextContents())
    .toEqual(['All 56', 'Submitted 55', 'Draft 1']);
  // Pages: 50 rows, then the rest. Looked at before axe, which scrolls.
  await expect.poll(() => page.locator('tbody tr').count()).toBe(50);
  await expectAccessible(page);
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await rowCount(page, 56);
  await expect.poll(() => page.locator('.table-pager button').count()).toBe(0);

  // Somebody submits meanwhile: at rest the row comes by itself, elsewhere a button waits.
  await page.mouse.move(5, 5);
  await page.evaluate('scrollTo(0, 0)');
  await submit(form, { name: 'Late guest' });
  await lookForNew(page);
  await page.waitForSelector('tbody tr.arrived >> text=Late guest');
  await becomes(() => page.locator('.status-choice').first().textContent(), 'All 57');
  await page.hover('tbody tr:nth-child(3)');
  await submit(form, { name: 'Later guest' });
  await lookForNew(page);
  await page.waitForSelector('.new-entries button');
  await expect.poll(() => page.textContent('.new-entries')).toBe('1 new entry');
  expect((await numbers(page))[0]).toBe('57');
  await page.click('.new-entries button');
  await becomes(async () => (await numbers(page))[0], '58');

  // Filters live in the address.
  await page.click('.status-choice >> text=Draft');
  await rowCount(page, 1);
  await becomes(() => new URL(page.url()).search, '?status=saved');
  await page.selectOption('.since-filter select', 'today');
  await becomes(() => new URL(page.url()).search, '?status=saved&since=today');
  await becomes(() => numbers(page), ['56']);
  await page.selectOption('.since-filter select', 'date');
  await page.fill('.since-filter input', '2099-01-01');
  await page.waitForSelector('.empty >> text=No entries here');
  await page.click('.empty button');
  await rowCount(page, 50);
  await becomes(() => new URL(page.url()).search, '?status=all');

  // Words are looked for in all entries; a number or an id opens.
  await page.fill('.find-entry input', 'guest 5');
  await becomes(() => numbers(page), ['55', '54', '53', '52', '51', '50', '45', '35', '25', '15', '5']);
  await becomes(() => page.textContent('.match-count'), '11 entries');
  await page.fill('.find-entry input', '99');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.find-entry .field-error >> text=This form has no entry number 99.');
  await page.fill('.find-entry input', '2');
  await page.keyboard.press('Enter');
  await page.waitForSelector('h1 >> text=Entry 2');
  await expect.poll(() => answers(page)).toContainEqual([`Name ${hostile}`, 'Guest 2']);
  // What was searched for is in the address: going back finds it again.
  await page.goBack();
  await page.fill('.find-entry input', '');
  await becomes(() => new URL(page.url()).search, '?status=all');
  await rowCount(page, 50);

  // Columns are chosen and kept.
  await page.click('.entries-tools > .button');
  await expectAccessible(page);
  await page.uncheck('dialog >> text="Meal"');
  await page.check('dialog >> text="Sixth"');
  await page.check('dialog >> text="Entry ID"');
  await page.click('dialog >> text="Done"');
  await page.reload();
  await page.waitForSelector('tbody tr');
  expect((await page.locator('thead th').allTextContents()).slice(2)).toEqual([
    'Status',
    'Last edited',
    'Entry ID',
    `Name ${hostile}`,
    'Day',
    'Files',
    'Note',
    'Sixth',
  ]);

  // Rows are selected, with Shift a range, and deleted after a count.
  await page.locator('tbody .pick input').nth(0).click();
  await page
    .locator('tbody .pick input')
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await becomes(() => page.textContent('.selection-bar strong'), '3 selected');
  await expectAccessible(page);
  await page.click('.selection-bar >> text=Delete');
  await page.waitForSelector('dialog >> text=This deletes 3 entries.');
  await page.click('dialog .button.danger');
  await becomes(() => page.locator('.status-choice').first().textContent(), 'All 55');
  await becomes(async () => (await numbers(page))[0], '55');
  expect(others(faults)).toEqual([]);
  await context.close();
});

test('[management] table: a sheet holds 200 rows; older and newer sheets take its place', async () => {
  const form = await makeForm(admin.service, guestsForm);
  await alice('POST', `/form/${form}/generateEntries`, { num: 230 });
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/?status=all`);
  await page.waitForSelector('tbody tr');
  for (const count of [100, 150, 200]) {
    // The end of the rows comes into view.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await rowCount(page, count);
  }
  await expect.poll(() => page.locator('tbody tr').count()).toBe(200);
  await page.click('text=Older entries');
  await rowCount(page, 30);
  await expect.poll(async () => [(await numbers(page))[0], (await numbers(page)).at(-1)]).toEqual(['30', '1']);
  await page.click('text=Newer entries');
  await rowCount(page, 50);
  expect((await numbers(page))[0]).toBe('230');
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] [heavy] entry: a sheet of its answers, with history, emails and PDFs; edited with the server’s messages; status; deleted', async () => {
  const form = await makeForm(admin.service, guestsForm);
  const entry = await submit(form, { name: hostile, meal: 'v' }, {});
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/${entry}/`);
  const name = fill(page).locator('#f-name');
  await expect
    .poll(() => answers(page))
    .toEqual([
      [`Name ${hostile}`, hostile],
      ['Meal', 'Vegetarian'],
    ]);
  await expect.poll(() => page.locator('.form-frame').count()).toBe(0);
  await expect.poll(() => page.textContent('.history')).toMatch(/^Submitted.*alice \(you\) from 127\.0\.0\.1node$/);
  await expect.poll(() => page.getAttribute('.file-list a', 'href')).toMatch(/^http:\/\/forms\.test\//);
  await page.click('.email-list button');
  const email = page.frameLocator('.email-frame');
  await email.locator('p').waitFor();
  const shown = `(() => {
    const line = document.querySelector('.email-frame').contentDocument.querySelector('p');
    return [getComputedStyle(line).color, line.textContent.slice(0, 9)];
  })()`;
  await expect.poll(() => page.evaluate(shown)).toEqual(['rgb(255, 0, 0)', 'Dear <img']);
  // Nothing runs in that frame, axe neither.
  await page.click('.email-list button');
  await expect.poll(() => page.title()).toContain('Entry 1');
  await expectAccessible(page);

  // A rule is broken: nothing is saved, the message is shown at its field.
  await page.click('.page-header >> text=Edit');
  await name.waitFor();
  await page.waitForSelector('.edit-bar');
  await name.fill('');
  await page.click('text=Save changes');
  await page.waitForSelector('.edit-bar [role=alert]');
  const frame = page.frames().find((one) => one.url().endsWith('/admin/form-frame/'))!;
  await expect.poll(() => shownMessages(frame as unknown as Page)).toEqual([["model['name']", 'Write an answer.']]);
  await expectAccessible(page);
  expect((await alice('GET', `/entry/${entry}`)).body.data.name).toBe(hostile);

  // Leaving asks first.
  await page.click('.back');
  await page.waitForSelector('dialog >> text=Leave without saving?');
  await page.click('dialog >> text=Cancel');

  // Somebody else changed it meanwhile: both changes stay.
  await alice('POST', `/entry/${entry}/edit`, {
    data: { note: 'from elsewhere' },
    updateMode: 'assign',
    skipEmails: true,
  });
  await name.fill('Ruth');
  await page.uncheck("text=Send the form's emails about this edit");
  await page.click('text=Save changes');
  await page.waitForSelector('dialog >> text=Somebody else changed this entry');
  await expectAccessible(page);
  await page.click('text=Save only my changes');
  await page.waitForSelector('.page-header >> text=Edit');
  const saved = (await alice('GET', `/entry/${entry}`)).body;
  expect([saved.status, saved.data]).toEqual(['submitted', { name: 'Ruth', meal: 'v', note: 'from elsewhere' }]);
  expect(saved.sentEmails.length).toBe(1);
  await expect
    .poll(() => answers(page))
    .toEqual([
      [`Name ${hostile}`, 'Ruth'],
      ['Meal', 'Vegetarian'],
      ['Note', 'from elsewhere'],
    ]);

  // Back to a draft, with a link to continue; then submitted as its filler would.
  await menu(page, 0);
  await expectAccessible(page);
  await expect.poll(() => page.locator('dialog .radio strong').allTextContents()).toEqual(['Open it again as a draft']);
  await page.click('dialog >> text="Change"');
  await page.waitForSelector('.page-note >> text=Draft');
  await expect.poll(() => page.inputValue('.copy-field input >> nth=0')).toMatch(/\/e\/[0-9a-f]{24}\/\?b=/);
  await menu(page, 0);
  await expect
    .poll(() => page.locator('dialog .radio strong').allTextContents())
    .toEqual(['Submit it, as the person filling it would', 'Only mark it as submitted']);
  await page.check('text=Only mark it as submitted');
  await page.click('dialog >> text="Change"');
  await page.waitForSelector('.page-note >> text=Submitted');
  expect((await alice('GET', `/entry/${entry}`)).body.sentEmails.length).toBe(3);

  await page.click('text=Create a PDF now');
  await page.waitForSelector('text=Open the PDF');
  await menu(page, 1);
  await page.waitForSelector('dialog >> text=There is no undo.');
  await page.click('dialog .button.danger');
  await page.waitForSelector('.empty >> text=No entries yet');
  await page.goto(`${admin.service.url}/admin/entries/${form}/${entry}/`);
  await page.waitForSelector('.notice >> text=This entry was deleted');
  await expect.poll(() => page.locator('.page-header button').count()).toBe(0);
  await expectAccessible(page);
  expect(others(faults)).toEqual([]);
  await context.close();
});

test('[management] [heavy] many entries: deleting by filter counts first; templates; personal links; an export is what the table says', async () => {
  const form = await makeForm(admin.service, guestsForm);
  const stays = await submit(form, { name: '=1+1', meal: 'v' });
  for (let at = 0; at < 12; at += 1)
    await alice('POST', '/entry/save', { form, data: { name: `Draft ${at}` }, skipEmails: true });
  const elsewhere = await makeForm(admin.service, guestsForm);
  await alice('POST', '/entry/save', { form: elsewhere, data: { name: 'Other form' } });
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/?status=all`);
  await page.waitForSelector('tbody tr');

  await menu(page, 2);
  await page.waitForSelector('dialog >> text=This deletes 13 entries.');
  await page.click('dialog >> text="Draft"');
  await page.waitForSelector('dialog >> text=This deletes 12 entries.');
  await expectAccessible(page);
  await expect.poll(() => page.getAttribute('dialog .button.danger', 'aria-disabled')).toBe('true');
  await page.fill('dialog input:not([type=radio])', '13');
  await expect.poll(() => page.getAttribute('dialog .button.danger', 'aria-disabled')).toBe('true');
  await page.fill('dialog input:not([type=radio])', '12');
  await page.click('dialog .button.danger');
  await rowCount(page, 1);
  expect(await admin.entries(form)).toEqual([['submitted', { name: '=1+1', meal: 'v' }]]);
  expect((await admin.entries(elsewhere)).length).toBe(1);

  await menu(page, 0);
  await fill(page).locator('#f-note').fill('From the template');
  await page.fill('dialog input', 'Group A');
  await expectAccessible(page);
  await page.click('text=Create template');
  await page.waitForSelector('text=The template is ready.');
  await expect.poll(() => page.inputValue('dialog .copy-field input')).toMatch(/^http:\/\/forms\.test\//);
  await page.click('text=Open the template');
  await page.waitForSelector('h1 >> text=Entry 14');
  await expect.poll(() => page.textContent('.page-note')).toBe('Template Group A');
  await page.fill('.entry-side form input', 'Group B');
  await page.click('text=Save the name');
  await page.waitForSelector('.page-note >> text=Group B');
  await page.click('.back');
  await page.click('.status-choice >> text=Template');
  await page.waitForSelector('tbody >> text=Group B');

  await menu(page, 1);
  await page.fill('dialog input', '10001');
  await page.waitForSelector('dialog .field-error >> text=From 1 to 10,000');
  await page.fill('dialog input', '3');
  await page.click('dialog >> text=Create links');
  await page.waitForSelector('text=3 links are ready.');
  await expectAccessible(page);
  const links = (await page.inputValue('dialog textarea')).split('\n');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download as CSV')]);
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(lines[0]).toBe('\ufeffNumber,Entry ID,Link');
  expect(lines.slice(1, 4).map((line) => line.split(',')[2])).toEqual(links);
  expect(links.every((link) => /^http:\/\/forms\.test\/e\/[0-9a-f]{24}\/\?b=/.test(link))).toBe(true);
  await page.keyboard.press('Escape');

  await page.click('.status-choice >> text=Submitted');
  await page.click('.page-header >> text=Export');
  await page.check('text=CSV, for any program');
  await page.selectOption('dialog .export-columns select', 'own');
  await page.click('dialog >> text=No fields');
  await page.check('dialog >> text="Meal"');
  await page.check('dialog >> text="Entry ID"');
  await page.click('dialog .dialog-actions .primary');
  await page.waitForSelector('text=Download the file');
  await expectAccessible(page);
  const address = (await page.getAttribute('dialog .notice a', 'href')) ?? '';
  const edited: string = (await alice('GET', `/entry/${stays}`)).body.modifyTime;
  const file = await fetch(address.replace('http://forms.test', admin.service.url));
  expect(await file.text()).toBe(
    `Entry ID,Number,Status,Last edited (UTC),Meal\r\n${stays},1,Submitted,${edited.slice(0, 10)} ${edited.slice(11, 19)},Vegetarian\r\n`,
  );
  expect(others(faults)).toEqual([]);
  await context.close();
});

test('[management] Hebrew: on a phone: cards, filters, dialogs and one entry, with nothing sideways', async () => {
  const form = await makeForm(admin.service, { ...guestsForm, locale: 'he', name: 'אורחים' });
  const entry = await submit(form, { name: 'דנה', meal: 'v', note: 'x'.repeat(400) }, {});
  // Every status is there: the row of them is wider than the screen and scrolls by itself.
  await alice('POST', '/entry/template', { form, data: {}, skipEmails: true, skipRenders: true });
  await alice('POST', '/entry/save', { form, data: {}, skipEmails: true, skipRenders: true });
  await alice('POST', `/form/${form}/generateEntries`, { num: 1 });
  const small = { viewport: { width: 320, height: 640 } };
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/?status=all`, {
    ...small,
    language: 'he',
  });
  await page.waitForSelector('.entry-cards .card');
  await expect.poll(() => page.getAttribute('html', 'dir')).toBe('rtl');
  await expect.poll(() => page.locator('.entry-card-head').last().textContent()).toBe('רשומה 1נשלחה');
  await expectAccessible(page);
  for (const item of [0, 1, 2]) {
    await menu(page, item);
    await page.waitForSelector('dialog[open]');
    if (item === 0) await fill(page).locator('#f-name').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
  }
  await page.locator('.entry-card-head input').last().check();
  await page.click('.selection-bar >> text=ייצוא');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.locator('.entry-card-head a').last().click();
  await page.waitForSelector('h1 >> text=רשומה 1');
  await page.waitForSelector('.sheet-line');
  await expectAccessible(page);
  await page.click('.page-header .button.primary');
  await page.waitForSelector('.edit-bar');
  await fill(page).locator('#f-name').fill('נועה');
  await page.click('text=שמירת השינויים');
  await page.waitForSelector('.page-header .button.primary');
  expect((await alice('GET', `/entry/${entry}`)).body.data.name).toBe('נועה');
  expect(faults).toEqual([]);
  await context.close();
});
