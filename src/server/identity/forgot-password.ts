// POST /auth/forgot: a link for a new password, by email. The response and the work before it are the same for every email; whether
// there is a user is looked up after the response. docs/limits.md "Emails". [identity.forgot] [identity.forgot.bounds]
//
//   a device or address that signed in before    an allowance of its own, whatever others ask for
//   anybody else                                 a few a day from one network, and some more a day for the email
//
// A further link ends none that was sent before: nobody can spoil the owner's by asking again.
import type { ApiMessage } from '../../api-types/lists.ts';
import { type Locale, localeOf } from '../../core/locale/locale.ts';
import { fillText } from '../../core/text/fill-text.ts';
import { mailWords } from '../../words/all/server/mail.ts';
import { addressGroup, networkGroup } from '../base/address-group.ts';
import type { Services } from '../base/services.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { responseText } from '../http/response-text.ts';
import { hashedMailbox } from '../mail/mailbox.ts';
import { type PersonEmail, safeName, sendPersonEmail } from '../mail/person-email.ts';
import { findAccount } from '../store/identity/accounts.ts';
import { findAdder } from '../store/identity/activity-log.ts';
import { insertPersonLink } from '../store/identity/person-links.ts';
import { findUserToSignIn } from '../store/identity/sessions.ts';
import type { UserRow } from '../store/identity/users.ts';
import { takeAllEmailCounts } from '../store/jobs/email-counts.ts';
import { readDevice } from './device-cookie.ts';
import { countGuess } from './guess-limits.ts';
import { linkAddress, newLinkToken, resetMs } from './person-links.ts';
import { knownAddressMs } from './sign-in-bounds.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'db' | 'quotas' | 'secrets' | 'mail' | 'background'>;

/** Asked for from one address in the window of guesses, whatever the email. */
export const maxForgotAsks = 30;
/** Emails a day about one email: asked for from one known device or address; from one network; from all networks. */
export const forgotBounds = { known: 5, network: 3, strangers: 10 } as const;

export interface ForgotPayload {
  readonly email: string;
}

type ForgotRequest = ApiRequest<unknown, unknown, ForgotPayload>;

export async function forgotPassword(request: ForgotRequest, services: Needs): Promise<ApiMessage> {
  const address = addressGroup(request.ip);
  await countGuess({ [`forgot:${address}`]: maxForgotAsks }, services);
  void services.background.start(address, () => sendReset(request, services));
  return {
    message: responseText(request, 'resetSent'),
  };
}

/** Without mail nothing is made: nobody could get the link. */
async function sendReset(request: ForgotRequest, services: Needs): Promise<void> {
  const { db, clock, config, quotas } = services;
  const { email } = request.payload;
  const address = addressGroup(request.ip);
  const from = new Date(clock.now() - knownAddressMs).toISOString();
  const found = await findUserToSignIn(db.sql, { email, address, from });
  const counts = countsOf(request, found, services);
  const isAllowed = await db.transaction((tx) => takeAllEmailCounts(tx, counts, quotas.today()));
  const { token, tokenHash } = newLinkToken();
  const user = found?.user;
  if (user === undefined || user.disabledAt !== null) return;
  if (config.smtpUrl === undefined || !isAllowed) return;
  if (user.passwordHash !== null) {
    const now = clock.now();
    await db.transaction((tx) =>
      insertPersonLink(tx, {
        id: services.newId(),
        tokenHash,
        kind: 'reset',
        account: user.account,
        userId: user.id,
        email: user.email,
        name: null,
        inviter: null,
        inviterEmail: null,
        createTime: new Date(now).toISOString(),
        expiresAt: new Date(now + resetMs).toISOString(),
        provesEmail: true,
      }),
    );
  }
  const locale = localeOf((JSON.parse(user.settings) as { locale?: string }).locale);
  const notes = user.emailVerifiedAt === null ? [await firstProofNote(user, locale, db)] : [];
  await sendPersonEmail(resetEmail(user, linkAddress('reset', token, config), { locale, notes }), services);
}

function countsOf(
  request: ForgotRequest,
  found: { user: UserRow; isKnownAddress: boolean } | undefined,
  { secrets, clock }: Pick<Services, 'clock' | 'secrets'>,
) {
  const { email } = request.payload;
  const device = readDevice(request.cookies, { key: secrets.device, now: clock.now() });
  const isOwnDevice = device !== undefined && device.user === found?.user.id;
  if (isOwnDevice || found?.isKnownAddress === true) {
    const kind = `reset from ${isOwnDevice ? device.id : addressGroup(request.ip)}`;
    return [{ scope: '', recipient: hashedMailbox(kind, email), most: forgotBounds.known }];
  }
  // The network's own first: one that asks on and on uses up nobody else's.
  return [
    {
      scope: '',
      recipient: hashedMailbox(`reset from ${networkGroup(request.ip)}`, email),
      most: forgotBounds.network,
    },
    { scope: '', recipient: hashedMailbox('reset', email), most: forgotBounds.strangers },
  ];
}

/** For a user whose email nobody has proved: who made it, and what the link does besides. [identity.emails.first-proof] */
async function firstProofNote({ account: id, email }: UserRow, locale: Locale, db: Services['db']): Promise<string> {
  const account = safeName((await findAccount(db.sql, id))?.name);
  const adder = await findAdder(db.sql, { account: id, email });
  const words = mailWords[locale].reset;
  const ofAccount = account === undefined ? [words.added, words.addedBy] : [words.addedTo, words.addedToBy];
  return fillText(ofAccount[adder === undefined ? 0 : 1]!, { account, adder });
}

/** Who has no password gets none this way: it would be a way around the identity provider. */
function resetEmail(
  user: UserRow,
  address: string,
  { locale, notes }: { locale: Locale; notes: string[] },
): PersonEmail {
  const words = mailWords[locale].reset;
  const common = { to: user.email, locale, subject: words.subject };
  if (user.passwordHash === null) return { ...common, before: [words.atProvider], after: [words.ignore] };
  return {
    ...common,
    before: [words.before],
    link: { address, label: words.label },
    after: [...notes, words.once, words.ignore],
  };
}
