// What the builder offers for questions beyond their type: an answer of one's own, rankings, pictures, scales, sliders, phone numbers
// and descriptions of sections. Texts to read: admin-rich-text.test.ts.
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { formOf, line, save, startBuilder } from '../support/builder-page.ts';
import { takePicture } from '../support/picture.ts';
import { smallPng } from '../support/small-png.ts';

const { makeForm, openBuilder, savedElements } = startBuilder();

const picture = { name: 'cat.png', mimeType: 'image/png', buffer: smallPng({ width: 40, height: 30 }) };
const address = expect.stringMatching(/\/pictures\/[\w-]{22}$/);

test('[builder] [forms.pictures] questions get more than their type, and pictures are sent and shown', async () => {
  const form = await makeForm(
    formOf(
      { type: 'fRadio', name: 'pet', label: 'Pet', options: ['cat', 'dog'] },
      { type: 'fCheckbox', name: 'order', label: 'Order', options: ['a', 'b'] },
      { type: 'fRate', name: 'rate', label: 'Rate' },
      { type: 'fInput', name: 'amount', label: 'Amount', typeValidator: 'num' },
      { type: 'fInput', name: 'phone', label: 'Phone', validators: ['str/phone'] },
      { type: 'cSection', name: 'part', label: 'Part', children: [{ type: 'eText', name: 'note', text: 'Hello' }] },
    ),
  );
  const { page, faults, context } = await openBuilder(form);
  await line(page, 'Pet').click();
  await page.getByLabel('Offer “Other” with a text').check();
  await page.getByLabel('What it is called').fill('Another one');
  await page.getByLabel('Show pictures with the options').check();
  await page.locator('.option-pictures input[type=file]').first().setInputFiles(picture);
  await page.locator('.option-pictures img').waitFor();
  // What is not a picture is said where it was chosen.
  const text = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
  await page.locator('.option-pictures input[type=file]').last().setInputFiles(text);
  await page.getByText('This is not a picture that can be used.').waitFor();
  await expectAccessible(page);
  await takePicture(page, 'builder-pictures');

  await line(page, 'Order').click();
  await page.getByLabel('Put in order (ranking)').check();
  await line(page, 'Rate').click();
  await page.getByLabel('Shown as').selectOption('numbers');
  await page.getByLabel('From', { exact: true }).selectOption('0');
  await page.getByLabel('To', { exact: true }).fill('10');
  await page.getByRole('textbox', { name: 'At the beginning' }).fill('Never');
  await page.getByRole('textbox', { name: 'At the end' }).fill('Always');
  await expectAccessible(page);
  await line(page, 'Amount').click();
  await page.getByLabel('Shown as').first().selectOption('slider');
  await page.getByLabel('Step').fill('x');
  await page.getByText('A number above 0.').waitFor();
  await page.getByLabel('Step').fill('0.5');
  await line(page, 'Phone').click();
  await page.getByLabel('Country of numbers without a calling code').selectOption('IL');
  await line(page, 'Part').click();
  await page.getByLabel('Help text').fill('A few words about it.');
  await save(page);
  expect(await savedElements(form)).toEqual([
    {
      ...{ type: 'fRadio', name: 'pet', label: 'Pet', options: ['cat', 'dog'], otherOption: 'Another one' },
      optionPictures: { cat: address },
    },
    { type: 'fCheckbox', name: 'order', label: 'Order', options: ['a', 'b'], ranked: true },
    {
      ...{ type: 'fRate', name: 'rate', label: 'Rate', rateStyle: 'numbers', rateMin: 0, rateMax: 10 },
      ...{ rateLow: 'Never', rateHigh: 'Always' },
    },
    { type: 'fInput', name: 'amount', label: 'Amount', typeValidator: 'num', inputStyle: 'slider', step: 0.5 },
    { type: 'fInput', name: 'phone', label: 'Phone', validators: ['str/phone'], phoneCountry: 'IL' },
    {
      ...{ type: 'cSection', name: 'part', label: 'Part', help: 'A few words about it.' },
      children: [{ type: 'eText', name: 'note', text: 'Hello' }],
    },
  ]);
  // The refused picture is a 400 in the console, and nothing else.
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  await context.close();
});
