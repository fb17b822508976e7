// Why an email was not sent, in words for the entry's record: anybody who sees the entry may read them, so they name no
// machine of ours. The cause is for the log; the mail server's own words are for the team. [after-actions.emails.states]
import type { Delivery } from './mail.ts';

export class MailError extends Error {
  override readonly name = 'MailError';
  readonly delivery: Delivery;

  constructor(message: string, { cause, ...delivery }: Partial<Delivery> & { cause?: unknown } = {}) {
    super(message, { cause });
    this.delivery = { state: 'notSent', words: '', ...delivery };
  }
}
