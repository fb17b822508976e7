// Login tokens: signed, valid 3 days. [identity.token] [identity.token.ends]
import { randomBytes } from 'node:crypto';
import { errors } from '../errors.ts';
import { maxLeadMs } from '../services.ts';
import { readSignedText, signText } from './secrets.ts';

const loginTokenDays = 3;
export const loginTokenMs = loginTokenDays * 24 * 60 * 60 * 1000;

export interface LoginToken {
  readonly user: string;
  readonly session: string;
  readonly issuedAt: number;
  /** Undefined in tokens of older versions of the service. */
  readonly generation: number | undefined;
}

export function issueLoginToken(user: string, options: { key: Buffer; now: number; generation: number }): string {
  const session = randomBytes(9).toString('base64url');
  return signText(JSON.stringify([user, session, options.now, options.generation]), options.key);
}

/** Throws the 401 for a token that is not ours, too old, or of a time that is not there yet. */
export function readLoginToken(token: string, options: { key: Buffer; now: number }): LoginToken {
  const payload = readSignedText(token, options.key);
  if (payload === undefined) throw errors.invalidToken();
  const [user, session, issuedAt, generation] = JSON.parse(payload) as [string, string, number, number?];
  if (options.now >= issuedAt + loginTokenMs) throw errors.expiredToken();
  if (issuedAt > options.now + maxLeadMs) throw errors.invalidToken();
  return { user, session, issuedAt, generation };
}
