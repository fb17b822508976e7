// POST /me/factors/passkey/options and /me/factors/passkey: a passkey of the browser, phone or security key becomes a factor.
// [identity.factors.passkey]
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { AddedFactor, PasskeyOptions } from '../../../api-types/factors.ts';
import { errors } from '../../base/errors.ts';
import type { Services } from '../../base/services.ts';
import { type ApiRequest, callerOf } from '../../http/api-request.ts';
import { listFactors, useChallenge } from '../../store/identity/factors.ts';
import { addFactor } from './add-factor.ts';
import { creationOptions, type NewCredential, verifyNewPasskey } from './verify-passkey.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'db' | 'secrets' | 'auditChain'>;

export async function passkeyCreation(
  request: ApiRequest,
  services: Pick<Services, 'config' | 'clock' | 'db' | 'secrets'>,
): Promise<PasskeyOptions> {
  const { user } = callerOf(request);
  const known = await listFactors(services.db.sql, user.id);
  return { ...(await creationOptions({ use: useOf(user.id), user, known }, services)) };
}

export interface NewPasskey {
  /** What navigator.credentials.create gave, as JSON. */
  readonly credential: RegistrationResponseJSON;
  readonly name?: string;
}

export async function addPasskey(
  request: ApiRequest<unknown, unknown, NewPasskey>,
  services: Needs,
): Promise<AddedFactor> {
  const { user } = callerOf(request);
  const { name = 'Passkey' } = request.payload;
  let made: NewCredential;
  try {
    made = await verifyNewPasskey(request.payload.credential, useOf(user.id), services);
  } catch (error) {
    throw errors.passkeyNotAdded(error);
  }
  if (!(await services.db.transaction((tx) => useChallenge(tx, made)))) throw errors.passkeyNotAdded();
  const { id: credentialId, publicKey, counter, transports = [] } = made.credential;
  const secret = Buffer.from(publicKey).toString('base64url');
  const own = { id: services.newId(), kind: 'passkey', name } as const;
  const factor = { ...own, secret, credentialId, transports: JSON.stringify(transports), counter };
  return addFactor(request, factor, services);
}

function useOf(user: string): string {
  return `add:${user}`;
}
