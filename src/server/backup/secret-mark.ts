// Tells whether two installations sign with the same secret, without telling the secret.
import { hkdfSync } from 'node:crypto';

export function markSecret(secret: string): string;
export function markSecret(secret: string | undefined): string | null;
export function markSecret(secret: string | undefined): string | null {
  if (secret === undefined) return null;
  return Buffer.from(hkdfSync('sha256', secret, 'formstead', 'backup mark', 8)).toString('hex');
}
