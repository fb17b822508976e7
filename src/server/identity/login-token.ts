// Login tokens: signed, valid 3 days where the account does not say otherwise. [identity.token] [identity.token.ends]
import { randomBytes } from 'node:crypto';
import { maxLeadMs } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import { readSignedText, signText } from '../http/secrets.ts';

const loginTokenDays = 3;
export const loginTokenMs = loginTokenDays * 24 * 60 * 60 * 1000;

export interface LoginToken {
  readonly user: string;
  readonly session: string;
  readonly issuedAt: number;
  /** Undefined in tokens of older versions of the service. */
  readonly generation: number | undefined;
  readonly lifetimeMs: number;
}

export function newSession(): string {
  return randomBytes(9).toString('base64url');
}

export function issueLoginToken(token: LoginToken, key: Buffer): string {
  const { user, session, issuedAt, generation, lifetimeMs } = token;
  const lifetime = lifetimeMs === loginTokenMs ? [] : [lifetimeMs];
  return signText(JSON.stringify([user, session, issuedAt, generation, ...lifetime]), key);
}

/** Throws the 401 for a token that is not ours, too old, or of a time that is not there yet. */
export function readLoginToken(token: string, options: { key: Buffer; now: number }): LoginToken {
  const payload = readSignedText(token, options.key);
  if (payload === undefined) throw errors.invalidToken();
  const [user, session, issuedAt, generation, lifetimeMs = loginTokenMs] = JSON.parse(payload) as [
    string,
    string,
    number,
    number?,
    number?,
  ];
  if (options.now >= issuedAt + lifetimeMs) throw errors.expiredToken();
  if (issuedAt > options.now + maxLeadMs) throw errors.invalidToken();
  return { user, session, issuedAt, generation, lifetimeMs };
}
