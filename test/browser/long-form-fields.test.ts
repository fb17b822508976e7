// The fields of a long form are HTML until somebody comes to them: nobody may notice. What is there is what a drawn field would
// be, the browser finds it, and whatever happens to a field first counts.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
let form: string;

const odd = `"Who" & <b>'what'</b>?`;
const options = [['a', 'A & "B"'], ['b', '<i>'], { label: 'More', options: [['c', 'C'], 'd'] }];
const questions = [
  { type: 'fInput', name: 'line', label: odd, help: odd, placeholder: odd, initialValue: odd },
  { type: 'fInput', name: 'empty', reqValidator: { req: 'model.first' } },
  { type: 'fInput', name: 'mail', validators: ['str/email'], autocomplete: 'email' },
  { type: 'fInput', name: "it's", label: 'A name with a quote', initialValue: 'x' },
  { type: 'fInput', name: 'number', typeValidator: 'num', initialValue: 1200.5, reqValidator: true },
  { type: 'fInput', name: 'locked', initialValue: 'kept', readonly: true },
  { type: 'fLngTxt', name: 'long', initialValue: '\nTwo lines,\r\nof <words> & "more"', reqValidator: true },
  { type: 'fSelect', name: 'select', options, initialValue: 'c', reqValidator: true },
  { type: 'fSelect', name: 'choose', options, placeholder: 'Choose one' },
  { type: 'fSelect', name: 'fixed', options, readonly: true, initialValue: 'b' },
  { type: 'fRadio', name: 'radio', options, initialValue: 'a' },
  { type: 'fRadio', name: 'yesNo', typeValidator: 'bool', reqValidator: true },
  { type: 'fRadio', name: 'set', options, initialValue: 'b', readonly: true },
  { type: 'fCheckbox', name: 'boxes', options, initialValue: ['a', 'd'], reqValidator: true },
  { type: 'fDate', name: 'day', initialValue: '2024-05-17' },
  { type: 'fDate', name: 'moment', typeValidator: { type: 'date', mode: 'dt' } },
  { type: 'fDate', name: 'time', typeValidator: { type: 'date', mode: 't' }, initialValue: '10:20' },
  { type: 'fBool', name: 'agree', label: odd, help: odd, reqValidator: true },
  { type: 'fBool', name: 'ticked', initialValue: true, readonly: true },
  { type: 'fInput', name: 'shy', label: 'Only sometimes', relevant: 'model.first' },
  { type: 'fInput', name: 'concealed', concealed: true, initialValue: 'secret' },
];

beforeAll(async () => {
  fill = await startFillTest();
  const lines = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      type: 'fInput',
      name: `line${from + at}`,
      label: `Line ${from + at}.`,
    }));
  const first = { type: 'fInput', name: 'first' };
  const section = { type: 'cSection', name: 'section', label: 'Section', children: questions };
  const children = [first, ...lines(0, 90), section, ...lines(90, 90)];
  form = await makeForm(fill.service, { name: 'Long', formSchema: { rootElem: root(...children) } });
});
afterAll(() => fill.close());

async function openForm(hash = ''): Promise<Page> {
  const { page } = await fill.open(`/f/${form}/${hash}`);
  await page.waitForSelector('#f-line179', { state: 'attached' });
  return page;
}

/** What a person or a program finds in a field, in the words of the page: not how its value came there. */
const contents = (page: Page) =>
  page.evaluate<Record<string, unknown>>(`Object.fromEntries(
    [...document.querySelectorAll('.section [data-path]')].map((field) => [field.dataset.path, [field, ...field.querySelectorAll('*')].map((element) => [
      element.tagName,
      [...element.attributes].filter(({ name }) => !['value', 'checked', 'selected', 'max'].includes(name))
        .map(({ name, value }) => name + '=' + value).sort().join(' '),
      element.children.length > 0 || element.tagName === 'TEXTAREA' ? '' : element.textContent,
      element.value, element.checked, element.selected, element.readOnly, element.disabled,
    ])]))`);

const isLive = (page: Page, id: string) =>
  page.evaluate(`Object.keys(document.getElementById(${JSON.stringify(id)})).length > 0`);

