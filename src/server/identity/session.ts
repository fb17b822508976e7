// POST and DELETE /auth/session: the login of the management app. The token goes into a cookie, not into the response body.
// [identity.session] [identity.session.sign-out]
import type { Session } from '../../api-types/identity.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse, type ResponseHeaders } from '../http/api-request.ts';
import { endSession } from '../store/identity/sessions.ts';
import { completeSignIn, type SignedIn } from './complete-sign-in.ts';
import { deviceCookie, endedDeviceCookie, readDevice } from './device-cookie.ts';
import { checkLogin, type LoginRequest } from './log-in.ts';
import { type LoginToken, readLoginToken } from './login-token.ts';
import { endedSessionCookies, findAllSessionTokens, sessionCookie } from './session-cookie.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'log' | 'db' | 'secrets' | 'passwords' | 'auditChain'>;

export async function openSession(request: LoginRequest, services: Needs): Promise<ApiResponse<Session>> {
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
  services: Pick<Services, 'config' | 'clock' | 'secrets'>,
): ApiResponse<Session> {
  return ApiResponse.ofBody({ user: session.user }, sessionHeaders(session, request, services));
}

/** The session in a cookie, and the mark of the device. */
export function sessionHeaders(
  { token, user, lifetimeMs }: SignedIn,
  request: Pick<ApiRequest, 'cookies' | 'isFromApp'>,
  { config, secrets, clock }: Pick<Services, 'config' | 'clock' | 'secrets'>,
): ResponseHeaders {
  const cookies = [sessionCookie({ token, lifetimeMs }, config)];
  if (request.isFromApp) {
    const known = readDevice(request.cookies, { key: secrets.device, now: clock.now() });
    cookies.push(deviceCookie({ user: user.id, known }, { key: secrets.device, now: clock.now(), config }));
  }
  return { 'set-cookie': cookies };
}

/** The tokens of both cookies are Invalid tokens from here on, wherever copies of them are. */
export async function closeSession(
  request: ApiRequest,
  services: Pick<Services, 'config' | 'clock' | 'db' | 'secrets'>,
): Promise<ApiResponse<void>> {
  for (const { session, issuedAt, lifetimeMs } of findTokens(request, services)) {
    const expiresAt = new Date(issuedAt + lifetimeMs).toISOString();
    await services.db.transaction((tx) => endSession(tx, { session, expiresAt }));
  }
  const device = endedDeviceCookie(request.cookies, services.config);
  const cookies = [...endedSessionCookies(services.config), ...(device === undefined ? [] : [device])];
  return ApiResponse.ofBody(undefined, { 'set-cookie': cookies });
}

function findTokens({ cookies }: ApiRequest, { secrets, clock }: Pick<Services, 'clock' | 'secrets'>): LoginToken[] {
  return findAllSessionTokens(cookies).flatMap((token) => {
    try {
      return [readLoginToken(token, { key: secrets.loginToken, now: clock.now() })];
    } catch (error) {
      // Not ours, or expired: there is nothing to end.
      if (error instanceof ServiceError && error.status === 401) return [];
      throw error;
    }
  });
}
