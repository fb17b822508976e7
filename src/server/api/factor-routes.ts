// Route table: second factors, and signing in by passkey.
import Joi from 'joi';
import { checked, checkOf, idParam } from '../http/checks.ts';
import { type Route, route } from '../http/route.ts';
import {
  type ConfirmPayload as ConfirmSignInPayload,
  confirmOptions,
  confirmSignIn,
} from '../identity/confirm-sign-in.ts';
import { maxFactorName } from '../identity/factors/add-factor.ts';
import { addPasskey, type NewPasskey, passkeyCreation } from '../identity/factors/add-passkey.ts';
import { beginTotp, type ConfirmPayload, confirmTotp } from '../identity/factors/add-totp.ts';
import { listOwnFactors, removeOwnFactor } from '../identity/factors/own-factors.ts';
import { renewRecoveryCodes } from '../identity/factors/recovery-codes.ts';
import { resetFactorsOfColleague } from '../identity/factors/reset-factors.ts';
import { type PasskeyPayload, passkeyRequest, signInByPasskey } from '../identity/factors/sign-in-by-passkey.ts';
import { maxPasswordLength } from '../identity/password-rules.ts';
import { message, object, ref, text } from '../openapi/schema-parts.ts';

const tag = 'Identity and keys';
const maxCredentialBytes = 65_536;

/** WebAuthn's JSON of a credential; the library checks what is inside. */
const credentialOf = (response: Record<string, Joi.Schema>) =>
  Joi.object({
    id: Joi.string().max(2000).required(),
    rawId: Joi.string().max(2000).required(),
    type: Joi.string().valid('public-key').required(),
    response: Joi.object(response).unknown().required(),
  })
    .unknown()
    .required();
const coded = Joi.string().max(32_768);
const nameCheck = Joi.string().trim().max(maxFactorName).empty('');

