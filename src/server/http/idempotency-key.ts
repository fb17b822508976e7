// Reads the Idempotency-Key header of a request: the owner of the key, and a hash of the request that it came with. [entries.idempotency]
// [entries.idempotency.owner]
import { createHash } from 'node:crypto';
import { errors } from '../base/errors.ts';
import type { ApiRequest } from './api-request.ts';

/** How long a key is kept. */
export const idempotencyMs = 24 * 60 * 60 * 1000;

export interface IdempotencyKey {
  readonly scope: string;
  readonly key: string;
  readonly requestHash: string;
  /** How versions up to schema 8 kept a short key: for the form, wherever it came from. An upgrade may come between two tries. */
  readonly former?: { readonly scope: string; readonly ip: string };
}

const maxKeyLength = 255;

/**
 * A key from a caller without a credential must be hard to guess: any request with the same key and body gets the first response,
 * with its links. A short one is therefore good only from the address that used it first.
 */
const minRandomKeyLength = 16;

/** `formOrAccount`: the account of the caller, or the form for callers without a credential. */
export function readIdempotencyKey(request: ApiRequest, formOrAccount: string): IdempotencyKey {
  const key = request.idempotencyKey ?? '';
  if (key.trim() === '' || key.length > maxKeyLength) {
    throw errors.requestInvalid(`"Idempotency-Key" must have 1 to ${maxKeyLength} characters`, {
      source: 'payload',
      keys: [],
    });
  }
  const isGuessable = request.caller === undefined && key.length < minRandomKeyLength;
  const scope = isGuessable ? `${formOrAccount} from ${request.ip}` : formOrAccount;
  const path = request.path.split('?', 1)[0];
  const requestHash = createHash('sha256')
    .update(`${path}\n${JSON.stringify(request.payload)}`)
    .digest('base64url');
  return { scope, key, requestHash, ...(isGuessable && { former: { scope: formOrAccount, ip: request.ip } }) };
}
