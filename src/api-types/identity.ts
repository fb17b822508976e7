// Users, sessions, keys, the activity log and what an account has used.
// [identity.user] [identity.keys] [identity.log] [limits.quotas.usage]
import type { PasskeyOptions } from './factors.ts';

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

/** POST /auth/confirm/options: how the person behind the session can prove again who they are. */
export interface ConfirmOptions {
  readonly hasPassword: boolean;
  /** Of an authenticator app. */
  readonly hasCode: boolean;
  /** By signing in at the identity provider again. */
  readonly hasProvider: boolean;
  /** The last proof still counts. */
  readonly isFresh: boolean;
  /** What navigator.credentials.get takes as publicKey; missing without a passkey. */
  readonly passkey?: PasskeyOptions;
}

/** POST /auth/confirm */
export interface Confirmed {
  /** When what matters asks for a proof again. */
  readonly freshUntil: string;
}

/** GET /auth/sessions: one of the sign-ins of the user that are still good. */
export interface OpenSession {
  readonly id: string;
  /** How the person signed in. */
  readonly method: string;
  readonly createTime: string;
  /** To about a minute. */
  readonly lastUse: string;
  readonly expireTime: string;
  /** Of the sign-in. */
  readonly ip: string;
  readonly userAgent: string;
  /** The request came with it. */
  readonly isCurrent: boolean;
}

/** GET /account */
export interface Account {
  readonly id: string;
  readonly name: string | null;
  readonly settings: AccountSettings;
  readonly createTime: string;
}

export interface AccountSettings {
  /** How long a sign-in lasts; null: 3 days. */
  readonly sessionHours: number | null;
  /** After how long without a request a session ends; null: never. */
  readonly sessionIdleMinutes: number | null;
  /** How long lines of the audit trail are kept; null: for ever. */
  readonly auditDays: number | null;
  /** Whether every request that shows stored answers is in the audit trail too. */
  readonly auditViews: boolean;
  /** Whoever has no second factor can do nothing but set one up. */
  readonly requireSecondFactor: boolean;
}

/** GET /user/emails: whether the email of a user is known to be theirs. */
export interface UserEmail {
  readonly user: string;
  readonly email: string;
  readonly isVerified: boolean;
}

/** GET /user/invitations: a colleague who was asked to join and has not yet. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly name?: string;
  /** Who invited. */
  readonly inviter: string;
  readonly inviterEmail: string;
  readonly createTime: string;
  readonly expireTime: string;
}

/** POST /user/invite */
export interface NewInvitation extends Invitation {
  /** To hand over, when no email went out; returned only here. */
  readonly link?: string;
}

/** POST /auth/link: what a link is for. */
export interface LinkFacts {
  readonly kind: 'invitation' | 'reset' | 'verify' | 'claim';
  readonly email: string;
  readonly name?: string;
  readonly accountName?: string;
  readonly inviterEmail?: string;
  /** An unverified user of another account has the email, and loses it to whoever accepts. */
  readonly displaces?: boolean;
  readonly expireTime: string;
}

/** POST /auth/accept */
export interface AcceptedLink {
  readonly kind: 'invitation' | 'reset';
  readonly email: string;
  /** Signed in now: of an invitation that the management app accepts. */
  readonly user?: User;
}

export interface ApiKey {
  readonly _id: string;
  readonly account: string;
  readonly user: string;
  readonly email: string;
  readonly createTime: string;
  readonly modifyTime: string;
  /** To about a minute; missing before the first use. */
  readonly lastUse?: string;
  /** Where it was last used from. */
  readonly lastAddress?: string;
  readonly name?: string;
  /** Who made it, where that was not its user: `commandLine`. */
  readonly createdBy?: string;
  /** From then on it is an Invalid API key. */
  readonly expireTime?: string;
  /** The _id of the key that it is to take the place of. */
  readonly replaces?: string;
}

export interface NewApiKey extends ApiKey {
  /** Returned only here. */
  readonly token: string;
}

export type ActivityType =
  | 'login'
  | 'loginFailed'
  | 'passwordChange'
  | 'passwordReset'
  | 'keyCreate'
  | 'keyChange'
  | 'keyRevoke'
  | 'sessionEnd'
  | 'accountChange'
  | 'providerLink'
  | 'codeFailed'
  | 'factorAdd'
  | 'factorRemove'
  | 'factorsReset'
  | 'recoveryCodesNew'
  | 'recoveryCodeUse'
  | 'userAdd'
  | 'userInvite'
  | 'inviteWithdraw'
  | 'userJoin'
  | 'userDisable'
  | 'userEnable'
  | 'userRemove'
  | 'userDisplace'
  | 'emailVerify';

export interface Activity {
  readonly id: string;
  readonly type: ActivityType;
  readonly time: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly user: string;
  readonly email: string;
  /** The email of the user whom it was done to, or the name of a key or a second factor. */
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

/** GET /account/notices. */
export interface Notice {
  readonly id: string;
  readonly kind: string;
  /** For people, in the language of the request. */
  readonly text: string;
  /** The page of the management app to look at, as a path. */
  readonly page: string;
  /** The facts that the text is made from; they depend on the kind. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Of the last day on which it occurred. */
  readonly firstTime: string;
  readonly lastTime: string;
  /** How often it occurred on that day. */
  readonly count: number;
}
