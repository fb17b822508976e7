// What the fields show is compared with what is stored, before a send and after it: any difference is shown before any thank-you.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const name = { type: 'fInput', name: 'name', label: 'Name' };
const agree = { type: 'fBool', name: 'agree', label: 'I agree' };

test('[fill-links.seen-stored] a text that a program put into a field without a word to the page is stored as it is seen', async () => {
  const when = { type: 'fDate', name: 'when', label: 'When' };
  const size = { type: 'fSelect', name: 'size', label: 'Size', options: ['S', 'L'] };
  const rows = { type: 'cRepeat', name: 'rows', label: 'Rows', children: [name] };
  const form = await makeForm(fill.service, { formSchema: { rootElem: root(name, when, size, rows) } });
  const { page, context, faults } = await fill.open(`/f/${form}/`);
  await page.click('button.add');
  await page.fill('#f-rows-0-name', 'typed');
  await page.evaluate(`for (const [id, value] of [['f-name', 'Dana'], ['f-when', '2024-05-06'], ['f-size', 'L'], ['f-rows-0-name', 'other']])
    document.getElementById(id).value = value;`);
  await submit(page);
  await thanks(page);
  const data = { name: 'Dana', when: '2024-05-06T00:00:00.000Z', size: 'L', rows: [{ name: 'other' }] };
  expect(await fill.entries(form)).toEqual([['submitted', data]]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[fill-links.seen-stored] a field that shows another answer than would be stored stops a send once, with both answers', async () => {
  for (const [locale, words] of [
    ['en', 'the page shows I agree; what would be stored is nothing'],
    ['he', 'בדף מוצג I agree; מה שיישמר הוא דבר'],
  ] as const) {
    const form = await makeForm(fill.service, { locale, formSchema: { rootElem: root(name, agree) } });
    const { page, context, faults } = await fill.open(`/f/${form}/`);
    await page.fill('#f-name', 'Dana');
    await page.evaluate("document.getElementById('f-agree').checked = true");
    await submit(page);
    await page.locator('section.saved', { hasText: words }).waitFor();
    expect(await fill.entries(form)).toEqual([]);
    await page.click('section.saved li button');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('f-agree');
    await submit(page);
    await thanks(page);
    expect(await page.locator('#seen-title').count()).toBe(0);
    expect(await fill.entries(form)).toEqual([['submitted', { name: 'Dana' }]]);
    expect(faults).toEqual([]);
    await context.close();
  }
});

test('[fill-links.seen-stored] what the service stored otherwise than it was shown is said before the thank-you, and can be sent again', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: root(name, agree) } });
  const { page, context, faults } = await fill.open(`/f/${form}/`);
  await page.route('**/entry/submit?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.entry.data = { agree: true };
    await route.fulfill({ response, json: body });
  });
  await page.fill('#f-name', 'Dana');
  await page.check('#f-agree');
  await submit(page);
  await page.waitForSelector('.thank-you #seen-title');
  const text = await thanks(page);
  expect(text.indexOf('the page shows Dana; what is stored is nothing')).toBeGreaterThan(-1);
  expect(text.indexOf('what is stored is nothing')).toBeLessThan(text.indexOf('Thank you'));
  expect(text).not.toContain('I agree');
  await page.unroute('**/entry/submit?*');
  await page.click('text=Back to the form');
  await expect.poll(() => page.inputValue('#f-name')).toBe('Dana');
  await submit(page);
  expect(await thanks(page)).not.toContain('stored otherwise');
  expect(await fill.entries(form)).toHaveLength(2);
  expect(faults).toEqual([]);
  await context.close();
});

test('[fill-links.seen-stored] after a save the page says what was saved otherwise than it is shown', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: root(name) } });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.route('**/entry/save?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.entry.data = { name: 'Another' };
    await route.fulfill({ response, json: body });
  });
  await page.fill('#f-name', 'Dana');
  await page.click('text=Save for later');
  await page.locator('section.saved', { hasText: 'the page shows Dana; what is stored is Another' }).waitFor();
  await context.close();
});
