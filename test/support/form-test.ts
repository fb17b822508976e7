// A form in a real browser, against the whole service: page, API and storage are one origin.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Settings } from '../../src/server/base/settings.ts';
import { expectRules, wcagTags } from './accessibility.ts';
import { openBrowser } from './browser.ts';
import { collectFaults } from './page-faults.ts';
import { startService } from './service.ts';

export const origin = 'http://forms.test';

interface OpenedPage {
  readonly page: Page;
  /** What went wrong on the page, breaches of its policy included. */
  readonly faults: string[];
  close(): Promise<void>;
}

export type FormTest = Awaited<ReturnType<typeof startFormTest>>;

export async function startFormTest(settings: Settings = {}) {
  const service = await startService(settings, { keepsPort: true });
  const browser = await openBrowser({ proxied: { publicUrl: origin, url: service.url } });

  async function openForm(
    form: string,
    options: BrowserContextOptions = {},
    path = `/f/${form}/`,
  ): Promise<OpenedPage> {
    const context = await browser.newKeptContext(origin, { viewport: { width: 900, height: 900 }, ...options });
    const page = await context.newPage();
    const faults = collectFaults(page);
    await page.goto(origin + path);
    return { page, faults, close: () => context.close() };
  }

  /** The data of the form's only entry, after the page has sent it. */
  async function submittedData(page: Page, form: string) {
    await page.getByRole('button', { name: /^(Submit|שליחה)/ }).click();
    await page.waitForSelector('.thank-you, .tick');
    return entryData(form);
  }

  // biome-ignore lint/suspicious/noExplicitAny: a test names the parts it looks at.
  async function entryData(form: string): Promise<any> {
    const reply = await service.call('GET', '/entry', { key: service.people.alice.key, query: { query: { form } } });
    expect(reply.body.data).toHaveLength(1);
    return reply.body.data[0].data;
  }

  return {
    service,
    openForm,
    submittedData,
    entryData,
    async close() {
      await browser.close();
      await service.close();
    },
  };
}

export const expectAccessible = (page: Page) => expectRules(page, [...wcagTags, 'best-practice']);

export function expectNoSideways(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  return expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
}

/** Of the element that has the focus. */
export const focusLabel = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.title";
