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

/** Six that are alike, but for what the style sheet or the last of them says. */
const six = (item: string, last = item, style = '') =>
  `<style>a, input { display: inline-block; min-width: 40px; min-height: 40px } ${style}</style>
  <ul>${`<li>${item}</li>`.repeat(5)}<li>${last}</li></ul>`;
const link = '<a href="/a">Some link</a>';
const box = '<label>Name <input></label>';
const small = '<button style="width: 10px; height: 10px; padding: 0; border: 0" aria-label="Go"></button>';
const spaced = 'button { display: block; margin: 40px } li:last-child button { margin: 0 }';

test.each([
  ['nothing', six(link, '<a href="/b">Other words</a>'), []],
  ['nothing, and each is broken', six(pale), ['color-contrast: li:nth-child(1) > p,li:nth-child(2) > p']],
  ['its colour', six(link, link, 'li:last-child a { color: #aaa }'), ['color-contrast: li:nth-child(6) > a']],
  ['its ground', six(fine, fine, 'li:last-child { background: #222 }'), ['color-contrast: li:nth-child(6) > p']],
  ['having no words', six(link, '<a href="/b"></a>'), ['link-name: a[href="/b"]']],
  ['having no label', six(box, '<label></label><input>'), ['label: li:nth-child(6) > input']],
  ['having an empty label', six(box, '<label><input></label>'), ['label: li:nth-child(6) > label > input']],
  [
    'having a name that leads nowhere',
    six('<i id="x">X</i><input aria-labelledby="x">', '<i>X</i><input aria-labelledby="y">'),
    ['label: input[aria-labelledby="y"]'],
  ],
  ['its role', six('<b role="note">B</b>', '<b role="none-such">B</b>'), ['aria-roles: b[role="none-such"]']],
  ['its language', six('<b lang="he">B</b>', '<b lang="xyzzy">B</b>'), ['valid-lang: b[lang="xyzzy"]']],
  ['its picture', six('<img src="data:," alt="Tree">', picture), ['image-alt: li:nth-child(6) > img']],
  [
    'the room to press it',
    six(small + small, small + small, spaced),
    ['target-size: li:nth-child(6) > button:nth-child(1),li:nth-child(6) > button:nth-child(2)'],
  ],
])('[house] accessibility: of many that are alike, the last differs in %s', async (_, content, broken) => {
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
