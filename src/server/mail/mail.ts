// Sends one email: over SMTP, or into a folder where none is configured. SMTP_URL and MAIL_FROM.
// [after-actions.emails.transport]
import type { EmailState } from '../../api-types/notes.ts';
import type { MailAddress } from '../base/mail-address.ts';

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

export interface MailMessage {
  /** Becomes the left part of the Message-ID. */
  readonly id: string;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments: readonly MailAttachment[];
}

/** What became of an email. */
export interface Delivery {
  readonly state: EmailState;
  /** Of the mail server, as it said them; may name machines. */
  readonly words: string;
}

export interface Mail {
  /** Tries once; rejects with a MailError when the email was not handed over before the deadline. */
  send(message: MailMessage, options: { timeoutMs: number }): Promise<Delivery>;
}

export interface OpenedMail extends Mail {
  close(): void;
}

declare module '../base/services.ts' {
  interface Services {
    readonly mail: Mail;
  }
}
