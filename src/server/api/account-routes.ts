// Route table: the account and the sessions of its people.
import Joi from 'joi';
import { checkOf, idParam } from '../http/checks.ts';
import { type Route, route } from '../http/route.ts';
import { type AccountChange, changeAccount, getAccount } from '../identity/account.ts';
import { endOneSession, endOtherSessions, listOwnSessions } from '../identity/sessions.ts';
import { listOf, message, ref } from '../openapi/schema-parts.ts';
import { dismissOwnNotice, listOwnNotices } from '../quotas/notices/notices.ts';

const maxSessionHours = 720;
const minIdleMinutes = 5;
const maxAuditDays = 36_500;

export const accountRoutes: readonly Route[] = [
  route({
    operationId: 'getAccount',
    method: 'GET',
    path: '/account',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'Get my account',
    description: 'Its name and settings.',
    response: ref('Account'),
    handle: getAccount,
  }),
  route({
    operationId: 'updateAccount',
    method: 'PATCH',
    path: '/account',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag: 'Identity and keys',
    summary: 'Change the name and settings of my account',
    description:
      'Settings that are not sent stay unchanged; null is the default. They hold for everybody in the account at once.',
    payload: checkOf<AccountChange>({
      name: Joi.string().trim().max(200).allow(null),
      settings: Joi.object({
        sessionHours: Joi.number().integer().min(1).max(maxSessionHours).allow(null),
        sessionIdleMinutes: Joi.number()
          .integer()
          .min(minIdleMinutes)
          .max(maxSessionHours * 60)
          .allow(null),
        auditDays: Joi.number().integer().min(1).max(maxAuditDays).allow(null),
        auditViews: Joi.boolean(),
        requireSecondFactor: Joi.boolean(),
      }),
    }),
    response: ref('Account'),
    handle: changeAccount,
  }),
  route({
    operationId: 'listNotices',
    method: 'GET',
    path: '/account/notices',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'List the notices of my account',
    description:
      'What its people should know, such as a limit of emails that was reached; newest first, at most 100. `text` is in the language of `locale`. A notice of the same kind about the same thing is listed once: `count`, `firstTime` and `lastTime` are of the last day on which it occurred. It is removed 30 days later.',
    response: listOf(ref('Notice')),
    handle: listOwnNotices,
  }),
  route({
    operationId: 'dismissNotice',
    method: 'DELETE',
    path: '/account/notices/:noticeId',
    access: 'credential',
    tag: 'Identity and keys',
    summary: 'Dismiss a notice',
    description: 'For everybody in the account. It comes back if the same occurs on another day.',
    params: idParam('noticeId'),
    response: message,
    errors: ['noticeNotFound'],
    handle: dismissOwnNotice,
  }),
  route({
    operationId: 'listSessions',
    method: 'GET',
    path: '/auth/sessions',
    access: 'loginToken',
    tag: 'Identity and keys',
    summary: 'List my sessions',
    description: 'Every sign-in that is still good, last used first.',
    response: listOf(ref('OpenSession')),
    handle: listOwnSessions,
  }),
  route({
    operationId: 'endOtherSessions',
    method: 'DELETE',
    path: '/auth/sessions',
    access: 'loginToken',
    tag: 'Identity and keys',
    summary: 'End all my other sessions',
    description: 'The session that asks goes on. API keys are not affected.',
    response: message,
    handle: endOtherSessions,
  }),
  route({
    operationId: 'endSession',
    method: 'DELETE',
    path: '/auth/sessions/:session',
    access: 'loginToken',
    tag: 'Identity and keys',
    summary: 'End one of my sessions',
    description: 'Its token stops working at once.',
    params: checkOf<{ session: string }>({
      session: Joi.string()
        .pattern(/^[\w-]{12}$/)
        .required(),
    }),
    response: message,
    errors: ['sessionNotFound'],
    handle: endOneSession,
  }),
];
