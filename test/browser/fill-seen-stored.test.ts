// What people see is what is stored: every control whose text on the screen is not a whole value when the form is sent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, phone, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const date = (mode: string) => ({ type: 'fDate', name: 'when', label: 'When', typeValidator: { type: 'date', mode } });
const complete = { d: 'Complete the date.', dt: 'Complete the date and the time.', t: 'Complete the time.' } as const;
const values = { d: '2024-05-06', dt: '2024-05-06T10:20', t: '10:20' } as const;
const modes = ['d', 'dt', 't'] as const;

test.each(modes.flatMap((mode) => (['page', 'one'] as const).map((display) => [mode, display] as const)))(
  '[fill-links.half-typed] Enter in a half-typed and in a half-erased field of mode %s stores nothing else (%s)',
  async (mode, display) => {
    const next = { type: 'fInput', name: 'next', label: 'Next one' };
    const form = await makeForm(fill.service, { display, formSchema: { rootElem: root(date(mode), next) } });
    const { page, context } = await fill.open(`/f/${form}/`);
    const isRefused = async () => {
      await page.locator('#f-when-message', { hasText: complete[mode] }).waitFor();
      expect(await fill.entries(form)).toEqual([]);
    };
    await page.focus('#f-when');
    await page.keyboard.type('05');
    await page.keyboard.press('Enter');
    await isRefused();
    await page.fill('#f-when', values[mode]);
    await page.waitForSelector('#f-when-message', { state: 'detached' });
    await page.locator('#f-when').blur();
    await page.focus('#f-when');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await isRefused();
    await page.fill('#f-when', values[mode]);
    if (display === 'one') await submit(page);
    if (display === 'one') await page.waitForSelector('#f-next');
    await submit(page);
    await thanks(page);
    const [[, data]] = (await fill.entries(form)) as [[string, { when: string }]];
    expect(data.when).toContain(mode === 't' ? '10:20' : '2024-05-06');
    await context.close();
  },
);

const choices = [
  ['fRadio', { options: ['a', 'b'] }],
  ['fCheckbox', { options: ['a', 'b'] }],
  ['fSelect', { options: ['a', 'b'] }],
] as const;

test.each(choices.flatMap(([type, more]) => (['en', 'he'] as const).map((locale) => [type, locale, more] as const)))(
  '[fill-links.other-answer] %s: "Other" without words stops a send, also after a reload (%s)',
  async (type, locale, more) => {
    const element = { type, name: 'k', label: 'K', otherOption: true, ...more };
    const form = await makeForm(fill.service, { locale, formSchema: { rootElem: root(element) } });
    const { page, context } = await fill.open(`/f/${form}/`);
    const other = locale === 'en' ? 'Other' : 'אחר';
    const message = locale === 'en' ? 'Type your answer for “Other”, or take the choice back.' : 'יש להקליד תשובה';
    const isRefused = async () => {
      await page.locator('.messages .error', { hasText: message }).waitFor();
      await page.locator('.summary', { hasText: message }).waitFor();
      expect(await fill.entries(form)).toEqual([]);
    };
    if (type === 'fSelect') await page.selectOption('#f-k', { label: other });
    else await page.getByText(other, { exact: true }).click();
    await submit(page);
    await isRefused();
    await page.reload();
    await page.waitForSelector('#f-k-other');
    await submit(page);
    await isRefused();
    await page.fill('#f-k-other', '  ');
    await submit(page);
    await isRefused();
    await page.fill('#f-k-other', 'mine');
    await submit(page);
    await thanks(page);
    expect(await fill.entries(form)).toEqual([['submitted', { k: type === 'fCheckbox' ? ['mine'] : 'mine' }]]);
    await context.close();
  },
);

