// Links that work once: invitations, forgotten passwords, and proofs of an email. The token is in the fragment of the address, which no
// server and no log sees; the database has only its hash. [identity.links]
import { hash, randomBytes } from 'node:crypto';
import { addressGroup } from '../base/address-group.ts';
import { isoNow } from '../base/clock.ts';
import type { Config } from '../base/config.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { findOpenLink, type PersonLinkRow } from '../store/identity/person-links.ts';
import { countGuess } from './guess-limits.ts';

const dayMs = 24 * 60 * 60 * 1000;
export const invitationMs = 7 * dayMs;
export const resetMs = 60 * 60 * 1000;
/** An invitation that ended is listed so long: somebody may wonder why nobody came. */
export const keptLinkMs = 30 * dayMs;

/** Wrong tokens from one address in the window of guesses. No number of guesses finds 256 bits: it is the work that is bounded. */
export const maxLinkGuesses = 30;

const tokenBytes = 32;

export interface NewLink {
  readonly token: string;
  readonly tokenHash: string;
}

export function newLinkToken(): NewLink {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashLinkToken(token) };
}

export function hashLinkToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

export function linkAddress(kind: PersonLinkRow['kind'], token: string, { appUrl }: Pick<Config, 'appUrl'>): string {
  return `${appUrl}/admin/${kind === 'invitation' ? 'join' : kind}#token=${token}`;
}

export type OpenLink = PersonLinkRow & { readonly accountName: string | null; readonly tokenHash: string };

/** Throws the 403 for a token that is used, expired, withdrawn or not ours, after too many from one address the 429. A good one works whatever was tried before. */
export async function openLink(
  token: string,
  request: Pick<ApiRequest, 'ip'>,
  services: Pick<Services, 'clock' | 'db'>,
): Promise<OpenLink> {
  const tokenHash = hashLinkToken(token);
  const link = await findOpenLink(services.db.sql, { tokenHash, now: isoNow(services.clock) });
  if (link !== undefined) return { ...link, tokenHash };
  await countGuess({ [`personLink:${addressGroup(request.ip)}`]: maxLinkGuesses }, services);
  throw errors.linkNotGood();
}
