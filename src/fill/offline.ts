// The page's side of the service worker: a submit that found no network waits in the outbox, from where it is sent once, by the worker
// when the network is back, or by the next page of this form. Loaded after the form is drawn. [fill-links.offline.sent]

import { importPart } from '../form-view/import-part.ts';
import type { FillSession } from './fill-session.ts';
import { outboxName, pagesName, sentPlace, waitingPlace } from './outbox-places.ts';
import { saveScroll } from './save-scroll.ts';
import { keyMs } from './stored-draft.ts';

interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Whoever shares a device, or looks at the form in another site's frame, keeps nothing here. */
export async function startOffline(session: FillSession): Promise<void> {
  if (!session.keeps || parent !== window) return;
  try {
    saveScroll();
    if (!('serviceWorker' in navigator)) return;
    await navigator.serviceWorker.register('/sw.js', { scope: '/f/' });
    // A page that the worker did not open it does not have either.
    if (!navigator.serviceWorker.controller && location.pathname.startsWith('/f/')) await keepPage();
    await followSends(session, await caches.open(outboxName));
  } catch {
    // No storage, or not allowed here: the page works as it does without.
  }
}

/** The header says that nobody starts a form by this. */
async function keepPage(): Promise<void> {
  const response = await fetch(location.pathname, { headers: { 'x-service-offline': 'keep' } });
  if (response.ok) await (await caches.open(pagesName)).put(location.pathname, response);
}

async function followSends(session: FillSession, cache: Cache): Promise<void> {
  await takeUp(session, cache);
  let waiting: { readonly place: string; readonly data: unknown } | undefined;
  const look = async () => {
    const { notice, phase } = session.get();
    const isWaiting = notice?.kind === 'unsent' && notice.action === 'submit' && !notice.isTooLarge;
    const data = session.state.get().data;
    if (isWaiting && waiting === undefined) {
      const request = unsentRequest(session);
      if (request === undefined) return;
      waiting = { place: waitingPlace(request.key), data };
      await cache.put(waiting.place, new Response(JSON.stringify(request)));
      void leaveToWorker(session).catch(() => {});
    } else if (waiting !== undefined && (data !== waiting.data || phase === 'done')) {
      // Changed since, or sent by this page: it is not for others to send any more.
      const { place } = waiting;
      waiting = undefined;
      await cache.delete(place);
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  const follow = () => {
    last = last.then(look).catch(() => {});
  };
  session.subscribe(follow);
  session.state.subscribe(follow);
  follow();
}

/** The form is another one, and has no place for some of the answers. */
async function isToBeSeen(session: FillSession): Promise<boolean> {
  const { late } = session.get();
  if (late?.kind !== 'changed') return false;
  const { unknownIn } = await importPart(() => import('./unknown-answers.ts'));
  return unknownIn(session.state, late.kept).length > 0;
}

/** The last request of an attempt as it is, for whoever sends it later. Whoever is signed in sends by himself. */
function unsentRequest(session: FillSession) {
  const attempt = session.attempt();
  if (attempt === undefined || session.appHeaders !== undefined) return undefined;
  const { key, time, requests } = attempt;
  const own = requests.at(-1) ?? '';
  const at = own.indexOf(' ');
  const entry = session.entry();
  const query = new URLSearchParams({ locale: session.state.plan.locale });
  const formVersion = session.formVersion();
  if (formVersion !== undefined) query.set('formVersion', String(formVersion));
  if (entry?.bewit) query.set('bewit', entry.bewit);
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': key,
    ...(entry?.version && { 'if-match': entry.version }),
  };
  return {
    key,
    url: `${session.api}${own.slice(0, at)}?${query}`,
    headers,
    body: own.slice(at + 1),
    until: time + keyMs,
  };
}

/** Where there is no such thing, or not here, the next page of the form sends it. */
async function leaveToWorker(session: FillSession): Promise<void> {
  const { sync } = (await navigator.serviceWorker.ready) as SyncRegistration;
  await sync?.register(outboxName);
  session.noteQueued(sync !== undefined);
}

/** What a page before this one left to be sent: it was, or this page sends it. */
async function takeUp(session: FillSession, cache: Cache): Promise<void> {
  const key = session.attempt()?.key;
  if (key === undefined) return;
  const place = waitingPlace(key);
  const sent = await cache.match(sentPlace(place) as string);
  if (sent !== undefined) {
    await cache.delete(sentPlace(place) as string);
    if (sent.ok) await session.takeSent(await sent.json());
    // It was refused: the page learns why, or says it already.
    else if (!(await isToBeSeen(session))) await session.send('submit');
    return;
  }
  const kept = await cache.match(place);
  if (kept === undefined) return;
  // The form is another one by now: the person looks at it first. [fill-links.changed-form]
  if (await isToBeSeen(session)) return;
  // Once the server may have forgotten the key, the person decides. It stays where it is until its outcome is known.
  if (Date.now() < ((await kept.json()) as { until: number }).until) await session.send('submit');
  if (session.get().notice?.kind !== 'unsent') await cache.delete(place);
}
