// A real browser for journeys through the pages.
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.mjs';

export interface BrowserOptions {
  /** `publicUrl` leads to `url`, as at a reverse proxy. */
  readonly proxied?: { readonly publicUrl: string; readonly url: string };
  /** Browsers without a window hide scrollbars unless told. */
  readonly showsScrollbars?: boolean;
}

/** Looked for once per worker: each candidate is started to see whether it can be. */
let found: ReturnType<typeof findChromium> | undefined;

export async function openBrowser({ proxied, showsScrollbars = false }: BrowserOptions = {}): Promise<Browser> {
  found ??= findChromium();
  const { browser, failures } = found;
  if (!browser) throw new Error(`No browser for the tests: ${failures.join('; ')}`);
  const launched = await chromium.launch({
    executablePath: browser.executablePath,
    env: { ...process.env, ...browser.env },
    chromiumSandbox: false, // Refused to root, and to users in many containers; the tests open only our own pages.
    ...(showsScrollbars && { ignoreDefaultArgs: ['--hide-scrollbars'] }),
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(proxied ? [`--host-resolver-rules=MAP ${hostOf(proxied.publicUrl)} ${hostOf(proxied.url)}`] : []),
    ],
  });
  // Generous, as all waits of the tests.
  const newContext = launched.newContext.bind(launched);
  launched.newContext = async (options) => {
    // Requests that a worker answers are nobody's to hold up or count: a test of the worker asks for it.
    const context = await newContext({ serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(120_000);
    return context;
  };
  return launched;
}

function hostOf(address: string): string {
  const { hostname, port } = new URL(address);
  return `${hostname}:${port || 80}`;
}