test('[fill-links.long] a field that nobody came to yet is what a drawn one is', async () => {
  const page = await openForm();
  const still = await contents(page);
  expect(Object.keys(still)).toHaveLength(questions.length - 2);
  expect(await isLive(page, 'f-line')).toBe(false);
  // An address that leads into the form has all of it drawn.
  const drawn = await openForm('#f-line179');
  expect(await isLive(drawn, 'f-line')).toBe(true);
  expect(still).toEqual(await contents(drawn));
  await drawn.context().close();
  // Coming to one leaves all as they are, and the focus where it is.
  await page.focus('#f-long');
  expect(await isLive(page, 'f-line')).toBe(true);
  expect(await page.evaluate('document.activeElement.id')).toBe('f-long');
  expect(await contents(page)).toEqual(still);
  expect(await page.getAttribute('#f-day', 'max')).toBe('9999-12-31');
  await page.context().close();
});

test('[fill-links.long] the last field can be searched for and scrolled to', async () => {
  const page = await openForm();
  const last = `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(document.querySelector('[for=f-line179]').getBoundingClientRect())`;
  expect(await page.evaluate(last)).toBe(false);
  // A search looks into what is not laid out yet, as long as it is not hidden.
  const searched = "[...document.querySelectorAll('.far')].map((run) => getComputedStyle(run).contentVisibility)";
  expect(new Set(await page.evaluate<string[]>(searched))).toEqual(new Set(['auto']));
  await page.evaluate("document.querySelector('[for=f-line179]').scrollIntoView({ block: 'center' })");
  await expect.poll(() => page.evaluate(last)).toBe(true);
  await page.context().close();
});

test('[fill-links.place] a reload stays where it was, unless the person has moved', async () => {
  const page = await openForm();
  const distance = `Math.round(Math.abs(document.getElementById('f-line120').getBoundingClientRect().top - innerHeight / 2) / 100)`;
  await page.evaluate("document.getElementById('f-line120').scrollIntoView({ block: 'center' })");
  await expect.poll(() => page.evaluate(distance)).toBe(0);
  // The code for it comes after the form.
  const loaded = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/after-open-'))";
  await expect.poll(() => page.evaluate(loaded)).toBe(true);
  await page.waitForLoadState('networkidle');
  await page.reload();
  await expect.poll(() => page.evaluate(`document.getElementById('f-line120') && ${distance}`)).toBe(0);
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.waitForSelector('#f-line179', { state: 'attached' });
  expect(await page.evaluate('scrollY')).toBe(0);
  await page.context().close();
});

test('[fill-links.long] whatever happens to a field first counts: programs, presses, conditions', async () => {
  const page = await openForm();
  // Two fields filled before anybody is told, as some programs do.
  await page.evaluate(`(() => {
    const tell = (id, type) => document.getElementById(id).dispatchEvent(new Event(type, { bubbles: true }));
    for (const id of ['f-line100', 'f-line101']) document.getElementById(id).value = 'by ' + id;
    tell('f-line100', 'input');
    tell('f-line101', 'change');
    document.getElementById('f-empty').value = 'x';
    tell('f-empty', 'input');
    document.getElementById('f-agree').click();
  })()`);
  await page.selectOption('#f-choose', 'd');
  await page.check('[name=f-yesNo] >> nth=0');
  await page.fill('#f-mail', 'ada@example.com');
  await page.fill('#f-line170', 'last');
  // A condition, of a field that was drawn, and of one in fields that nobody came to.
  expect(await page.locator('#f-shy').count()).toBe(0);
  await page.fill('#f-first', 'yes');
  await page.fill('#f-shy', 'here');
  await submit(page);
  await thanks(page);
  const [[, data] = []] = await fill.entries(form);
  expect(data).toMatchObject({
    ...{ line100: 'by f-line100', line101: 'by f-line101', empty: 'x', agree: true, choose: 'd', yesNo: true },
    ...{ mail: 'ada@example.com', line170: 'last', first: 'yes', shy: 'here', concealed: 'secret', number: 1200.5 },
    ...{ line: odd, long: '\nTwo lines,\r\nof <words> & "more"', boxes: ['a', 'd'], select: 'c', radio: 'a' },
  });
  await page.context().close();
});

test('[fill-links.long] a condition and a refused submit change fields that nobody came to', async () => {
  const page = await openForm();
  await page.fill('#f-first', 'yes');
  await page.waitForSelector('#f-shy', { state: 'attached' });
  await expect.poll(() => page.getAttribute('#f-empty', 'aria-required')).toBe('true');
  await page.fill('#f-first', '');
  await expect.poll(() => page.locator('#f-shy').count()).toBe(0);
  await submit(page);
  await page.waitForSelector('[id="f-yesNo-message"]');
  expect(await page.locator('.summary button').count()).toBe(2);
  await page.context().close();
});
