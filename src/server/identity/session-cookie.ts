// The session of the management app: a login token in a cookie that no script reads. The API takes it only from a request
// that carries x-formstead-app too: pages of other origins cannot send that header, so they cannot act in someone's name.
// [identity.session]
import type { Config } from '../config.ts';
import { findCookie, writeCookie } from './cookies.ts';

const cookieName = 'formstead_session';

export function sessionCookie(
  { token, lifetimeMs }: { token: string; lifetimeMs: number },
  config: Pick<Config, 'publicUrl'>,
): string {
  return writeCookie({ name: cookieName, value: token, maxAgeSeconds: lifetimeMs / 1000 }, config);
}

export function endedSessionCookie(config: Pick<Config, 'publicUrl'>): string {
  return writeCookie({ name: cookieName, value: '', maxAgeSeconds: 0 }, config);
}

/** The token in a Cookie header; none after signing out. */
export function findSessionToken(cookies: string | undefined): string | undefined {
  return findCookie(cookies, cookieName);
}
