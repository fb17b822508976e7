// One key per purpose, all derived from the service's secret: a signature made for one thing never passes for another.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../store/connection/db.ts';
import { keepFirstSetting } from '../store/identity/settings.ts';

export interface Secrets {
  readonly loginToken: Buffer;
  readonly device: Buffer;
  readonly providerSignIn: Buffer;
  /** Encrypts secrets of authenticator apps, and signs for them. */
  readonly factor: Buffer;
  readonly passkeyChallenge: Buffer;
  readonly bewit: Buffer;
  readonly copy: Buffer;
  readonly cursor: Buffer;
  readonly uploadPolicy: Buffer;
  readonly downloadLink: Buffer;
  readonly audit: Buffer;
}

export function deriveSecrets(secret: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'formstead', purpose, 32));
  return {
    loginToken: derive('login token'),
    device: derive('device'),
    providerSignIn: derive('sign-in by provider'),
    factor: derive('second factor'),
    passkeyChallenge: derive('passkey challenge'),
    bewit: derive('bewit'),
    copy: derive('copy for the filler'),
    cursor: derive('cursor'),
    uploadPolicy: derive('upload policy'),
    downloadLink: derive('download link'),
    audit: derive('audit trail'),
  };
}

/** The configured secret, or one generated at the first start and kept in the database. */
export async function openSecrets(db: Db, configured: string | undefined): Promise<Secrets> {
  const secret = configured ?? (await keepFirstSetting(db.sql, 'secret', randomBytes(32).toString('base64url')));
  return deriveSecrets(secret);
}

/** `<payload>.<signature>`, both base64url. */
export function signText(payload: string, key: Buffer): string {
  const body = Buffer.from(payload, 'utf8').toString('base64url');
  return `${body}.${hmac(body, key).toString('base64url')}`;
}

/** The payload, or undefined when the signature is not ours. */
export function readSignedText(signed: string, key: Buffer): string | undefined {
  const dot = signed.indexOf('.');
  if (dot <= 0) return undefined;
  const body = signed.slice(0, dot);
  if (!isSignature(signed.slice(dot + 1), hmac(body, key), 'base64url')) return undefined;
  return Buffer.from(body, 'base64url').toString('utf8');
}

/** Bytes are compared in constant time; then the text itself, since base64 has several spellings of the same bytes. */
export function isSignature(text: string, expected: Buffer, encoding: 'base64' | 'base64url'): boolean {
  const given = Buffer.from(text, encoding);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return given.toString(encoding) === text;
}

function hmac(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

declare module '../base/services.ts' {
  interface Services {
    readonly secrets: Secrets;
  }
}
