// The fill page in a language that does not exist: a text without accents is written in the code instead of in src/words.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accentAll, findPlainTexts, type Texts } from '../support/accents.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const options = [
  ['a', 'א'],
  ['b', 'ב'],
  ['c', 'ג'],
];
const label = 'שאלה';
const required = { label, reqValidator: true };
const children = [
  { type: 'fInput', name: 'text', ...required, validators: [{ type: 'str/maxLength', value: 20 }] },
  { type: 'fInput', name: 'mail', label, validators: ['str/email'] },
  { type: 'fInput', name: 'web', label, validators: ['str/url'] },
  { type: 'fInput', name: 'phone', label, validators: ['str/phone'] },
  { type: 'fInput', name: 'number', ...required, typeValidator: 'num' },
  { type: 'fDate', name: 'date', ...required },
  { type: 'fLngTxt', name: 'long', label },
  { type: 'fSelect', name: 'select', ...required, options },
  { type: 'fRadio', name: 'radio', ...required, options, otherOption: true },
  { type: 'fCheckbox', name: 'checkbox', ...required, options },
  { type: 'fBool', name: 'bool', ...required },
  { type: 'fMatrix', name: 'matrix', label, matrixQuestions: ['א', 'ב'], options },
  { type: 'fRate', name: 'rate', label },
  { type: 'fColor', name: 'color', label },
  { type: 'fFile', name: 'file', ...required, fileMaxSize: 1000, fileMaxNum: 2 },
  { type: 'fSign', name: 'sign', ...required },
  { type: 'fDoc', name: 'doc', label },
  { type: 'cRepeat', name: 'rows', label, children: [{ type: 'fInput', name: 'own', label }] },
];

test('[fill-links.words] in accents no text of the page is in its code: opened, refused and saved', async () => {
  const form = await makeForm(fill.service, { name: 'טופס', formSchema: { rootElem: root(...children) } });
  const context = await fill.browser.newContext();
  const page = await context.newPage();
  await page.route('**/assets/words-*-en-page-*.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: accentAll((await response.json()) as Texts) });
  });
  const plainTexts = () => page.evaluate(findPlainTexts);
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.waitForSelector('canvas');
  await page.waitForSelector('.doc-toolbar, [role="toolbar"]');
  expect.soft(['opened', await plainTexts()]).toEqual(['opened', []]);
  await page.fill('#f-text', '12345678901234567');
  await page.fill('#f-mail', '1');
  await page.fill('#f-web', '1');
  await page.fill('#f-number', '-');
  await page.click('button.primary');
  await page.waitForSelector('.summary');
  expect.soft(['refused', await plainTexts()]).toEqual(['refused', []]);
  for (const name of ['mail', 'web', 'number']) await page.fill(`#f-${name}`, '');
  await page.click('button.secondary.save');
  await page.waitForSelector('#saved-title', { timeout: 30_000 });
  expect.soft(['saved', await plainTexts()]).toEqual(['saved', []]);
  await context.close();
});
