// Tells whether a refresh brought anything new: the hash of a set's options as they are stored.
import { createHash } from 'node:crypto';
import type { OptionsChunk } from '../store/options-sets/options-sets.ts';

export function fingerprintOf(chunks: readonly OptionsChunk[]): string {
  const hash = createHash('sha256');
  for (const { json } of chunks) hash.update(json);
  return hash.digest('base64url');
}
