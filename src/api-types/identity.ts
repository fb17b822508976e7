// Users, sessions, keys, the activity log and what an account has used.
// [identity.user] [identity.keys] [identity.log] [limits.quotas.usage]

export interface User {
  readonly id: string;
  readonly account: string;
  readonly email: string;
  readonly name: string;
  readonly settings: { readonly locale: string; readonly theme: string };
  readonly hasPassword: boolean;
  readonly lastLogin: string | null;
  readonly createTime: string;
  readonly modifyTime: string;
  readonly changedAt: string;
}

/** POST /auth/login */
export interface Login {
  readonly token: string;
  readonly user: User;
}

/** POST /auth/session: the token is in the cookie. */
export interface Session {
  readonly user: User;
}

export interface ApiKey {
  readonly _id: string;
  readonly account: string;
  readonly user: string;
  readonly email: string;
  readonly createTime: string;
  readonly modifyTime: string;
}

export interface NewApiKey extends ApiKey {
  /** Returned only here. */
  readonly token: string;
}

export type ActivityType =
  | 'login'
  | 'loginFailed'
  | 'passwordChange'
  | 'keyCreate'
  | 'keyRevoke'
  | 'userAdd'
  | 'userRemove';

export interface Activity {
  readonly id: string;
  readonly type: ActivityType;
  readonly time: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly user: string;
  readonly email: string;
  /** The email of the user who was added or removed. */
  readonly about?: string;
}

/** GET /account/usage. Limits are null where there is none. */
export interface Usage {
  readonly anonymousPercent: number;
  readonly quotas: readonly Quota[];
}

export interface Quota {
  readonly kind: string;
  readonly period: 'day' | 'total';
  readonly resetTime: string | null;
  readonly used: number;
  readonly limit: number | null;
  readonly anonymousLimit: number | null;
  readonly formLimit: number | null;
  readonly formAnonymousLimit: number | null;
  /** Those that use most of it. */
  readonly forms: readonly { readonly form: string; readonly name: string | null; readonly used: number }[];
}
