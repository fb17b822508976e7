// Password hashes: scrypt, computed off the event loop, compared in constant time.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

export interface HashCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

export const usualCost: HashCost = { N: 2 ** 15, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** `scrypt:<N>:<r>:<p>:<salt>:<hash>`: the cost travels with the hash, so that it can be raised later. */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  return writeHash(cost, salt, await derive(password, salt, cost));
}

/** Takes the same time without a hash (an unknown user, a user without a password) as with a wrong password. */
export async function isPasswordRight(
  password: string,
  hash: string | null | undefined,
  cost = usualCost,
): Promise<boolean> {
  const unknownHash = writeHash(cost, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
  const [, n, r, p, salt = '', expected = ''] = (hash ?? unknownHash).split(':');
  const made = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
  const isEqual = timingSafeEqual(made, Buffer.from(expected, 'base64url'));
  return isEqual && hash !== null && hash !== undefined;
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
