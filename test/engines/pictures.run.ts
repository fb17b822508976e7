// Takes the pictures of the fill page in docs/pictures: on a desktop and on a phone, in English and Hebrew, light and dark, and one form in
// three engines side by side. `npx vitest run --config test/engines/vitest.config.ts pictures`
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest } from '../support/fill-page.ts';
import { openChromium } from './chromium.ts';
import type { Engine } from './engine.ts';
import { fillerOn } from './filler.ts';
import { openFirefox } from './firefox.ts';
import { words } from './picture-words.ts';
import { openWebKit } from './webkit.ts';

const pictures = resolve(import.meta.dirname, '../../docs/pictures');
let fill: FillTest;
let folder: string;
beforeAll(async () => {
  fill = await startFillTest();
  folder = mkdtempSync(join(tmpdir(), 'formstead-pictures-'));
});
afterAll(async () => {
  await fill.close();
  rmSync(folder, { recursive: true, force: true });
});

type Language = keyof typeof words;

function campForm(language: Language, { isStepped = false } = {}) {
  const t = words[language];
  const two = (...fields: object[]) => ({ type: 'cRow', name: 'row', children: fields.map((one) => [one]) });
  const about = [
    two(
      { type: 'fInput', name: 'first', label: t.first, reqValidator: true },
      { type: 'fInput', name: 'last', label: t.last, reqValidator: true },
    ),
    { type: 'fInput', name: 'email', label: t.email, help: t.emailHelp, reqValidator: true, validators: ['str/email'] },
    two(
      { type: 'fDate', name: 'born', label: t.born },
      { type: 'fSelect', name: 'grade', label: t.grade, options: t.grades },
    ),
    { type: 'fRadio', name: 'weeks', label: t.weeks, options: t.lengths, reqValidator: true },
  ];
  const contacts = [
    {
      ...{ type: 'cRepeat', name: 'contacts', label: t.contacts, rowName: t.contact },
      children: [
        two({ type: 'fInput', name: 'name', label: t.name }, { type: 'fInput', name: 'phone', label: t.phone }),
      ],
    },
  ];
  const rest = [
    { type: 'fRate', name: 'swims', label: t.swims },
    { type: 'fSign', name: 'sign', label: t.sign },
  ];
  const tabs = {
    type: 'cTabs',
    name: 'tabs',
    tabs: t.steps.map((label) => ({ label })),
    children: [about, contacts, rest],
  };
  return {
    ...{ name: t.title, locale: language, display: isStepped ? 'steps' : 'page' },
    formSchema: {
      rootElem: isStepped
        ? root(tabs)
        : root({ type: 'eText', name: 'hello', text: t.hello }, ...about, ...contacts, ...rest),
    },
  };
}

const born = { day: '9', month: '4', year: '2016' };

async function fillIn(page: Page, language: Language): Promise<void> {
  const t = words[language];
  await page.fill('#f-first', t.answers.first);
  await page.fill('#f-last', t.answers.last);
  await page.fill('#f-email', 'dana@example');
  for (const [part, text] of Object.entries(born)) await page.fill(`#f-born-${part}`, text);
  await page.selectOption('#f-grade', { index: 3 });
  await page.check('#f-weeks input >> nth=1');
}

async function fillRest(page: Page, language: Language): Promise<void> {
  const t = words[language];
  await page.click('#f-contacts-add');
  await page.fill('#f-contacts-0-name', t.answers.contact);
  await page.fill('#f-contacts-0-phone', '050-1234567');
  await page.click('#f-swims label >> nth=3');
  await page.locator('.sign-field button', { hasText: t.typeName }).click();
  await page.fill('.sign-field input', t.answers.contact);
  await page.locator('.sign-field input').blur();
  await page.waitForTimeout(600);
}

const desktop = { viewport: { width: 800, height: 800 }, deviceScaleFactor: 1.5 };
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.5 };

async function take(name: string, form: string, view: BrowserContextOptions, act: (page: Page) => Promise<void>) {
  const { page, context } = await fill.open(`/f/${form}/`, view);
  await page.waitForSelector('#f-first');
  await act(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(pictures, `${name}.jpg`), type: 'jpeg', quality: 80 });
  await context.close();
}

