// One use of a passkey: whose it is, that it signed our challenge, and that neither was used before. [identity.factors.passkey]
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { isoNow } from '../../base/clock.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { findPasskey, useChallenge, useFactor } from '../../store/identity/factors.ts';
import type { UserRow } from '../../store/identity/users.ts';
import { verifySignature } from './verify-passkey.ts';

/** Throws the 401. `user` is who it must belong to; without it the passkey says who it is. */
export async function usePasskey(
  credential: AuthenticationResponseJSON,
  { use, user: expected }: { use: string; user?: string },
  services: Pick<Services, 'config' | 'clock' | 'db' | 'secrets'>,
): Promise<UserRow> {
  const { db } = services;
  const found = await findPasskey(db.sql, credential.id);
  if (found === undefined || found.user.disabledAt !== null) throw errors.passkeyRefused();
  const { factor, user } = found;
  const { userHandle } = credential.response;
  // Authenticators that were asked for one of the user's own keys may leave the handle out.
  const handle = userHandle ? Buffer.from(userHandle, 'base64url').toString('hex') : expected;
  if (handle !== user.id || (expected !== undefined && expected !== user.id)) throw errors.passkeyRefused();
  let signed: Awaited<ReturnType<typeof verifySignature>>;
  try {
    signed = await verifySignature(credential, { use, passkey: factor }, services);
  } catch (error) {
    throw errors.passkeyRefused(error);
  }
  const { counter } = signed;
  if (!(await db.transaction((tx) => useChallenge(tx, signed)))) throw errors.passkeyRefused();
  // Passkeys that are on several devices do not count.
  const used = { id: factor.id, counter, time: isoNow(services.clock), mayStay: counter === 0 };
  const isUsed = await db.transaction((tx) => useFactor(tx, used));
  if (!isUsed) throw errors.passkeyRefused();
  return user;
}
