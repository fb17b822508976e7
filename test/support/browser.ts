// A real browser for journeys through the pages.
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.mjs';

export interface BrowserOptions {
  /** `publicUrl` leads to `url`, as at a reverse proxy. */
  readonly proxied?: { readonly publicUrl: string; readonly url: string };
  /** Browsers without a window hide scrollbars unless told. */
  readonly showsScrollbars?: boolean;
}

/** Looked for once per worker: each candidate is started to see whether it can be. */
let found: ReturnType<typeof findChromium> | undefined;
/** The browser of a worker, for all of its files: what one of them sees is in contexts of its own. */
let shared: Browser | undefined;

export async function openBrowser(options: BrowserOptions = {}): Promise<Browser> {
  if (Object.keys(options).length > 0) return withWaits(await launch(options));
  if (!shared?.isConnected()) {
    const browser = await launch();
    process.once('disconnect', () => void browser.close());
    shared = browser;
  }
  return withWaits(lend(shared));
}

async function launch({ proxied, showsScrollbars = false }: BrowserOptions = {}): Promise<Browser> {
  found ??= findChromium({ prefersShell: true });
  const { browser, failures } = found;
  if (!browser) throw new Error(`No browser for the tests: ${failures.join('; ')}`);
  return chromium.launch({
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
}

/** As a browser of one's own: closing it ends what was opened through it, and nothing else. */
function lend(browser: Browser): Browser {
  const opened = new Set<BrowserContext>();
  const lent: Browser = Object.create(browser);
  lent.newContext = async (options) => {
    const context = await browser.newContext(options);
    opened.add(context);
    context.once('close', () => opened.delete(context));
    return context;
  };
  lent.close = async () => {
    await Promise.all([...opened].map((context) => context.close()));
  };
  return lent;
}

/** Generous, as all waits of the tests. */
function withWaits(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    // Requests that a worker answers are nobody's to hold up or count: a test of the worker asks for it.
    const context = await newContext({ serviceWorkers: 'block', ...options });
    context.setDefaultTimeout(120_000);
    return context;
  };
  return browser;
}

function hostOf(address: string): string {
  const { hostname, port } = new URL(address);
  return `${hostname}:${port || 80}`;
}
