// Questions with more to them than a type: answers of one's own, rankings, scales, sliders, phone numbers, pictures. By mouse and finger
// on a desktop and a phone, by keyboard alone, in both languages.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { desktop, type FillTest, phone, shownMessages, startFillTest, submit, thanks } from '../support/fill-page.ts';
import { takePicture } from '../support/picture.ts';
import { smallPng } from '../support/small-png.ts';

let fill: FillTest;
let cat: string;
let dog: string;
beforeAll(async () => {
  fill = await startFillTest();
  const form = await makeForm(fill.service, { name: 'Pictures' });
  [cat, dog] = await Promise.all([addPicture(form, [200, 120, 60]), addPicture(form, [60, 120, 200])]);
});
afterAll(() => fill.close());

async function addPicture(form: string, color: number[]): Promise<string> {
  const { body } = await fill.service.call('POST', `/form/${form}/pictures`, {
    key: fill.service.people.alice.key,
    body: smallPng({ width: 40, height: 30, color }),
    headers: { 'content-type': 'image/png' },
  });
  return body.url;
}

const words = {
  en: { about: 'About you', aboutHelp: 'Nobody else sees this.', other: 'Other', low: 'Not at all', high: 'Very much' },
  he: { about: 'עליך', aboutHelp: 'איש מלבדנו אינו רואה את זה.', other: 'אחר', low: 'בכלל לא', high: 'מאוד' },
} as const;

const questions = (locale: 'en' | 'he') => {
  const { about, aboutHelp, low, high } = words[locale];
  const animals = [
    ['cat', locale === 'en' ? 'Cat' : 'חתול'],
    ['dog', locale === 'en' ? 'Dog' : 'כלב'],
  ];
  const [label, own] = locale === 'en' ? ['Question', 'Somewhere else'] : ['שאלה', 'במקום אחר'];
  return root({
    type: 'cSection',
    name: 'about',
    label: about,
    help: aboutHelp,
    children: [
      {
        type: 'eText',
        name: 'hello',
        html: `<p>Look:</p><img src="${cat}" alt="A cat"><img src="https://x.test/a.png">`,
      },
      { type: 'fRadio', name: 'heard', label: `${label} 1`, options: ['web', 'friends'], otherOption: own },
      { type: 'fCheckbox', name: 'days', label: `${label} 2`, options: ['Mon', 'Tue'], otherOption: true },
      {
        type: 'fSelect',
        name: 'city',
        label: `${label} 3`,
        options: ['Haifa', 'Eilat'],
        otherOption: true,
        reqValidator: true,
      },
      {
        type: 'fCheckbox',
        name: 'order',
        label: `${label} 4`,
        options: ['price', 'speed', 'care'],
        ranked: true,
        reqValidator: true,
      },
      {
        ...{ type: 'fRate', name: 'scale', label: `${label} 5`, rateStyle: 'numbers', rateMin: 0, rateMax: 10 },
        ...{ rateLow: low, rateHigh: high },
      },
      {
        ...{ type: 'fInput', name: 'slide', label: `${label} 6`, typeValidator: 'num', inputStyle: 'slider', step: 50 },
        validators: [{ type: 'num/max', value: 500 }],
        reqValidator: true,
      },
      { type: 'fInput', name: 'phone', label: `${label} 7`, validators: ['str/phone'], phoneCountry: 'IL' },
      { type: 'fRadio', name: 'pet', label: `${label} 8`, options: animals, optionPictures: { cat, dog } },
      {
        type: 'fCheckbox',
        name: 'pets',
        label: `${label} 9`,
        options: animals,
        optionPictures: { cat },
        otherOption: true,
      },
      { type: 'eEq', name: 'sum', label: 'Total', eq: '(model.slide || 0) * 2' },
    ],
  });
};

const open = async (locale: 'en' | 'he', options: object) => {
  const form = await makeForm(fill.service, { name: 'Kinds', locale, formSchema: { rootElem: questions(locale) } });
  const { page, context, faults } = await fill.open(`/f/${form}/`, { ...options, locale: 'en-GB' });
  await page.waitForSelector('#f-slide');
  return { form, page, context, faults };
};

const field = (page: Page, name: string) => page.locator(`[data-path="model['${name}']"]`);
const orderOf = (page: Page) => field(page, 'order').locator('.rank-label').allTextContents();

