// One engine, two places: forms filled at random in the browser show the messages that the API gives for the same data, those of
// fill-links.words in the page's words.
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allItemTexts } from '../../src/core/locale/all-item-texts.ts';
import type { Locale } from '../../src/core/locale/locale.ts';
import { languageTags } from '../../src/core/locale/locale-facts.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, shownMessages, startFillTest, submit } from '../support/fill-page.ts';
import { isWhole } from '../support/whole-run.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const fillingsPerForm = isWhole ? 8 : 3;

const rootElem = root(
  {
    type: 'fInput',
    name: 'name',
    label: 'Name',
    reqValidator: { message: 'Who?' },
    validators: [{ type: 'str/minLength', value: 3 }],
  },
  { type: 'fInput', name: 'mail', label: 'Mail', validators: ['str/email'], reqValidator: { req: 'model.age > 17' } },
  { type: 'fInput', name: 'code', label: 'Code', validators: [{ type: 'str/pattern', value: '^[A-Z]{2}[0-9]+$' }] },
  {
    type: 'fInput',
    name: 'age',
    label: 'Age',
    typeValidator: 'num',
    validators: ['num/integer', { type: 'num/max', value: 120 }],
  },
  { type: 'fDate', name: 'from', label: 'From' },
  { type: 'fDate', name: 'to', label: 'To', validators: [{ type: 'date/min', value: 'model.from' }] },
  { type: 'fSelect', name: 'pick', label: 'Pick', options: "model.age > 17 ? ['beer', 'tea'] : ['milk', 'tea']" },
  {
    type: 'fCheckbox',
    name: 'boxes',
    label: 'Boxes',
    options: ['a', 'b', 'c'],
    reqValidator: true,
    validators: [{ type: 'arr/maxLength', value: 2 }],
  },
  { type: 'fLngTxt', name: 'why', label: 'Why', relevant: "model.pick == 'tea'", reqValidator: true },
  {
    type: 'fMatrix',
    name: 'matrix',
    label: 'Matrix',
    matrixQuestions: ['p', 'q'],
    options: ['good', 'bad'],
    relevant: 'model.mail',
    reqValidator: true,
  },
  {
    type: 'cRepeat',
    name: 'rows',
    label: 'Rows',
    repMaxRows: 3,
    validators: [{ type: 'arr/maxLength', value: 1 }],
    children: [
      {
        type: 'fInput',
        name: 'x',
        label: 'X',
        typeValidator: 'num',
        reqValidator: true,
        validators: [{ type: 'expr', value: 'value != $index', message: 'Not that.' }],
      },
    ],
  },
);

const texts = fc.constantFrom(
  '',
  ' ',
  'ab',
  'Ada',
  'AB12',
  'a@b.co',
  'x@',
  '💚💚',
  '5',
  '18',
  '300',
  '1.5',
  '-2',
  'x1',
  '0',
);
const days = fc.constantFrom('', '2024-01-01', '2024-06-30', '2023-12-31');
const filling = fc.record({
  name: texts,
  mail: texts,
  code: texts,
  age: texts,
  from: days,
  to: days,
  pick: fc.nat(2),
  boxes: fc.subarray([0, 1, 2]),
  why: texts,
  matrix: fc.subarray([0, 1, 2, 3]),
  rows: fc.array(texts, { maxLength: 3 }),
});
type Filling = typeof filling extends fc.Arbitrary<infer Value> ? Value : never;

async function fillIn(page: Page, one: Filling): Promise<void> {
  for (const name of ['name', 'mail', 'code', 'age', 'from', 'to'] as const) await page.fill(`#f-${name}`, one[name]);
  await page.selectOption('#f-pick', { index: one.pick });
  for (const at of one.boxes) await page.check(`#f-boxes input >> nth=${at}`);
  if ((await page.locator('#f-why').count()) > 0) await page.fill('#f-why', one.why);
  if ((await page.locator('#f-matrix').count()) > 0)
    for (const at of one.matrix) await page.check(`#f-matrix input >> nth=${at}`);
  for (const [index, text] of one.rows.entries()) {
    await page.click('#f-rows-add');
    await page.fill(`#f-rows-${index}-x`, text);
  }
}

for (const locale of ['en', 'he'] as const) {
  test(`[validation.same-on-page] the page says what the API says, ${fillingsPerForm} random fillings: ${locale}`, async () => {
    const form = await makeForm(fill.service, { locale, formSchema: { rootElem } });
    const inPageWords = pageWords(locale);
    const { page, context, faults } = await fill.open(`/f/${form}/`);
    const property = fc.asyncProperty(filling, async (one) => {
      await page.evaluate('localStorage.clear(); onpagehide = () => localStorage.clear()');
      await page.goto(`${fill.service.url}/f/${form}/`);
      // Only a drawn form has restored what an earlier filling left.
      await page.waitForSelector('#f-rows-add');
      const start = page.locator('text=/Start over|להתחיל מחדש/');
      if ((await start.count()) > 0) await start.click();
      await fillIn(page, one);
      const sent = page.waitForRequest('**/entry/submit*', { timeout: 0 }).catch(() => undefined);
      await submit(page);
      const outcome = await Promise.race([sent, page.waitForSelector('.summary').then(() => undefined)]);
      const data = outcome === undefined ? await keptData(page) : outcome.postDataJSON().data;
      const reply = await fill.service.call('POST', '/entry/submit', { body: { form, data } });
      const messages: Item[] = reply.status === 200 ? [] : reply.body.messages;
      const said = messages.map((item) => [item.modelPath, inPageWords(item)]);
      await expect.poll(() => shownMessages(page)).toEqual(said);
      expect(reply.status === 200).toBe(outcome !== undefined);
    });
    await fc.assert(property, { numRuns: fillingsPerForm, seed: 20240501, endOnFailure: true });
    expect(faults).toEqual([]);
    await context.close();
  });
}

/** The few messages that a page puts into other words: all else is the same. */
function pageWords(locale: Locale): (item: Item) => string {
  const api = allItemTexts[locale];
  const days = new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeZone: 'UTC' });
  const own = ownWords[locale];
  return ({ modelPath, message }) => {
    if (message === api.required) return own[neededWords[/'(\w+)'\]$/.exec(modelPath)?.[1] ?? ''] ?? 'text'];
    if (message === api.invalidType) return own.number;
    if (message === api.notInOptions) return own.choose;
    return message.replace(/\d{4}-\d\d-\d\d/, (day) => days.format(new Date(day)));
  };
}

/** What is missing is asked for by its kind. */
const neededWords: Readonly<Record<string, 'number' | 'choose'>> = { x: 'number', boxes: 'choose', matrix: 'choose' };

const ownWords = {
  en: {
    number: 'Enter a number, such as 1234.5.',
    choose: 'Choose one of the options.',
    text: 'Write an answer.',
  },
  he: { number: 'יש להזין מספר, למשל 1234.5.', choose: 'יש לבחור אחת מהאפשרויות.', text: 'יש לכתוב תשובה.' },
};

interface Item {
  readonly modelPath: string;
  readonly message: string;
}

/** What was typed, as the page keeps it on the device. */
async function keptData(page: Page): Promise<unknown> {
  await page.evaluate("dispatchEvent(new Event('pagehide'))");
  return page.evaluate('JSON.parse(Object.values(localStorage)[0] ?? "{}").data ?? {}');
}
