// POST /user/invite, GET /user/invitations, DELETE /user/invitations/{invitation}: colleagues join by a link that works once.
// docs/limits.md "Emails". [identity.invitations] [identity.invitations.bounds]
import type { Invitation, NewInvitation } from '../../api-types/identity.ts';
import type { ApiList, ApiMessage } from '../../api-types/lists.ts';
import { localeOf } from '../../core/locale/locale.ts';
import { fillText } from '../../core/text/fill-text.ts';
import { mailWords } from '../../words/all/server/mail.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { responseText } from '../http/response-text.ts';
import { hashedMailbox } from '../mail/mailbox.ts';
import { safeName, sendPersonEmail } from '../mail/person-email.ts';
import { type AccountRow, lockAccount } from '../store/identity/accounts.ts';
import {
  deleteInvitation,
  invitationExists,
  listInvitations,
  type PersonLinkRow,
  putInvitation,
  setMailed,
} from '../store/identity/person-links.ts';
import { findUserByEmail, shareUser, type UserRow } from '../store/identity/users.ts';
import { takeAllEmailCounts } from '../store/jobs/email-counts.ts';
import { recordActivity } from './activity-log.ts';
import { refuseProbing } from './email-probing.ts';
import { invitationMs, linkAddress, newLinkToken } from './person-links.ts';
import { isDisplaceable } from './verified-emails.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'log' | 'db' | 'quotas' | 'mail' | 'auditChain'>;

/** Of an account: open at once, and made a day. To one address: emails a day from one account, and from all. */
export const maxOpenInvitations = 200;
export const maxInvitationsPerDay = 200;
export const maxInvitationEmails = 3;
export const maxInvitationEmailsOfAll = 6;

export interface InvitePayload {
  readonly email: string;
  readonly name?: string;
}

/** The link is in the response only when the email did not go out: then whoever invites hands it over. */
export async function inviteUser(
  request: ApiRequest<unknown, unknown, InvitePayload>,
  services: Needs,
): Promise<NewInvitation> {
  const { user, account } = callerOf(request);
  const { email, name = null } = request.payload;
  await countInvitation(account, services);
  const holder = await findUserByEmail(services.db.sql, email);
  // An unverified user of another account does not keep the owner of the email from joining this one.
  if (holder !== undefined && (holder.account === account || !isDisplaceable(holder))) {
    return refuseProbing(errors.emailTaken(), account, services);
  }
  const { token, tokenHash } = newLinkToken();
  const now = services.clock.now();
  const link: PersonLinkRow = {
    id: services.newId(),
    kind: 'invitation',
    account,
    userId: null,
    email,
    name,
    inviter: user.id,
    inviterEmail: user.email,
    createTime: new Date(now).toISOString(),
    expiresAt: new Date(now + invitationMs).toISOString(),
    provesEmail: false,
  };
  const { id, owner } = await services.db.transaction(async (tx) => {
    // Who is being removed at this moment must not leave another way in.
    if (!(await shareUser(tx, user.id))) throw errors.invalidToken();
    const owner = await lockAccount(tx, account);
    if (owner === undefined || owner.closedAt !== null) throw errors.invalidToken();
    const open = (await listInvitations(tx, account)).filter((one) => !isSame(one.email, email));
    if (open.length >= maxOpenInvitations) throw errors.quotaReached({ limit: 'invitations' });
    const id = await putInvitation(tx, { ...link, tokenHash });
    await recordActivity(tx, { type: 'userInvite', user, request, about: email }, services);
    return { id, owner };
  });
  const address = linkAddress('invitation', token, services.config);
  const isSent = await sendInvitation({ link, address, user, owner, displaces: holder !== undefined }, services);
  // A link that is handed over proves nothing: whoever invites has it too.
  if (isSent) await setMailed(services.db.sql, { id, tokenHash });
  return { ...presentInvitation({ ...link, id }), ...(!isSent && { link: address }) };
}

export async function listOwnInvitations(
  request: ApiRequest,
  services: Pick<Services, 'db'>,
): Promise<ApiList<Invitation>> {
  const rows = await listInvitations(services.db.sql, callerOf(request).account);
  return { data: rows.map(presentInvitation) };
}

/** Revokes the invitation: its link ends at once. */
export async function withdrawInvitation(
  request: ApiRequest<{ invitation: string }>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiMessage> {
  const { user, account } = callerOf(request);
  const id = request.params.invitation;
  await services.db.transaction(async (tx) => {
    const withdrawn = await deleteInvitation(tx, { id, account });
    if (withdrawn === undefined) {
      throw (await invitationExists(tx, id)) ? errors.insufficientPermissions() : errors.invitationNotFound(id);
    }
    await recordActivity(tx, { type: 'inviteWithdraw', user, request, about: withdrawn.email }, services);
  });
  return { message: responseText(request, 'invitationWithdrawn') };
}

async function countInvitation(account: string, services: Pick<Services, 'clock' | 'db' | 'quotas'>): Promise<void> {
  const { db, quotas, clock } = services;
  const counts = [{ scope: account, recipient: 'invitations', most: maxInvitationsPerDay }];
  if (await db.transaction((tx) => takeAllEmailCounts(tx, counts, quotas.today()))) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(quotas.resetTime()) - clock.now()) / 1000));
  throw errors.quotaReached({ limit: 'invitations', seconds });
}

interface Sending {
  readonly link: PersonLinkRow;
  readonly address: string;
  readonly user: UserRow;
  readonly owner: AccountRow;
  /** A user with this email exists in another account, and nobody has confirmed it. */
  readonly displaces: boolean;
}

/** False without mail, when the address has had enough for today, and when the mail server did not take it. */
async function sendInvitation(sending: Sending, services: Needs): Promise<boolean> {
  const { link, address, user, owner, displaces } = sending;
  if (services.config.smtpUrl === undefined || !(await mayGetInvitation(link, services))) return false;
  const locale = localeOf((JSON.parse(user.settings) as { locale?: string }).locale);
  const words = mailWords[locale].invitation;
  const name = safeName(user.name);
  const who = name === undefined ? user.email : `${name} (${user.email})`;
  const account = safeName(owner.name);
  try {
    await sendPersonEmail(
      {
        to: link.email,
        locale,
        subject: fillText(words.subject, { who: name ?? user.email }),
        before: [fillText(account === undefined ? words.before : words.beforeInAccount, { who, account })],
        link: { address, label: words.label },
        after: [...(displaces ? [words.displaces] : []), words.after],
      },
      services,
    );
    return true;
  } catch (error) {
    services.log.warn(
      { account: link.account, error: String((error as Error).cause ?? error) },
      'an invitation was not sent',
    );
    return false;
  }
}

async function mayGetInvitation(
  { account, email }: PersonLinkRow,
  services: Pick<Services, 'db' | 'quotas'>,
): Promise<boolean> {
  const recipient = hashedMailbox('invitation', email);
  const counts = [
    { scope: account, recipient, most: maxInvitationEmails },
    { scope: '', recipient, most: maxInvitationEmailsOfAll },
  ];
  return services.db.transaction((tx) => takeAllEmailCounts(tx, counts, services.quotas.today()));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function presentInvitation(link: PersonLinkRow): Invitation {
  const { id, email, name, inviter, inviterEmail, createTime, expiresAt } = link;
  return {
    id,
    email,
    ...(name !== null && { name }),
    inviter: inviter ?? '',
    inviterEmail: inviterEmail ?? '',
    createTime,
    expireTime: expiresAt,
  };
}
