// The session of the management app: a login token in a cookie that no script reads. The API takes it only from a request
// that carries x-formstead-app too: pages of other origins cannot send that header, so they cannot act in someone's name.
// On https the name begins with __Host-, so that no neighbouring host can set a cookie that passes for it.
// [identity.session]
import type { Config } from '../base/config.ts';
import { findCookie, writeCookie } from './cookies.ts';

const plainName = 'formstead_session';
const hostName = `__Host-${plainName}`;

type CookieConfig = Pick<Config, 'publicUrl'>;

const isSecure = ({ publicUrl }: CookieConfig) => publicUrl.startsWith('https:');
const nameOf = (config: CookieConfig) => (isSecure(config) ? hostName : plainName);

export function sessionCookie(
  { token, lifetimeMs }: { token: string; lifetimeMs: number },
  config: Pick<Config, 'publicUrl'>,
): string {
  return writeCookie({ name: nameOf(config), value: token, maxAgeSeconds: lifetimeMs / 1000 }, config);
}

/** On https also the one that versions before __Host- left. */
export function endedSessionCookies(config: CookieConfig): string[] {
  const names = isSecure(config) ? [hostName, plainName] : [plainName];
  return names.map((name) => writeCookie({ name, value: '', maxAgeSeconds: 0 }, config));
}

/** The token in a Cookie header; none after signing out. */
export function findSessionToken(cookies: string | undefined, config: CookieConfig): string | undefined {
  return findCookie(cookies, nameOf(config));
}

/** The tokens that signing out ends. A plain one on https signs nobody in, but its session may still be open. */
export function findAllSessionTokens(cookies: string | undefined): string[] {
  return [hostName, plainName].flatMap((name) => findCookie(cookies, name) ?? []);
}
