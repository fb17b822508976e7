// Which recipients of an email still may get one today, when somebody without a credential causes it: nobody can flood an
// address through a form. An address that comes from filled-in data has a small bound, per form and over all forms. One that the
// owner wrote into the rule has none here unless the operator sets one: it is bounded by the account's quotas. docs/limits.md "Emails".
// [after-actions.emails.bounds] [after-actions.emails.written]
import { createHash } from 'node:crypto';
import type { MailAddress } from '../base/mail-address.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { hashedMailbox } from '../mail/mailbox.ts';
import type { FullLimit } from '../quotas/quotas.ts';
import { type EmailCount, takeEmailCounts } from '../store/jobs/email-counts.ts';

export interface Recipient extends MailAddress {
  /** Whether the rule itself names the address; otherwise it comes from the entry's data. */
  readonly isWritten: boolean;
}

export interface LimitedRecipients {
  /** They may get the email; it counts for each of them. */
  readonly allowed: readonly Recipient[];
  /** The bound that left out the others; undefined where nobody was left out. */
  readonly full: FullLimit | undefined;
}

/** An address from filled-in data, over all forms, may get this many times what it may get from one. */
const formsTogether = 10;

export async function limitRecipients(
  recipients: readonly Recipient[],
  form: Pick<LoadedForm, 'id' | 'account'>,
  { quotas, db }: Pick<Services, 'quotas' | 'db'>,
): Promise<LimitedRecipients> {
  const limits = await quotas.limitsOf(form.account);
  const countsOf = (recipient: Recipient): (EmailCount & Pick<FullLimit, 'limit'>)[] => {
    const { isWritten } = recipient;
    const limit = isWritten ? 'form.strangerEmailsPerAddress' : 'form.strangerEmailsPerFilledAddress';
    const most = limits[limit];
    if (most === 0) return [];
    const hash = hashOf(recipient);
    const ofForm = { scope: form.id, recipient: hash, most, limit } as const;
    return isWritten ? [ofForm] : [ofForm, { ...ofForm, scope: '', most: most * formsTogether }];
  };
  const counts = new Map(recipients.flatMap(countsOf).map((count) => [keyOf(count), count]));
  if (counts.size === 0) return { allowed: recipients, full: undefined };
  const taken = await db.transaction((tx) => takeEmailCounts(tx, [...counts.values()], quotas.today()));
  const free = new Set(taken.map(keyOf));
  const full = [...counts].find(([key]) => !free.has(key))?.[1];
  const isAllowed = (recipient: Recipient) => countsOf(recipient).every((count) => free.has(keyOf(count)));
  return { allowed: recipients.filter(isAllowed), full: full && { limit: full.limit, most: full.most } };
}

function keyOf({ scope, recipient }: Pick<EmailCount, 'scope' | 'recipient'>): string {
  return `${scope} ${recipient}`;
}

/** What a filler typed counts by mailbox, so that no other spelling gets around the bound; programs tell `hook+a@` from `hook+b@`. */
function hashOf({ address, isWritten }: Recipient): string {
  if (!isWritten) return hashedMailbox('filled', address);
  return createHash('sha256').update(`written ${address.toLowerCase()}`).digest('base64url');
}