test('[fill-links.initial-values] a draft that was saved and continued is the same form as one filled in at once', async () => {
  const shown = { relevant: 'model.more' };
  const inRow = { relevant: 'model.guests[$index].more' };
  const elements = [
    { type: 'fBool', name: 'more', label: 'Show more' },
    { type: 'fInput', name: 'seen', label: 'Seen', initialValue: 'taken away' },
    {
      type: 'cSection',
      name: 'part',
      label: 'Part',
      ...shown,
      children: [
        { type: 'fInput', name: 'country', label: 'Country', initialValue: 'Israel' },
        { type: 'fBool', name: 'smoker', label: 'Smoker', boolUncheckedValue: false, reqValidator: true },
      ],
    },
    {
      type: 'cRepeat',
      name: 'guests',
      label: 'Guests',
      children: [
        { type: 'fBool', name: 'more', label: 'More' },
        { type: 'fInput', name: 'diet', label: 'Diet', initialValue: 'none', ...inRow },
      ],
    },
  ];
  const form = await makeForm(fill.service, { formSchema: { rootElem: root(...elements) } });
  const fillIn = async (isContinued: boolean) => {
    const { page, context } = await fill.open(`/f/${form}/`);
    await page.fill('#f-seen', '');
    await page.click('button.add');
    if (isContinued) {
      await page.click('text=Save for later');
      await page.waitForSelector('.saved input[readonly]');
      await page.reload();
    }
    await page.click('#f-more');
    await expect.poll(() => page.inputValue('[id$=country]')).toBe('Israel');
    await page.click('#f-guests-0-more');
    await expect.poll(() => page.inputValue('#f-guests-0-diet')).toBe('none');
    await submit(page);
    await thanks(page);
    await context.close();
  };
  await fillIn(false);
  await fillIn(true);
  const [first, second] = await fill.entries(form);
  expect(first?.[1]).toMatchObject({ more: true, guests: [{ more: true, diet: 'none' }] });
  expect(JSON.stringify(first)).toContain('"smoker":false');
  expect(second).toEqual(first);
});

test('[fill-links.typed-numbers] [fill-links.half-typed] a number of too many digits and a year of two are seen as typed, stored by nobody, after a reload too', async () => {
  const number = { type: 'fInput', name: 'number', label: 'Number', typeValidator: 'num' };
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: root(number, date('d'), { ...date('dt'), name: 'moment' }) },
  });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.fill('#f-number', '12345678901234567890');
  await page.fill('#f-when', '0085-06-05');
  await page.fill('#f-moment', '0085-06-05T10:20');
  for (let time = 0; time < 2; time += 1) {
    await submit(page);
    await page.locator('#f-number-message', { hasText: 'more digits than can be stored' }).waitFor();
    await page.locator('#f-when-message', { hasText: 'Enter the year with four digits.' }).waitFor();
    await page.locator('#f-moment-message', { hasText: 'Enter the year with four digits.' }).waitFor();
    expect(await page.inputValue('#f-number')).toBe('12345678901234567890');
    expect(await page.inputValue('#f-when')).toBe('0085-06-05');
    expect(await page.inputValue('#f-moment')).toBe('0085-06-05T10:20');
    await page.reload();
    await page.waitForSelector('#f-number');
  }
  expect(await fill.entries(form)).toEqual([]);
  await page.fill('#f-number', '9007199254740991');
  await page.fill('#f-when', '1985-06-05');
  await page.fill('#f-moment', '');
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([
    ['submitted', { number: 9_007_199_254_740_991, when: '1985-06-05T00:00:00.000Z' }],
  ]);
  await context.close();
});

