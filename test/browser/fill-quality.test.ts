// What Lighthouse weighs on the fill page, apart from seconds: one wave of compressed, cached requests, a clean console, a proper
// document. The seconds are measured by hand: docs/fill-page.md "Fill page performance".
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { makeForm, root } from '../support/entries.ts';
import { desktop, type FillTest, phone, startFillTest } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const choices = [
  ['a', 'One'],
  ['b', 'Two'],
];
const twentyFields = [
  ...['first', 'last', 'email', 'phone', 'city', 'company'].map((name) => ({ type: 'fInput', name, label: name })),
  ...['guests', 'age', 'floor'].map((name) => ({ type: 'fInput', name, label: name, typeValidator: 'num' })),
  ...['day', 'until'].map((name) => ({ type: 'fDate', name, label: name, relevant: "model.first != 'x'" })),
  ...['country', 'shirt'].map((name) => ({ type: 'fSelect', name, label: name, options: choices })),
  { type: 'fRadio', name: 'how', label: 'How', options: choices, reqValidator: true },
  { type: 'fCheckbox', name: 'days', label: 'Days', options: choices },
  { type: 'fMatrix', name: 'topics', label: 'Topics', matrixQuestions: ['Talks', 'Food'], options: choices },
  { type: 'fRate', name: 'rate', label: 'Rate' },
  { type: 'fColor', name: 'color', label: 'Color' },
  { type: 'fLngTxt', name: 'notes', label: 'Notes' },
  { type: 'fBool', name: 'agree', label: 'I agree' },
  { type: 'eEq', name: 'price', label: 'Price', eq: '(model.guests + 1) * 50' },
  { type: 'cRepeat', name: 'kids', label: 'Children', children: [{ type: 'fInput', name: 'kid', label: 'Name' }] },
];

const otherKinds = [
  { type: 'fInput', name: 'slide', label: 'Slide', typeValidator: 'num', inputStyle: 'slider' },
  { type: 'fRate', name: 'scale', label: 'Scale', rateStyle: 'numbers' },
  { type: 'fCheckbox', name: 'rank', label: 'Rank', options: choices, ranked: true },
  { type: 'fRadio', name: 'other', label: 'Other', options: choices, otherOption: true },
  { type: 'fSelect', name: 'size', label: 'Size', options: choices, otherOption: true },
  { type: 'fInput', name: 'tel', label: 'Phone', validators: ['str/phone'] },
  { type: 'fInput', name: 'short', label: 'Short', validators: [{ type: 'str/maxLength', value: 20 }] },
  { type: 'fDate', name: 'born', label: 'Date of birth' },
  { type: 'eHtml', name: 'rich', html: '<p>Some <b>words</b></p>' },
];

test('[fill-links.quality] questions with more to them than their type come in the same wave, each alone too', async () => {
  for (const elements of [otherKinds, ...otherKinds.map((one) => [one])]) {
    const form = await makeForm(fill.service, { formSchema: { rootElem: root(...elements) } });
    const { page, context } = await fill.open('/');
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/assets/') && asked.push(new URL(request.url()).pathname));
    const html = await (await page.goto(`${fill.service.url}/f/${form}/`))!.text();
    await page.waitForSelector('button.primary');
    const later = asked.filter((path) => !html.includes(`"${path}"`) && !/after-open-|-page-later/.test(path));
    expect(later, JSON.stringify(elements)).toEqual([]);
    await context.close();
  }
});

const isWords = (url: string) => /\/words-[^/]*\.json$/.test(url);
const screens = { phone, desktop };
const cases = (['en', 'he'] as const).flatMap((locale) =>
  (Object.keys(screens) as (keyof typeof screens)[]).map((screen) => [locale, screen] as const),
);

