// How the fill page is laid out in narrow places, in colors of the reader's own, and on paper.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest } from '../support/fill-page.ts';
import { readPdf } from '../support/read-pdf.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Never'];
const agreement = ['Strongly disagree', 'Disagree', 'Undecided', 'Agree', 'Strongly agree'];
const four = ['from', 'until', 'born', 'paid'].map((name) => [{ type: 'fDate', name, label: name }]);
const rows = (name: string, ...children: object[]) => ({
  type: 'cRepeat',
  name,
  label: name,
  reqValidator: true,
  children,
});

const wide = root(
  rows('trips', rows('legs', { type: 'cRow', name: 'row', children: four })),
  { type: 'cRow', name: 'alone', children: [[{ type: 'fInput', name: 'a', label: 'A' }], [], [], []] },
  {
    type: 'cRow',
    name: 'moments',
    children: ['first', 'second', 'third'].map((name) => [
      { type: 'fDate', name, label: name, typeValidator: { type: 'date', mode: 'dt' } },
    ]),
  },
  { type: 'fMatrix', name: 'views', label: 'Views', matrixQuestions: ['The food', 'The talks'], options: agreement },
  { type: 'fCheckbox', name: 'days', label: 'Days', options: days },
);

test('[fill-links.layout] columns, grids and short options follow the room they have', async () => {
  const form = await makeForm(fill.service, { formSchema: { rootElem: wide } });
  const { page, context } = await fill.open(`/f/${form}/`, { viewport: { width: 1280, height: 900 } });
  await page.waitForSelector('#f-trips-0-legs-0-from');
  const layout = () =>
    page.evaluate(`(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      const all = (selector) => [...document.querySelectorAll(selector)];
      const range = document.createRange();
      const isBroken = (text) =>
        [...text.textContent.matchAll(/\\S+/g)].some(({ index, 0: word }) => {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1;
        });
      return {
        dates: Math.min(...all('[type=date]').map((one) => one.clientWidth)) > 150,
        moments: Math.min(...all('[type=datetime-local]').map((one) => one.clientWidth)) > 225,
        isGrid: document.querySelector('.questions.grid') !== null,
        heads: all('.grid .head span').some((one) => one.firstChild !== null && isBroken(one.firstChild)),
        isInside: box('.questions').right <= box('.matrix').right + 1,
        columns: new Set(all('#f-days .choice').map((one) => Math.round(one.getBoundingClientRect().left))).size,
      };
    })()`);
  const good = { dates: true, moments: true, heads: false, isInside: true };
  await expect.poll(layout).toEqual({ ...good, isGrid: true, columns: 3 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 660, height: 900 });
  await expect.poll(layout).toMatchObject({ ...good, columns: 2 });
  // 1280 pixels at 400%.
  await page.setViewportSize({ width: 320, height: 225 });
  await expect.poll(layout).toEqual({ ...good, isGrid: false, columns: 1 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(layout).toEqual({ ...good, isGrid: true, columns: 3 });
  await context.close();
});

const scores = root(
  { type: 'fRate', name: 'stars', label: 'Stars' },
  { type: 'fRate', name: 'score', label: 'Score', rateMax: 10 },
  { type: 'fInput', name: 'name', label: 'Name', reqValidator: true },
);

test.each(['light', 'dark'] as const)(
  '[fill-links.quality] forced colors, %s: ratings show what is chosen',
  async (colorScheme) => {
    const form = await makeForm(fill.service, { formSchema: { rootElem: scores } });
    const { page, context } = await fill.open(`/f/${form}/`, { forcedColors: 'active', colorScheme });
    await page.click('#f-stars label >> nth=2');
    await page.click('#f-score label >> nth=6');
    await page.focus('#f-name');
    const star = (at: number) => `#f-stars label >> nth=${at}`;
    const step = (at: number) => `#f-score label >> nth=${at}`;
    expect(await difference(page, star(1), star(2))).toBeLessThan(2);
    expect(await difference(page, star(2), star(3))).toBeGreaterThan(10);
    expect(await difference(page, star(3), star(4))).toBeLessThan(2);
    // Chosen or not is more of a difference than one digit or another.
    expect(await difference(page, step(6), step(5))).toBeGreaterThan(5 * (await difference(page, step(5), step(4))));
    await page.click('button.primary');
    await page.waitForSelector('.summary');
    await expectAccessible(page);
    await context.close();
  },
);

test('[fill-links.print] on paper: every option, whole texts, titles of sections and tabs, ratings without backgrounds', async () => {
  const options = Array.from({ length: 30 }, (_, at) => `Option ${at + 1}!`);
  const rootElem = root(
    { type: 'fRadio', name: 'pick', label: 'Pick', options },
    { type: 'fInput', name: 'line', label: 'Line' },
    { type: 'fLngTxt', name: 'long', label: 'Long' },
    {
      type: 'cSection',
      name: 'part',
      label: 'Closed part',
      secCollapse: true,
      children: [{ type: 'fInput', name: 'inside', label: 'Inside it' }],
    },
    {
      type: 'cTabs',
      name: 'tabs',
      tabs: [
        { name: 'one', label: 'First tab' },
        { name: 'two', label: 'Second tab' },
      ],
      children: [[{ type: 'fInput', name: 'a', label: 'In one' }], [{ type: 'fInput', name: 'b', label: 'In two' }]],
    },
    { type: 'fRate', name: 'score', label: 'Score', rateMax: 10 },
  );
  const form = await makeForm(fill.service, { formSchema: { rootElem } });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.check('#f-pick input >> nth=28');
  await page.fill('#f-line', `${'word '.repeat(40)}end.`);
  await page.fill('#f-long', Array.from({ length: 90 }, (_, at) => `Paragraph ${at + 1}.`).join('\n'));
  await page.click('.toggle');
  await page.fill('#f-a', 'Typed');
  await page.click('#f-score label >> nth=6');
  const { text, pages } = await readPdf(await page.pdf({ printBackground: false }));
  for (const word of [
    ...options,
    'word end.',
    'Closed part',
    'Inside it',
    'First tab',
    'Second tab',
    'In two',
    'Typed',
  ]) {
    expect(text).toContain(word);
  }
  // On the pages after the first, one after another.
  const paragraphs = pages.map((one) => one.match(/Paragraph \d+\./g)?.length ?? 0);
  expect(paragraphs.reduce((sum, count) => sum + count)).toBe(90);
  expect(paragraphs.filter((count) => count > 0).length).toBeGreaterThan(1);
  await page.emulateMedia({ media: 'print' });
  const marked: boolean[] = await page.evaluate(`[...document.querySelectorAll('#f-score label')].map(
    (one) => getComputedStyle(one).outlineStyle === 'solid')`);
  expect(marked).toEqual(marked.map((_, at) => at === 6));
  await context.close();

  const stepped = await makeForm(fill.service, { display: 'steps', formSchema: { rootElem } });
  const { page: steps, context: other } = await fill.open(`/f/${stepped}/`);
  await steps.waitForSelector('.step-progress');
  const paper = (await readPdf(await steps.pdf())).text;
  for (const word of ['First tab', 'In one', 'Second tab', 'In two', 'Score']) expect(paper).toContain(word);
  expect(paper).not.toContain('Step 1');
  await other.close();
});

test('[fill-links.quality] from right to left everything begins at the right, and items of a list beside their bullets', async () => {
  const rootElem = root(
    { type: 'fInput', name: 'email', label: 'א', validators: ['str/email'] },
    { type: 'fInput', name: 'count', label: 'ב', typeValidator: 'num' },
    { type: 'fDoc', name: 'doc', label: 'ג' },
  );
  const form = await makeForm(fill.service, { locale: 'he', formSchema: { rootElem } });
  const data = { email: 'dana@example.org', count: 5, doc: '<p>א</p><ul><li>English item</li><li>פריט</li></ul>' };
  const { page, context } = await fill.open(`/f/${form}/?data=${encodeURIComponent(JSON.stringify(data))}`);
  await page.waitForSelector('.doc-text li');
  const aligned = ['#f-email', '#f-count'].map((one) => `getComputedStyle(document.querySelector('${one}')).textAlign`);
  expect(await page.evaluate(`[${aligned}]`)).toEqual(['right', 'right']);
  const ends: number[] = await page.evaluate(`[...document.querySelectorAll('.doc-text li')].map((item) => {
    const range = document.createRange();
    range.selectNodeContents(item);
    return Math.round(item.getBoundingClientRect().right - range.getBoundingClientRect().right);
  })`);
  for (const end of ends) expect(end).toBeLessThan(5);
  await context.close();
});

test('[fill-links.quality] the main button has the color of the form, and words that can be read', async () => {
  for (const [color, text] of [
    ['#ffcc00', 'rgb(12, 18, 16)'],
    ['#10206b', 'rgb(255, 255, 255)'],
    ['#e03c31', 'rgb(0, 0, 0)'],
  ] as const) {
    const form = await makeForm(fill.service, { theme: { color }, formSchema: { rootElem: scores } });
    const { page, context } = await fill.open(`/f/${form}/`, { colorScheme: 'dark' });
    expect(await buttonColors(page)).toEqual([rgb(color), text]);
    await page.hover('button.primary');
    if (text === 'rgb(0, 0, 0)') await expectAccessible(page);
    await context.close();
  }
});

/** How much two parts of the page differ as they are painted, from 0 to 255. */
async function difference(page: Page, one: string, two: string): Promise<number> {
  const shots = [await page.locator(one).screenshot(), await page.locator(two).screenshot()];
  return page.evaluate(`(async (pictures) => {
    const [one, two] = await Promise.all(pictures.map(async (text) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))]));
      const pen = new OffscreenCanvas(44, 44).getContext('2d');
      pen.drawImage(bitmap, 0, 0, 44, 44);
      return pen.getImageData(0, 0, 44, 44).data;
    }));
    return one.reduce((sum, part, at) => sum + Math.abs(part - two[at]), 0) / one.length;
  })(${JSON.stringify(shots.map((shot) => shot.toString('base64')))})`);
}

function rgb(hex: string): string {
  return `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
}

async function buttonColors(page: Page): Promise<string[]> {
  await page.waitForSelector('button.primary');
  return page.evaluate(`(({ backgroundColor, color }) => [backgroundColor, color])(
    getComputedStyle(document.querySelector('button.primary')))`);
}
