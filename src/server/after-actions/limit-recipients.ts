// Which recipients of an email still may get one today, when somebody without a credential causes it: nobody can flood an
// address through a form. An address that the owner wrote into the rule has a generous bound per form; one that comes from
// what was filled in has a small one, per form and over all forms. docs/limits.md "Emails".
// [after-actions.emails.bounds]
import { createHash } from 'node:crypto';
import type { LoadedForm } from '../forms/load-form.ts';
import type { MailAddress } from '../mail/mail-address.ts';
import type { Services } from '../services.ts';
import { type EmailCount, takeEmailCounts } from '../store/email-counts.ts';

export interface Recipient extends MailAddress {
  /** Whether the rule itself names the address; otherwise it comes from the entry's data. */
  readonly isWritten: boolean;
}

/** An address from filled-in data, over all forms, may get this many times what it may get from one. */
const formsTogether = 10;

/** Those that may get the email; it counts for each of them. */
export async function limitRecipients(
  recipients: readonly Recipient[],
  form: Pick<LoadedForm, 'id' | 'account'>,
  { quotas, db }: Pick<Services, 'quotas' | 'db'>,
): Promise<Recipient[]> {
  const limits = await quotas.limitsOf(form.account);
  const countsOf = (recipient: Recipient): EmailCount[] => {
    const { isWritten } = recipient;
    const most = limits[isWritten ? 'form.strangerEmailsPerAddress' : 'form.strangerEmailsPerFilledAddress'];
    if (most === 0) return [];
    const hash = hashOf(recipient);
    const ofForm = { scope: form.id, recipient: hash, most };
    return isWritten ? [ofForm] : [ofForm, { scope: '', recipient: hash, most: most * formsTogether }];
  };
  const counts = new Map(recipients.flatMap(countsOf).map((count) => [keyOf(count), count]));
  if (counts.size === 0) return [...recipients];
  const taken = await takeEmailCounts(db.sql, [...counts.values()], quotas.today());
  const free = new Set(taken.map(keyOf));
  return recipients.filter((recipient) => countsOf(recipient).every((count) => free.has(keyOf(count))));
}

function keyOf({ scope, recipient }: Pick<EmailCount, 'scope' | 'recipient'>): string {
  return `${scope} ${recipient}`;
}

/** `victim+1@…` and `Victim+2@…` are one mailbox to most servers, so a filler does not get around the bound by them. */
function hashOf({ address, isWritten }: Recipient): string {
  const [local = '', domain] = splitAtLast(address.toLowerCase(), '@');
  const mailbox = isWritten ? local : local.replace(/(?<=.)\+.*$/, '');
  return createHash('sha256')
    .update(`${isWritten ? 'written' : 'filled'} ${mailbox}@${domain}`)
    .digest('base64url');
}

function splitAtLast(text: string, mark: string): [string, string] {
  const at = text.lastIndexOf(mark);
  return [text.slice(0, at), text.slice(at + 1)];
}
