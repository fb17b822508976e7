// Codes of authenticator apps: RFC 6238 with SHA-1, six digits and 30 seconds, which every app takes. [identity.factors.totp]
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
/** RFC 4226 asks for as many as the hash has. */
const secretBytes = 20;
/** Steps before and after the present one that are taken too: clocks differ, and typing takes time. */
const driftSteps = 1;

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** The step that `code` is of, around `now`; undefined for any other code. */
export function findTotpStep(secret: Buffer, code: string, now: number): number | undefined {
  const present = Math.floor(now / stepMs);
  let found: number | undefined;
  // All are compared, so that the time taken tells nothing.
  for (let step = present - driftSteps; step <= present + driftSteps; step += 1)
    if (isSame(totpCode(secret, step), code)) found = step;
  return found;
}

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The address that authenticator apps read from the QR code. */
export function totpUri(totp: { secret: Buffer; email: string; issuer: string }): string {
  const label = `${encodeURIComponent(totp.issuer)}:${encodeURIComponent(totp.email)}`;
  const query = `secret=${toBase32(totp.secret)}&issuer=${encodeURIComponent(totp.issuer)}`;
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${digits}&period=${stepMs / 1000}`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(held << (5 - bits)) & 31];
}

function isSame(expected: string, code: string): boolean {
  const sent = Buffer.from(code);
  return sent.length === expected.length && timingSafeEqual(sent, Buffer.from(expected));
}
