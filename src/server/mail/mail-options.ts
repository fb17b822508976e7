// A message as nodemailer takes it. Nothing in it is ever a path or an address to fetch from.
import type { SendMailOptions } from 'nodemailer';
import type { MailAddress } from '../base/mail-address.ts';
import type { MailMessage } from './mail.ts';

/** A mail program shows a line of it. The entry's record of the email has the whole. */
const maxSubjectLength = 1000;
const maxReadableLength = 100_000;

export function mailOptions(message: MailMessage): SendMailOptions {
  const { from, to, replyTo } = message;
  return {
    from: copy(from),
    to: to.map(copy),
    ...(replyTo.length === 0 ? {} : { replyTo: replyTo.map(copy) }),
    envelope: { from: from.address, to: to.map(({ address }) => address) },
    subject: message.subject.slice(0, maxSubjectLength),
    messageId: `<${message.id}@${from.address.split('@').at(-1)}>`,
    // Other machines do not answer it with a vacation note: RFC 3834.
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: body(message.text),
    ...(message.html === undefined ? {} : { html: body(message.html) }),
    attachments: message.attachments.map(({ name, type, content }) => ({ filename: name, contentType: type, content })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** An empty body is a body too, but nodemailer takes none: one line break stands for it. */
function body(content: string) {
  // Readable in the raw message; a long one takes the encoding that costs a fraction of the time.
  const contentTransferEncoding =
    content.length > maxReadableLength ? ('base64' as const) : ('quoted-printable' as const);
  return { content: content === '' ? '\n' : content, contentTransferEncoding };
}

function copy({ name, address }: MailAddress): MailAddress {
  return { name, address };
}
