// One engine, two places: the same cases give the same results in Node and in a real browser.
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { type CaseOutcome, runCoreCases } from './core-cases.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

test('[expressions.same-everywhere] expressions, templates and validation agree in Node and in the browser', async () => {
  const bundle = await build({
    entryPoints: ['test/browser/core-cases.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'core',
    platform: 'browser',
  });
  const page = await browser.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  await page.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
  const inBrowser = (await page.evaluate('core.runCoreCases()')) as CaseOutcome[];
  expect(failures).toEqual([]);
  expect(inBrowser.length).toBeGreaterThan(300);
  expect(inBrowser).toEqual(runCoreCases());
});
