// The fields of the fill page: every field that is not a rich one, in both languages and sizes.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { desktop, type FillTest, phone, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const options = [['a', 'Apple'], { label: 'Citrus', options: [['l', 'Lemon'], 'lime'] }];

const everyField = root(
  { type: 'eText', name: 'intro', text: 'Hello {{ model.text || "you" }}.\nSecond line.' },
  { type: 'fInput', name: 'text', label: 'Text', reqValidator: true },
  { type: 'fInput', name: 'email', label: 'Email', validators: ['str/email'] },
  { type: 'fLngTxt', name: 'long', label: 'Long' },
  { type: 'fInput', name: 'num', label: 'Number', typeValidator: 'num' },
  { type: 'fSelect', name: 'select', label: 'Select', options },
  { type: 'fSelect', name: 'multi', label: 'Multi', options, selectMulti: true },
  {
    type: 'fRadio',
    name: 'radio',
    label: 'Radio',
    options: [
      ['1', 'One'],
      ['2', 'Two'],
    ],
    reqValidator: true,
  },
  { type: 'fRadio', name: 'yesNo', label: 'Yes or no', typeValidator: 'bool' },
  { type: 'fCheckbox', name: 'boxes', label: 'Boxes', options: ['x', 'y', 'z'], reqValidator: true },
  { type: 'fBool', name: 'bool', label: 'Agree' },
  { type: 'fBool', name: 'off', label: 'Newsletter', boolUncheckedValue: false },
  { type: 'fDate', name: 'day', label: 'Day' },
  { type: 'fDate', name: 'moment', label: 'Moment', typeValidator: { type: 'date', mode: 'dt' } },
  { type: 'fDate', name: 'time', label: 'Time', typeValidator: { type: 'date', mode: 't' } },
  { type: 'fRate', name: 'rate', label: 'Rate' },
  { type: 'fRate', name: 'score', label: 'Score', rateMax: 10 },
  { type: 'fColor', name: 'color', label: 'Color', colorPreferredFormat: 'rgb' },
  { type: 'fInput', name: 'typedColor', label: 'Typed color', typeValidator: 'color' },
  {
    type: 'fSelect',
    name: 'typedNum',
    label: 'Typed number',
    typeValidator: 'num',
    options: [
      ['1', 'one'],
      ['2', 'two'],
    ],
  },
  {
    type: 'fMatrix',
    name: 'matrix',
    label: 'Matrix',
    matrixQuestions: [['q1', 'First?'], 'q2'],
    options: ['good', 'bad'],
  },
  { type: 'eEq', name: 'double', label: 'Twice', eq: 'model.num * 2 + 0.1' },
  {
    type: 'fInput',
    name: 'fixed',
    label: 'Fixed',
    readonly: 'model.text == "Ada"',
    initialValue: 'of {{ data.form.name }}',
  },
);

async function fillEverything(page: Page): Promise<void> {
  await page.fill('#f-text', 'Ada');
  await page.fill('#f-email', 'ada@example.com');
  await page.fill('#f-long', 'one\ntwo');
  await page.fill('#f-num', '1.50');
  await page.selectOption('#f-select', { label: 'Lemon' });
  await page.check('#f-multi >> text=Apple');
  await page.check('#f-multi >> text=lime');
  await page.check('#f-radio >> text=Two');
  await page.check('#f-yesNo >> input >> nth=1');
  await page.check('#f-boxes >> text=z');
  await page.check('#f-boxes >> text=x');
  await page.check('#f-bool');
  await page.fill('#f-day', '2024-02-29');
  await page.fill('#f-moment', '2024-05-01T15:30');
  await page.fill('#f-time', '08:05');
  await page.click('#f-rate label >> nth=3');
  await page.click('#f-score label >> nth=8');
  await page.fill('[data-path="model[\'color\']"] input[type=color]', '#ff8800');
  await page.fill('#f-typedColor', 'rebeccapurple');
  await page.selectOption('#f-typedNum', { label: 'two' });
  await page.check('#f-matrix .question:nth-child(2) .choice:nth-of-type(2) input');
}

