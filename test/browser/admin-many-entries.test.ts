// A journey over a form of many entries: find one, filter by an option of a set, a question of a matrix and the team's words,
// sort, see what arrives meanwhile, save the view, change all that match, and export what is seen. MANY_ENTRIES=100000 for as many.
import type { Page } from 'playwright-core';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { download } from '../support/download.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { openSets } from '../support/options.ts';

/** More than are sorted one by one. */
const many = Number(process.env['MANY_ENTRIES'] ?? 6_000);

let admin: AdminTest;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  admin = await startAdminTest();
  alice = asAlice(admin.service);
});
afterAll(() => admin.close());

const people = [
  ['1', 'Poor'],
  ['2', 'Great'],
];
const formWith = (set: string) => ({
  name: 'Census',
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'name', label: 'Name' },
      { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
      { type: 'fSelect', name: 'city', label: 'City', options: { url: `/v1.0/optionsSet/${set}/autocomplete` } },
      { type: 'fMatrix', name: 'rate', label: 'Rate', matrixQuestions: [['f', 'Food']], options: people },
    ),
  },
});

/** Every second person is of Haifa, every third found the food great; each sixtieth entry is tagged by the team. */
async function fill(form: string): Promise<void> {
  const { sql } = admin.service.services.db;
  const { account } = admin.service.people.alice;
  const action = { id: 'a'.repeat(24), type: 'submit', time: '2026-01-01T00:00:00.000Z', ip: '', userAgent: '' };
  await sql`insert into entries (id, account, form, status, idx, submit_idx, data, actions, sent_emails, archived_renders,
      create_time, modify_time, changed_at, submit_time)
    select lpad(to_hex(1000000 + g), 24, '0'), ${account}, ${form}, 2, g, g, json_build_object(
        'name', case g when ${many / 2} then 'Zipporah Katz' else 'Person ' || g end, 'age', g % 1000,
        'city', case g % 2 when 0 then 'Haifa' else 'Lod' end, 'rate', json_build_object('f', (g % 3 = 0)::int + 1)),
      ${JSON.stringify([action])}::text::json, '[]', '[]', t, t, t, t
    from generate_series(1, ${many}::int) as g, (select now() - interval '1 day' as t) as t`;
  await sql`update form_counters set current_all = ${many}, current_submit = ${many}, idx = ${many}, submit_idx = ${many}
    where form = ${form}`;
  await sql`insert into entry_team (entry, form, status, assignee, tags, modify_time)
    select id, form, '', null, '{vip}', now() from entries where form = ${form} and idx % 60 = 0`;
}

const becomes = <Value>(read: () => Value | Promise<Value>, value: Awaited<Value>) =>
  expect.poll(read, { timeout: 240_000 }).toEqual(value);
