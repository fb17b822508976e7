// Is what a page shows accessible? axe-core in the page and in each of its frames. @axe-core/playwright would put the rules
// into every frame at every look and finish in a window of its own, which takes three times as long.
import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

export const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** No rule of WCAG 2.2 AA is broken, and nothing overflows sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectRules(page, wcagTags);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

/** No rule with one of these tags is broken. */
export async function expectRules(page: Page, tags: string[]): Promise<void> {
  const options: axe.RunOptions = { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] };
  const partials = await runInFrames(page.mainFrame(), { include: [], exclude: [] }, options);
  const { violations } = await page.evaluate(
    ([parts, how]) => (globalThis as unknown as { axe: typeof axe }).axe.finishRun(parts, how),
    [partials, options] as const,
  );
  expect(violations.map((violation) => [violation.id, violation.nodes.map((node) => node.html)])).toEqual([]);
}

/** The results of a frame, then those of the frames in it, in the order that finishRun expects. */
async function runInFrames(
  frame: Frame,
  context: axe.ContextObject,
  options: axe.RunOptions,
): Promise<axe.PartialResults> {
  const isThere = await frame.evaluate(() => 'axe' in globalThis);
  if (!isThere) await frame.evaluate(axe.source);
  const inside = await frame.evaluateHandle(
    (about) => (globalThis as unknown as { axe: typeof axe }).axe.utils.getFrameContexts(about),
    context,
  );
  const children = await inside.evaluate((found) => found.map(({ frameContext }) => frameContext));
  const own = await frame.evaluate(
    ([about, how]) => (globalThis as unknown as { axe: typeof axe }).axe.runPartial(about, how),
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
