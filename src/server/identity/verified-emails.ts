// Emails prove nothing until their owner has shown that they reach them. POST /user makes users whose email nobody has proved;
// such a user holds the address only until its owner comes.
//
//   POST /me/email/verify, /me/email/confirm    a signed-in user proves their own email by a mailed link, in their own session: the
//                                               link alone is not enough, or the owner could be tricked into proving it for a stranger
//   POST /auth/claim                            the owner, refused at the identity provider, takes the address by a mailed link
//   an invitation by email that is accepted     displaces the unverified user of another account in the same way
//   a link for a new password, POST /auth/accept    proves the email; the first proof removes what somebody else may have set up
//
// [identity.emails.verified] [identity.emails.verify] [identity.emails.displaced] [identity.emails.claim] [identity.emails.first-proof]
import type { UserEmail } from '../../api-types/identity.ts';
import type { ApiList, ApiMessage } from '../../api-types/lists.ts';
import { type Locale, localeOf } from '../../core/locale/locale.ts';
import { mailWords } from '../../words/all/server/mail.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { responseText } from '../http/response-text.ts';
import { hashedMailbox } from '../mail/mailbox.ts';
import { sendPersonEmail } from '../mail/person-email.ts';
import { notify } from '../quotas/notices/notices.ts';
import type { Transaction } from '../store/connection/db.ts';
import { findAccount } from '../store/identity/accounts.ts';
import { deleteApiKey, listApiKeys } from '../store/identity/api-keys.ts';
import { insertPersonLink, takeLink } from '../store/identity/person-links.ts';
import {
  deleteUser,
  listUsers,
  lockUser,
  lockUserByEmail,
  setEmailVerified,
  type UserRow,
} from '../store/identity/users.ts';
import { takeAllEmailCounts } from '../store/jobs/email-counts.ts';
import { recordActivity } from './activity-log.ts';
import { removeFactors } from './factors/reset-factors.ts';
import { linkAddress, newLinkToken, openLink, resetMs } from './person-links.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'db' | 'quotas' | 'mail' | 'notices' | 'auditChain'>;

/** Emails a day to one address, of each kind. */
export const maxProofEmails = 5;

export async function listUserEmails(request: ApiRequest, { db }: Pick<Services, 'db'>): Promise<ApiList<UserEmail>> {
  const users = await listUsers(db.sql, callerOf(request).account);
  return {
    data: users.map(({ id, email, emailVerifiedAt }) => ({ user: id, email, isVerified: emailVerifiedAt !== null })),
  };
}

/** Whether the user holds the email only until its owner comes. One whom the operator barred stays where it is. */
export function isDisplaceable({ emailVerifiedAt, disabledAt }: UserRow): boolean {
  return emailVerifiedAt === null && disabledAt === null;
}

/**
 * Removes the unverified user who holds the email, as removing a colleague does; what its account has stays there. Undefined: nobody was
 * removed. The caller calls `reportEmptied` after the transaction.
 */
export async function displaceUnverified(
  tx: Transaction,
  { email, request }: { email: string; request: Pick<ApiRequest, 'ip' | 'userAgent'> },
  services: Pick<Services, 'clock' | 'newId' | 'auditChain'>,
): Promise<UserRow | undefined> {
  const holder = await lockUserByEmail(tx, email);
  if (holder === undefined || !isDisplaceable(holder)) return undefined;
  await deleteUser(tx, holder.id);
  await recordActivity(tx, { type: 'userDisplace', user: holder, request, about: holder.email }, services);
  return holder;
}

/** Two who displace the last two users at once: the later one finds the account empty. */
export async function reportEmptied(
  { account, email }: UserRow,
  services: Pick<Services, 'db' | 'notices'>,
): Promise<void> {
  const users = await listUsers(services.db.sql, account);
  if (users.some(({ disabledAt }) => disabledAt === null)) return;
  const accountName = (await findAccount(services.db.sql, account))?.name ?? '';
  notify(services, { to: 'operator', kind: 'accountEmpty', detail: { account, accountName, email } });
}

/**
 * The owner of the email comes to a user that others had the password of: keys, second factors and recovery codes of before are theirs.
 * The caller has locked the user and ends its sessions.
 */
export async function removeWaysIn(
  tx: Transaction,
  { user, request }: { user: UserRow; request: Pick<ApiRequest, 'ip' | 'userAgent'> },
  services: Pick<Services, 'clock' | 'newId' | 'auditChain'>,
): Promise<void> {
  for (const { id, name } of await listApiKeys(tx, user.id)) {
    await deleteApiKey(tx, id, user.id);
    await recordActivity(tx, { type: 'keyRevoke', user, request, ...(name !== null && { about: name }) }, services);
  }
  if ((await removeFactors(tx, user.id)) === 0) return;
  await recordActivity(tx, { type: 'factorsReset', user, request, about: user.email }, services);
}

