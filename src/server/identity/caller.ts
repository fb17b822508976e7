// Who makes a request: a user, through an API key or a login token. [identity.permissions]
import type { UserRow } from '../store/identity/users.ts';

export interface Caller {
  readonly kind: 'apiKey' | 'loginToken';
  readonly user: UserRow;
  readonly account: string;
  /** The session of a login token; survives the password change it makes itself. */
  readonly session: string | undefined;
  /** The id of the key. */
  readonly apiKey?: string;
  /** The account asks for a second factor and the user has none: nothing works but setting one up. */
  readonly mustSetUpFactor: boolean;
  /** A session of the management app whose person last proved who they are too long ago for what matters. */
  readonly isStale?: boolean;
  /** The credential was the cookie of the management app. */
  readonly isCookie?: boolean;
}
