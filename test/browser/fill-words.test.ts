// What the fill page says when something is wrong, where the focus goes, and what is heard.
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { desktop, type FillTest, phone, startFillTest, submit, thanks } from '../support/fill-page.ts';
import { makeEffectsLate } from '../support/late-effects.ts';
import { takePicture } from '../support/picture.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const submits = '**/v1.0/entry/submit*';
const focused = (page: Page) => page.evaluate('document.activeElement.id || document.activeElement.tagName');

const line = { type: 'fInput', name: 'product', label: 'Product', reqValidator: true };
const order = (rowName: string) =>
  root(
    { type: 'fInput', name: 'price', label: 'Price', typeValidator: 'num' },
    { type: 'fInput', name: 'tax', label: 'Tax', typeValidator: 'num' },
    { type: 'fInput', name: 'mail', label: 'Email', validators: ['str/email'] },
    { type: 'fInput', name: 'site', label: 'Site', validators: ['str/url'] },
    { type: 'fDate', name: 'day', label: 'Day', validators: [{ type: 'date/min', value: '2024-01-31' }] },
    { type: 'cRepeat', name: 'lines', label: 'Lines', children: [line] },
    { type: 'cRepeat', name: 'guests', label: 'Guests', rowName, children: [{ ...line, name: 'who', label: 'Who' }] },
  );
/** What is said of a row that has a name of its own, and of a web address without its beginning. */
const own = {
  en: {
    rowName: 'guest',
    title: 'Guest 1',
    remove: 'Remove guest 1',
    removed: 'Guest 1 was removedUndo',
    offer: 'Did you mean https://example.org?',
    take: 'Yes, use it',
  },
  he: {
    rowName: 'אורח',
    title: 'אורח 1',
    remove: 'הסרת אורח 1',
    removed: 'בוצעה הסרה: אורח 1ביטול ההסרה',
    offer: 'האם הכוונה לכתובת https://example.org?',
    take: 'כן, להשתמש בה',
  },
};

for (const [locale, size, said] of [
  [
    'en',
    desktop,
    [
      'Please check what you entered. 5 things need your attention:',
      'Price: Enter a number, such as 1234.5.',
      'Site: Enter a web address that starts with https://, such as https://example.org.',
      'Day: Must be 31 January 2024 or later.',
      'Lines, Row 2, Product: Write an answer.',
      'Guests, Guest 1, Who: Write an answer.',
    ],
  ],
  [
    'he',
    phone,
    [
      'יש לבדוק את הפרטים שהוזנו. 5 פרטים דורשים תיקון:',
      'Price: יש להזין מספר, למשל 1234.5.',
      'Site: יש להזין כתובת שמתחילה ב־https://\u200e, למשל https://example.org.',
      'Day: התאריך חייב להיות 31 בינואר 2024 או מאוחר יותר.',
      'Lines, שורה 2, Product: יש לכתוב תשובה.',
      'Guests, אורח 1, Who: יש לכתוב תשובה.',
    ],
  ],
] as const) {
  test(`[fill-links.words] [fill-links.summary] [fill-links.typed-numbers] [fill-links.link-offer] [fill-links.repeat] what to do is said, and where: ${locale}`, async () => {
    const form = await makeForm(fill.service, { locale, formSchema: { rootElem: order(own[locale].rowName) } });
    const { page, context, faults } = await fill.open(`/f/${form}/`, size);
    await page.fill('#f-price', '1,234,5');
    await page.fill('#f-tax', '1,5');
    await page.fill('#f-mail', ' dana@example.org ');
    await page.fill('#f-site', 'example.org');
    await page.fill('#f-day', '2024-01-01');
    await page.click('#f-lines-add');
    await page.fill('#f-lines-0-product', 'Tea');
    await page.click('#f-lines-add');
    await page.click('#f-guests-add');
    await submit(page);
    await page.waitForSelector('.summary');
    await expect.poll(() => page.locator('.summary :is(p, li)').allTextContents()).toEqual(said);
    // How it was read is seen once the field is left.
    await expect.poll(() => page.inputValue('#f-tax')).toBe('1.5');
    await page.fill('#f-price', '1.234,50');
    // Offered, and nothing changed before it is taken.
    const offer = page.locator('.offer');
    await expect.poll(() => offer.locator('span').textContent()).toBe(own[locale].offer);
    expect(await page.inputValue('#f-site')).toBe('example.org');
    await expectAccessible(page);
    await takePicture(page, `words-${locale}`);
    await offer.getByRole('button', { name: own[locale].take, exact: true }).press('Enter');
    await expect.poll(() => page.inputValue('#f-site')).toBe('https://example.org');
    await expect.poll(() => focused(page)).toBe('f-site');
    await page.fill('#f-site', ' https://example.org ');
    await page.getByRole('group', { name: own[locale].title, exact: true }).getByRole('textbox').fill('Eli');
    await page.getByRole('button', { name: own[locale].remove, exact: true }).click();
    await expect.poll(() => page.textContent('#f-guests .notice')).toBe(own[locale].removed);
    await page.fill('#f-day', '2024-02-01');
    const first = said[0].replace(/\. .*/, '. ');
    await expect.poll(() => page.textContent('.summary p')).toBe(first + oneThing[locale]);
    await page.fill('#f-lines-1-product', 'Cake');
    await submit(page);
    await thanks(page);
    expect((await fill.entries(form))[0]![1]).toEqual({
      price: 1234.5,
      tax: 1.5,
      mail: 'dana@example.org',
      site: 'https://example.org',
      day: '2024-02-01T00:00:00.000Z',
      lines: [{ product: 'Tea' }, { product: 'Cake' }],
    });
    expect(faults).toEqual([]);
    await context.close();
  });
}

