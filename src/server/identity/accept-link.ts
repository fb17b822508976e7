// POST /auth/link and POST /auth/accept: what a link of an invitation or a forgotten password is for, and its use, which is one.
// [identity.links] [identity.invitations] [identity.forgot]
import type { AcceptedLink, LinkFacts, User } from '../../api-types/identity.ts';
import { defaultLocale } from '../../core/locale/locale.ts';
import { addressGroup } from '../base/address-group.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse, type ResponseHeaders } from '../http/api-request.ts';
import type { Transaction } from '../store/connection/db.ts';
import { lockAccount } from '../store/identity/accounts.ts';
import { endResets, takeLink } from '../store/identity/person-links.ts';
import {
  findUserByEmail,
  findUsersByIds,
  lockUser,
  setEmailVerified,
  setPassword,
  type UserRow,
} from '../store/identity/users.ts';
import { recordActivity } from './activity-log.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { insertUserWithHash } from './create-user.ts';
import { checkNewPassword } from './password-rules.ts';
import { type OpenLink, openLink } from './person-links.ts';
import { sessionHeaders } from './session.ts';
import { displaceUnverified, isDisplaceable, removeWaysIn, reportEmptied } from './verified-emails.ts';

type Needs = Pick<
  Services,
  'config' | 'clock' | 'newId' | 'log' | 'db' | 'secrets' | 'notices' | 'passwords' | 'auditChain'
>;

export async function showLink(
  request: ApiRequest<unknown, unknown, { token: string }>,
  services: Pick<Services, 'clock' | 'db'>,
): Promise<LinkFacts> {
  const link = await openLink(request.payload.token, request, services);
  const { kind, email, name, accountName, inviterEmail, expiresAt } = link;
  return {
    kind,
    email,
    ...(name !== null && { name }),
    ...((kind === 'invitation' || kind === 'claim') && accountName !== null && { accountName }),
    ...(inviterEmail !== null && { inviterEmail }),
    ...((await displaces(link, services)) && { displaces: true }),
    expireTime: expiresAt,
  };
}

/** Whether somebody who accepts the invitation takes the email from an unverified user of another account. */
async function displaces({ kind, email, provesEmail }: OpenLink, { db }: Pick<Services, 'db'>): Promise<boolean> {
  if (kind !== 'invitation' || !provesEmail) return false;
  const holder = await findUserByEmail(db.sql, email);
  return holder !== undefined && isDisplaceable(holder);
}

export interface AcceptPayload {
  readonly token: string;
  readonly password: string;
  /** Of invitations. */
  readonly name?: string;
}

type AcceptRequest = ApiRequest<unknown, unknown, AcceptPayload>;

/**
 * The token comes first: nobody else makes us hash. In the management app an invitation also signs in; a new password does not: it must not
 * be a way around a second factor.
 */
export async function acceptLink(request: AcceptRequest, services: Needs): Promise<ApiResponse<AcceptedLink>> {
  const { token, password } = request.payload;
  const link = await openLink(token, request, services);
  const { kind } = link;
  if (kind !== 'invitation' && kind !== 'reset') throw errors.linkNotGood();
  const name = kind === 'invitation' ? (request.payload.name ?? link.name ?? undefined) : undefined;
  const user = await findUser(link, services);
  checkNewPassword(password, { key: 'password', email: link.email, name: name ?? user?.name });
  const { passwords } = services;
  const passwordHash = await passwords.inTurn({ key: addressGroup(request.ip), isTrusted: true }, () =>
    passwords.hash(password),
  );
  const { user: changed, displaced } = await services.db.transaction(async (tx): Promise<Accepted> => {
    // The user first: two links of one user that are used at once must not wait for each other.
    const owner = link.userId === null ? undefined : await lockUser(tx, link.userId);
    // The account before the link, as invitations lock them: one that was closed meanwhile takes nobody.
    const account = kind === 'invitation' ? await lockAccount(tx, link.account) : undefined;
    if (kind === 'invitation' && account?.closedAt !== null) throw errors.linkNotGood();
    if (!(await takeLink(tx, { ...link, now: isoNow(services.clock) }))) throw errors.linkNotGood();
    return kind === 'invitation'
      ? join(tx, { link, request, name, passwordHash }, services)
      : { user: await reset(tx, { link, owner, request, passwordHash }, services) };
  });
  if (displaced !== undefined) await reportEmptied(displaced, services);
  const accepted = { kind, email: changed.email };
  if (kind === 'reset' || !request.isFromApp) return ApiResponse.ofBody(accepted);
  const { user: shown, headers } = await signIn(changed, request, services);
  return ApiResponse.ofBody({ ...accepted, user: shown }, headers);
}

async function findUser({ userId }: OpenLink, { db }: Pick<Services, 'db'>): Promise<UserRow | undefined> {
  return userId === null ? undefined : (await findUsersByIds(db.sql, [userId])).get(userId);
}

interface Use {
  readonly request: AcceptRequest;
  readonly passwordHash: string;
}

interface Accepted {
  readonly user: UserRow;
  readonly displaced?: UserRow | undefined;
}

async function join(
  tx: Transaction,
  { link, request, name, passwordHash }: Use & { link: OpenLink; name: string | undefined },
  services: Needs,
): Promise<Accepted> {
  const { email, account, provesEmail: isVerified } = link;
  const displaced = isVerified ? await displaceUnverified(tx, { email, request }, services) : undefined;
  const locale = request.locales[0] ?? defaultLocale;
  const made = await insertUserWithHash(tx, { email, name, account, passwordHash, locale, isVerified }, services);
  const user = (await findUsersByIds(tx, [made.user])).get(made.user);
  if (user === undefined) throw new Error('A user that was just made is not there.');
  await recordActivity(tx, { type: 'userJoin', user, request }, services);
  return { user, displaced };
}

/** Ends every session of the user. Keys and second factors stay, unless this is the first proof of the email. */
async function reset(
  tx: Transaction,
  { link, owner: user, request, passwordHash }: Use & { link: OpenLink; owner: UserRow | undefined },
  services: Pick<Services, 'clock' | 'newId' | 'auditChain'>,
): Promise<UserRow> {
  if (user === undefined || user.disabledAt !== null) throw errors.linkNotGood();
  const time = isoNow(services.clock);
  await setPassword(tx, { user: user.id, passwordHash, time, keptSession: null });
  if (link.provesEmail && (await setEmailVerified(tx, { user: user.id, email: link.email, time }))) {
    if (user.emailVerifiedAt === null) await removeWaysIn(tx, { user, request }, services);
  }
  await endResets(tx, user.id);
  await recordActivity(tx, { type: 'passwordReset', user, request }, services);
  return user;
}

async function signIn(
  user: UserRow,
  request: AcceptRequest,
  services: Needs,
): Promise<{ user: User; headers: ResponseHeaders }> {
  const session = await completeSignIn({ user, method: 'invitation', request, isOfApp: true }, services);
  return { user: session.user, headers: sessionHeaders(session, request, services) };
}
