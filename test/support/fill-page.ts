// A browser on the fill pages of a service: opening links, looking at what went wrong.

import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Settings } from '../../src/server/base/settings.ts';
import { openBrowser, type TestBrowser } from './browser.ts';
import { collectFaults } from './page-faults.ts';
import { startService, type TestService } from './service.ts';

export interface FillTest {
  readonly service: TestService;
  readonly browser: TestBrowser;
  /** Opens a path of the service in a context of its own. */
  open(path: string, options?: BrowserContextOptions): Promise<FillTab>;
  /** The data of a form's entries, oldest first, with their status. */
  entries(form: string): Promise<[status: string, data: unknown][]>;
  close(): Promise<void>;
}

export interface FillTab {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What went wrong on the page, breaches of its policy included. */
  readonly faults: string[];
}

export const desktop = { viewport: { width: 1100, height: 900 } };
export const phone = { viewport: { width: 320, height: 640 }, hasTouch: true };

export async function startFillTest(settings: Settings = {}): Promise<FillTest> {
  const service = await startService(settings, { keepsPort: true });
  const browser = await openBrowser();
  return {
    service,
    browser,
    async open(path, options = desktop) {
      const context = await browser.newKeptContext(service.url, { reducedMotion: 'reduce', ...options });
      const page = await context.newPage();
      const faults = collectFaults(page);
      await page.goto(service.url + path);
      // Not the page as it is before the script runs.
      await page.waitForSelector('main:not(:has(.waiting))');
      return { page, context, faults };
    },
    async entries(form) {
      const query = { query: { form } };
      const { body } = await service.call('GET', '/entry', { key: service.people.alice.key, query });
      return body.data.map((entry: { status: string; data: unknown }) => [entry.status, entry.data]);
    },
    async close() {
      await browser.close();
      await service.close();
    },
  };
}

export async function submit(page: Page): Promise<void> {
  await page.click('button.primary');
}

export async function thanks(page: Page): Promise<string> {
  await page.waitForSelector('.thank-you');
  return (await page.textContent('.thank-you')) ?? '';
}

/** The messages on the page, each with the field it belongs to, in order. */
export async function shownMessages(page: Page): Promise<[path: string, message: string][]> {
  return page.evaluate(`[...document.querySelectorAll('[data-path]')].flatMap((field) =>
    [...field.querySelectorAll('.messages .error')]
      .filter((message) => message.closest('[data-path]') === field)
      .map((message) => [field.dataset.path, message.textContent]))`);
}
