// Download links: `{storage_url}/<key>?expires=<seconds>&signature=<hmac>`; whoever has one needs no credential.
// The lasting link of a key is always the same text, so the url of the upload policy
// is the one that entries show for as long as the file exists. [files.download.ends]
import { createHmac } from 'node:crypto';
import { maxLeadMs } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { deriveSecrets, isSignature } from '../http/secrets.ts';
import { isStorageKey, timeOfStorageKey } from './storage/storage-key.ts';

/** "Valid for years". */
const lastingSeconds = 10 * 365 * 86_400;
/** "About 2 days": exports and renders on demand. */
export const temporarySeconds = 2 * 86_400;

type LinkServices = Pick<Services, 'config' | 'secrets' | 'clock'>;

/** For uploads and archived PDFs. */
export function lastingUrl(key: string, services: LinkServices): string {
  return urlOf(key, lastingExpires(key), services);
}

function lastingExpires(key: string): number {
  return Math.floor(timeOfStorageKey(key) / 1000) + lastingSeconds;
}

/** For renders and exports. */
export function temporaryUrl(key: string, services: LinkServices): string {
  return urlOf(key, Math.floor(services.clock.now() / 1000) + temporarySeconds, services);
}

function urlOf(key: string, expires: number, { config, secrets }: LinkServices): string {
  const signature = sign(key, String(expires), secrets.downloadLink).toString('base64url');
  return `${config.storageUrl}/${key}?expires=${expires}&signature=${signature}`;
}

/** A link that this service signed, and that has ended long ago: only who has the same secret can tell. [running.doctor.address] */
export function expiredUrl(key: string, { storageUrl, secret }: { storageUrl: string; secret: string }): string {
  const expires = '1';
  const signature = sign(key, expires, deriveSecrets(secret).downloadLink).toString('base64url');
  return `${storageUrl}/${key}?expires=${expires}&signature=${signature}`;
}

/** Why a link opens nothing, or undefined when it is good. Says nothing about whether the file exists. */
export function findLinkFault(
  link: { key: string; expires: string; signature: string },
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
): 'wrong' | 'expired' | undefined {
  if (!isStorageKey(link.key)) return 'wrong';
  if (!isSignature(link.signature, sign(link.key, link.expires, secrets.downloadLink), 'base64url')) return 'wrong';
  const expires = Number(link.expires);
  if (expires * 1000 < clock.now()) return 'expired';
  // A link for days that has longer to go was made by a clock that was ahead.
  const isLasting = expires === lastingExpires(link.key);
  return isLasting || (expires - temporarySeconds) * 1000 <= clock.now() + maxLeadMs ? undefined : 'expired';
}

function sign(key: string, expires: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${key}\n${expires}`).digest();
}
