// A page whose drawings are painted late, as on a busy phone: what waits for the paint comes after what a person does next.
import type { Page } from 'playwright-core';

/** From now on. Preact's effects wait for a frame, or for 35 ms where no frame comes; here for `window.lateMs`. */
export async function makeEffectsLate(page: Page): Promise<void> {
  await page.addInitScript(`
    const wait = window.setTimeout;
    window.lateMs = 400;
    window.setTimeout = (work, delay, ...rest) => wait(work, delay === 35 ? lateMs : delay, ...rest);
    window.requestAnimationFrame = (work) => wait(() => work(performance.now()), lateMs);
    window.cancelAnimationFrame = clearTimeout;
  `);
  await page.reload();
}
