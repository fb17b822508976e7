// Challenges for passkeys: random, signed and short-lived, so that any process can check one that another made. Only those that
// were signed are stored, so that none is good twice and nobody can fill a table by asking. [identity.factors.challenge]
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export const challengeMs = 5 * 60_000;
const randomPart = 16;
const timePart = 8;

/** `use` is what it may be signed for: a sign-in, or adding a passkey to one user. */
export function newChallenge(use: string, { key, now }: { key: Buffer; now: number }): Buffer {
  const time = Buffer.alloc(timePart);
  time.writeBigUInt64BE(BigInt(now + challengeMs));
  const body = Buffer.concat([randomBytes(randomPart), time]);
  return Buffer.concat([body, sign(body, use, key)]);
}

/** Until when it is good; undefined for one that is not ours, for another use, or too old. */
export function readChallenge(
  challenge: string,
  use: string,
  { key, now }: { key: Buffer; now: number },
): { expiresAt: string } | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== randomPart + timePart + 32 || bytes.toString('base64url') !== challenge) return undefined;
  const body = bytes.subarray(0, randomPart + timePart);
  if (!timingSafeEqual(bytes.subarray(randomPart + timePart), sign(body, use, key))) return undefined;
  const time = Number(body.readBigUInt64BE(randomPart));
  // One of a clock that was ahead is no longer good than any other.
  if (now >= time || time > now + 2 * challengeMs) return undefined;
  return { expiresAt: new Date(time).toISOString() };
}

function sign(body: Buffer, use: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(body).update(use).digest();
}
