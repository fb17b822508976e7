// The session of the management app: a login token in a cookie that no script reads. The API takes it only from a request
// that carries x-formstead-app too: pages of other origins cannot send that header, so they cannot act in someone's name.
import type { Config } from '../config.ts';
import { loginTokenMs } from './login-token.ts';

export const appHeader = 'x-formstead-app';
const cookieName = 'formstead_session';

export function sessionCookie(token: string, config: Pick<Config, 'publicUrl'>): string {
  return cookie(token, loginTokenMs / 1000, config);
}

export function endedSessionCookie(config: Pick<Config, 'publicUrl'>): string {
  return cookie('', 0, config);
}

function cookie(value: string, maxAgeSeconds: number, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** The token in a Cookie header; none after signing out. */
export function findSessionToken(cookies: string | undefined): string | undefined {
  for (const pair of cookies?.split(';') ?? []) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === cookieName && value) return value.trim();
  }
  return undefined;
}
