// Route table: identity and keys.

import Joi from 'joi';
import { locales } from '../../core/locale/locale.ts';
import { afterCheck, checkOf, idCheck, idParam } from '../http/checks.ts';
import { type Route, route } from '../http/route.ts';
import { type LogQuery, listLog } from '../identity/activity-log.ts';
import { createApiKey, listOwnApiKeys, type NewKeyPayload, revokeApiKey } from '../identity/api-keys.ts';
import { type LoginPayload, logIn } from '../identity/log-in.ts';
import { changeMe, changePassword, getMe, type PasswordPayload, type Profile } from '../identity/me.ts';
import { maxPasswordLength, minPasswordLength } from '../identity/password-rules.ts';
import { closeSession, openSession } from '../identity/session.ts';
import { addUser, listOwnUsers, type NewUserPayload, removeUser } from '../identity/users.ts';
import { listOf, message, object, ref, text } from '../openapi/schema-parts.ts';
import { getUsage } from '../quotas/get-usage.ts';
import { emailCheck, maxEmailLength, nameCheck, timeCheck } from './people-checks.ts';

const maxLogLimit = 1000;

const loginPayload = checkOf<LoginPayload>({
  email: Joi.string().max(maxEmailLength).required(),
  password: Joi.string().max(maxPasswordLength).required(),
  code: Joi.string().max(100).allow(''),
});

export const identityRoutes: readonly Route[] = [
  route({
    operationId: 'logIn',
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    tag: 'Identity and keys',
    summary: 'Log in',
    description:
      'Returns a login token, valid for 3 days; send it raw in the Authorization header. Whoever has a second factor sends a code too: six digits of the authenticator app, or a recovery code.',
    payload: loginPayload,
    response: object({ token: text, user: ref('User') }),
    handle: logIn,
  }),
  route({
    operationId: 'openSession',
    method: 'POST',
    path: '/auth/session',
    access: 'public',
    tag: 'Identity and keys',
    summary: 'Sign in to the management app',
    description:
      'As login, but the token comes in a cookie that no script can read. Requests from the same origin that carry the header x-formstead-app are then made by the user.',
    payload: loginPayload,
    response: object({ user: ref('User') }),
    takesCookies: true,
    handle: openSession,
  }),
  route({
    operationId: 'closeSession',
    method: 'DELETE',
    path: '/auth/session',
    access: 'public',
    tag: 'Identity and keys',
    summary: 'Sign out of the management app',
    description:
      'Ends the session of the cookie at once: its token stops working. Other sessions and API keys are not affected.',
    takesCookies: true,
    handle: closeSession,
  }),
  route({
    operationId: 'getMe',
    method: 'GET',
    path: '/me',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'Get my user',
    description: 'The user that the credential belongs to.',
    response: ref('User'),
    handle: getMe,
  }),
  route({
    operationId: 'getUsage',
    method: 'GET',
    path: '/account/usage',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'Get my account usage',
    description:
      'One item for each kind of quota. `limit` is for the whole account, `formLimit` for each form; requests without a credential stop at `anonymousLimit` and `formAnonymousLimit`. null means no limit. What is counted by the day starts again at `resetTime`.',
    response: ref('Usage'),
    handle: getUsage,
  }),
  route({
    operationId: 'updateMe',
    method: 'PATCH',
    path: '/me',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'Change my name and settings',
    description: 'Properties and settings that are not sent stay unchanged.',
    payload: checkOf<Profile>({
      name: nameCheck,
      settings: Joi.object({
        locale: Joi.string().valid(...locales),
        theme: Joi.string().valid('light', 'dark', 'auto'),
      }),
    }),
    response: ref('User'),
    handle: changeMe,
  }),
  route({
    operationId: 'changePassword',
    method: 'POST',
    path: '/me/password',
    access: 'loginToken',
    tag: 'Identity and keys',
    summary: 'Change my password',
    description:
      'Ends every other session of the user. API keys stay valid. A new password that is very common, blank, the email or name of the user, or the current one is a 400; too many wrong current passwords are a 429.',
    payload: checkOf<PasswordPayload>({
      password: Joi.string().max(maxPasswordLength).required(),
      newPassword: Joi.string().min(minPasswordLength).max(maxPasswordLength).required(),
    }),
    handle: changePassword,
  }),
  route({
    operationId: 'createApiKey',
    method: 'POST',
    path: '/api-keys',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag: 'Identity and keys',
    summary: 'Create an API key',
    description:
      'The key acts as the requesting user. Its token is shown only in this response. All of the body may be missing: `name`, `expireTime` (in the future) and `replaces`, the _id of a key of the same user that goes on working until it is revoked.',
    payload: checkOf<NewKeyPayload>({
      name: nameCheck.empty(''),
      expireTime: timeCheck,
      replaces: idCheck,
    }),
    response: ref('NewApiKey'),
    errors: ['apiKeyNotFound'],
    handle: createApiKey,
  }),
  route({
    operationId: 'listApiKeys',
    method: 'GET',
    path: '/api-keys',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'List my API keys',
    description: 'Of the user who asks, without their tokens.',
    response: listOf(ref('ApiKey')),
    handle: listOwnApiKeys,
  }),
  route({
    operationId: 'revokeApiKey',
    method: 'DELETE',
    path: '/api-keys/:apiKey',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'Revoke one of my API keys',
    description: "The path takes the key's _id, never the token.",
    params: idParam('apiKey'),
    handle: revokeApiKey,
  }),
  route({
    operationId: 'listUsers',
    method: 'GET',
    path: '/user',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'List the users of my account',
    description: 'Oldest first.',
    response: listOf(ref('User')),
    handle: listOwnUsers,
  }),
  route({
    operationId: 'addUser',
    method: 'POST',
    path: '/user',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag: 'Identity and keys',
    summary: 'Add a user to my account',
    description:
      'An email belongs to one user: one that is in use is a 409. A password that is very common, blank, or the email or name of the user is a 400.',
    payload: checkOf<NewUserPayload>({
      email: emailCheck.required(),
      password: Joi.string().min(minPasswordLength).max(maxPasswordLength).required(),
      name: nameCheck.empty(''),
    }),
    response: ref('User'),
    errors: ['emailTaken'],
    handle: addUser,
  }),
  route({
    operationId: 'removeUser',
    method: 'DELETE',
    path: '/user/:userId',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag: 'Identity and keys',
    summary: 'Remove a user from my account',
    description: 'Their login tokens and API keys end at once. Nobody removes themselves.',
    params: idParam('userId'),
    response: message,
    handle: removeUser,
  }),
  route({
    operationId: 'listActivity',
    method: 'GET',
    path: '/log',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'Account activity log',
    description: 'Sign-ins, password changes, keys and users; newest first.',
    query: checkOf<LogQuery>({ limit: Joi.number().integer().min(1).max(maxLogLimit), after: afterCheck }),
    response: listOf(ref('Activity')),
    isPaged: true,
    handle: listLog,
  }),
];
