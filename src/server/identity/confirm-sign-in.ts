// POST /auth/confirm/options and POST /auth/confirm: the person behind a session proves again who they are, by password, code or
// passkey. Routes with needsFreshSignIn ask for it 15 minutes after the last proof. People of an identity provider sign in there
// again instead, which opens a new session. [identity.fresh] [identity.fresh.proof]
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Confirmed, ConfirmOptions } from '../../api-types/identity.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { listFactors } from '../store/identity/factors.ts';
import { hasIdentity } from '../store/identity/provider-identities.ts';
import { setProved } from '../store/identity/sessions.ts';
import { freshMs } from './authenticate.ts';
import { checkSecondFactor } from './factors/second-factor.ts';
import { usePasskey } from './factors/use-passkey.ts';
import { requestOptions } from './factors/verify-passkey.ts';
import { checkOwnPassword } from './own-password.ts';

type Needs = Pick<
  Services,
  'config' | 'clock' | 'newId' | 'log' | 'db' | 'secrets' | 'passwords' | 'auditChain' | 'provider'
>;

export interface ConfirmPayload {
  readonly password?: string;
  readonly code?: string;
  /** What navigator.credentials.get gave, as JSON. */
  readonly credential?: AuthenticationResponseJSON;
}

type ConfirmRequest = ApiRequest<unknown, unknown, ConfirmPayload>;

export async function confirmOptions(request: ApiRequest, services: Needs): Promise<ConfirmOptions> {
  const { user, session = '', isStale = false } = callerOf(request);
  const factors = await listFactors(services.db.sql, user.id);
  const passkeys = factors.filter(({ kind }) => kind === 'passkey');
  return {
    hasPassword: user.passwordHash !== null,
    hasCode: factors.some(({ kind }) => kind === 'totp'),
    hasProvider: services.provider !== undefined && (await hasIdentity(services.db.sql, user.id)),
    isFresh: !isStale,
    ...(passkeys.length > 0 && { passkey: { ...(await requestOptions(useOf(session), services, passkeys)) } }),
  };
}

export async function confirmSignIn(request: ConfirmRequest, services: Needs): Promise<Confirmed> {
  const { session = '' } = callerOf(request);
  await checkProof(request, services);
  const time = isoNow(services.clock);
  const isProved = await services.db.transaction((tx) => setProved(tx, { session, time }));
  if (!isProved) throw errors.invalidToken();
  return { freshUntil: new Date(Date.parse(time) + freshMs).toISOString() };
}

/** Throws the 401 or the 429. Guesses are counted as at sign-in, before they are looked at. */
async function checkProof(request: ConfirmRequest, services: Needs): Promise<void> {
  const { user, session = '' } = callerOf(request);
  const { password, code, credential } = request.payload;
  if (credential !== undefined) {
    await usePasskey(credential, { use: useOf(session), user: user.id }, services);
  } else if (code !== undefined) {
    // Somebody without a factor has no code.
    if (!(await checkSecondFactor({ user, code, request }, services))) throw errors.wrongCode([]);
  } else if (!(await checkOwnPassword(request, password ?? '', services))) {
    throw errors.wrongPassword();
  }
}

/** A signature for one session confirms no other one, and signs nobody in. */
function useOf(session: string): string {
  return `confirm:${session}`;
}
