// Email over SMTP, on a few connections that are kept. Each message is tried once.
import { createTransport } from 'nodemailer';
import type { OpenedMail } from './mail.ts';
import { MailError } from './mail-error.ts';
import { mailOptions } from './mail-options.ts';

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 15_000;
/** Shorter than any server keeps one: no email meets a connection that is just being closed. */
const idleTimeoutMs = 30_000;

export function openSmtpMail(url: string): OpenedMail {
  const transport = createTransport({
    url,
    ...tlsOf(url),
    pool: true,
    maxRequeues: 0,
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    idleTimeout: idleTimeoutMs,
  });
  return {
    async send(message, { timeoutMs }) {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new MailError('The mail server did not take the email in time.')), timeoutMs);
      });
      const sending = transport.sendMail(mailOptions(message)).then(refuseRejected, explain);
      try {
        await Promise.race([sending, timeout]);
      } finally {
        clearTimeout(timer);
        // After the time is over nobody waits for it any more.
        sending.catch(() => {});
      }
    },
    close: () => transport.close(),
  };
}

function refuseRejected({ rejected }: { rejected: readonly unknown[] }): void {
  if (rejected.length > 0) throw new MailError('The mail server refused some of the recipients.');
}

function explain(error: Error & { responseCode?: number }): never {
  const { responseCode } = error;
  if (responseCode === undefined) throw new MailError('The mail server could not be reached.', { cause: error });
  throw new MailError(`The mail server refused the email (${responseCode}).`, { cause: error });
}

// A server at smtp:// is asked to encrypt if it can. Whoever sits in between could hide that it can, so a certificate
// that nobody signed makes nothing worse there, unless there is a password to lose or the address demands TLS.
function tlsOf(url: string): { tls?: { rejectUnauthorized: boolean } } {
  const { protocol, username, searchParams } = new URL(url);
  const isStrict = protocol === 'smtps:' || username !== '' || searchParams.has('requireTLS');
  return isStrict || searchParams.has('tls.rejectUnauthorized') ? {} : { tls: { rejectUnauthorized: false } };
}
