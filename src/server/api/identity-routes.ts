// Route table: identity and keys. SPEC.md "Identity and keys".
import Joi from 'joi';
import { afterCheck, idParam } from '../http/checks.ts';
import type { Route } from '../http/route.ts';
import { listLog } from '../identity/activity-log.ts';
import { createApiKey, listOwnApiKeys, revokeApiKey } from '../identity/api-keys.ts';
import { logIn } from '../identity/log-in.ts';
import { changePassword, getMe } from '../identity/me.ts';
import { closeSession, openSession } from '../identity/session.ts';
import { listOf, object, ref, text } from '../openapi/schemas.ts';

const maxLogLimit = 1000;
const minPasswordLength = 8;
/** Long enough for any phrase, short enough that hashing it is no attack. */
const maxPasswordLength = 1024;

const loginPayload = Joi.object({
  email: Joi.string().max(320).required(),
  password: Joi.string().max(maxPasswordLength).required(),
});

export const identityRoutes: Route[] = [
  {
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    tag: 'Identity and keys',
    summary: 'Log in',
    description: 'Answers a login token, valid 3 days; send it raw in the Authorization header.',
    payload: loginPayload,
    answer: object({ token: text, user: ref('User') }),
    handle: logIn,
  },
  {
    method: 'POST',
    path: '/auth/session',
    access: 'public',
    tag: 'Identity and keys',
    summary: 'Sign in to the management app',
    description:
      'As login, but the token comes in a cookie that no script can read. Requests from the same origin that carry the header x-formstead-app are then made by the user.',
    payload: loginPayload,
    answer: object({ user: ref('User') }),
    handle: openSession,
  },
  {
    method: 'DELETE',
    path: '/auth/session',
    access: 'public',
    tag: 'Identity and keys',
    summary: 'Sign out of the management app',
    handle: closeSession,
  },
  {
    method: 'GET',
    path: '/me',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'Who am I',
    answer: ref('User'),
    handle: getMe,
  },
  {
    method: 'POST',
    path: '/me/password',
    access: 'loginToken',
    tag: 'Identity and keys',
    summary: 'Change my password',
    description: 'Ends every other session of the user. API keys stay valid.',
    payload: Joi.object({
      password: Joi.string().max(maxPasswordLength).required(),
      newPassword: Joi.string().min(minPasswordLength).max(maxPasswordLength).required(),
    }),
    handle: changePassword,
  },
  {
    method: 'POST',
    path: '/api-keys',
    access: 'loginToken',
    tag: 'Identity and keys',
    summary: 'Make an API key',
    description: 'The key acts as the requesting user. Its token is shown only in this answer.',
    payload: Joi.object({}),
    answer: ref('NewApiKey'),
    handle: createApiKey,
  },
  {
    method: 'GET',
    path: '/api-keys',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'List my API keys',
    answer: listOf(ref('ApiKey')),
    handle: listOwnApiKeys,
  },
  {
    method: 'DELETE',
    path: '/api-keys/:apiKey',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'Revoke one of my API keys',
    description: "The path takes the key's _id, never the token.",
    params: idParam('apiKey'),
    handle: revokeApiKey,
  },
  {
    method: 'GET',
    path: '/log',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'Account activity log',
    description: 'Sign-ins, password changes and keys; newest first.',
    query: Joi.object({ limit: Joi.number().integer().min(1).max(maxLogLimit), after: afterCheck }),
    answer: listOf(ref('Activity')),
    isPaged: true,
    handle: listLog,
  },
];
