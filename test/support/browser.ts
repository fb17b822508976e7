// A real browser for journeys through the pages.
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { type KeptContexts, keepContexts } from './kept-contexts.ts';

export interface BrowserOptions {
  /** `publicUrl` leads to `url`, as at a reverse proxy. */
  readonly proxied?: { readonly publicUrl: string; readonly url: string };
  /** Browsers without a window hide scrollbars unless told. */
  readonly showsScrollbars?: boolean;
}

export interface TestBrowser extends Browser {
  /** A context for pages of `site` that was perhaps used before, of which nothing is left but code that is ready to run. */
  newKeptContext(site: string, options?: BrowserContextOptions): Promise<BrowserContext>;
}

/** Looked for once per worker: each candidate is started to see whether it can be. */
let found: ReturnType<typeof findChromium> | undefined;
/** The browsers of a worker by their options, for all of its files: what one of them sees is in contexts of its own. */
const running = new Map<string, RunningBrowser>();

interface RunningBrowser {
  readonly browser: Browser;
  readonly contexts: KeptContexts;
}

export async function openBrowser(options: BrowserOptions = {}): Promise<TestBrowser> {
  const key = JSON.stringify(options);
  const found = running.get(key);
  if (found?.browser.isConnected()) return lend(found);
  const browser = await launch(options);
  process.once('disconnect', () => void browser.close());
  const added = { browser, contexts: keepContexts(browser) };
  running.set(key, added);
  return lend(added);
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
      `--host-resolver-rules=${resolverRules(proxied)}`,
    ],
  });
}

/** As a browser of one's own: closing it ends what was opened through it, and nothing else. */
function lend({ browser, contexts }: RunningBrowser): TestBrowser {
  const opened = new Set<BrowserContext>();
  const noted = (context: BrowserContext) => {
    // Generous, as all waits of the tests.
    context.setDefaultTimeout(120_000);
    opened.add(context);
    return context;
  };
  const lent: TestBrowser = Object.create(browser);
  // Requests that a worker answers are nobody's to hold up or count: a test of the worker asks for it.
  lent.newContext = async (options) => noted(await browser.newContext({ serviceWorkers: 'block', ...options }));
  lent.newKeptContext = async (site, options = {}) => noted(await contexts.take(site, options));
  lent.close = async () => {
    await Promise.all([...opened].map((context) => context.close()));
  };
  return lent;
}

/** Names of other machines are not looked up: a test waits for nobody's name server. */
function resolverRules(proxied: BrowserOptions['proxied']): string {
  const own = proxied ? [`MAP ${hostOf(proxied.publicUrl)} ${hostOf(proxied.url)}`] : [];
  return [...own, 'MAP * ~NOTFOUND', 'EXCLUDE 127.*', 'EXCLUDE localhost'].join(', ');
}

function hostOf(address: string): string {
  const { hostname, port } = new URL(address);
  return `${hostname}:${port || 80}`;
}
