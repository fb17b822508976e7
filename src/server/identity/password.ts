// Password hashes: scrypt, computed off the event loop, compared in constant time.
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

const cost = { N: 2 ** 15, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** `scrypt:<N>:<r>:<p>:<salt>:<hash>`: the cost travels with the hash, so that it can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join(':');
}

/** Takes the same time without a hash (an unknown user, a user without a password) as with a wrong password. */
export async function isPasswordRight(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, n, r, p, salt = '', expected = ''] = (hash ?? unknownHash).split(':');
  const made = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
  const isEqual = timingSafeEqual(made, Buffer.from(expected, 'base64url'));
  return isEqual && hash !== null && hash !== undefined;
}

const unknownHash = [
  'scrypt',
  cost.N,
  cost.r,
  cost.p,
  Buffer.alloc(saltBytes).toString('base64url'),
  Buffer.alloc(hashBytes).toString('base64url'),
].join(':');

function derive(password: string, salt: Buffer, parameters: { N: number; r: number; p: number }): Promise<Buffer> {
  const options: ScryptOptions = { ...parameters, maxmem: 256 * parameters.N * parameters.r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
