// A real Chromium, unthrottled, on pages served without the service, so that only a page's own work is measured: everything that
// its main thread does, the browser's own work included, read from its trace. Judged by the thread's processor time, since other
// programs run on the machine too.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.mjs';

export interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, as the durations. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string }; readonly name?: string };
}

export interface TracedBrowser {
  readonly origin: string;
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

/** The built fill app with a form in it. */
export function formPage(content: { form: object; data: object }): string {
  const { fill } = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
  const data = JSON.stringify({ kind: 'form', api: '/v1.0', locale: 'en', title: 'Big', ...content });
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
    <link rel="stylesheet" href="/assets/${fill.style}"><div id="app"></div>
    <script type="application/json" id="page">${data}</script><script type="module" src="/assets/${fill.script}"></script>`;
}

/** Inputs and nothing else: the browser's own share. */
export function barePage(fields: number): string {
  const inputs = Array.from({ length: fields }, (_, at) => `<p><label>Field <input id="f-${at || 'plain'}"></label>`);
  return `<!doctype html><html lang="en">${inputs.join('')}`;
}

/** Pages that other servers serve, an older release for one: `ALSO=http://… npm run bench -- open`, several with commas. */
export function alsoPages(): { name: string; url: string }[] {
  const urls = process.env['ALSO']?.split(',') ?? [];
  return urls.map((url) => ({ name: url, url }));
}

export async function openTracedBrowser(pages: Readonly<Record<string, string>>): Promise<TracedBrowser> {
  const server = createServer(({ url: asked = '' }, response) => {
    const url = asked.replace(/\?.*/, '');
    const isData = url.startsWith('/v1.0/');
    const kind = url.endsWith('.js') ? 'text/javascript' : url.endsWith('.css') ? 'text/css' : 'text/html';
    response.setHeader('content-type', isData ? 'application/json' : kind);
    response.end(url.startsWith('/assets/') ? readFileSync(`dist/web${url}`) : (pages[url] ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { browser: found, failures } = findChromium();
  if (!found) throw new Error(`No browser: ${failures.join('; ')}`);
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    chromiumSandbox: false,
    args: ['--disable-gpu'],
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    newPage: () => browser.newPage(),
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** What happened while `work` went on, in order. */
export async function trace(page: Page, work: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'loading'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await work();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return events.sort((one, two) => one.ts - two.ts);
}

export function part(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, two) => one - two);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! * 10) / 10;
}
