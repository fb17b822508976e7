// JSON Schemas of second factors.
import type { PasskeyOptions } from '../../api-types/factors.ts';
import { array, count, flag, id, object, oneOf, orNull, ref, schema, text, time } from './schema-parts.ts';

export const factorKind = oneOf('totp', 'passkey');
const factor = object({ id, kind: factorKind, name: text, createTime: time, lastUse: orNull(time) });
const recoveryCodes = schema<readonly string[]>({
  ...array(text),
  description: 'Each is good once in place of a code. Shown only here.',
});

export const factorSchemas = {
  Factors: object({ data: array(factor), recoveryCodesLeft: count, isRequired: flag }),
  TotpSetUp: object({ secret: text, uri: text, setUp: text }),
  AddedFactor: object({ factor, recoveryCodes }, ['recoveryCodes']),
  RecoveryCodes: object({ recoveryCodes }),
  ConfirmOptions: object(
    { hasPassword: flag, hasCode: flag, hasProvider: flag, isFresh: flag, passkey: ref('PasskeyOptions') },
    ['passkey'],
  ),
  /** As WebAuthn defines it. */
  PasskeyOptions: schema<PasskeyOptions>({
    type: 'object',
    properties: { challenge: text },
    required: ['challenge'],
    additionalProperties: true,
  }),
};
