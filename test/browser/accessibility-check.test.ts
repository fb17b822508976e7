// The look at a page's accessibility sees what is broken: in a page by itself, and in a frame.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations, wcagTags } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
});

afterAll(() => browser?.close());

const picture = '<img src="data:,">';
const pale = '<p style="color: #aaa; background: #fff">Pale</p>';
const fine = '<p>Fine</p>';

test.each([
  ['a page with nothing wrong', fine, []],
  ['a page', picture + pale, ['color-contrast: p', 'image-alt: img']],
  ['a frame with nothing wrong', frameOf(fine), []],
  [
    'a page and a frame in its frame',
    pale + frameOf(frameOf(picture)),
    ['color-contrast: p', 'image-alt: iframe,iframe,img'],
  ],
])('[house] accessibility: what is wrong is seen in %s', async (_, content, broken) => {
  await page.setContent(documentOf(content));
  expect(await findBroken()).toEqual(broken);
});

function frameOf(content: string): string {
  const quoted = documentOf(content).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe title="Inside" srcdoc="${quoted}"></iframe>`;
}

function documentOf(content: string): string {
  return `<!doctype html><html lang="en"><title>Page</title><main>${content}</main></html>`;
}

/** Each rule with the elements that break it; those in frames after their frames. */
async function findBroken(): Promise<string[]> {
  return (await findViolations(page, wcagTags)).map((broken) => broken.join(': ')).sort();
}
