// Is what a page shows accessible? axe-core in the page and in each of its frames. @axe-core/playwright would put the rules
// into every frame at every look and finish in a window of its own, which takes three times as long.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { isWhole } from './whole-run.ts';

/**
 * What a browser has to read for every page that is looked at: half of what it is with its comments. Elements are named by selectors;
 * axe would write out the HTML of every one that it looks at, with all that is in it.
 */
const axeSource = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ noHtml: true });
${readFileSync(join(import.meta.dirname, 'alike-elements.js'), 'utf8')}`;

export const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * No rule of WCAG 2.2 AA is broken, and nothing overflows sideways. Of the states of the management app that a file of tests comes to,
 * `npm test` looks for the rules at the first and at one of three others: that takes as long as all else in some of them.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (isWhole || !isOfManagement(page) || isDrawn()) await expectRules(page, wcagTags);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

const statesOfFiles = new Map<string, number>();

function isOfManagement(page: Page): boolean {
  return new URL(page.url()).pathname.startsWith('/admin/');
}

function isDrawn(): boolean {
  const { testPath = '' } = expect.getState();
  const states = statesOfFiles.get(testPath) ?? 0;
  statesOfFiles.set(testPath, states + 1);
  return states % 3 === 0;
}

/**
 * No rule with one of these tags is broken. Looked at again for a while where one is: a page that is being drawn, or a colour on its way
 * to another, is not what people get.
 */
export async function expectRules(page: Page, tags: string[]): Promise<void> {
  await expect.poll(() => findViolations(page, tags), { timeout: 15_000, interval: 500 }).toEqual([]);
}

/** What is broken at this moment; of elements that break the same rule in the same way the first two are named. */
export async function findViolations(page: Page, tags: string[]): Promise<Violations> {
  const options: axe.RunOptions = {
    runOnly: { type: 'tag', values: tags },
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  };
  await loadAxe(page.mainFrame());
  return (await runInPage(page, options)) ?? (await runWithFrames(page, options));
}

type Violations = [rule: string, elements: string[]][];

/**
 * Of a page without frames, which most are: only what is broken leaves the page. All that axe has seen is megabytes, and takes longer
 * to hand over than to find.
 */
function runInPage(page: Page, options: axe.RunOptions): Promise<Violations | undefined> {
  return page.evaluate(async (how) => {
    const { axe: checker, axeSkipsAlike } = globalThis as unknown as { axe: typeof axe; axeSkipsAlike(): void };
    axeSkipsAlike();
    if (checker.utils.getFrameContexts({ include: [], exclude: [] }).length > 0) return undefined;
    const { violations } = await checker.run(how);
    return violations.map(({ id, nodes }): Violations[number] => [id, nodes.map(({ target }) => String(target))]);
  }, options);
}

async function runWithFrames(page: Page, options: axe.RunOptions): Promise<Violations> {
  const partials = await runInFrames(page.mainFrame(), { include: [], exclude: [] }, options);
  const { violations } = await page.evaluate(
    ([parts, how]) => (globalThis as unknown as { axe: typeof axe }).axe.finishRun(parts, how),
    [partials, options] as const,
  );
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => String(target))]);
}

async function loadAxe(frame: Frame): Promise<void> {
  const isThere = await frame.evaluate(() => 'axe' in globalThis);
  if (!isThere) await frame.evaluate(axeSource);
}

/** The results of a frame, then those of the frames in it, in the order that finishRun expects. */
async function runInFrames(
  frame: Frame,
  context: axe.ContextObject,
  options: axe.RunOptions,
): Promise<axe.PartialResults> {
  await loadAxe(frame);
  const inside = await frame.evaluateHandle(
    (about) => (globalThis as unknown as { axe: typeof axe }).axe.utils.getFrameContexts(about),
    context,
  );
  const children = await inside.evaluate((found) => found.map(({ frameContext }) => frameContext));
  const own = await frame.evaluate(
    ([about, how]) => {
      const { axe: checker, axeSkipsAlike } = globalThis as unknown as { axe: typeof axe; axeSkipsAlike(): void };
      axeSkipsAlike();
      return checker.runPartial(about, how);
    },
    [context, options] as const,
  );
  const partials: axe.PartialResults = [own];
  for (const [at, childContext] of children.entries()) {
    const element = await inside.evaluateHandle(
      (found, index) =>
        (globalThis as unknown as { axe: typeof axe }).axe.utils.shadowSelect(found[index]!.frameSelector),
      at,
    );
    const child = await element.asElement()?.contentFrame();
    if (child) partials.push(...(await runInFrames(child, childContext, options)));
    else partials.push(null);
  }
  await inside.dispose();
  return partials;
}