test('[fill-links.birthday] a birthday has three boxes in the order of the device; what is no day is asked for again, after a reload too', async () => {
  const birthday = { type: 'fDate', name: 'born', label: 'Date of birth', reqValidator: true };
  const moment = { ...date('dt'), label: 'Date of birth' };
  const form = await makeForm(fill.service, { formSchema: { rootElem: root(birthday, moment) } });
  const { page, context } = await fill.open(`/f/${form}/`, { locale: 'en-GB' });
  const boxes = page.getByRole('group', { name: 'Date of birth' });
  const inBoxes = (name: string) =>
    page.evaluate(`[...document.querySelectorAll('.birthday-boxes input')].map((one) => one.${name})`);
  expect(await boxes.locator('label').allTextContents()).toEqual(['Day', 'Month', 'Year']);
  expect(await inBoxes('autocomplete')).toEqual(['bday-day', 'bday-month', 'bday-year']);
  // A moment is not a birthday.
  expect(await page.getAttribute('#f-when', 'type')).toBe('datetime-local');
  const enter = async (...texts: string[]) => {
    for (const [at, text] of texts.entries()) await boxes.locator('input').nth(at).fill(text);
    await page.keyboard.press('Enter');
  };
  const asked = (text: string) => page.locator('#f-born-message', { hasText: text }).waitFor();
  const values = () => inBoxes('value');
  await submit(page);
  await asked('Complete the date.');
  await expectAccessible(page);
  await enter('5', '', '1985');
  await asked('Complete the date.');
  await enter('31', '2', '1985');
  await asked('There is no such day. Check day, month and year.');
  await enter('5', '06', '85');
  await asked('Enter the year with four digits.');
  await expect.poll(values).toEqual(['5', '06', '85']);
  await page.reload();
  await expect.poll(values).toEqual(['5', '6', '85']);
  await submit(page);
  await asked('Enter the year with four digits.');
  expect(await fill.entries(form)).toEqual([]);
  await enter('5', '6', '1985');
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { born: '1985-06-05T00:00:00.000Z' }]]);
  await context.close();
  const american = await fill.open(`/f/${form}/`, { locale: 'en-US' });
  const inOrder = () => american.page.getByRole('group').locator('label').allTextContents();
  await expect.poll(inOrder).toEqual(['Month', 'Day', 'Year']);
  await american.context.close();
});

test('[fill-links.phone] a number that its country does not have is asked about; after a reload it is shown as it is written at home', async () => {
  const element = { type: 'fInput', name: 'phone', label: 'Phone', validators: ['str/phone'] };
  const form = await makeForm(fill.service, { formSchema: { rootElem: root(element) } });
  const { page, context } = await fill.open(`/f/${form}/`, { timezoneId: 'Asia/Jerusalem' });
  const message = page.locator('#f-phone-message', {
    hasText: 'do not look like this. Check the number, and its country.',
  });
  const country = () => page.inputValue('.phone-country select');
  const right = page.getByRole('button', { name: 'The number is right' });
  await page.selectOption('.phone-country select', 'US');
  await page.fill('#f-phone', '050-1234567');
  await submit(page);
  await message.waitFor();
  await page.reload();
  await expect.poll(() => page.inputValue('#f-phone')).toBe('050-1234567');
  await submit(page);
  await message.waitFor();
  expect(await fill.entries(form)).toEqual([]);
  // The clock of the device says where the person may be.
  await page.locator('.offer', { hasText: 'Did you mean +972 50 123 4567?' }).waitFor();
  await right.waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Yes, use it' }).click();
  await message.waitFor({ state: 'detached' });
  await expect.poll(country).toBe('IL');
  await expect.poll(() => page.inputValue('#f-phone')).toBe('050-123-4567');
  await page.fill('#f-phone', '050-123');
  await submit(page);
  await message.waitFor();
  // There is none of this length.
  expect([await right.count(), await page.getByRole('button', { name: 'Yes, use it' }).count()]).toEqual([0, 0]);
  await page.fill('#f-phone', '050-123 4567');
  await page.reload();
  await expect.poll(() => page.inputValue('#f-phone')).toBe('050-123-4567');
  await page.fill('#f-phone', '050-12345678');
  await submit(page);
  await message.waitFor();
  await right.click();
  await message.waitFor({ state: 'detached' });
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { phone: '+9725012345678' }]]);
  await context.close();
});

test('[fill-links.phone] what is known of numbers is loaded with the first number, and without it numbers are sent as typed', async () => {
  const element = { type: 'fInput', name: 'phone', label: 'Phone', validators: ['str/phone'], phoneCountry: 'RU' };
  const form = await makeForm(fill.service, { formSchema: { rootElem: root(element) } });
  const { page, context } = await fill.open(`/f/${form}/`);
  let isAsked = false;
  await context.route(/phone-check-.*\.js/, (route) => {
    isAsked = true;
    return route.abort();
  });
  await page.focus('#f-phone');
  await page.reload();
  await page.waitForSelector('#f-phone');
  expect(isAsked).toBe(false);
  await page.fill('#f-phone', '8 (916) 123-45-67');
  await expect.poll(() => isAsked).toBe(true);
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { phone: '+79161234567' }]]);
  await context.close();
});

