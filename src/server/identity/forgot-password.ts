// POST /auth/forgot: a link for a new password, by email. The response and the work before it are the same for every email; whether
// there is a user is looked up after the response. docs/limits.md "Emails". [identity.forgot] [identity.forgot.bounds]
//
//   a device or address that signed in before    an allowance of its own, whatever others ask for
//   anybody else                                 a few a day from one network, and some more a day for the email
//
// A further link ends none that was sent before: nobody can spoil the owner's by asking again.
import type { ApiMessage } from '../../api-types/lists.ts';
import { type InLocales, localeOf } from '../../core/locale/locale.ts';
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
    message: responseText(request, {
      en: 'If there is a user with this email, a link is on its way to it.',
      he: 'אם יש משתמש עם הכתובת הזאת, נשלח אליה קישור.',
    }),
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
  const notes = user.emailVerifiedAt === null ? await firstProofNotes(user, services) : [];
  await sendPersonEmail(resetEmail(user, linkAddress('reset', token, config), notes), services);
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
async function firstProofNotes({ account, email }: UserRow, { db }: Pick<Services, 'db'>): Promise<InLocales[]> {
  const name = safeName((await findAccount(db.sql, account))?.name);
  const adder = await findAdder(db.sql, { account, email });
  const where = {
    en: name === undefined ? 'an account' : `the account “${name}”`,
    he: name === undefined ? '' : ` ”${name}“`,
  };
  const added = {
    en: adder === undefined ? `This address was added to ${where.en}` : `${adder} added this address to ${where.en}`,
    he:
      adder === undefined ? `הכתובת הזאת נוספה לחשבון${where.he}` : `הכתובת הזאת נוספה לחשבון${where.he} בידי ${adder}`,
  };
  return [
    {
      en: `${added.en}, and nobody has confirmed yet that it is yours. A new password confirms it, and removes what was set up before: second factors, API keys and sessions.`,
      he: `${added.he}, ואיש לא אישר עדיין שהיא שלך. בחירת סיסמה מאשרת זאת ומסירה את מה שהוגדר קודם: אמצעי אימות, מפתחות API וכניסות פתוחות.`,
    },
  ];
}

/** Who has no password gets none this way: it would be a way around the identity provider. */
function resetEmail(user: UserRow, address: string, notes: readonly InLocales[]): PersonEmail {
  const common = {
    to: user.email,
    locale: localeOf((JSON.parse(user.settings) as { locale?: string }).locale),
    subject: { en: 'Your password for Formstead', he: 'הסיסמה שלך ל־Formstead' },
  };
  const ignore = {
    en: 'If you did not ask for this email, you can ignore it: nothing has changed.',
    he: 'אם לא ביקשת את ההודעה הזאת, אפשר להתעלם ממנה: דבר לא השתנה.',
  };
  if (user.passwordHash === null) {
    const before = {
      en: 'Somebody, probably you, asked for a new password. You have none here: you sign in through your identity provider.',
      he: 'מישהו, כנראה את או אתה, ביקש סיסמה חדשה. אין לך כאן סיסמה: הכניסה שלך היא דרך ספק הזהויות.',
    };
    return { ...common, before: [before], after: [ignore] };
  }
  return {
    ...common,
    before: [
      {
        en: 'Somebody, probably you, asked for a new password. Choose one here:',
        he: 'מישהו, כנראה את או אתה, ביקש סיסמה חדשה. אפשר לבחור אותה כאן:',
      },
    ],
    link: { address, label: { en: 'Choose a new password', he: 'בחירת סיסמה חדשה' } },
    after: [...notes, { en: 'The link works once and for one hour.', he: 'הקישור פועל פעם אחת, במשך שעה.' }, ignore],
  };
}
