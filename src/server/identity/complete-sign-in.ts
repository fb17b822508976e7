// The end of every way to sign in, once it is known who it is: the second factor is asked for, a session is opened, the sign-in
// is logged, the address becomes known. [identity.login] [identity.sessions] [identity.factors]
import type { User } from '../../api-types/identity.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { addressGroup } from '../base/address-group.ts';
import { maxLeadMs } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { findAccount } from '../store/identity/accounts.ts';
import { insertSession, rememberAddress } from '../store/identity/sessions.ts';
import { keepFirstLanguage, setLastLogin, type UserRow } from '../store/identity/users.ts';
import { readAccountSettings } from './account-settings.ts';
import { recordActivity } from './activity-log.ts';
import { checkSecondFactor, type SecondStep } from './factors/second-factor.ts';
import { issueLoginToken, loginTokenMs, newSession } from './login-token.ts';
import { presentUser } from './present-user.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'log' | 'db' | 'secrets' | 'auditChain'>;

export type SignInMethod = 'password' | 'passwordAndCode' | 'passkey' | 'provider' | 'invitation' | 'reset';

/** A passkey is two factors in one; an identity provider asks for its own. */
const wholeMethods: ReadonlySet<SignInMethod> = new Set(['passkey', 'provider']);

export interface SignIn {
  readonly user: UserRow;
  readonly method: SignInMethod;
  /** Of the second factor, as it was sent. */
  readonly code?: string | undefined;
  readonly request: SecondStep['request'];
  /** Sessions of the management app may be longer than login tokens are; those of the API never are. */
  readonly isOfApp: boolean;
  /** Of the page where somebody signs in: theirs from now on, unless they have one. [identity.user.language] */
  readonly locale?: Locale | undefined;
  /** When the person proved who they are, where that was not now: an identity provider may say so. */
  readonly provedAt?: number | undefined;
}

export interface SignedIn {
  readonly token: string;
  readonly user: User;
  readonly lifetimeMs: number;
}

const hourMs = 3_600_000;

export async function completeSignIn(signIn: SignIn, services: Needs): Promise<SignedIn> {
  const { user, request, isOfApp, locale } = signIn;
  const { db, secrets, clock } = services;
  const method = await methodWithCode(signIn, services);
  const now = clock.now();
  const time = new Date(now).toISOString();
  const id = newSession();
  const { generation, lifetimeMs, kept } = await db.transaction(async (tx) => {
    const lastPossible = new Date(now + maxLeadMs).toISOString();
    const generation = await setLastLogin(tx, { user, time, lastPossible });
    const account = await findAccount(tx, user.account);
    // Removed or barred a moment ago, or what was shown is no longer good.
    if (generation === undefined || account === undefined || account.closedAt !== null) throw errors.wrongPassword();
    const lifetimeMs = sessionMs(readAccountSettings(account.settings).sessionHours, isOfApp);
    const expiresAt = new Date(now + lifetimeMs).toISOString();
    const session = { id, userId: user.id, method, createTime: time, lastUse: time, expiresAt, isOfApp };
    const provedAt = new Date(Math.min(now, signIn.provedAt ?? now)).toISOString();
    await insertSession(tx, { ...session, provedAt, ip: request.ip, userAgent: request.userAgent });
    await recordActivity(tx, { type: 'login', user, request }, services);
    await rememberAddress(tx, { user: user.id, address: addressGroup(request.ip), time });
    const kept = locale === undefined ? undefined : await keepFirstLanguage(tx, { user: user.id, locale, time });
    return { generation, lifetimeMs, kept };
  });
  const token = issueLoginToken(
    { user: user.id, session: id, issuedAt: now, generation, lifetimeMs },
    secrets.loginToken,
  );
  return { token, user: presentUser({ ...user, ...kept, lastLogin: time, changedAt: time }), lifetimeMs };
}

async function methodWithCode({ user, method, code, request }: SignIn, services: Needs): Promise<SignInMethod> {
  if (wholeMethods.has(method)) return method;
  const hasShownCode = await checkSecondFactor({ user, code, request }, services);
  return hasShownCode && method === 'password' ? 'passwordAndCode' : method;
}

/** How long a session lasts where the account says `hours`. */
export function sessionMs(hours: number | null, isOfApp: boolean): number {
  const ms = hours === null ? loginTokenMs : hours * hourMs;
  return isOfApp ? ms : Math.min(ms, loginTokenMs);
}
