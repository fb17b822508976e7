// POST and DELETE /auth/session: the login of the management app. The token goes into a cookie, not into the answer.
import { Answer, type ApiRequest } from '../http/api-request.ts';
import type { Services } from '../services.ts';
import { checkLogin, type LoginRequest } from './log-in.ts';
import { endedSessionCookie, sessionCookie } from './session-cookie.ts';

export async function openSession(request: LoginRequest, services: Services) {
  const { token, user } = await checkLogin(request, services);
  return Answer.ofBody({ user }, { 'set-cookie': sessionCookie(token, services.config) });
}

export async function closeSession(_request: ApiRequest, services: Services) {
  return Answer.ofBody(undefined, { 'set-cookie': endedSessionCookie(services.config) });
}
