// Cookies of the management app: out of reach of scripts, never sent with requests from other sites.
import type { Config } from '../base/config.ts';

export function writeCookie(
  cookie: { name: string; value: string; maxAgeSeconds: number; path?: string; sameSite?: 'Lax' | 'Strict' },
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  const { name, value, maxAgeSeconds, path = '/', sameSite = 'Strict' } = cookie;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** The value in a Cookie header; undefined when there is none or an empty one. */
export function findCookie(cookies: string | undefined, wanted: string): string | undefined {
  for (const pair of cookies?.split(';') ?? []) {
    const [name, value] = pair.split('=', 2);
    if (name?.trim() === wanted && value) return value.trim();
  }
  return undefined;
}
