// Contexts of a browser that are used again. A page in a new context is a new process that reads, compiles and warms up all code of
// the app and of axe, which is half of what most tests take. Here a context goes back when it is closed: its pages are closed, its
// cookies and whatever its pages stored are gone, and a blank page of the same site keeps the process with its compiled code.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

export interface KeptContexts {
  /** A context that knows nothing of whoever had it before, for pages of `site`; closing it gives it back. */
  take(site: string, options: BrowserContextOptions): Promise<BrowserContext>;
}

/** Each keeps a process of some 80 MB. */
const maxIdle = 4;

/** What the context of another test may have as well: anything else is for a context of its own. */
const shareable = new Set<keyof BrowserContextOptions>([
  ...(['viewport', 'hasTouch', 'reducedMotion', 'colorScheme', 'locale', 'timezoneId'] as const),
  ...(['storageState', 'serviceWorkers'] as const),
]);

/** Whoever does one of these leaves more behind than can be tidied up. */
const wearing = new Set<string>([
  ...['addInitScript', 'addListener', 'clock', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession'],
  ...['on', 'once', 'prependListener', 'request', 'route', 'routeFromHAR', 'routeWebSocket', 'setExtraHTTPHeaders'],
  ...['setGeolocation', 'setHTTPCredentials', 'setOffline', 'setStorageState', 'tracing'],
]);

interface Kept {
  readonly key: string;
  readonly context: BrowserContext;
  readonly keeper: Page;
  readonly session: CDPSession;
  /** Of pages that were opened in it since it was tidied up. */
  readonly origins: Set<string>;
}

export function keepContexts(browser: Browser): KeptContexts {
  const idle: Kept[] = [];
  return {
    async take(site, options) {
      const { storageState, ...settings } = { serviceWorkers: 'block' as const, ...options };
      if (!canBeShared(options)) return browser.newContext({ ...settings, storageState });
      const key = JSON.stringify([new URL(site).hostname, Object.entries(settings).sort()]);
      const at = idle.findIndex((one) => one.key === key && !one.keeper.isClosed());
      const kept = at < 0 ? await openKept(browser, { key, site, settings }) : idle.splice(at, 1)[0]!;
      if (typeof storageState === 'object') await kept.context.addCookies(storageState.cookies);
      return lendContext(kept, async () => {
        await tidyUp(kept);
        idle.push(kept);
        if (idle.length > maxIdle) await idle.shift()!.context.close();
      });
    },
  };
}

function canBeShared({ storageState, serviceWorkers = 'block', ...settings }: BrowserContextOptions): boolean {
  const isPlainState = typeof storageState !== 'string' && (storageState?.origins ?? []).length === 0;
  const names = Object.keys(settings) as (keyof BrowserContextOptions)[];
  return isPlainState && serviceWorkers === 'block' && names.every((name) => shareable.has(name));
}

async function openKept(
  browser: Browser,
  { key, site, settings }: { key: string; site: string; settings: BrowserContextOptions },
): Promise<Kept> {
  const context = await browser.newContext(settings);
  const keeper = await context.newPage();
  await keeper.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  // Another port than the service's: of the same site, which is what shares a process, and of another origin.
  await keeper.goto(`http://${new URL(site).hostname}/`);
  const session = await context.newCDPSession(keeper);
  const origins = new Set<string>();
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (/^https?:/.test(frame.url())) origins.add(new URL(frame.url()).origin);
    }),
  );
  return { key, context, keeper, session, origins };
}

function lendContext(kept: Kept, giveBack: () => Promise<void>): BrowserContext {
  const { context, keeper } = kept;
  let isWorn = false;
  let closing: Promise<void> | undefined;
  let opening: Promise<unknown> = Promise.resolve();
  const own: Partial<BrowserContext> = {
    pages: () => context.pages().filter((page) => page !== keeper),
    // In the order they were asked for: one popup at a time.
    newPage: () => {
      const opened = opening.then(() => openFrom(keeper));
      opening = opened.catch(() => {});
      return opened.then((page) => Object.assign(page, { context: () => lent }));
    },
    close: (options) => {
      closing ??= isWorn || keeper.isClosed() ? context.close(options) : giveBack();
      return closing;
    },
  };
  const lent: BrowserContext = new Proxy(context, {
    get(target, name) {
      if (typeof name === 'string' && wearing.has(name)) isWorn = true;
      const value = Reflect.get(name in own ? own : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return lent;
}

/** As a page that somebody opened by hand: without an opener. */
async function openFrom(keeper: Page): Promise<Page> {
  const [page] = await Promise.all([
    keeper.waitForEvent('popup'),
    keeper.evaluate("window.open('about:blank').opener = null"),
  ]);
  return page;
}

async function tidyUp({ context, keeper, session, origins }: Kept): Promise<void> {
  await Promise.all(context.pages().map((page) => page !== keeper && page.close()));
  await context.clearCookies();
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  origins.clear();
}
