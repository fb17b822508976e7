// The canvas of the builder in a browser: its elements, their texts, and what it shows.
import type { Locator, Page } from 'playwright-core';

/** The element with this title. */
export const item = (page: Page, title: string): Locator => page.locator(`.cv-item[aria-label^="${title},"]`);

/** A text that is typed where it stands: `label`, `help`, `option.0`. */
export const text = (page: Page, title: string, field = 'label'): Locator =>
  item(page, title).locator(`[data-edit="${field}"]`).first();

export const tool = (page: Page, name: string): Locator =>
  page.locator('.cv-tools').getByRole('button', { name, exact: true });

export async function canvasReady(page: Page): Promise<void> {
  await page.locator('.canvas-host .cv-page').waitFor();
}

/** The titles as they follow one another on the canvas, a step to the right for each element around them. */
export function drawn(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelector('.canvas-host').shadowRoot.querySelectorAll('.cv-item')].map((item) => {
    let depth = 0;
    for (let one = item.parentElement.closest('.cv-item'); one; one = one.parentElement.closest('.cv-item')) depth += 1;
    return '  '.repeat(depth) + item.ariaLabel.split(',')[0];
  })`);
}

/** What has the focus inside the canvas: the text and its element, or the name of anything else. */
export function focusedHere(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const active = document.querySelector('.canvas-host')?.shadowRoot.activeElement;
    if (!active) return document.activeElement.tagName;
    const title = active.closest('.cv-item')?.ariaLabel.split(',')[0] ?? 'page';
    return active.dataset.edit ? title + ': ' + active.dataset.edit : (active.ariaLabel ?? active.textContent).split(',')[0].trim();
  })()`);
}

/** Drags as a hand does: down, a little, there, up. */
export async function dragWithMouse(
  page: Page,
  from: Locator,
  to: { readonly x: number; readonly y: number },
  { isDropped = true }: { isDropped?: boolean } = {},
): Promise<void> {
  const box = (await from.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 12, { steps: 3 });
  await page.locator('.cv-ghost').waitFor();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.locator('.cv-drop').waitFor();
  if (isDropped) await page.mouse.up();
}

/** A point of an element, by shares of its width and height. */
export async function pointIn(target: Locator, across: number, down: number): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width * across, y: y + height * down };
}
