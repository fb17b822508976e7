// A page whose drawings are painted late, as on a busy phone: what waits for the paint comes after what a person does next.
import type { Page } from 'playwright-core';

/** From the next page on. Preact's effects wait for a frame, or for 35 ms where no frame comes. */
export async function makeEffectsLate(page: Page): Promise<void> {
  await page.addInitScript(`
    const wait = window.setTimeout;
    window.setTimeout = (work, delay, ...rest) => wait(work, delay === 35 ? 400 : delay, ...rest);
    window.requestAnimationFrame = (work) => wait(() => work(performance.now()), 400);
    window.cancelAnimationFrame = clearTimeout;
  `);
  await page.reload();
}
