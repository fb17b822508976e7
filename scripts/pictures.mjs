// Takes the pictures of the management app in docs/pictures/admin: every page, on a desktop and on a phone, in English and in
// Hebrew. Against a running server with an empty account: node scripts/pictures.mjs <address> <email> <password> [page ...]
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from './find-chromium.mjs';
import { foreignForm, makeSamples } from './picture-samples.mjs';

const [address = 'http://localhost:8080', email = '', password = '', ...wanted] = process.argv.slice(2);
const folder = resolve(import.meta.dirname, '..', 'docs', 'pictures', 'admin');
const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } };
/** Directions and looks: the Hebrew pictures are dark ones, so that both are seen. */
const looks = { english: { locale: 'en', theme: 'light' }, hebrew: { locale: 'he', theme: 'dark' } };

const { forms, entries, set } = await makeSamples({ address, email, password });

function pagesOf(look) {
  const form = forms[look];
  return {
    forms: { path: '/admin/' },
    'new-form': { path: '/admin/forms/new/' },
    'import-form': { path: '/admin/forms/import/', act: importSample },
    builder: { path: `/admin/forms/${form}/`, act: selectSecondField },
    after: { path: `/admin/forms/${form}/?view=after` },
    pdf: { path: `/admin/forms/${form}/?view=pdf` },
    share: { path: `/admin/forms/${form}/share/` },
    entries: { path: `/admin/entries/${form}/` },
    entry: { path: `/admin/entries/${form}/${entries[look]}/` },
    insight: { path: `/admin/forms/${form}/insight/`, act: showCharts },
    'options-sets': { path: '/admin/sets/' },
    'options-set': { path: `/admin/sets/${set}/` },
    profile: { path: '/admin/account/' },
    users: { path: '/admin/account/users/' },
    keys: { path: '/admin/account/keys/' },
    log: { path: '/admin/account/log/' },
  };
}

/** Samples are all of one day: the charts of the fields say more. */
async function showCharts(page) {
  await page.mouse.wheel(0, 420);
}

async function importSample(page) {
  const buffer = Buffer.from(JSON.stringify(foreignForm));
  await page.setInputFiles('input[type=file]', { name: 'feedback.json', mimeType: 'application/json', buffer });
  await page.frameLocator('iframe').locator('.field').first().waitFor();
}

async function selectSecondField(page) {
  await page
    .locator('.cv-item')
    .nth(1)
    .click({ position: { x: 20, y: 12 } });
  await page.locator('.cv-tools').waitFor();
}

mkdirSync(folder, { recursive: true });
const { browser: found } = findChromium();
const browser = await chromium.launch({
  executablePath: found.executablePath,
  env: { ...process.env, ...found.env },
  chromiumSandbox: false,
});
for (const [look, settings] of Object.entries(looks)) {
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce', locale: settings.locale });
    const page = await context.newPage();
    await page.goto(`${address}/admin/`);
    await page.waitForSelector('.sign-in form');
    await take(page, 'sign-in', look, size);
    await context.request.post(`${address}/v1.0/auth/session`, { data: { email, password } });
    const headers = { 'x-formstead-app': 'admin' };
    await context.request.patch(`${address}/v1.0/me`, { data: { settings }, headers });
    for (const [name, { path, act }] of Object.entries(pagesOf(look))) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      await page.goto(address + path);
      await page.waitForSelector('main h1');
      await page.waitForLoadState('networkidle');
      await act?.(page);
      await take(page, name, look, size);
    }
    await context.close();
  }
}
await browser.close();

async function take(page, name, look, size) {
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}-${size}-${look}.jpg`), type: 'jpeg', quality: 72 });
  console.log(`${name} ${size} ${look}`);
}
