// Nothing on the page moves by itself: not while a form opens on a slow network, and not when the code of a rich field comes
// late. What the browser counts as a layout shift, without recent input, must not happen at all.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest } from '../support/fill-page.ts';

let fill: FillTest;
let browser: Browser;
beforeAll(async () => {
  fill = await startFillTest();
  browser = await openBrowser({ showsScrollbars: true });
});
afterAll(async () => {
  await browser.close();
  await fill.close();
});

const options = [
  ['a', 'One'],
  ['b', 'Two'],
  ['c', 'Three'],
];
const set = { url: '/v1.0/optionsSet/5e7500000000000000000008/autocomplete', qs: '{term: term}' };
const text = (name: string, more: object = {}) => ({ type: 'fInput', name, label: name, ...more });

/** Every element there is, each followed by something that would move. */
const elements: Readonly<Record<string, object>> = {
  text: text('name', { reqValidator: true }),
  email: text('email', { validators: ['str/email'], initialValue: 'ada@example.com' }),
  number: text('number', { typeValidator: 'num' }),
  longText: { type: 'fLngTxt', name: 'notes', initialValue: 'one\ntwo\nthree\nfour\nfive\nsix' },
  select: { type: 'fSelect', name: 'select', options },
  longList: { type: 'fSelect', name: 'longList', options: Array.from({ length: 60 }, (_, at) => `Option ${at}`) },
  several: { type: 'fSelect', name: 'several', options, selectMulti: true },
  radio: { type: 'fRadio', name: 'radio', options },
  checkbox: { type: 'fCheckbox', name: 'checkbox', options },
  bool: { type: 'fBool', name: 'bool', label: 'I agree' },
  day: { type: 'fDate', name: 'day' },
  moment: { type: 'fDate', name: 'moment', typeValidator: { type: 'date', mode: 'dt' } },
  time: { type: 'fDate', name: 'time', typeValidator: { type: 'date', mode: 't' } },
  rate: { type: 'fRate', name: 'rate' },
  color: { type: 'fColor', name: 'color' },
  matrix: { type: 'fMatrix', name: 'matrix', matrixQuestions: ['Talks', 'Food'], options },
  search: { type: 'fSelect', name: 'search', options: set },
  searchSeveral: { type: 'fSelect', name: 'searchSeveral', options: set, selectMulti: true },
  file: { type: 'fFile', name: 'file' },
  limitedFile: {
    type: 'fFile',
    name: 'limited',
    fileTypes: ['image/*', '.pdf'],
    fileMaxSize: 5_000_000,
    fileMaxNum: 3,
  },
  sign: { type: 'fSign', name: 'sign' },
  doc: { type: 'fDoc', name: 'doc' },
  section: { type: 'cSection', name: 'section', label: 'Section', secCollapse: true, children: [text('inside')] },
  repeat: { type: 'cRepeat', name: 'repeat', label: 'Rows', reqValidator: true, children: [text('cell')] },
  columns: { type: 'cRow', name: 'columns', children: [[text('left')], [text('right')]] },
  tabs: {
    ...{ type: 'cTabs', name: 'tabs', tabs: [{ name: 'one' }, { name: 'two' }] },
    children: [[text('first')], [text('second')]],
  },
  content: { type: 'eText', name: 'content', text: 'Hello {{ model.email }}' },
  calculation: { type: 'eEq', name: 'sum', label: 'Sum', eq: '1 + 1' },
  button: { type: 'eButton', name: 'button', label: 'Send' },
};
const names = Object.keys(elements);

// Most of the time here is waiting for the slow network, so several wait at once.

/** High enough that all of a form is in sight: what moves below the fold is not counted. */
const sizes: readonly [string, BrowserContextOptions][] = [
  ['320 px', { viewport: { width: 320, height: 8000 }, hasTouch: true }],
  ['a desktop', { viewport: { width: 1100, height: 8000 } }],
  ['a screen that scrolls', { viewport: { width: 1100, height: 700 } }],
];
const sample = ['he, 320 px', 'en, a desktop'];
const cases = sizes.flatMap(([size, view]) =>
  (['en', 'he'] as const).map(
    (locale) => [locale, sample.includes(`${locale}, ${size}`) ? size : `${size} [heavy]`, view] as const,
  ),
);

interface Shift {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly moved: readonly string[];
}