test.each(cases)(
  '[fill-links.quality] %s on a %s: one wave of requests, nothing to complain of',
  async (locale, screen) => {
    const theme = { color: '#7a3cff' };
    const formSchema = { rootElem: root(...twentyFields) };
    const form = await makeForm(fill.service, { name: 'Twenty fields', locale, theme, formSchema });
    const context = await fill.browser.newContext(screens[screen]);
    const page = await context.newPage();
    const said: string[] = [];
    const answers: Response[] = [];
    // What makes the page open offline comes when it is open, and its worker is let in by the tests of that.
    page.on('console', (message) => !/^Service Worker .* blocked/.test(message.text()) && said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('requestfailed', (request) => said.push(`failed: ${request.url()}`));
    page.on('response', (response) => {
      const url = response.url();
      const isLater =
        url.includes('/assets/after-open-') ||
        (response.request().resourceType() === 'fetch' && url.endsWith(`/f/${form}/`));
      if (!isLater && !url.startsWith('data:')) answers.push(response);
    });
    const html = await (await page.goto(`${fill.service.url}/f/${form}/`))!.text();
    await page.waitForSelector('button.primary');
    await page.waitForLoadState('networkidle');
    expect(said).toEqual([]);
    expect(answers.map((answer) => answer.status())).toEqual(answers.map(() => 200));

    const [document, ...assets] = answers;
    expect(await document!.headerValue('content-encoding')).toMatch(/^(br|gzip)$/);
    expect(await document!.headerValue('content-security-policy')).not.toMatch(/unsafe|\*(?! *$)/);
    // The title, and all that the form needs, without a second round trip to find out.
    expect(html).toMatch(/<h1><bdi>Twenty fields<\/bdi><\/h1>/);
    for (const asset of assets) {
      const { pathname } = new URL(asset.url());
      expect(html).toContain(`"${pathname}"`);
      expect([pathname, await asset.headerValue('content-encoding')]).toEqual([pathname, 'br']);
      expect(await asset.headerValue('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const kinds = assets.filter((asset) => !isWords(asset.url())).map((asset) => asset.request().resourceType());
    expect([...new Set(kinds)].sort()).toEqual(['script', 'stylesheet']);
    // Words are sent once, in one language: the page finds those that the browser has asked for already.
    const sent = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').filter(({ transferSize }) => transferSize > 0).map(({ name }) => name)`,
    );
    expect(sent.filter(isWords)).toEqual([expect.stringMatching(new RegExp(`-${locale}-page-base\\.json$`))]);
    const sizes = await Promise.all(assets.map(async (asset) => (await asset.request().sizes()).responseBodySize));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(50_000);

    expect(
      await page.evaluate(`({
      doctype: document.doctype?.name,
      isQuirky: document.compatMode !== 'CSS1Compat',
      charset: document.characterSet,
      lang: document.documentElement.lang,
      dir: document.documentElement.dir,
      title: document.title,
      viewport: document.querySelector('meta[name=viewport]').content,
      robots: document.querySelector('meta[name=robots]').content,
      unsized: [...document.images].filter((image) => !image.height).length,
      handlers: document.querySelectorAll('[onclick], [style*=url]').length,
    })`),
    ).toEqual({
      doctype: 'html',
      isQuirky: false,
      charset: 'UTF-8',
      lang: locale,
      dir: locale === 'he' ? 'rtl' : 'ltr',
      title: 'Twenty fields',
      viewport: 'width=device-width, initial-scale=1',
      robots: 'noindex',
      unsized: 0,
      handlers: 0,
    });
    await expectAccessible(page);
    await context.close();
  },
);

test('[fill-links.quality] a page that only says something is complete without a script', async () => {
  const access = { isDisabled: true, disabledMessage: 'Closed <b>since</b> noon.' };
  const form = await makeForm(fill.service, { access });
  const context = await fill.browser.newContext({ ...phone, javaScriptEnabled: false });
  const page = await context.newPage();
  const answer = await page.goto(`${fill.service.url}/f/${form}/`);
  expect([answer?.status(), await page.textContent('main .form')]).toEqual([403, 'Closed <b>since</b> noon.']);
  const open = await makeForm(fill.service, {
    name: 'Open',
    formSchema: { rootElem: root({ type: 'fSign', name: 'sign' }) },
  });
  await page.goto(`${fill.service.url}/f/${open}/`);
  const shown = async () => (await page.innerText('main')).split(/\n+/);
  const needed = 'This form needs JavaScript. If it is turned on, please reload the page.';
  await expect.poll(shown).toEqual(['Open', needed]);
  await context.close();
});

test('[fill-links.late-code] code that does not load is reported, in the words of the page', async () => {
  const form = await makeForm(fill.service, {
    name: 'ת',
    locale: 'he',
    formSchema: { rootElem: root(...twentyFields) },
  });
  const context = await fill.browser.newContext(phone);
  const page = await context.newPage();
  await page.route('**/assets/words-*-he-page-base.json', (route) => route.abort());
  await page.goto(`${fill.service.url}/f/${form}/`);
  await page.waitForSelector('text=לא ניתן היה לטעון את הטופס במלואו.');
  await context.close();
});
