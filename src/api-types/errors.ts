// The body of every error. [errors.shape] [errors.request] [validation.messages]
import type { ItemMessage } from '../core/definition/definition-parts.ts';
import type { FactorKind } from './factors.ts';

export interface ApiErrorBody {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
  /** Of a request that did not pass its checks: where, and the dotted paths at fault. */
  readonly validation?: {
    readonly source: 'query' | 'payload' | 'params';
    readonly keys: readonly string[];
  };
  /** Of a 401 for a credential. */
  readonly attributes?: { readonly error: string };
  /** Of an entry that did not pass its form's checks, with one message for each value at fault; or of a session that is too old for the request. */
  readonly id?: 'entry_failed_validation' | 'fresh_sign_in_needed';
  readonly messages?: readonly ItemMessage[];
  /** Which limit was reached. */
  readonly quota?: string;
  /** Of a sign-in that lacks a code, or whose code is wrong: what the user has set up. */
  readonly factors?: readonly FactorKind[];
}
