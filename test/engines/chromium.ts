// Chromium as the other tests drive it, behind the same few words as the other engines.
import { openBrowser } from '../support/browser.ts';
import type { Engine } from './engine.ts';

export async function openChromium(): Promise<Engine> {
  const browser = await openBrowser();
  const context = await browser.newContext({ serviceWorkers: 'allow' });
  const page = await context.newPage();
  return {
    name: 'Chromium',
    go: async (url) => void (await page.goto(url)),
    run: (script, ...args) =>
      page.evaluate(`((...args) => (function () { ${script} }).apply(null, args))(...${JSON.stringify(args)})`),
    click: (selector) => page.click(selector),
    async type(selector, text) {
      const control = page.locator(selector);
      if ((await control.getAttribute('type')) === 'file') return control.setInputFiles(text);
      await control.focus();
      for (const part of text.split(/([\uE004\uE006])/)) {
        if (part === '\uE004' || part === '\uE006') await page.keyboard.press(part === '\uE004' ? 'Tab' : 'Enter');
        else await page.keyboard.type(part);
      }
    },
    async keys(...names) {
      for (const name of names) await page.keyboard.press(name);
    },
    write: (text) => page.keyboard.type(text),
    pressPoint: ({ x, y }) => page.mouse.click(x, y),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y + 12, { steps: 3 });
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
    },
    resize: (width, height) => page.setViewportSize({ width, height }),
    picture: async (path) => void (await page.screenshot({ path, fullPage: true })),
    pdf: () => page.pdf({ printBackground: false }),
    close: () => browser.close(),
  };
}
