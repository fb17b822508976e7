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

/** Settings that a page can have for itself, so that contexts differ in fewer. */
type PageSettings = Pick<
  BrowserContextOptions,
  'colorScheme' | 'contrast' | 'forcedColors' | 'reducedMotion' | 'viewport'
>;

/** What contexts may be used again with. */
const shareable = new Set<string>(['hasTouch', 'locale', 'timezoneId']);

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
      const { viewport, colorScheme, contrast, forcedColors, reducedMotion, serviceWorkers, ...shared } = settings;
      const isPlain = typeof storageState !== 'string' && (storageState?.origins ?? []).length === 0;
      const isShareable = Object.keys(shared).every((name) => shareable.has(name));
      if (!isPlain || !isShareable || serviceWorkers !== 'block' || viewport === null) {
        return browser.newContext({ ...settings, storageState });
      }
      const key = JSON.stringify([new URL(site).hostname, Object.entries(shared).sort()]);
      const at = idle.findIndex((one) => one.key === key && !one.keeper.isClosed());
      const kept = at < 0 ? await openKept(browser, { key, site, shared }) : idle.splice(at, 1)[0]!;
      if (storageState !== undefined) await kept.context.addCookies(storageState.cookies);
      const own = { viewport, colorScheme, contrast, forcedColors, reducedMotion };
      return lendContext(kept, own, async () => {
        await tidyUp(kept);
        idle.push(kept);
        if (idle.length > maxIdle) await idle.shift()!.context.close();
      });
    },
  };
}

async function openKept(
  browser: Browser,
  { key, site, shared }: { key: string; site: string; shared: BrowserContextOptions },
): Promise<Kept> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...shared });
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

function lendContext(kept: Kept, settings: PageSettings, giveBack: () => Promise<void>): BrowserContext {
  const { context, keeper } = kept;
  let isWorn = false;
  let closing: Promise<void> | undefined;
  let opening: Promise<unknown> = Promise.resolve();
  const own: Partial<BrowserContext> = {
    pages: () => context.pages().filter((page) => page !== keeper),
    // In the order they were asked for: one popup at a time.
    newPage: () => {
      const opened = opening.then(() => openPage(kept, settings));
      opening = opened.catch(() => {});
      return opened.then((page) => {
        // The clock of a page is that of all pages of its context.
        Object.defineProperty(page, 'clock', { get: () => lent.clock });
        return Object.assign(page, { context: () => lent });
      });
    },
    // Whether there is a network is one thing for a process: the keeper would have it back a moment before the page has.
    setOffline: async (isOffline) => {
      await keeper.close();
      await context.setOffline(isOffline);
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

async function openPage({ context, keeper }: Kept, { viewport, ...media }: PageSettings): Promise<Page> {
  const page = keeper.isClosed() ? await context.newPage() : await openFrom(keeper);
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia(media);
  return page;
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
