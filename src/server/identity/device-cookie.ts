// Marks the browser that somebody signed in with, so that strangers' guesses elsewhere do not count against it. The mark opens
// nothing: a password is still needed. It outlives the session; signing out removes it, as people do on machines they share.
// [identity.login.device]
import { randomBytes } from 'node:crypto';
import { maxLeadMs } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { readSignedText, signText } from '../http/secrets.ts';
import { findCookie, writeCookie } from './cookies.ts';

const deviceDays = 180;
const deviceMs = deviceDays * 24 * 60 * 60 * 1000;
const cookieName = 'formstead_device';

export interface Device {
  readonly user: string;
  readonly id: string;
}

/** The cookie that marks the device; one that is marked for this user already keeps its id. */
export function deviceCookie(
  device: { user: string; known: Device | undefined },
  options: { key: Buffer; now: number; config: Pick<Config, 'publicUrl'> },
): string {
  const id = device.known?.user === device.user ? device.known.id : randomBytes(9).toString('base64url');
  const value = signText(JSON.stringify([device.user, id, options.now]), options.key);
  return writeCookie({ name: cookieName, value, maxAgeSeconds: deviceMs / 1000 }, options.config);
}

/** Removes the mark of a browser that has one. */
export function endedDeviceCookie(cookies: string | undefined, config: Pick<Config, 'publicUrl'>): string | undefined {
  if (findCookie(cookies, cookieName) === undefined) return undefined;
  return writeCookie({ name: cookieName, value: '', maxAgeSeconds: 0 }, config);
}

/** The device of a Cookie header; undefined when the mark is missing, not ours, too old, or of a time that is not there yet. */
export function readDevice(cookies: string | undefined, options: { key: Buffer; now: number }): Device | undefined {
  const value = findCookie(cookies, cookieName);
  const payload = value === undefined ? undefined : readSignedText(value, options.key);
  if (payload === undefined) return undefined;
  const [user, id, markedAt] = JSON.parse(payload) as [string, string, number];
  const isOfNow = options.now < markedAt + deviceMs && markedAt <= options.now + maxLeadMs;
  return isOfNow ? { user, id } : undefined;
}
