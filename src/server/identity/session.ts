// POST and DELETE /auth/session: the login of the management app. The token goes into a cookie, not into the response body.
// [identity.session] [identity.session.sign-out]
import type { Session } from '../../api-types/identity.ts';
import type { Locale } from '../../core/locale.ts';
import { ServiceError } from '../errors.ts';
import { type ApiRequest, ApiResponse, type ResponseHeaders } from '../http/api-request.ts';
import type { Services } from '../services.ts';
import { endSession } from '../store/sessions.ts';
import { completeSignIn, type SignedIn } from './complete-sign-in.ts';
import { deviceCookie, endedDeviceCookie, readDevice } from './device-cookie.ts';
import { checkLogin, type LoginRequest } from './log-in.ts';
import { type LoginToken, readLoginToken } from './login-token.ts';
import { endedSessionCookie, findSessionToken, sessionCookie } from './session-cookie.ts';

export async function openSession(request: LoginRequest, services: Services): Promise<ApiResponse<Session>> {
  const user = await checkLogin(request, services);
  const { code } = request.payload;
  const signIn = { user, method: 'password', code, request, isOfApp: true, locale: pageLanguage(request) } as const;
  return sessionResponse(await completeSignIn(signIn, services), request, services);
}

/** The app says which language its page is in; a program that says nothing chooses none. [identity.user.language] */
export function pageLanguage({ isFromApp, locales }: Pick<ApiRequest, 'isFromApp' | 'locales'>): Locale | undefined {
  return isFromApp ? locales[0] : undefined;
}

export function sessionResponse(
  session: SignedIn,
  request: Pick<ApiRequest, 'cookies' | 'isFromApp'>,
  services: Services,
): ApiResponse<Session> {
  return ApiResponse.ofBody({ user: session.user }, sessionHeaders(session, request, services));
}

/** The session in a cookie, and the mark of the device. */
export function sessionHeaders(
  { token, user, lifetimeMs }: SignedIn,
  request: Pick<ApiRequest, 'cookies' | 'isFromApp'>,
  { config, secrets, clock }: Services,
): ResponseHeaders {
  const cookies = [sessionCookie({ token, lifetimeMs }, config)];
  if (request.isFromApp) {
    const known = readDevice(request.cookies, { key: secrets.device, now: clock.now() });
    cookies.push(deviceCookie({ user: user.id, known }, { key: secrets.device, now: clock.now(), config }));
  }
  return { 'set-cookie': cookies };
}

/** Whatever still holds the cookie's token: from here on it is an Invalid token. */
export async function closeSession(request: ApiRequest, services: Services): Promise<ApiResponse<void>> {
  const token = findToken(request, services);
  if (token !== undefined) {
    const expiresAt = new Date(token.issuedAt + token.lifetimeMs).toISOString();
    await endSession(services.db.sql, { session: token.session, expiresAt });
  }
  const device = endedDeviceCookie(request.cookies, services.config);
  const cookies = [endedSessionCookie(services.config), ...(device === undefined ? [] : [device])];
  return ApiResponse.ofBody(undefined, { 'set-cookie': cookies });
}

function findToken({ cookies }: ApiRequest, { secrets, clock }: Services): LoginToken | undefined {
  const text = findSessionToken(cookies);
  if (text === undefined) return undefined;
  try {
    return readLoginToken(text, { key: secrets.loginToken, now: clock.now() });
  } catch (error) {
    // Not ours, or expired: there is nothing to end.
    if (error instanceof ServiceError && error.status === 401) return undefined;
    throw error;
  }
}