const oneThing = { en: 'One thing needs your attention:', he: 'פרט אחד דורש תיקון:' };

test('[fill-links.failures] [fill-links.focus] a server that fails, or finds it too large: plain words, another try, one entry', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: order('') } });
  const { page, context } = await fill.open(`/f/${form}/`);
  const keys: (string | undefined)[] = [];
  const statuses = [413, 500];
  await page.route(submits, async (route: Route) => {
    const status = statuses.shift();
    keys.push(route.request().headers()['idempotency-key']);
    if (status === undefined) return route.continue();
    // The server got it all the same when it failed.
    if (status === 500) await route.fetch();
    return route.fulfill({ status, json: { statusCode: status, error: 'x', message: 'Words for programs' } });
  });
  await page.fill('#f-mail', 'dana@example.org');
  await submit(page);
  const notice = page.locator('.notice.error');
  await expect.poll(() => notice.textContent()).toMatch(/too long to be sent\. Nothing is lost.*Try again$/);
  await notice.locator('button').press('Enter');
  await expect
    .poll(() => notice.textContent())
    .toBe('The form could not be sent. Nothing is lost: what you typed is kept on this device.Try again');
  await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('primary');
  await expectAccessible(page);
  await notice.locator('button').press('Enter');
  await thanks(page);
  expect([keys[2], await fill.entries(form)]).toEqual([keys[1], [['submitted', { mail: 'dana@example.org' }]]]);
  await context.close();
});

test('[fill-links.focus] the focus stays where something was taken away', async () => {
  const rootElem = root(
    { type: 'fInput', name: 'name', label: 'Name' },
    { type: 'fRadio', name: 'size', label: 'Size', options: ['small', 'large'] },
    { type: 'fRate', name: 'rate', label: 'Rate' },
    { type: 'fInput', name: 'why', label: 'Why?', relevant: "model.why != 'no'" },
  );
  const form = await makeForm(fill.service, { formSchema: { rootElem } });
  const { page, context } = await fill.open(`/f/${form}/`);
  const inside = (place: string) => page.evaluate(`document.activeElement.closest('${place}') !== null`);
  await page.check('#f-size input >> nth=1');
  await page.press('#f-size .clear', 'Enter');
  await expect.poll(() => inside('#f-size')).toBe(true);
  await page.click('#f-rate label >> nth=2');
  await page.press('#f-rate .clear', 'Enter');
  await expect.poll(() => inside('#f-rate')).toBe(true);
  await page.fill('#f-name', 'Ada');
  await expect.poll(() => page.evaluate('localStorage.length')).toBe(1);
  await page.reload();
  await page.getByText('Start over').press('Enter');
  await expect.poll(() => page.inputValue('#f-name')).toBe('');
  // The button that brings it back comes later and takes the focus; what is typed before would go to it.
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Bring it back');
  await page.focus('#f-why');
  await page.keyboard.type('no');
  await expect.poll(() => page.locator('#f-why').count()).toBe(0);
  await expect.poll(() => focused(page)).not.toBe('BODY');
  await context.close();
});

test('[fill-links.quality] calculations have names and are quiet; messages are heard without their sign; boxes are invalid', async () => {
  const rootElem = root(
    { type: 'fInput', name: 'count', label: 'Count', typeValidator: 'num', reqValidator: true },
    { type: 'fCheckbox', name: 'days', label: 'Days', options: ['Sunday', 'Monday'], reqValidator: true },
    { type: 'eEq', name: 'sum', label: 'Sum', eq: 'model.count * 2' },
  );
  const form = await makeForm(fill.service, { formSchema: { rootElem } });
  const { page, context } = await fill.open(`/f/${form}/`);
  await submit(page);
  await page.waitForSelector('.summary');
  const session = await context.newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const heard = (role: string, name: string) => {
    const node = nodes.find((one) => one.role?.value === role && one.name?.value === name);
    const properties = Object.fromEntries((node?.properties ?? []).map((one) => [one.name, one.value.value]));
    return { description: node?.description?.value, invalid: properties['invalid'], live: properties['live'] };
  };
  expect(heard('textbox', 'Count')).toMatchObject({ description: 'Enter a number, such as 1234.5.', invalid: 'true' });
  // Once for all of them.
  expect(heard('group', 'Days (required)').description).toBe('Choose one of the options.');
  expect(heard('checkbox', 'Monday')).toMatchObject({ description: undefined, invalid: 'true' });
  expect(heard('status', 'Sum').live ?? 'off').toBe('off');
  expect(nodes.filter((one) => one.role?.value === 'status' && one.name?.value === 'Sum')).toHaveLength(1);
  await expectAccessible(page);
  await context.close();
});

test('[fill-links.save] a link that may not be copied by the page is selected, and the person is told', async () => {
  const form = await makeForm(fill.service, { locale: 'he', formSchema: { rootElem: order('') } });
  const { page, context } = await fill.open(`/f/${form}/`, phone);
  // Copied as soon as it is there.
  await makeEffectsLate(page);
  await page.fill('#f-mail', 'dana@example.org');
  await page.click('button.secondary');
  // As in a frame of a site that gives it no permission.
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false');
  await page.click('.saved button');
  await page.waitForSelector('.saved .hint:has-text("הקישור מסומן")');
  expect(await page.evaluate('getSelection().toString()')).toContain('/e/');
  await expectAccessible(page);
  await page.evaluate('document.execCommand = () => true');
  await page.click('.saved button');
  await page.waitForSelector('.saved button:has-text("הועתק")');
  await context.close();
});