test('[house] pictures of the fill page', async () => {
  for (const language of ['en', 'he'] as const) {
    const colorScheme = language === 'en' ? 'light' : 'dark';
    const locale = language === 'en' ? 'en-GB' : 'he-IL';
    const ending = language === 'en' ? '' : '-hebrew-dark';
    const form = await makeForm(fill.service, campForm(language));
    const inError = async (page: Page) => {
      await fillIn(page, language);
      await page.locator('#f-email').focus();
      await page.locator('#f-email').blur();
      await page.waitForSelector('.messages');
      await page.evaluate('scrollTo(0, 0)');
    };
    await take(`fill-desktop${ending}`, form, { ...desktop, locale, colorScheme }, inError);
    await take(`fill-phone${ending}`, form, { ...phone, locale, colorScheme }, async (page) => {
      await fillIn(page, language);
      await fillRest(page, language);
      await page.evaluate("document.querySelector('#f-contacts').scrollIntoView()");
    });
    const steps = await makeForm(fill.service, campForm(language, { isStepped: true }));
    const other = language === 'en' ? 'dark' : 'light';
    await take(`fill-steps-${language}-${other}`, steps, { ...phone, locale, colorScheme: other }, async (page) => {
      await fillIn(page, language);
      await page.fill('#f-email', 'dana@example.org');
      await page.click('button.primary');
      await page.waitForSelector('#f-contacts-add');
      await page.click('#f-contacts-add');
      await page.fill('#f-contacts-0-name', words[language].answers.contact);
      await page.fill('#f-contacts-0-phone', '050-1234567');
      await page.locator('#f-contacts-0-phone').blur();
      await page.evaluate('scrollTo(0, 0)');
    });
  }
});

/** Of the page itself, whatever the browser has around it. */
async function resizePage(engine: Engine, width: number, height: number): Promise<void> {
  await engine.resize(width, height);
  const inside = await engine.run<[number, number]>('return [innerWidth, innerHeight]');
  await engine.resize(2 * width - inside[0], 2 * height - inside[1]);
  await expect.poll(() => engine.run('return innerWidth')).toBe(width);
}

test.each(['en', 'he'] as const)('[house] one form in three engines: %s', async (language) => {
  const form = await makeForm(fill.service, campForm(language));
  const t = words[language];
  const shots: string[] = [];
  for (const open of [openChromium, openFirefox, openWebKit]) {
    const engine = await open();
    const filler = fillerOn(engine, fill.service);
    await engine.go(`${fill.service.url}/f/${form}/`);
    await filler.shows('#f-first');
    await resizePage(engine, 500, 900);
    await engine.type('#f-first', t.answers.first);
    await engine.type('#f-last', t.answers.last);
    await engine.type('#f-email', 'dana@example\uE004');
    for (const [part, text] of Object.entries(born)) await engine.type(`#f-born-${part}`, text);
    await filler.press(t.lengths[1]!);
    await filler.shows('.messages');
    await engine.run('document.activeElement.blur(); scrollTo(0, 0)');
    const file = join(folder, `${language}-${engine.name}.png`);
    await engine.picture(file);
    await engine.close();
    const image = `data:image/png;base64,${readFileSync(file).toString('base64')}`;
    shots.push(
      `<figure><figcaption>${engine.name}</figcaption><div style="background-image: url(${image})"></div></figure>`,
    );
  }
  const page = await fill.browser.newPage({ viewport: { width: 1540, height: 760 } });
  await page.setContent(`<style>body { margin: 0; display: flex; gap: 10px; padding: 10px; background: #d5dad6; font: 600 18px sans-serif }
    figure { margin: 0 } figcaption { padding: 4px 0 8px; text-align: center }
    div { width: 500px; height: 698px; background-size: 500px auto; background-repeat: no-repeat }</style>${shots.join('')}`);
  const path = join(pictures, `fill-engines${language === 'en' ? '' : '-hebrew'}.jpg`);
  await page.screenshot({ path, type: 'jpeg', quality: 78 });
  await page.close();
});
