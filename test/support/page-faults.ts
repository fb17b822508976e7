// What goes wrong on a page: errors of its scripts and of its console, breaches of its policy and refused requests included.
import type { Page } from 'playwright-core';

/** Grows while the page is open. */
export function collectFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    if (!isEarlyProgress(message.text(), url)) faults.push(url === '' ? message.text() : `${message.text()} (${url})`);
  });
  return faults;
}

/** How far an export is was asked before its request had arrived: that is nobody's fault. [export.progress] */
function isEarlyProgress(text: string, url: string): boolean {
  return text.includes('404') && /\/entry\/export\/[^/]+\/progress(?:\?|$)/.test(url);
}
