// POST /entry/{entryId}/sendLink: the link to continue a draft, by email, for whoever holds the link already. The email holds nothing
// that was filled in, and few go to one address a day: nobody can be flooded or written to through it. docs/limits.md "Emails".
// [entries.send-link] [entries.send-link.bounds]
import type { ApiMessage } from '../../api-types/lists.ts';
import { mailWords } from '../../words/all/server/mail.ts';
import { limitRecipients } from '../after-actions/limit-recipients.ts';
import { errors } from '../base/errors.ts';
import { readMailAddress } from '../base/mail-address.ts';
import type { Services } from '../base/services.ts';
import { makeBewit } from '../entry-facts/bewit.ts';
import { resumeUrl } from '../entry-facts/present-entry.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { hashedMailbox } from '../mail/mailbox.ts';
import { safeName } from '../mail/person-email.ts';
import { anonymousKey } from '../quotas/anonymous-key.ts';
import { takeEmailCounts } from '../store/jobs/email-counts.ts';
import type { BewitQuery } from './fill-payload.ts';
import { openDraft } from './open-draft.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'newId' | 'log' | 'db' | 'quotas' | 'secrets' | 'forms' | 'mail'>;

export interface LinkPayload {
  readonly email: string;
}

type LinkRequest = ApiRequest<{ entryId: string }, BewitQuery, LinkPayload>;

/** Links a day to one recipient from one form, to one recipient from all of them, of one entry, and asked for by one caller. */
export const maxLinksPerRecipient = 3;
export const maxLinksToRecipient = 10;
export const maxLinksOfEntry = 10;
export const maxLinksPerCaller = 30;

const timeoutMs = 20_000;

export async function sendLink(request: LinkRequest, services: Needs): Promise<ApiMessage> {
  const { row } = await openDraft({ entryId: request.params.entryId, request, trigger: 'resume' }, services);
  const form = await services.forms.getFresh(row.form);
  if (form.definition.page?.emailLink !== true) throw errors.notFound();
  const link = `${resumeUrl(row.id, services.config)}?b=${makeBewit(row, services.secrets.bewit)}`;
  // Whether an address has had its share is nobody's business: the response is the same.
  if (await mayGetLink({ form, entry: row.id, request }, services)) {
    await send({ form, to: request.payload.email, link }, services);
  }
  return { message: mailWords[form.plan.locale].continueLink.done };
}

interface Wanted {
  readonly form: LoadedForm;
  readonly entry: string;
  readonly request: LinkRequest;
}

/** Throws the 429 for what the caller did too often; false where only the recipient has had enough. */
async function mayGetLink(
  { form, entry, request }: Wanted,
  services: Pick<Services, 'clock' | 'db' | 'quotas' | 'secrets'>,
): Promise<boolean> {
  const { email } = request.payload;
  const recipient = hashedMailbox('link', email);
  const caller = `link ${anonymousKey(request.ip, services.secrets.uploadPolicy)}`;
  const own = [
    { scope: '', recipient: caller, most: maxLinksPerCaller },
    { scope: entry, recipient: 'link', most: maxLinksOfEntry },
  ];
  const ofRecipient = [
    { scope: form.id, recipient, most: maxLinksPerRecipient },
    { scope: '', recipient, most: maxLinksToRecipient },
  ];
  const day = services.quotas.today();
  const taken = await services.db.transaction((tx) => takeEmailCounts(tx, own, day));
  if (taken.length < own.length) throw errors.quotaReached({ limit: 'links', seconds: secondsLeft(services) });
  if ((await services.db.transaction((tx) => takeEmailCounts(tx, ofRecipient, day))).length < ofRecipient.length)
    return false;
  const address = { ...readMailAddress(email)!, isWritten: false };
  if ((await limitRecipients([address], form, services)).allowed.length === 0) return false;
  const { id, account } = form;
  await services.quotas.take({ kind: 'emails', account, form: id, isAnonymous: true, recipients: [address.address] });
  return true;
}

function secondsLeft({ quotas, clock }: Pick<Services, 'clock' | 'quotas'>): number {
  return Math.max(1, Math.ceil((Date.parse(quotas.resetTime()) - clock.now()) / 1000));
}

async function send(
  email: { form: LoadedForm; to: string; link: string },
  services: Pick<Services, 'config' | 'newId' | 'log' | 'mail'>,
): Promise<void> {
  const { form, to, link } = email;
  const words = mailWords[form.plan.locale].continueLink;
  const { publicName, name } = form.definition;
  const title = safeName(publicName || name);
  const message = {
    id: services.newId(),
    from: services.config.mailFrom,
    to: [readMailAddress(to)!],
    replyTo: [],
    subject: title === undefined ? words.subject : `${words.subject}: ${title}`,
    text: `${words.before}\n\n${link}\n\n${words.after}\n`,
    attachments: [],
  };
  try {
    await services.mail.send(message, { timeoutMs });
  } catch (error) {
    services.log.warn({ form: form.id, error: String((error as Error).cause ?? error) }, 'a link was not sent');
    throw errors.unavailable(error);
  }
}
