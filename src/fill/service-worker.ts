// Runs beside the pages of forms: opens those that were opened before without a network, and sends what was submitted without one,
// also after the page was closed, where the browser can. Forms come from the network whenever there is one, so nothing is old.
// [fill-links.offline.open] [fill-links.offline.sent]
import { outboxName, pagesName, sentPlace } from './outbox-places.ts';

/** What the types of pages lack. */
interface WorkerEvent extends Event {
  readonly request: Request;
  readonly tag: string;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

/** The server puts the files of the fill app before this script. */
const worker = self as unknown as { readonly assets: readonly string[]; skipWaiting(): Promise<void> };
const on = (name: string, act: (event: WorkerEvent) => void) => addEventListener(name, act as (event: Event) => void);

const assetsName = 'formstead-assets';
const maxAssets = 500;
const maxPages = 30;
/** With a page at hand nobody waits longer for the network. */
const patienceMs = 6_000;

on('install', (event) => event.waitUntil(install()));
on('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { pathname, origin, search } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(openAsset(event.request));
  else if (mode === 'navigate' && /^\/f\/[^/]+\/$/.test(pathname)) event.respondWith(openPage(event, pathname, search));
});
on('sync', (event) => {
  if (event.tag === outboxName) event.waitUntil(sendAll());
});

async function install(): Promise<void> {
  const cache = await caches.open(assetsName);
  const known = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  // Pages of earlier versions may still be kept, and need theirs.
  if (known.length > maxAssets) for (const path of known) if (!worker.assets.includes(path)) await cache.delete(path);
  await cache.addAll(worker.assets.filter((path) => !known.includes(path)));
  await worker.skipWaiting();
}

async function openAsset(request: Request): Promise<Response> {
  const kept = await (await caches.open(assetsName)).match(new URL(request.url).pathname);
  return kept ?? fetch(request);
}

async function openPage(event: WorkerEvent, path: string, search: string): Promise<Response> {
  const cache = await caches.open(pagesName);
  const kept = await cache.match(path);
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then((response) => keepPage(cache, path, search, response.clone())).catch(() => {}));
  if (kept === undefined) return fetched;
  const late = new Promise<Response>((done) => setTimeout(done, patienceMs, kept));
  // A gateway without the service behind it is no better than no network.
  const response = await Promise.race([fetched, late]).catch(() => kept);
  return response.status >= 502 ? kept : response;
}

async function keepPage(cache: Cache, path: string, search: string, response: Response): Promise<void> {
  const { status, headers, redirected } = response;
  if (status >= 500 || status === 429 || redirected) return;
  await cache.delete(path);
  if (status !== 200 || headers.get('x-service-offline') === 'no') return;
  // What a link fills in is not for whoever opens the form next. The header says that nobody starts a form by this.
  if (search !== '') {
    const bare = await fetch(path, { headers: { 'x-service-offline': 'keep' } });
    return bare.ok ? keepPage(cache, path, '', bare) : undefined;
  }
  await cache.put(path, response);
  const pages = await cache.keys();
  for (const page of pages.slice(0, -maxPages)) await cache.delete(page);
}

interface Waiting {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly until: number;
}

/** Fails where something is left to send: then the browser tries again later. */
async function sendAll(): Promise<void> {
  const cache = await caches.open(outboxName);
  let isAnyLeft = false;
  // One that does not get through holds up no other.
  for (const waiting of await cache.keys()) if (!(await sendOne(cache, waiting).catch(() => false))) isAnyLeft = true;
  if (isAnyLeft) throw new Error('Not yet.');
}

/** Whether nothing of it is left to do. */
async function sendOne(cache: Cache, waiting: Request): Promise<boolean> {
  const place = sentPlace(new URL(waiting.url).pathname);
  const kept = place === undefined ? undefined : await cache.match(waiting);
  if (place === undefined || kept === undefined) return true;
  const { url, headers, body, until } = (await kept.json()) as Waiting;
  // The server may have forgotten the key by now: the page, which has kept the answers, asks the person.
  if (Date.now() > until) return cache.delete(waiting);
  const response = await fetch(url, { method: 'POST', headers, body });
  const { status, ok } = response;
  if (status >= 500 || status === 429 || status === 408) return false;
  // Taken back meanwhile, or sent by the page itself.
  if ((await cache.match(waiting)) === undefined) return true;
  await cache.put(place, new Response(ok ? withoutAnswers(await response.text()) : '', { status }));
  return cache.delete(waiting);
}

/** Nobody may ever come back for it. */
function withoutAnswers(text: string): string {
  return JSON.stringify(JSON.parse(text), (name, value) => (name === 'data' ? undefined : value));
}
