// POST /auth/login: an email and a password for a login token. SPEC.md "Identity and keys".
// An unknown email, a user without a password and a wrong password cost the same time and get the same answer.
import { createHash } from 'node:crypto';
import { errors } from '../errors.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { isoNow, type Services } from '../services.ts';
import { addLoginFailures, clearLoginFailures, listLoginFailures } from '../store/activity-log.ts';
import { findUserByEmail, setLastLogin } from '../store/users.ts';
import { recordActivity } from './activity-log.ts';
import { issueLoginToken } from './login-token.ts';
import { isPasswordRight } from './password.ts';
import { presentUser } from './present-user.ts';

export type LoginRequest = ApiRequest<unknown, unknown, { email: string; password: string }>;

export async function logIn(request: LoginRequest, services: Services) {
  return checkLogin(request, services);
}

export async function checkLogin(request: LoginRequest, services: Services) {
  const { email, password } = request.payload;
  const guess = guessNames(email, request.ip);
  await refuseTooManyGuesses(guess, services);

  const { sql } = services.db;
  const user = await findUserByEmail(sql, email.trim());
  const isRight = await isPasswordRight(password, user?.passwordHash);
  if (user === undefined || !isRight) {
    const failure = { names: Object.keys(guess), time: isoNow(services.clock), windowFrom: windowFrom(services) };
    await addLoginFailures(sql, failure);
    if (user !== undefined) await recordActivity(sql, { type: 'loginFailed', user, request }, services);
    throw errors.wrongPassword();
  }

  const time = isoNow(services.clock);
  await services.db.transaction(async (tx) => {
    await setLastLogin(tx, user.id, time);
    await recordActivity(tx, { type: 'login', user, request }, services);
    await clearLoginFailures(tx, Object.keys(guess).slice(0, 1));
  });
  const token = issueLoginToken(user.id, { key: services.secrets.loginToken, now: services.clock.now() });
  return { token, user: presentUser({ ...user, lastLogin: time, changedAt: time }) };
}

export const guessWindowMs = 15 * 60 * 1000;
/** Failures in the window after which further tries wait: for one email from one address, one email, one address. */
const maxGuesses = { pair: 30, email: 300, address: 300 };

/** The names failures are counted under, with the bound of each. Hashed: the table holds no list of typed emails. */
function guessNames(email: string, ip: string): Record<string, number> {
  const folded = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
  return {
    [`pair:${folded}:${ip}`]: maxGuesses.pair,
    [`email:${folded}`]: maxGuesses.email,
    [`address:${ip}`]: maxGuesses.address,
  };
}

async function refuseTooManyGuesses(guess: Record<string, number>, services: Services): Promise<void> {
  const failures = await listLoginFailures(services.db.sql, Object.keys(guess), windowFrom(services));
  for (const failure of failures) {
    if (failure.count < (guess[failure.name] ?? 0)) continue;
    const waitMs = Date.parse(failure.windowStart) + guessWindowMs - services.clock.now();
    throw errors.tooManyLogins(Math.max(1, Math.ceil(waitMs / 1000)));
  }
}

function windowFrom(services: Services): string {
  return new Date(services.clock.now() - guessWindowMs).toISOString();
}