export const factorRoutes: readonly Route[] = [
  route({
    operationId: 'beginPasskeySignIn',
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    tag,
    summary: 'Begin to sign in by passkey',
    description: 'What navigator.credentials.get takes as publicKey, in JSON. Good for 5 minutes and one sign-in.',
    payload: checkOf({}),
    response: ref('PasskeyOptions'),
    handle: passkeyRequest,
  }),
  route({
    operationId: 'signInByPasskey',
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    tag,
    summary: 'Sign in to the management app by passkey',
    description:
      'Takes what navigator.credentials.get gave, as JSON, and answers as POST /auth/session does. Neither password nor code is asked for.',
    payload: checked<PasskeyPayload>(
      Joi.object({
        credential: credentialOf({
          clientDataJSON: coded.required(),
          authenticatorData: coded.required(),
          signature: coded.required(),
          userHandle: Joi.string().max(200).allow(null, ''),
        }),
      }),
    ),
    maxBodyBytes: maxCredentialBytes,
    response: object({ user: ref('User') }),
    takesCookies: true,
    handle: signInByPasskey,
  }),
  route({
    operationId: 'beginConfirmation',
    method: 'POST',
    path: '/auth/confirm/options',
    access: 'loginToken',
    tag,
    summary: 'How I can confirm that it is me',
    description:
      'What POST /auth/confirm takes of this user, with a challenge for their passkeys that is good for 5 minutes.',
    payload: checkOf({}),
    response: ref('ConfirmOptions'),
    handle: confirmOptions,
  }),
  route({
    operationId: 'confirmSignIn',
    method: 'POST',
    path: '/auth/confirm',
    access: 'loginToken',
    tag,
    summary: 'Confirm that it is me',
    description:
      'One of `password`, `code` (of an authenticator app, or a recovery code) and `credential` (of a passkey). Endpoints that are a 403 with the id `fresh_sign_in_needed` then work for 15 minutes in this session of the management app.',
    payload: checked<ConfirmSignInPayload>(
      Joi.object({
        password: Joi.string().max(maxPasswordLength),
        code: Joi.string().max(100),
        credential: credentialOf({
          clientDataJSON: coded.required(),
          authenticatorData: coded.required(),
          signature: coded.required(),
          userHandle: Joi.string().max(200).allow(null, ''),
        }).optional(),
      }).xor('password', 'code', 'credential'),
    ),
    maxBodyBytes: maxCredentialBytes,
    response: object({ freshUntil: text }),
    takesCookies: true,
    setsNoCookie: true,
    handle: confirmSignIn,
  }),
  route({
    operationId: 'listFactors',
    method: 'GET',
    path: '/me/factors',
    access: 'loginToken',
    tag,
    summary: 'List my second factors',
    description: 'Authenticator apps and passkeys, oldest first, and how many recovery codes are left.',
    response: ref('Factors'),
    handle: listOwnFactors,
  }),
  route({
    operationId: 'beginTotp',
    method: 'POST',
    path: '/me/factors/totp',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag,
    summary: 'Begin to add an authenticator app',
    description: 'Nothing is stored before a code of the app confirms it, within 30 minutes.',
    payload: checkOf({}),
    response: ref('TotpSetUp'),
    handle: beginTotp,
  }),
  route({
    operationId: 'addTotp',
    method: 'POST',
    path: '/me/factors/totp/confirm',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag,
    summary: 'Add an authenticator app',
    description: 'With the first factor come recovery codes, which are shown only in this response.',
    payload: checkOf<ConfirmPayload>({
      setUp: Joi.string().max(1000).required(),
      code: Joi.string().max(20).required(),
      name: nameCheck,
    }),
    response: ref('AddedFactor'),
    errors: ['codeNotRight', 'setUpTooOld', 'factorsFull'],
    handle: confirmTotp,
  }),
  route({
    operationId: 'beginPasskey',
    method: 'POST',
    path: '/me/factors/passkey/options',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag,
    summary: 'Begin to add a passkey',
    description: 'What navigator.credentials.create takes as publicKey, in JSON.',
    payload: checkOf({}),
    response: ref('PasskeyOptions'),
    handle: passkeyCreation,
  }),
  route({
    operationId: 'addPasskey',
    method: 'POST',
    path: '/me/factors/passkey',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag,
    summary: 'Add a passkey',
    description:
      'Takes what navigator.credentials.create gave, as JSON. With the first factor come recovery codes, which are shown only in this response.',
    payload: checked<NewPasskey>(
      Joi.object({
        credential: credentialOf({ clientDataJSON: coded.required(), attestationObject: coded.required() }),
        name: nameCheck,
      }),
    ),
    maxBodyBytes: maxCredentialBytes,
    response: ref('AddedFactor'),
    errors: ['passkeyNotAdded', 'factorsFull'],
    handle: addPasskey,
  }),
  route({
    operationId: 'replaceRecoveryCodes',
    method: 'POST',
    path: '/me/factors/recovery-codes',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag,
    summary: 'Replace my recovery codes',
    description: 'Ten new ones, shown only in this response; those before are no longer good.',
    payload: checkOf({}),
    response: ref('RecoveryCodes'),
    handle: renewRecoveryCodes,
  }),
  route({
    operationId: 'removeFactor',
    method: 'DELETE',
    path: '/me/factors/:factor',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag,
    summary: 'Remove one of my second factors',
    description: 'Removing the last factor also removes the recovery codes.',
    params: idParam('factor'),
    response: message,
    handle: removeOwnFactor,
  }),
  route({
    operationId: 'resetUserFactors',
    method: 'DELETE',
    path: '/user/:userId/factors',
    access: 'loginToken',
    needsFreshSignIn: true,
    tag,
    summary: 'Remove all second factors of a user of my account',
    description: 'For somebody who has lost theirs. It is logged, and the user gets an email.',
    params: idParam('userId'),
    response: message,
    handle: resetFactorsOfColleague,
  }),
];
