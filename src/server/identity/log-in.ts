// POST /auth/login: an email and a password for a login token.
// An unknown email, a user without a password and a wrong password cost the same time and get the same response.
// [identity.login] [identity.users.barred]
import type { Login } from '../../api-types/identity.ts';
import { addressGroup } from '../base/address-group.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { findUserToSignIn } from '../store/identity/sessions.ts';
import { replacePasswordHash, type UserRow } from '../store/identity/users.ts';
import { recordActivity } from './activity-log.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { readDevice } from './device-cookie.ts';
import { makeGuess, refuseSpentGuesses } from './guess-limits.ts';
import { knownAddressMs, signInTry } from './sign-in-bounds.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'log' | 'db' | 'secrets' | 'passwords' | 'auditChain'>;

export interface LoginPayload {
  readonly email: string;
  readonly password: string;
  /** Of whoever has a second factor. */
  readonly code?: string;
}

export type LoginRequest = ApiRequest<unknown, unknown, LoginPayload>;

export async function logIn(request: LoginRequest, services: Needs): Promise<Login> {
  const user = await checkLogin(request, services);
  const { code } = request.payload;
  const signIn = { user, method: 'password', code, request, isOfApp: false } as const;
  const { token, user: shown } = await completeSignIn(signIn, services);
  return { token, user: shown };
}

/** Whose email and password these are; throws the 401 or the 429. */
export async function checkLogin(request: LoginRequest, services: Needs): Promise<UserRow> {
  const { email, password } = request.payload;
  const { db, secrets, clock } = services;
  const address = addressGroup(request.ip);
  const from = new Date(clock.now() - knownAddressMs).toISOString();
  const found = await findUserToSignIn(db.sql, { email: email.trim(), address, from });
  const user = found?.user;
  // Who is barred is as good as unknown.
  const passwordHash = user?.disabledAt == null ? user?.passwordHash : null;
  const device = readDevice(request.cookies, { key: secrets.device, now: clock.now() });
  const isOwnDevice = device !== undefined && device.user === user?.id;
  const asked = { email, ip: request.ip, device: isOwnDevice ? device.id : undefined };
  const { bounds, own, isTrusted } = await signInTry({ ...asked, isKnownAddress: !!found?.isKnownAddress }, services);

  await refuseSpentGuesses(bounds, services);
  const isRight = await services.passwords.inTurn({ key: address, isTrusted }, async () => {
    const guess = { bounds, own, isRight: () => services.passwords.isRight(password, passwordHash) };
    if (!(await makeGuess(guess, services))) return false;
    if (user !== undefined && passwordHash != null)
      await hashAgain({ user: user.id, password, passwordHash }, services);
    return true;
  });
  if (user === undefined || !isRight) {
    if (user !== undefined) await recordActivity(db.sql, { type: 'loginFailed', user, request }, services);
    throw errors.wrongPassword();
  }

  return user;
}

/** A hash from when passwords cost less is made again; nothing else of the user changes. [identity.password.cost] */
async function hashAgain(
  known: { user: string; password: string; passwordHash: string },
  { passwords, db }: Pick<Services, 'db' | 'passwords'>,
): Promise<void> {
  const { user, password, passwordHash } = known;
  if (!passwords.isCheaper(passwordHash)) return;
  const by = await passwords.hash(password);
  await db.transaction((tx) => replacePasswordHash(tx, { user, passwordHash, by }));
}
