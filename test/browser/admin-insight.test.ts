// Insight in the management app: what the charts and their tables say of real entries, in both directions, and what is said when
// there is nothing, not yet anything, or a failure.
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { makeForm, root } from '../support/entries.ts';
import { phone } from '../support/fill-page.ts';

let admin: AdminTest;
let form: string;
const hostile = 'Colour <img src=x onerror=alert(1)> \u202Eevil';
const day = 86_400_000;

beforeAll(async () => {
  admin = await startAdminTest();
  const rootElem = root(
    { type: 'fInput', name: 'name', label: 'Name' },
    {
      type: 'fRadio',
      name: 'colour',
      label: hostile,
      options: [
        ['r', 'Red'],
        ['g', 'ירוק'],
        ['b', 'Blue'],
      ],
    },
    { type: 'fCheckbox', name: 'days', label: 'Days', options: ['Sunday', 'Monday'] },
    { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
    { type: 'fRate', name: 'stars', label: 'Stars' },
    { type: 'fDate', name: 'since', label: 'Since' },
    { type: 'fBool', name: 'again', label: 'Again?' },
    {
      type: 'fMatrix',
      name: 'views',
      label: 'Views',
      matrixQuestions: [
        ['room', 'The room'],
        ['price', 'The price'],
      ],
      options: [
        ['1', 'Bad'],
        ['2', 'Good'],
      ],
    },
  );
  form = await makeForm(admin.service, { name: 'Evaluation', formSchema: { rootElem } });
  // Four answered forty days ago, eight just now.
  admin.service.advance(-40 * day);
  for (let index = 0; index < 12; index += 1) {
    if (index === 4) admin.service.advance(40 * day);
    const data = {
      name: `Person ${index}`,
      colour: index < 6 ? 'r' : 'g',
      days: index % 2 === 0 ? ['Sunday', 'Monday'] : ['Sunday'],
      age: 20 + index,
      ...(index < 10 && { stars: index < 5 ? 5 : 3 }),
      since: index < 9 ? '2024-02-10' : '2024-04-01',
      again: index < 3,
      views: { room: '2', price: index < 4 ? '1' : '2' },
    };
    const { status } = await admin.service.call('POST', '/entry/submit', { body: { form, data } });
    expect(status).toBe(200);
  }
});
afterAll(() => admin.close());

const card = (page: Page, title: string) =>
  page.locator('.chart-card', { has: page.locator('h2', { hasText: title }) });

/** The numbers of a chart, from its table. */
async function numbers(page: Page, title: string): Promise<string[][]> {
  const table = card(page, title).locator('table');
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
}

test('[management] insight: every chart says what was answered', async () => {
  const { page, context, faults } = await admin.openAs(`/admin/forms/${form}/insight/`);
  page.on('dialog', () => faults.push('script ran'));
  await page.waitForSelector('.chart-card');
  await expectAccessible(page);
  await expect
    .poll(() => page.locator('.chart-card h2').allTextContents())
    .toEqual([
      ...['Answers over time', hostile, 'Days', 'Age', 'Stars', 'Since', 'Again?', 'Views'],
      ...['Two questions against each other', 'Written answers', 'From opening to sending'],
    ]);
  await expect.poll(() => page.locator('main img').count()).toBe(0);
  for (const summary of await page.locator('.chart-table > summary').all()) await summary.click();
  await expectAccessible(page);
  await expect
    .poll(() => numbers(page, 'Colour'))
    .toEqual([
      ['Red', '6', '50%'],
      ['ירוק', '6', '50%'],
      ['Blue', '0', '0%'],
    ]);
  await expect
    .poll(() => numbers(page, 'Days'))
    .toEqual([
      ['Sunday', '12', '100%'],
      ['Monday', '6', '50%'],
    ]);
  await expect
    .poll(() => numbers(page, 'Stars'))
    .toEqual([
      ['5 stars', '5', '50%'],
      ['4 stars', '0', '0%'],
      ['3 stars', '5', '50%'],
      ['2 stars', '0', '0%'],
      ['1 star', '0', '0%'],
    ]);
  await expect
    .poll(() => numbers(page, 'Again?'))
    .toEqual([
      ['Yes', '3', '25%'],
      ['No', '9', '75%'],
    ]);
  await expect
    .poll(() => numbers(page, 'Views'))
    .toEqual([
      ['The room', '00%', '12100%'],
      ['The price', '433%', '867%'],
    ]);
  const ages = (await numbers(page, 'Age')).map(([, count]) => Number(count));
  expect(ages.reduce((sum, count) => sum + count, 0)).toBe(12);
  await expect
    .poll(() => card(page, 'Age').locator('.chart-summary').textContent())
    .toBe('From 20 to 31; half are 25.5 or less, the mean is 25.5.');
  await expect.poll(() => card(page, 'Stars').locator('.chart-summary').textContent()).toBe('Mean 4 of 5.');
  await expect.poll(() => card(page, 'Stars').textContent()).toContain('10 of 12 answered');
  const since = (await numbers(page, 'Since')).map(([, count]) => Number(count));
  expect([since[0], since.at(-1), since.reduce((sum, count) => sum + count, 0)]).toEqual([9, 3, 12]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] insight: the time is chosen in days of the own clock, and is part of the address', async () => {
  const zone = { timezoneId: 'Asia/Jerusalem' };
  const { page, context, faults } = await admin.openAs(`/admin/forms/${form}/insight/?range=7d`, zone);
  await page.waitForSelector('dd.large:text-is("8")');
  const asked = page.waitForRequest(/\/insight\?/);
  await page.selectOption('.range-chooser select', 'custom');
  expect(new URL((await asked).url()).searchParams.get('timeZone')).toBe('Asia/Jerusalem');
  await page.waitForSelector('dd.large:text-is("12")');
  const first = page.waitForRequest(/[?&]from=/);
  await page.getByLabel('First day').fill('2001-02-03');
  expect(new URL((await first).url()).searchParams.get('from')).toBe('2001-02-02T22:00:00.000Z');
  const last = page.waitForRequest(/[?&]to=/);
  await page.getByLabel('Last day').fill('2001-02-03');
  expect(new URL((await last).url()).searchParams.get('to')).toBe('2001-02-03T22:00:00.000Z');
  await page.waitForSelector('text=No answers in this period');
  await expectAccessible(page);
  await page.getByLabel('Last day').fill('2001-02-02');
  await page.waitForSelector('text=The last day is before the first.');
  await expectAccessible(page);
  await page.reload();
  await page.waitForSelector('text=No answers in this period');
  await expect.poll(() => page.getByLabel('First day').inputValue()).toBe('2001-02-03');
  await page.click('button:text-is("Show all time")');
  await page.waitForSelector('dd.large:text-is("12")');
  expect(new URL(page.url()).search).toBe('');
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('.range-chooser').isVisible()).toBe(false);
  await expect.poll(() => page.locator('.chart-card').first().isVisible()).toBe(true);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] insight: Hebrew, 320 px: bars grow from the right, time too', async () => {
  const { page, context, faults } = await admin.openAs(`/admin/forms/${form}/insight/`, {
    language: 'he',
    theme: 'dark',
    ...phone,
  });
  await page.waitForSelector('.chart-card');
  await expectAccessible(page);
  const sides = await page.evaluate(`(() => {
    const right = (element) => Math.round(element.getBoundingClientRect().right);
    const track = document.querySelector('.bar-track');
    const [first, second] = document.querySelectorAll('.chart-columns > span');
    return [right(track.firstChild) === right(track), first === undefined || right(first) > right(second)];
  })()`);
  expect(sides).toEqual([true, true]);
  await expect.poll(() => card(page, 'Again?').locator('.chart-summary').textContent()).toBe('25% ענו כן.');
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] [heavy] insight: a tie is told as a tie; pressing an answer shows only its entries; two views beside each other', async () => {
  const body = {
    name: 'Would not return',
    isShared: true,
    state: { where: { path: 'again', op: 'eq', value: false } },
  };
  const view = await admin.service.call('POST', `/form/${form}/views`, {
    token: admin.service.people.alice.token,
    body,
  });
  expect(view.status).toBe(200);
  const { page, context, faults } = await admin.openAs(`/admin/forms/${form}/insight/`);
  const summaryOf = (title: string) => card(page, title).locator('.chart-summary').textContent();
  await expect
    .poll(() => summaryOf('Colour'))
    .toBe('Most chosen, equally often: \u2068Red\u2069 and \u2068ירוק\u2069, 50% each.');
  await card(page, 'Colour').getByRole('button', { name: 'Red', exact: true }).click();
  await page.waitForSelector('dd.large:text-is("6")');
  await page.reload();
  await page.waitForSelector('dd.large:text-is("6")');
  await page.click('.filter-chip button');
  await page.waitForSelector('dd.large:text-is("12")');
  await page.getByLabel('Compare with').selectOption({ label: 'Would not return' });
  await expect
    .poll(() => page.locator('.chart-legend li').allTextContents())
    .toEqual(['These entries12 entries', 'Would not return9 entries']);
  await card(page, 'Colour').locator('.chart-table > summary').click();
  await expect
    .poll(() => numbers(page, 'Colour'))
    .toEqual([
      ['Red', '6', '50%', '3', '33%'],
      ['ירוק', '6', '50%', '6', '67%'],
      ['Blue', '0', '0%', '0', '0%'],
    ]);
  await expectAccessible(page);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] [heavy] insight: two questions, written answers with a search, drop-off, and files of a chart', async () => {
  admin.service.services.visits.add(form, 'opened');
  await admin.service.call('POST', '/entry/save', { body: { form, data: { name: 'Left' } } });
  const { page, context, faults } = await admin.openAs(`/admin/forms/${form}/insight/`);
  await page.getByLabel('Rows').selectOption({ label: 'Again?' });
  await page.getByLabel('Columns').selectOption({ label: 'Views: The price' });
  await expect
    .poll(() => numbers(page, 'Two questions'))
    .toEqual([
      ['Yes', '3100%', '00%'],
      ['No', '111%', '889%'],
    ]);
  const answers = page.locator('.text-answers p');
  await expect.poll(() => answers.count()).toBe(12);
  await page.getByLabel('Search in the answers').fill('person 1');
  await expect.poll(() => answers.allTextContents()).toEqual(['Person 11', 'Person 10', 'Person 1']);
  await expect
    .poll(() => card(page, 'Where drafts were left').locator('.chart-summary').textContent())
    .toContain('Name');
  await expect.poll(() => card(page, 'From opening to sending').textContent()).toContain('Opened');
  await expectAccessible(page);
  const fileOf = async (title: string, item: string) => {
    await card(page, title).locator('.menu > button').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click(`[role=menuitem]:has-text("${item}")`),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
  };
  const csv = await fileOf('Again?', 'CSV');
  expect([csv.name, String(csv.bytes)]).toEqual([
    'Again.csv',
    '\ufeffAnswer,Number,Share\r\nYes,3,0.25\r\nNo,9,0.75\r\n',
  ]);
  const png = await fileOf('Two questions', 'PNG');
  expect([...png.bytes.subarray(1, 4)].map((code) => String.fromCharCode(code)).join('')).toBe('PNG');
  expect(png.bytes.readUInt32BE(16)).toBe(1520);
  const svg = await fileOf('Colour', 'SVG');
  const parsed = await page.evaluate(
    `new DOMParser().parseFromString(${JSON.stringify(String(svg.bytes))}, 'image/svg+xml').querySelectorAll('parsererror, img').length`,
  );
  expect(parsed).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('[management] insight: while it is counted, when that fails, and when nobody answered', async () => {
  const empty = await makeForm(admin.service, {
    name: 'Nobody',
    formSchema: { rootElem: root({ type: 'fBool', name: 'yes', label: 'Yes?' }) },
  });
  const { page, context, faults } = await admin.openAs('/admin/sets/');
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  await page.route('**/insight?*', async (route: Route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await isHeld;
    await route.fulfill({ status: 504, contentType: 'text/html', body: '<h1>Gateway</h1>' });
  });
  await page.goto(`${admin.service.url}/admin/forms/${empty}/insight/`);
  await page.waitForSelector('[role=status] >> text=Counting the answers…');
  await expectAccessible(page);
  release();
  await page.waitForSelector('[role=alert]');
  await expectAccessible(page);
  await page.click('[role=alert] button');
  await page.waitForSelector('text=No answers yet');
  await expectAccessible(page);
  await page.click('a:has-text("Share the form")');
  await page.waitForURL(`**/admin/forms/${empty}/share/`);
  expect(faults.filter((fault) => !fault.includes('504'))).toEqual([]);
  await context.close();
});