const filled = {
  text: 'Ada',
  email: 'ada@example.com',
  long: 'one\ntwo',
  num: 1.5,
  select: 'l',
  multi: ['a', 'lime'],
  radio: '2',
  yesNo: false,
  boxes: ['x', 'z'],
  bool: true,
  off: false,
  day: '2024-02-29T00:00:00.000Z',
  moment: '2024-05-01T12:30:00.000Z',
  time: '1970-01-01T08:05:00.000Z',
  rate: 4,
  score: 9,
  color: 'rgb(255, 136, 0)',
  typedColor: 'rebeccapurple',
  typedNum: 2,
  matrix: { q1: 'bad' },
  fixed: 'of Fields',
};

for (const [locale, size, scheme, label] of [
  ['en', desktop, 'light', '[heavy] '],
  ['en', phone, 'dark', ''],
  ['he', desktop, 'dark', ''],
  ['he', phone, 'light', '[heavy] '],
] as const) {
  test(`[fill-links.quality] [values.text] ${label}every field is filled, saved as the API has it, and accessible: ${locale}, ${size.viewport.width} px, ${scheme}`, async () => {
    const form = await makeForm(fill.service, { name: 'Fields', locale, formSchema: { rootElem: everyField } });
    const options = { ...size, colorScheme: scheme, timezoneId: 'Asia/Jerusalem', locale: 'en-GB' };
    const { page, context, faults } = await fill.open(`/f/${form}/`, options);
    await expect.poll(() => page.getAttribute('html', 'dir')).toBe(locale === 'he' ? 'rtl' : 'ltr');
    await submit(page);
    await page.waitForSelector('.summary');
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('f-text');
    await expect.poll(() => page.locator('.summary li').count()).toBe(3);
    await expectAccessible(page);
    await fillEverything(page);
    await expect.poll(() => page.textContent('.content')).toBe('Hello Ada.\nSecond line.');
    await expect.poll(() => page.textContent('.calculation output')).toBe('3.1');
    await expect.poll(() => page.getAttribute('#f-fixed', 'readonly')).toBe('');
    await expect.poll(() => page.locator('.summary li').count()).toBe(0);
    if (size === phone) await expectAccessible(page);
    await submit(page);
    expect(await thanks(page)).toBe(locale === 'he' ? 'תודה. הטופס נשלח.' : 'Thank you. The form was submitted.');
    if (size === desktop) await expectAccessible(page);
    expect(await fill.entries(form)).toEqual([['submitted', filled]]);
    expect(faults).toEqual([]);
    await context.close();
  });
}

test('[values.paths.absent] what is taken back is gone; half a date and half a number are reported as invalid', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: everyField } });
  const { page, context } = await fill.open(`/f/${form}/`);
  await fillEverything(page);
  await page.fill('#f-email', '   ');
  await page.fill('#f-long', '');
  await page.selectOption('#f-select', '');
  await page.uncheck('#f-multi >> text=Apple');
  await page.uncheck('#f-multi >> text=lime');
  await page.click('#f-yesNo .clear');
  await page.click('#f-rate .clear');
  await page.uncheck('#f-bool');
  await page.getByRole('button', { name: 'Clear: First?' }).click();
  await page.fill('#f-num', '1,5,');
  await page.fill('#f-day', '');
  await page.focus('#f-day');
  await page.keyboard.type('12');
  await submit(page);
  await page.waitForSelector('.summary');
  const said = await page.locator('.summary li').allTextContents();
  expect(said).toEqual(['Number: Enter a number, such as 1234.5.', 'Day: Complete the date.']);
  await page.fill('#f-num', '-.5e1');
  await page.fill('#f-day', '2024-01-01');
  await submit(page);
  await thanks(page);
  const {
    email: _,
    long: __,
    select: ___,
    multi: ____,
    yesNo: _____,
    rate: ______,
    bool: _______,
    matrix: ________,
    ...rest
  } = filled;
  expect((await fill.entries(form))[0]![1]).toEqual({
    ...rest,
    num: -5,
    day: '2024-01-01T00:00:00.000Z',
    moment: expect.any(String),
    fixed: expect.stringMatching(/^of /),
  });
  await context.close();
});
