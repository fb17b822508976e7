// POST /auth/link and POST /auth/accept: what a link of an invitation or a forgotten password is for, and its use, which is one.
// [identity.links] [identity.invitations] [identity.forgot]
import type { AcceptedLink, LinkFacts, User } from '../../api-types/identity.ts';
import { defaultLocale } from '../../core/locale.ts';
import { addressGroup } from '../address-group.ts';
import { errors } from '../errors.ts';
import { type ApiRequest, ApiResponse, type ResponseHeaders } from '../http/api-request.ts';
import { isoNow, type Services } from '../services.ts';
import { lockAccount } from '../store/accounts.ts';
import type { Transaction } from '../store/db.ts';
import { endResets, takeLink } from '../store/person-links.ts';
import { findUsersByIds, lockUser, setPassword, type UserRow } from '../store/users.ts';
import { recordActivity } from './activity-log.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { insertUserWithHash } from './create-user.ts';
import { checkNewPassword } from './password-rules.ts';
import { type OpenLink, openLink } from './person-links.ts';
import { sessionHeaders } from './session.ts';

export async function showLink(
  request: ApiRequest<unknown, unknown, { token: string }>,
  services: Services,
): Promise<LinkFacts> {
  const { kind, email, name, accountName, inviterEmail, expiresAt } = await openLink(
    request.payload.token,
    request,
    services,
  );
  return {
    kind,
    email,
    ...(name !== null && { name }),
    ...(kind === 'invitation' && accountName !== null && { accountName }),
    ...(inviterEmail !== null && { inviterEmail }),
    expireTime: expiresAt,
  };
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
export async function acceptLink(request: AcceptRequest, services: Services): Promise<ApiResponse<AcceptedLink>> {
  const { token, password } = request.payload;
  const link = await openLink(token, request, services);
  const { kind } = link;
  const name = kind === 'invitation' ? (request.payload.name ?? link.name ?? undefined) : undefined;
  const user = await findUser(link, services);
  checkNewPassword(password, { key: 'password', email: link.email, name: name ?? user?.name });
  const { passwords } = services;
  const passwordHash = await passwords.inTurn({ key: addressGroup(request.ip), isTrusted: true }, () =>
    passwords.hash(password),
  );
  const changed = await services.db.transaction(async (tx) => {
    // The user first: two links of one user that are used at once must not wait for each other.
    const owner = link.userId === null ? undefined : await lockUser(tx, link.userId);
    // The account before the link, as invitations lock them: one that was closed meanwhile takes nobody.
    const account = kind === 'invitation' ? await lockAccount(tx, link.account) : undefined;
    if (kind === 'invitation' && account?.closedAt !== null) throw errors.linkNotGood();
    if (!(await takeLink(tx, { ...link, now: isoNow(services.clock) }))) throw errors.linkNotGood();
    return kind === 'invitation'
      ? join(tx, { link, request, name, passwordHash }, services)
      : reset(tx, { owner, request, passwordHash }, services);
  });
  const accepted = { kind, email: changed.email };
  if (kind === 'reset' || !request.isFromApp) return ApiResponse.ofBody(accepted);
  const { user: shown, headers } = await signIn(changed, request, services);
  return ApiResponse.ofBody({ ...accepted, user: shown }, headers);
}

async function findUser({ userId }: OpenLink, { db }: Services): Promise<UserRow | undefined> {
  return userId === null ? undefined : (await findUsersByIds(db.sql, [userId])).get(userId);
}

interface Use {
  readonly request: AcceptRequest;
  readonly passwordHash: string;
}

async function join(
  tx: Transaction,
  { link, request, name, passwordHash }: Use & { link: OpenLink; name: string | undefined },
  services: Services,
): Promise<UserRow> {
  const { email, account } = link;
  const locale = request.locales[0] ?? defaultLocale;
  const made = await insertUserWithHash(tx, { email, name, account, passwordHash, locale }, services);
  const user = (await findUsersByIds(tx, [made.user])).get(made.user);
  if (user === undefined) throw new Error('A user that was just made is not there.');
  await recordActivity(tx, { type: 'userJoin', user, request }, services);
  return user;
}

/** Ends every session of the user. Keys and second factors stay as they are. */
async function reset(
  tx: Transaction,
  { owner: user, request, passwordHash }: Use & { owner: UserRow | undefined },
  services: Services,
): Promise<UserRow> {
  if (user === undefined || user.disabledAt !== null) throw errors.linkNotGood();
  await setPassword(tx, { user: user.id, passwordHash, time: isoNow(services.clock), keptSession: null });
  await endResets(tx, user.id);
  await recordActivity(tx, { type: 'passwordReset', user, request }, services);
  return user;
}

async function signIn(
  user: UserRow,
  request: AcceptRequest,
  services: Services,
): Promise<{ user: User; headers: ResponseHeaders }> {
  const session = await completeSignIn({ user, method: 'invitation', request, isOfApp: true }, services);
  return { user: session.user, headers: sessionHeaders(session, request, services) };
}
