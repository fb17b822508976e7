// The end of every way to sign in, once it is known who it is: a session is opened, the sign-in is logged, the address becomes
// known. [identity.login] [identity.sessions]
import type { User } from '../../api-types/identity.ts';
import { addressGroup } from '../address-group.ts';
import { errors } from '../errors.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { maxLeadMs, type Services } from '../services.ts';
import { findAccount } from '../store/accounts.ts';
import { insertSession, rememberAddress } from '../store/sessions.ts';
import { setLastLogin, type UserRow } from '../store/users.ts';
import { readAccountSettings } from './account-settings.ts';
import { recordActivity } from './activity-log.ts';
import { issueLoginToken, loginTokenMs, newSession } from './login-token.ts';
import { presentUser } from './present-user.ts';

export type SignInMethod = 'password' | 'provider';

export interface SignIn {
  readonly user: UserRow;
  readonly method: SignInMethod;
  readonly request: Pick<ApiRequest, 'ip' | 'userAgent'>;
  /** Sessions of the management app may be longer than login tokens are; those of the API never are. */
  readonly isOfApp: boolean;
}

export interface SignedIn {
  readonly token: string;
  readonly user: User;
  readonly lifetimeMs: number;
}

const hourMs = 3_600_000;

export async function completeSignIn(signIn: SignIn, services: Services): Promise<SignedIn> {
  const { user, method, request, isOfApp } = signIn;
  const { db, secrets, clock } = services;
  const now = clock.now();
  const time = new Date(now).toISOString();
  const id = newSession();
  const { generation, lifetimeMs } = await db.transaction(async (tx) => {
    const lastPossible = new Date(now + maxLeadMs).toISOString();
    const generation = await setLastLogin(tx, { user: user.id, time, lastPossible });
    const account = await findAccount(tx, user.account);
    // Removed or barred a moment ago.
    if (generation === undefined || account === undefined) throw errors.wrongPassword();
    const lifetimeMs = sessionMs(readAccountSettings(account.settings).sessionHours, isOfApp);
    const expiresAt = new Date(now + lifetimeMs).toISOString();
    const session = { id, userId: user.id, method, createTime: time, lastUse: time, expiresAt };
    await insertSession(tx, { ...session, ip: request.ip, userAgent: request.userAgent });
    await recordActivity(tx, { type: 'login', user, request }, services);
    await rememberAddress(tx, { user: user.id, address: addressGroup(request.ip), time });
    return { generation, lifetimeMs };
  });
  const token = issueLoginToken(
    { user: user.id, session: id, issuedAt: now, generation, lifetimeMs },
    secrets.loginToken,
  );
  return { token, user: presentUser({ ...user, lastLogin: time, changedAt: time }), lifetimeMs };
}

/** How long a session lasts where the account says `hours`. */
export function sessionMs(hours: number | null, isOfApp: boolean): number {
  const ms = hours === null ? loginTokenMs : hours * hourMs;
  return isOfApp ? ms : Math.min(ms, loginTokenMs);
}
