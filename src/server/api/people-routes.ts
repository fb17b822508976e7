// Route table: invitations, forgotten passwords, and changes of keys.
import Joi from 'joi';
import { checkOf, idParam } from '../http/checks.ts';
import { type Route, route } from '../http/route.ts';
import { type AcceptPayload, acceptLink, showLink } from '../identity/accept-link.ts';
import { changeApiKey, type KeyChange } from '../identity/api-keys.ts';
import { type ForgotPayload, forgotPassword } from '../identity/forgot-password.ts';
import { type InvitePayload, inviteUser, listOwnInvitations, withdrawInvitation } from '../identity/invitations.ts';
import { maxPasswordLength, minPasswordLength } from '../identity/password-rules.ts';
import { claimEmail, confirmEmail, listUserEmails, sendVerification } from '../identity/verified-emails.ts';
import { linkKind } from '../openapi/identity-schemas.ts';
import { listOf, message, object, ref, text } from '../openapi/schema-parts.ts';
import { emailCheck, nameCheck, timeCheck } from './people-checks.ts';

const tag = 'Identity and keys';
const maxTokenLength = 200;
const tokenCheck = Joi.string().max(maxTokenLength).required();

export const peopleRoutes: readonly Route[] = [
  route({
    operationId: 'inviteUser',
    method: 'POST',
    path: '/user/invite',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag,
    summary: 'Invite somebody to my account',
    description:
      'Sends a link by email that works once and for 7 days. Where no email goes out, because mail is not set up or the address has had enough of them today, the response has the `link` to hand over. A further invitation of the same email takes the place of the one before. An email that is in use is a 409; one of a user of another account who never verified it is not.',
    payload: checkOf<InvitePayload>({ email: emailCheck.required(), name: nameCheck.empty('') }),
    response: ref('NewInvitation'),
    errors: ['emailTaken', 'quotaReached'],
    handle: inviteUser,
  }),
  route({
    operationId: 'listInvitations',
    method: 'GET',
    path: '/user/invitations',
    access: 'credential',
    tag,
    summary: 'List the open invitations of my account',
    description: 'Newest first; those that expired in the last 30 days too.',
    response: listOf(ref('Invitation')),
    handle: listOwnInvitations,
  }),
  route({
    operationId: 'withdrawInvitation',
    method: 'DELETE',
    path: '/user/invitations/:invitation',
    access: 'loginToken',
    tag,
    summary: 'Withdraw an invitation',
    description: 'Its link stops working at once.',
    params: idParam('invitation'),
    response: message,
    handle: withdrawInvitation,
  }),
  route({
    operationId: 'listUserEmails',
    method: 'GET',
    path: '/user/emails',
    access: 'credential',
    tag,
    summary: 'Which emails of my account are verified',
    description:
      'An email is verified when its owner used a link that was mailed to it, signed in through the identity provider, or was added by the operator. Oldest user first.',
    response: listOf(ref('UserEmail')),
    handle: listUserEmails,
  }),
  route({
    operationId: 'verifyEmail',
    method: 'POST',
    path: '/me/email/verify',
    access: 'loginToken',
    tag,
    summary: 'Send me a link that verifies my email',
    description: 'The link works once, for one hour, and for whoever asked for it.',
    payload: checkOf({}),
    response: message,
    errors: ['noMail', 'quotaReached'],
    handle: sendVerification,
  }),
  route({
    operationId: 'confirmEmail',
    method: 'POST',
    path: '/me/email/confirm',
    access: 'loginToken',
    tag,
    summary: 'Verify my email',
    description:
      'Takes the token of the link that POST /me/email/verify sent. Only the user who asked for it can use it.',
    payload: checkOf<{ token: string }>({ token: tokenCheck }),
    response: message,
    errors: ['linkNotGood'],
    handle: confirmEmail,
  }),
  route({
    operationId: 'claimEmail',
    method: 'POST',
    path: '/auth/claim',
    access: 'public',
    tag,
    summary: 'Take my email from a user who never verified it',
    description:
      'Takes the token of the link that is mailed when a sign-in through the identity provider meets such a user. The user is removed; its forms and entries stay with its account.',
    payload: checkOf<{ token: string }>({ token: tokenCheck }),
    response: message,
    errors: ['linkNotGood'],
    handle: claimEmail,
  }),
  route({
    operationId: 'forgotPassword',
    method: 'POST',
    path: '/auth/forgot',
    access: 'public',
    tag,
    summary: 'Ask for a new password by email',
    description:
      'The response is the same whether there is such a user or not. The link in the email works once and for one hour.',
    payload: checkOf<ForgotPayload>({ email: emailCheck.required() }),
    response: message,
    takesCookies: true,
    setsNoCookie: true,
    handle: forgotPassword,
  }),
  route({
    operationId: 'showLink',
    method: 'POST',
    path: '/auth/link',
    access: 'public',
    tag,
    summary: 'See what a link is for',
    description: 'Of an invitation or a forgotten password. It does not use the link up.',
    payload: checkOf<{ token: string }>({ token: tokenCheck }),
    response: ref('LinkFacts'),
    errors: ['linkNotGood'],
    handle: showLink,
  }),
  route({
    operationId: 'acceptLink',
    method: 'POST',
    path: '/auth/accept',
    access: 'public',
    tag,
    summary: 'Join an account, or set a new password',
    description:
      'Uses the link up. An invitation makes the user and, in the management app, signs them in; a new password ends all sessions of the user and leaves second factors as they are. The rules for new passwords are those of POST /user.',
    payload: checkOf<AcceptPayload>({
      token: tokenCheck,
      password: Joi.string().min(minPasswordLength).max(maxPasswordLength).required(),
      name: nameCheck.empty(''),
    }),
    response: object({ kind: linkKind, email: text, user: ref('User') }, ['user']),
    errors: ['linkNotGood', 'emailTaken'],
    takesCookies: true,
    handle: acceptLink,
  }),
  route({
    operationId: 'updateApiKey',
    method: 'PATCH',
    path: '/api-keys/:apiKey',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag,
    summary: 'Change the name or the end of one of my API keys',
    description: 'What is not sent stays unchanged; null takes the name or the end away.',
    params: idParam('apiKey'),
    payload: checkOf<KeyChange>({ name: nameCheck.allow(null), expireTime: timeCheck.allow(null) }),
    response: ref('ApiKey'),
    handle: changeApiKey,
  }),
];
