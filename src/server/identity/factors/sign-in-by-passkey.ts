// POST /auth/passkey/options and /auth/passkey: signing in to the management app without a password or an email. The passkey says
// who it is, and the device has asked for a finger, a face or a PIN: two factors in one. [identity.factors.passkey]
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyOptions } from '../../../api-types/factors.ts';
import type { Session } from '../../../api-types/identity.ts';
import type { Services } from '../../base/services.ts';
import type { ApiRequest, ApiResponse } from '../../http/api-request.ts';
import { completeSignIn } from '../complete-sign-in.ts';
import { pageLanguage, sessionResponse } from '../session.ts';
import { usePasskey } from './use-passkey.ts';
import { requestOptions } from './verify-passkey.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'log' | 'db' | 'secrets' | 'auditChain'>;

const use = 'sign in';

export async function passkeyRequest(
  _request: ApiRequest,
  services: Pick<Services, 'config' | 'clock' | 'secrets'>,
): Promise<PasskeyOptions> {
  return { ...(await requestOptions(use, services)) };
}

export interface PasskeyPayload {
  /** What navigator.credentials.get gave, as JSON. */
  readonly credential: AuthenticationResponseJSON;
}

export async function signInByPasskey(
  request: ApiRequest<unknown, unknown, PasskeyPayload>,
  services: Needs,
): Promise<ApiResponse<Session>> {
  const user = await usePasskey(request.payload.credential, { use }, services);
  const locale = pageLanguage(request);
  const signedIn = await completeSignIn({ user, method: 'passkey', request, isOfApp: true, locale }, services);
  return sessionResponse(signedIn, request, services);
}