async function openSlowly(form: string, view: BrowserContextOptions, query = ''): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...view });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const speed = { downloadThroughput: 100_000, uploadThroughput: 50_000 };
  // Longer than the half second in which the browser puts a shift down to a press.
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 700, ...speed });
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const moved = entry.sources.map(({ node, previousRect, currentRect }) =>
          (node?.outerHTML ?? node?.textContent ?? '?').slice(0, 80) + ' ' + previousRect.y + ' > ' + currentRect.y);
        shifts.push({ value: entry.value, hadRecentInput: entry.hadRecentInput, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });`);
  const awaited = new Set<string>();
  page.on('request', (request) => awaited.add(request.url()));
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => awaited.delete(request.url()));
  }
  await page.goto(`${fill.service.url}/f/${form}/${query}`, { waitUntil: 'commit' });
  await page.waitForSelector('form.form').catch((error: Error) => {
    throw new Error(`${error.message}\nNot answered yet: ${[...awaited].join(' ')}`);
  });
  return page;
}

/** Waits until all code has come and two frames are drawn, then tells what moved by itself. */
async function shiftsOf(page: Page): Promise<Shift[]> {
  await page.waitForSelector('.loading', { state: 'detached' });
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))',
  );
  const shifts = (await page.evaluate('shifts')) as Shift[];
  return shifts.filter(({ hadRecentInput }) => !hadRecentInput);
}

test.concurrent.each(cases)(
  '[fill-links.quality] a form of every element opens without moving: %s, %s',
  async (locale, _, view) => {
    const children = names.flatMap((name) => [elements[name]!, text(`after${name}`)]);
    const theme = { color: '#7a3cff', logo: 'https://forms.test/none.png' };
    const form = await makeForm(fill.service, {
      name: 'Everything',
      locale,
      theme,
      formSchema: { rootElem: root(...children) },
    });
    const page = await openSlowly(form, view);
    expect(await shiftsOf(page)).toEqual([]);
    await page.context().close();
  },
);

test.concurrent.each(cases)(
  '[fill-links.quality] rich fields that appear later do not move what is below: %s, %s',
  async (locale, _, view) => {
    const rich = [
      'search',
      'searchSeveral',
      'file',
      'limitedFile',
      'sign',
      'doc',
      'longList',
      'rate',
      'color',
      'matrix',
      'tabs',
    ];
    const children = rich.flatMap((name) => [
      { type: 'fBool', name: `show${name}`, label: name },
      { ...elements[name], relevant: `model.show${name}` },
      text(`after${name}`),
    ]);
    const form = await makeForm(fill.service, { name: 'Later', locale, formSchema: { rootElem: root(...children) } });
    const page = await openSlowly(form, view);
    for (const name of rich) {
      await page.check(`#f-show${name}`);
      await page.waitForTimeout(600);
    }
    expect(await shiftsOf(page)).toEqual([]);
    await page.context().close();
  },
);

test.concurrent.each(cases)(
  '[fill-links.quality] a draft with values in rich fields opens without moving: %s, %s',
  async (locale, _, view) => {
    const rich = ['search', 'searchSeveral', 'sign', 'doc', 'file'];
    const children = rich.flatMap((name) => [elements[name]!, text(`after${name}`)]);
    const form = await makeForm(fill.service, { name: 'Draft', locale, formSchema: { rootElem: root(...children) } });
    const points = [10, 60, 110].map((x, at) => ({ x, y: 20 + at * 5, time: at }));
    const data = {
      search: 'Israel | IL',
      searchSeveral: ['Israel | IL', 'France | FR', 'Japan | JP'],
      sign: { strokes: [{ cWidth: 300, cHeight: 100, points }] },
      doc: '<h2>Dear all</h2><p>One</p><ul><li>Two</li><li>Three</li></ul><p>Four</p>',
      file: ['a.txt', 'b.png'].map((name) => ({
        name,
        size: 5,
        type: '',
        storageKey: name,
        storageBucket: 'formstead',
        url: `/${name}`,
      })),
    };
    const page = await openSlowly(form, view, `?data=${encodeURIComponent(JSON.stringify(data))}`);
    await page.locator('.chip, .file-row').nth(4).waitFor();
    expect(await page.locator('.chip, .file-row').count()).toBe(5);
    expect(await shiftsOf(page)).toEqual([]);
    await page.context().close();
  },
);
