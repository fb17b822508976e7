// Password hashes: scrypt, computed off the event loop, compared in constant time.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

export interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** One of the settings that OWASP lists as equally strong; this one takes 32 MB, and few passwords are hashed at once. */
export const usualCost: HashCost = { N: 2 ** 15, r: 8, p: 3 };
const saltBytes = 16;
const hashBytes = 32;

/** `scrypt:<N>:<r>:<p>:<salt>:<hash>`: the cost travels with the hash, so that it can be raised later. */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  return writeHash(cost, salt, await derive(password, salt, cost));
}

/**
 * Takes the same time without a hash (an unknown user, a user without a password) as with a wrong password, and as with one that was
 * hashed when passwords cost less.
 */
export async function isPasswordRight(
  password: string,
  hash: string | null | undefined,
  cost = usualCost,
): Promise<boolean> {
  const unknownHash = writeHash(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
  const [, , , , salt = '', expected = ''] = (hash ?? unknownHash).split(':');
  const known = readCost(hash ?? unknownHash);
  const made = await derive(password, Buffer.from(salt, 'base64url'), known);
  const missing = Math.round((workOf(cost) - workOf(known)) / (cost.N * cost.r));
  if (missing > 0) await derive(password, Buffer.alloc(saltBytes), { ...cost, p: missing });
  const isEqual = timingSafeEqual(made, Buffer.from(expected, 'base64url'));
  return isEqual && hash !== null && hash !== undefined;
}

/** Whether the hash was made when passwords cost less: it is made again as soon as the password is known. */
export function isCheaper(hash: string, cost = usualCost): boolean {
  return workOf(readCost(hash)) < workOf(cost);
}

function workOf({ N, r, p }: HashCost): number {
  return N * r * p;
}

function readCost(hash: string): HashCost {
  const [, N, r, p] = hash.split(':').map(Number);
  return { N: N ?? 0, r: r ?? 0, p: p ?? 0 };
}

function writeHash(cost: HashCost, salt: Buffer, hash: Buffer): string {
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join(':');
}

function derive(password: string, salt: Buffer, cost: HashCost): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
