// A context that is used again knows nothing of the test before.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FillTest, startFillTest } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill?.close());

const options = { viewport: { width: 700, height: 500 } };
/** A page of the service in a context with these options. */
async function open(): Promise<Page> {
  const context = await fill.browser.newKeptContext(fill.service.url, options);
  const page = await context.newPage();
  await page.goto(`${fill.service.url}/admin/`);
  return page;
}

const isOpener = 'window.opener !== null';
/** Everything in which a page can leave something for the next. */
const left = `(async () => ({
  cookies: document.cookie,
  local: localStorage.length,
  session: sessionStorage.length,
  databases: (await indexedDB.databases()).length,
  caches: (await globalThis.caches?.keys())?.length ?? 0,
  name: window.name,
  isOpened: ${isOpener},
  width: innerWidth,
}))()`;
const nothing = { cookies: '', local: 0, session: 0, databases: 0, caches: 0, name: '', isOpened: false, width: 700 };

test('[house] kept contexts: what pages store, cookies, names and other pages are gone when it is used again', async () => {
  const page = await open();
  expect(await page.evaluate(left)).toEqual(nothing);
  const contexts = () => fill.browser.contexts().length;
  const before = contexts();
  await page.evaluate(`(async () => {
    document.cookie = 'left=1; max-age=1000';
    localStorage.setItem('left', '1');
    sessionStorage.setItem('left', '1');
    await globalThis.caches?.open('left');
    window.name = 'left';
    await new Promise((done) => { indexedDB.open('left').onsuccess = done; });
  })()`);
  await page.setViewportSize({ width: 400, height: 400 });
  await page.context().newPage();
  expect(page.context().pages()).toHaveLength(2);
  await page.context().close();
  await page.context().close();
  expect(page.isClosed()).toBe(true);

  const again = await open();
  expect(contexts()).toBe(before);
  expect(again.context().pages()).toEqual([again]);
  expect(await again.evaluate(left)).toEqual(nothing);
  // Two at a time are two.
  const other = await open();
  await other.evaluate("localStorage.setItem('other', '1')");
  expect(await again.evaluate('localStorage.length')).toBe(0);
  await other.context().close();
  await again.context().close();
});

test('[house] kept contexts: one that was changed for good is not used again', async () => {
  const page = await open();
  await page.context().addInitScript("window.name = 'changed'");
  await page.reload();
  expect(await page.evaluate('window.name')).toBe('changed');
  const before = fill.browser.contexts().length;
  await page.context().close();
  expect(fill.browser.contexts().length).toBe(before - 1);
  const again = await open();
  expect(await again.evaluate(left)).toEqual(nothing);
  await again.context().close();
});

test('[house] kept contexts: one whose page has another clock is not used again', async () => {
  const page = await open();
  await page.clock.setFixedTime(0);
  expect(await page.evaluate('Date.now()')).toBe(0);
  const before = fill.browser.contexts().length;
  await page.context().close();
  expect(fill.browser.contexts().length).toBe(before - 1);
  const again = await open();
  expect(await again.evaluate('Date.now()')).toBeGreaterThan(0);
  await again.context().close();
});