const names = (page: Page) => page.locator('tbody tr[data-id] td:nth-child(5)').allTextContents();
const counted = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'entry' : 'entries'}`;
const count = (page: Page, text: string) => becomes(() => page.textContent('.match-count'), text);

async function addFilter(page: Page, path: string, option: string): Promise<void> {
  await page.click('.chip-add');
  await page.selectOption('dialog select >> nth=0', path);
  await page.check(`dialog >> text="${option}"`);
  await expectAccessible(page);
  await page.click('dialog .button.primary');
}

test('[management][lists.views][entry-search.team] [heavy] many entries: found, filtered, sorted, changed and exported as they are seen', async () => {
  const set = await openSets(admin.service).makeSet('Cities', { value: 'Haifa' }, { value: 'Lod' });
  const form = await makeForm(admin.service, formWith(set));
  await fill(form);
  const { page, context, faults } = await admin.openAs(`/admin/entries/${form}/`);
  await count(page, counted(many));
  await page.fill('.find-entry input', 'zipporah');
  await becomes(() => names(page), ['Zipporah Katz']);
  await count(page, counted(1));
  await page.fill('.find-entry input', '');

  await addFilter(page, 'rate.f', 'Great');
  await addFilter(page, 'city', 'Haifa');
  await becomes(() => page.locator('.chip').allTextContents(), ['Rate: Food is Great', 'City is Haifa']);
  const found = Math.floor(many / 6);
  const exact = found > 10_000 ? 'more than 10,000 entries' : counted(found);
  await expect
    .poll(async () => (await page.textContent('.match-count'))?.toLowerCase(), { timeout: 240_000 })
    .toBe(exact);
  await page.click('thead >> text="Age"');
  await page.click('[role=menuitem] >> text=Sort descending');
  const matches = Array.from({ length: found }, (_, place) => 6 * (place + 1));
  const [top] = matches.sort((a, b) => (b % 1000) - (a % 1000) || b - a);
  await expect.poll(async () => (await names(page))[0], { timeout: 240_000 }).toBe(`Person ${top}`);
  const shown = await names(page);
  const ages = await page.locator('tbody tr[data-id] td:nth-child(6)').allTextContents();
  expect(ages.map(Number)).toEqual(ages.map(Number).toSorted((a, b) => b - a));

  // What arrives is told, and moves nothing until somebody asks for it.
  const data = { name: 'Newcomer', age: 5000, city: 'Haifa', rate: { f: '2' } };
  expect((await alice('POST', '/entry/submit', { form, data })).status).toBe(200);
  expect((await alice('POST', '/entry/submit', { form, data: { ...data, city: 'Lod' } })).status).toBe(200);
  await expect
    .poll(
      async () => {
        await page.evaluate('dispatchEvent(new Event("focus"))');
        return page.textContent('.new-entries');
      },
      { timeout: 240_000, interval: 1_000 },
    )
    .toBe('1 new entry');
  expect(await names(page)).toEqual(shown);
  await page.click('.new-entries .button');
  await expect.poll(async () => (await names(page))[0], { timeout: 240_000 }).toBe('Newcomer');
  await becomes(() => page.textContent('.new-entries'), '');

  await addFilter(page, 'team.tags', 'vip');
  const tagged = Math.floor(many / 60);
  await count(page, counted(tagged));
  await page.click('.view-button');
  await page.click('.view-actions >> text=Save as a new view');
  await page.fill('dialog input >> nth=0', 'Guests');
  await page.click('dialog .button.primary');
  await becomes(() => page.textContent('.view-name'), 'Guests');

  await page.locator('.page-header').getByRole('button', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export entries' });
  await dialog.getByRole('button', { name: 'Export' }).click();
  const link = dialog.getByRole('link', { name: 'Download the file' });
  await link.waitFor({ timeout: 240_000 });
  const file = await download(admin.service, (await link.getAttribute('href')) ?? '');
  const [sheet] = await readXlsxFile(file.content);
  const rows = sheet!.data;
  expect(rows).toHaveLength(tagged + 1);
  const at = (title: string) => rows[0]!.indexOf(title);
  expect(rows[1]![at('Name')]).toBe((await names(page))[0]);
  expect([rows[1]![at('City')], rows[1]![at('Rate')]]).toEqual(['Haifa', 'Food: Great']);
  const exported = rows.slice(1).map((row) => row[at('Age')] as number);
  expect(exported).toEqual(exported.toSorted((a, b) => b - a));
  await page.keyboard.press('Escape');

  await page.click('thead .pick input');
  await page.click(`.selection-bar >> text=Select all ${tagged.toLocaleString('en-GB')} that match`);
  await page.click('.selection-bar >> text=Status');
  await page.click('dialog .button.primary');
  await page.waitForSelector(`dialog >> text=The status of ${tagged.toLocaleString('en-GB')} entries was changed.`, {
    timeout: 600_000,
  });
  await page.click('dialog .dialog-actions .button');
  await page.waitForSelector('.empty');
  expect((await alice('GET', `/form/${form}`)).body.current).toMatchObject({
    save: tagged,
    submit: many + 2 - tagged,
  });
  // How far an export is may be asked before there is anything to say.
  expect(faults.filter((fault) => !/status of 404/.test(fault))).toEqual([]);
  await context.close();
}, 900_000);