test('[fill-links.slider] a finger that scrolls the page answers no slider; one that is lifted there does', async () => {
  const slider = { type: 'fInput', name: 'slide', label: 'Slide', typeValidator: 'num', inputStyle: 'slider' };
  const form = await makeForm(fill.service, { formSchema: { rootElem: root(slider) } });
  const { page, context } = await fill.open(`/f/${form}/`, phone);
  const input = page.locator('#f-slide');
  // What a browser reports of a finger that goes on to scroll: the slider follows it first, then the touch is cancelled.
  const touch = (types: readonly string[]) =>
    page.evaluate(`for (const name of ${JSON.stringify(types)}) {
      const range = document.getElementById('f-slide');
      if (name === 'input') range.value = '29';
      const facts = { pointerType: 'touch', bubbles: true };
      range.dispatchEvent(name === 'input' ? new Event(name, facts) : new PointerEvent(name, facts));
    }`);
  await touch(['pointerdown', 'input', 'pointercancel']);
  await expect.poll(() => input.getAttribute('aria-valuetext')).toBe('Not answered yet');
  expect(await page.evaluate("getComputedStyle(document.getElementById('f-slide')).touchAction")).toBe('pan-y');
  await touch(['pointerdown', 'input', 'pointerup']);
  await expect.poll(() => input.getAttribute('aria-valuetext')).toBe('29');
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { slide: 29 }]]);
  await context.close();
});

test('[fill-links.print] [fill-links.phone] a phone number is on paper, and its list of countries has an arrow of two strokes', async () => {
  const element = { type: 'fInput', name: 'phone', label: 'Phone', validators: ['str/phone'], phoneCountry: 'IL' };
  for (const locale of ['en', 'he']) {
    const form = await makeForm(fill.service, { locale, formSchema: { rootElem: root(element) } });
    const { page, context } = await fill.open(`/f/${form}/`);
    await page.fill('#f-phone', '050-123 4567');
    await page.emulateMedia({ media: 'print' });
    const printed = `dispatchEvent(new Event('beforeprint'));
      getComputedStyle(document.querySelector('.phone-pair'), '::after').content`;
    await expect.poll(() => page.evaluate(printed)).toBe('"050-123 4567"');
    await page.emulateMedia({ media: 'screen' });
    const places = "getComputedStyle(document.querySelector('.phone-country select')).backgroundPosition.split(', ')";
    const [one, two] = (await page.evaluate(places)) as string[];
    expect([one !== undefined, two !== undefined, one === two]).toEqual([true, true, false]);
    await context.close();
  }
});

test('[fill-links.kept] a clock of the device that was behind, or is ahead, ends nothing that was kept', async () => {
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) },
  });
  const { page, context } = await fill.open(`/f/${form}/`);
  const yearMs = 365 * 24 * 60 * 60 * 1000;
  for (const shift of [-yearMs, yearMs]) {
    await page.clock.setFixedTime(Date.now() + shift);
    await page.reload();
    await page.fill('#f-name', `at ${shift}`);
    await page.clock.setFixedTime(Date.now());
    await page.reload();
    await expect.poll(() => page.inputValue('#f-name')).toBe(`at ${shift}`);
  }
  await context.close();
});

test('[after-actions.screen.redirect] whoever comes back from a redirect by the memory of the browser finds the thank-you, not a dead button', async () => {
  const form = await makeForm(fill.service, {
    formSchema: { rootElem: root({ type: 'fInput', name: 'name', label: 'Name' }) },
    postSubmit: { ui: [{ type: 'redirect', redirectOptions: { url: `${fill.service.url}/nowhere/` } }] },
  });
  const { page, context } = await fill.open(`/f/${form}/`);
  // The page stays where it is, as it is found in the memory of the browser.
  await page.route('**/nowhere/', (route) => route.fulfill({ status: 204 }));
  await page.fill('#f-name', 'Ada');
  await submit(page);
  await expect.poll(() => page.locator('button.primary').textContent()).toBe('Sending…');
  await expect.poll(() => fill.entries(form)).toEqual([['submitted', { name: 'Ada' }]]);
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  expect(await thanks(page)).toContain('Thank you.');
  await expect.poll(() => page.locator('.thank-you a').getAttribute('href')).toContain('/nowhere/');
  await context.close();
});
