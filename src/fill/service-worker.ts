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
  const { pathname, origin } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(openAsset(event.request));
  else if (mode === 'navigate' && /^\/f\/[^/]+\/$/.test(pathname)) event.respondWith(openPage(event, pathname));
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

async function openPage(event: WorkerEvent, path: string): Promise<Response> {
  const cache = await caches.open(pagesName);
  const kept = await cache.match(path);
  const fetched = fetch(event.request);
  event.waitUntil(fetched.then((response) => keepPage(cache, path, response.clone())).catch(() => {}));
  if (kept === undefined) return fetched;
  const late = new Promise<Response>((done) => setTimeout(done, patienceMs, kept));
  // A gateway without the service behind it is no better than no network.
  const response = await Promise.race([fetched, late]).catch(() => kept);
  return response.status >= 502 ? kept : response;
}

async function keepPage(cache: Cache, path: string, response: Response): Promise<void> {
  const { status, headers, redirected } = response;
  if (status >= 500 || status === 429 || redirected) return;
  await cache.delete(path);
  if (status !== 200 || headers.get('x-service-offline') === 'no') return;
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
  for (const waiting of await cache.keys()) {
    const place = sentPlace(new URL(waiting.url).pathname);
    const kept = place === undefined ? undefined : await cache.match(waiting);
    if (place === undefined || kept === undefined) continue;
    const { url, headers, body, until } = (await kept.json()) as Waiting;
    // The server may have forgotten the key by now: the page asks the person.
    if (Date.now() > until) continue;
    const response = await fetch(url, { method: 'POST', headers, body });
    if (response.status >= 500 || response.status === 429 || response.status === 408) throw new Error('Not yet.');
    // Taken back meanwhile, or sent by the page itself.
    if ((await cache.match(waiting)) === undefined) continue;
    await cache.put(place, new Response(await response.text(), { status: response.status }));
    await cache.delete(waiting);
  }
}