export async function sendVerification(request: ApiRequest, services: Needs): Promise<ApiMessage> {
  const { user } = callerOf(request);
  if (user.emailVerifiedAt !== null) {
    return { message: responseText(request, 'emailVerified') };
  }
  if (services.config.smtpUrl === undefined) throw errors.noMail();
  if (!(await sendLink('verify', user, services))) {
    const seconds = Math.max(1, Math.ceil((Date.parse(services.quotas.resetTime()) - services.clock.now()) / 1000));
    throw errors.quotaReached({ limit: 'emails', seconds });
  }
  return { message: responseText(request, 'linkSent') };
}

/** The link works for the user who asked for it and is signed in. */
export async function confirmEmail(
  request: ApiRequest<unknown, unknown, { token: string }>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiMessage> {
  const { user } = callerOf(request);
  const link = await openLink(request.payload.token, request, services);
  if (link.kind !== 'verify' || link.userId !== user.id) throw errors.linkNotGood();
  await services.db.transaction(async (tx) => {
    const time = isoNow(services.clock);
    if ((await lockUser(tx, user.id)) === undefined) throw errors.invalidToken();
    if (!(await takeLink(tx, { ...link, now: time }))) throw errors.linkNotGood();
    if (!(await setEmailVerified(tx, { user: user.id, email: link.email, time }))) throw errors.linkNotGood();
    await recordActivity(tx, { type: 'emailVerify', user, request }, services);
  });
  return { message: responseText(request, 'emailVerified') };
}

/** The owner of the mailbox takes the address from a user who never proved it. */
export async function claimEmail(
  request: ApiRequest<unknown, unknown, { token: string }>,
  services: Needs,
): Promise<ApiMessage> {
  const link = await openLink(request.payload.token, request, services);
  if (link.kind !== 'claim') throw errors.linkNotGood();
  const { email, userId } = link;
  const displaced = await services.db.transaction(async (tx) => {
    // Verified meanwhile, or somebody else by now: then there is nothing to take.
    if ((await lockUser(tx, userId ?? ''))?.email !== email) throw errors.linkNotGood();
    if (!(await takeLink(tx, { ...link, now: isoNow(services.clock) }))) throw errors.linkNotGood();
    const holder = await displaceUnverified(tx, { email, request }, services);
    if (holder === undefined) throw errors.linkNotGood();
    return holder;
  });
  await reportEmptied(displaced, services);
  return {
    message: responseText(request, 'addressFree'),
  };
}

/** After a refused sign-in at the identity provider, in the language of that page; the response does not wait for it. */
export async function sendClaim(holder: UserRow, locale: Locale, services: Needs): Promise<void> {
  if (services.config.smtpUrl !== undefined) await sendLink('claim', holder, services, locale);
}

/** False when the address has had enough for today. */
async function sendLink(
  kind: 'verify' | 'claim',
  user: UserRow,
  services: Needs,
  locale: Locale = localeOf((JSON.parse(user.settings) as { locale?: string }).locale),
): Promise<boolean> {
  const { db, clock, config, quotas } = services;
  const { email, account, id: userId } = user;
  const counts = [{ scope: '', recipient: hashedMailbox(kind, email), most: maxProofEmails }];
  if (!(await takeAllEmailCounts(db.sql, counts, quotas.today()))) return false;
  const { token, tokenHash } = newLinkToken();
  const now = clock.now();
  const times = { createTime: new Date(now).toISOString(), expiresAt: new Date(now + resetMs).toISOString() };
  const link = { id: services.newId(), kind, account, userId, email, name: null, inviter: null, inviterEmail: null };
  await insertPersonLink(db.sql, { ...link, ...times, tokenHash, provesEmail: true });
  const { subject, before, label, after } = textsOf(kind, locale);
  const address = linkAddress(kind, token, config);
  await sendPersonEmail({ to: email, locale, subject, before, link: { address, label }, after }, services);
  return true;
}

function textsOf(kind: 'verify' | 'claim', locale: Locale) {
  const { verify, claim } = mailWords[locale];
  return kind === 'verify'
    ? { ...verify, before: [verify.before], after: [verify.once, verify.ignore] }
    : { ...claim, before: [claim.before], after: [claim.after, claim.once] };
}
