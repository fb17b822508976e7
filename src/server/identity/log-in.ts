// POST /auth/login: an email and a password for a login token.
// An unknown email, a user without a password and a wrong password cost the same time and get the same response.
// [identity.login]
import type { Login } from '../../api-types/identity.ts';
import { addressGroup } from '../address-group.ts';
import { errors } from '../errors.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { isoNow, maxLeadMs, type Services } from '../services.ts';
import { findUserToSignIn, rememberAddress } from '../store/sessions.ts';
import { setLastLogin } from '../store/users.ts';
import { recordActivity } from './activity-log.ts';
import { readDevice } from './device-cookie.ts';
import { makeGuess, refuseSpentGuesses } from './guess-limits.ts';
import { issueLoginToken } from './login-token.ts';
import { presentUser } from './present-user.ts';
import { signInTry } from './sign-in-bounds.ts';

export interface LoginPayload {
  readonly email: string;
  readonly password: string;
}

export type LoginRequest = ApiRequest<unknown, unknown, LoginPayload>;

/** How long an address stays known after the last sign-in from it. */
export const knownAddressMs = 90 * 24 * 60 * 60 * 1000;

export async function logIn(request: LoginRequest, services: Services): Promise<Login> {
  return checkLogin(request, services);
}

export async function checkLogin(request: LoginRequest, services: Services): Promise<Login> {
  const { email, password } = request.payload;
  const { db, secrets, clock } = services;
  const address = addressGroup(request.ip);
  const from = new Date(clock.now() - knownAddressMs).toISOString();
  const found = await findUserToSignIn(db.sql, { email: email.trim(), address, from });
  const user = found?.user;
  const device = readDevice(request.cookies, { key: secrets.device, now: clock.now() });
  const isOwnDevice = device !== undefined && device.user === user?.id;
  const asked = { email, ip: request.ip, device: isOwnDevice ? device.id : undefined };
  const { bounds, own, isTrusted } = await signInTry({ ...asked, isKnownAddress: !!found?.isKnownAddress }, services);

  await refuseSpentGuesses(bounds, services);
  const isRight = await services.passwords.inTurn({ key: address, isTrusted }, () =>
    makeGuess({ bounds, own, isRight: () => services.passwords.isRight(password, user?.passwordHash) }, services),
  );
  if (user === undefined || !isRight) {
    if (user !== undefined) await recordActivity(db.sql, { type: 'loginFailed', user, request }, services);
    throw errors.wrongPassword();
  }

  const time = isoNow(clock);
  const lastPossible = new Date(clock.now() + maxLeadMs).toISOString();
  const generation = await db.transaction(async (tx) => {
    const generation = await setLastLogin(tx, { user: user.id, time, lastPossible });
    await recordActivity(tx, { type: 'login', user, request }, services);
    await rememberAddress(tx, { user: user.id, address, time });
    return generation;
  });
  const token = issueLoginToken(user.id, { key: secrets.loginToken, now: clock.now(), generation });
  return { token, user: presentUser({ ...user, lastLogin: time, changedAt: time }) };
}
