// What a browser keeps while its person is at the identity provider: a signed cookie that lives for ten minutes. No process
// remembers anything, so any of them can finish the sign-in. It is SameSite=Lax, because the provider is another site and the
// way back from there must bring it. [identity.provider.state]
import { timingSafeEqual } from 'node:crypto';
import type { Locale } from '../../../core/locale/locale.ts';
import { maxLeadMs } from '../../base/clock.ts';
import type { Config } from '../../base/config.ts';
import { readSignedText, signText } from '../../http/secrets.ts';
import { findCookie, writeCookie } from '../cookies.ts';

const minutes = 10;
const lifetimeMs = minutes * 60_000;
const cookie = { name: 'formstead_provider', path: '/auth/provider', sameSite: 'Lax' } as const;

export interface KeptSignIn {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The path to go to afterwards. */
  readonly to: string;
  readonly locale: Locale;
}

export function keepSignIn(
  kept: KeptSignIn,
  options: { key: Buffer; now: number; config: Pick<Config, 'publicUrl'> },
): string {
  const { state, nonce, codeVerifier, to, locale } = kept;
  const value = signText(JSON.stringify([options.now, state, nonce, codeVerifier, to, locale]), options.key);
  return writeCookie({ ...cookie, value, maxAgeSeconds: lifetimeMs / 1000 }, options.config);
}

/** Undefined when there is none, it is not ours, or it is too old. */
export function findKeptSignIn(
  cookies: string | undefined,
  options: { key: Buffer; now: number },
): KeptSignIn | undefined {
  const value = findCookie(cookies, cookie.name);
  const payload = value === undefined ? undefined : readSignedText(value, options.key);
  if (payload === undefined) return undefined;
  const [keptAt, state, nonce, codeVerifier, to, locale] = JSON.parse(payload) as [
    number,
    string,
    string,
    string,
    string,
    Locale,
  ];
  if (options.now >= keptAt + lifetimeMs || keptAt > options.now + maxLeadMs) return undefined;
  return { state, nonce, codeVerifier, to, locale };
}

export function forgetSignIn(config: Pick<Config, 'publicUrl'>): string {
  return writeCookie({ ...cookie, value: '', maxAgeSeconds: 0 }, config);
}

/** Whether the provider's response belongs to the sign-in that this browser began. */
export function isStateOf(kept: KeptSignIn, state: unknown): boolean {
  if (typeof state !== 'string') return false;
  const [given, expected] = [Buffer.from(state), Buffer.from(kept.state)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
