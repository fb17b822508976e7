// Whether a password is one of those that everybody tries first.
import { brotliDecompressSync } from 'node:zlib';
import { packedCommonPasswords } from './common-password-list.ts';

const commonPasswords: ReadonlySet<string> = new Set(
  brotliDecompressSync(Buffer.from(packedCommonPasswords, 'base64')).toString('utf8').split('\n'),
);

/** Of a password in lower case. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password);
}
