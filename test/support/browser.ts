// A real browser for journeys through the pages.
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.mjs';

export async function openBrowser(): Promise<Browser> {
  const { browser, failures } = findChromium();
  if (!browser) throw new Error(`No browser for the tests: ${failures.join('; ')}`);
  return chromium.launch({
    executablePath: browser.executablePath,
    env: { ...process.env, ...browser.env },
    chromiumSandbox: false, // Refused to root, and to users in many containers; the tests open only our own pages.
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
