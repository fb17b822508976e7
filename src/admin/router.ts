// Addresses of the app and what is drawn at each. Links are plain <a href="/admin/...">: presses on them are taken over here.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { createStore } from '../web/store.ts';

export type Params = Readonly<Record<string, string>>;

/** `/admin/forms/:form/` against an address; ids are case-insensitive, a missing last slash is forgiven. */
export function matchPath(pattern: string, path: string): Params | undefined {
  const wanted = pattern.split('/').filter((part) => part !== '');
  const given = path.split('/').filter((part) => part !== '');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const text = given[at]!;
    if (part.startsWith(':')) {
      if (!/^[0-9a-f]{24}$/i.test(text)) return undefined;
      params[part.slice(1)] = text.toLowerCase();
    } else if (part !== text) return undefined;
  }
  return params;
}

const here = () => ({ path: location.pathname, search: location.search });

/** Where we are. */
export const currentLocation = createStore(here());

/** A page with unsaved work asks before it is left; true lets go. */
type Guard = () => boolean | Promise<boolean>;
let guard: Guard | undefined;
let isRestoring = false;

export async function navigate(href: string, options: { replace?: boolean } = {}): Promise<void> {
  const target = new URL(href, location.href);
  if (target.pathname !== location.pathname && guard !== undefined && !(await guard())) return;
  if (target.pathname !== location.pathname) guard = undefined;
  if (options.replace) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  currentLocation.set(here());
}

/** Asks the page with unsaved work, before the person is taken away from it by something else than an address. */
export async function mayLeave(): Promise<boolean> {
  if (guard !== undefined && !(await guard())) return false;
  guard = undefined;
  return true;
}

export function startRouter(): void {
  addEventListener('popstate', () => void onPopState());
  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (link === null || event.defaultPrevented || !isPlain) return;
    const isOurs = link.origin === location.origin && link.pathname.startsWith('/admin/');
    if (!isOurs || link.target !== '' || link.hasAttribute('download')) return;
    if (link.pathname === location.pathname && link.hash !== '') return;
    event.preventDefault();
    void navigate(link.href);
  });
}

async function onPopState(): Promise<void> {
  if (isRestoring) {
    isRestoring = false;
    return;
  }
  const before = currentLocation.get();
  if (guard !== undefined && location.pathname !== before.path && !(await guard())) {
    // The browser has moved already: step forward again, to where the unsaved work is.
    isRestoring = true;
    history.forward();
    return;
  }
  if (location.pathname !== before.path) guard = undefined;
  currentLocation.set(here());
}

/** While `isNeeded`, leaving the page asks `mayLeave` first, and closing the window asks as browsers do. */
export function useLeaveGuard(isNeeded: boolean, mayLeave: Guard): void {
  const latest = useRef(mayLeave);
  latest.current = mayLeave;
  // At once: a press right after the first letter asks too.
  useLayoutEffect(() => {
    if (!isNeeded) return;
    const own: Guard = () => latest.current();
    guard = own;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stop);
    return () => {
      if (guard === own) guard = undefined;
      removeEventListener('beforeunload', stop);
    };
  }, [isNeeded]);
}