for (const [locale, size, scheme, label] of [
  ['en', desktop, 'light', ' [heavy]'],
  ['he', phone, 'dark', ''],
] as const) {
  test(`[fill-links.question-kinds] [fill-links.section-help] [fill-links.html-pictures] [fill-links.other-answer] [fill-links.picture-choices] [fill-links.scale] [fill-links.phone] every kind is filled and sent: ${locale}, ${size.viewport.width} px, ${scheme}${label}`, async () => {
    const { form, page, context, faults } = await open(locale, { ...size, colorScheme: scheme });
    expect(await page.getAttribute('.section', 'aria-describedby')).toBe(
      await page.getByText(words[locale].aboutHelp).getAttribute('id'),
    );
    await takePicture(page, `question-kinds-${locale}-empty`);
    await expectAccessible(page);
    await submit(page);
    await page.waitForSelector('.summary');
    expect((await shownMessages(page)).map(([path]) => path)).toEqual([
      "model['city']",
      "model['order']",
      "model['slide']",
    ]);
    await expectAccessible(page);

    await field(page, 'heard').locator('input[type=radio]').last().check();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('f-heard-other');
    await page.keyboard.type('A poster');
    await field(page, 'days').getByText('Tue').click();
    await field(page, 'days').getByText(words[locale].other, { exact: true }).click();
    await page.fill('#f-days-other', 'Sunday');
    await field(page, 'days').getByText('Mon').click();
    await page.selectOption('#f-city', { label: words[locale].other });
    await page.fill('#f-city-other', 'Akko');
    // From the last place to the first, by the handle.
    const handle = field(page, 'order').locator('.handle').last();
    await handle.scrollIntoViewIfNeeded();
    const [from, to] = [await handle.boundingBox(), await field(page, 'order').locator('.rank').first().boundingBox()];
    await page.mouse.move(from!.x + 8, from!.y + 8);
    await page.mouse.down();
    await page.mouse.move(from!.x + 8, to!.y + 30, { steps: 4 });
    await page.mouse.move(from!.x + 8, to!.y + 4, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => orderOf(page)).toEqual(['care', 'price', 'speed']);
    await field(page, 'scale').locator('label').first().click();
    await page.locator('#f-slide').fill('350');
    await page.fill('#f-phone', '050-123 4567');
    await field(page, 'pet').locator('img').first().click();
    await field(page, 'pets').locator('.picture-label').last().click();
    await expect.poll(() => page.textContent('.calculation output')).toBe('700');
    await takePicture(page, `question-kinds-${locale}-filled`);
    await expectAccessible(page);
    expect(
      await page.locator('.html-text img').evaluateAll((all) => all.map((one) => one.getAttribute('alt'))),
    ).toEqual(['A cat']);
    await expect
      .poll(() =>
        page
          .locator('img')
          .evaluateAll((all) => all.every((one) => (one as unknown as { naturalWidth: number }).naturalWidth > 0)),
      )
      .toBe(true);
    await submit(page);
    await thanks(page);
    expect(await fill.entries(form)).toEqual([
      [
        'submitted',
        {
          heard: 'A poster',
          days: ['Mon', 'Tue', 'Sunday'],
          city: 'Akko',
          order: ['care', 'price', 'speed'],
          scale: 0,
          slide: 350,
          phone: '+972501234567',
          pet: 'cat',
          pets: ['dog'],
        },
      ],
    ]);
    expect(faults).toEqual([]);
    await context.close();
  });
}

test('[fill-links.ranking] [fill-links.slider] [fill-links.phone] all of it by keyboard, and what was kept is there again', async () => {
  const { form, page, context, faults } = await open('en', desktop);
  const ranking = field(page, 'order');
  await ranking.getByRole('button', { name: 'Move care up' }).focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => orderOf(page)).toEqual(['price', 'care', 'speed']);
  await page.keyboard.press('End');
  await expect.poll(() => orderOf(page)).toEqual(['price', 'speed', 'care']);
  await expect.poll(() => ranking.getByRole('status').textContent()).toContain('care: place 3 of 3');
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Move care up');

  const slider = page.locator('#f-slide');
  expect(await slider.getAttribute('aria-valuetext')).toBe('Not answered yet');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('300');

  // A number of elsewhere chooses its country; another country keeps the number.
  const number = page.locator('#f-phone');
  await number.focus();
  await page.keyboard.type('+44 20 7946 095');
  await expect.poll(() => page.inputValue('.phone-country select')).toBe('GB');
  await number.blur();
  await page.selectOption('.phone-country select', 'FR');
  await expect.poll(() => number.inputValue()).toBe('207946095');

  await page.locator('#f-heard input').first().focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('#f-heard-other');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('f-heard-other');
  await page.keyboard.type('A poster');
  await page.locator('#f-city').selectOption('Eilat');
  await page.reload();
  await expect.poll(() => orderOf(page)).toEqual(['price', 'speed', 'care']);
  expect([await page.inputValue('#f-heard-other'), await page.inputValue('#f-phone')]).toEqual([
    'A poster',
    '02 07 94 60 95',
  ]);
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([
    [
      'submitted',
      { heard: 'A poster', city: 'Eilat', order: ['price', 'speed', 'care'], slide: 300, phone: '+33207946095' },
    ],
  ]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[fill-links.ranking] [fill-links.other-answer] an order can be confirmed and cleared, and an answer of one’s own taken back', async () => {
  const form = await makeForm(fill.service, {
    name: 'Back',
    formSchema: {
      rootElem: root(
        { type: 'fCheckbox', name: 'order', options: ['a', 'b'], ranked: true },
        { type: 'fRadio', name: 'one', options: ['x', 'y'], otherOption: true },
        { type: 'fInput', name: 'slide', typeValidator: 'num', inputStyle: 'slider' },
      ),
    },
  });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.getByRole('button', { name: 'This is my order' }).click();
  await page.getByRole('button', { name: 'Clear the order' }).click();
  await page.getByRole('button', { name: 'This is my order' }).click();
  await field(page, 'one').getByText('Other', { exact: true }).click();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('f-one-other');
  // An answer that happens to be an option stays in its box.
  await page.keyboard.type('xy');
  await page.keyboard.press('Backspace');
  await expect.poll(() => page.inputValue('#f-one-other')).toBe('x');
  await field(page, 'one').getByText('y', { exact: true }).click();
  await expect.poll(() => page.locator('#f-one-other').count()).toBe(0);
  await field(page, 'one').getByRole('button', { name: 'Clear' }).click();
  // Pressed where it is, the slider is answered; cleared, it is not.
  await page.locator('#f-slide').click();
  await field(page, 'slide').getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => page.getAttribute('#f-slide', 'aria-valuetext')).toBe('Not answered yet');
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { order: ['a', 'b'] }]]);
  await context.close();
});
