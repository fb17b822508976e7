// POST /auth/passkey/options and /auth/passkey: signing in to the management app without a password or an email. The passkey says
// who it is, and the device has asked for a finger, a face or a PIN: two factors in one. [identity.factors.passkey]
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyOptions } from '../../../api-types/factors.ts';
import type { Session } from '../../../api-types/identity.ts';
import { errors } from '../../errors.ts';
import type { ApiRequest, ApiResponse } from '../../http/api-request.ts';
import { isoNow, type Services } from '../../services.ts';
import { findPasskey, useChallenge, useFactor } from '../../store/factors.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { pageLanguage, sessionResponse } from '../session.ts';
import { requestOptions, verifySignature } from './verify-passkey.ts';

const use = 'sign in';

export async function passkeyRequest(_request: ApiRequest, services: Services): Promise<PasskeyOptions> {
  return { ...(await requestOptions(use, services)) };
}

export interface PasskeyPayload {
  /** What navigator.credentials.get gave, as JSON. */
  readonly credential: AuthenticationResponseJSON;
}

export async function signInByPasskey(
  request: ApiRequest<unknown, unknown, PasskeyPayload>,
  services: Services,
): Promise<ApiResponse<Session>> {
  const { credential } = request.payload;
  const { sql } = services.db;
  const found = await findPasskey(sql, credential.id);
  if (found === undefined || found.user.disabledAt !== null) throw errors.passkeyRefused();
  const { factor, user } = found;
  const handle = Buffer.from(credential.response.userHandle ?? '', 'base64url').toString('hex');
  if (handle !== user.id) throw errors.passkeyRefused();
  let signed: Awaited<ReturnType<typeof verifySignature>>;
  try {
    signed = await verifySignature(credential, { use, passkey: factor }, services);
  } catch (error) {
    throw errors.passkeyRefused(error);
  }
  const { counter } = signed;
  if (!(await useChallenge(sql, signed))) throw errors.passkeyRefused();
  // Passkeys that are on several devices do not count.
  const isUsed = await useFactor(sql, { id: factor.id, counter, time: isoNow(services.clock), mayStay: counter === 0 });
  if (!isUsed) throw errors.passkeyRefused();
  const locale = pageLanguage(request);
  const signedIn = await completeSignIn({ user, method: 'passkey', request, isOfApp: true, locale }, services);
  return sessionResponse(signedIn, request, services);
}
