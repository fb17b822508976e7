// Email over SMTP, on a few connections that are kept. Each message is tried once.
import { PassThrough } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { toHeaderText } from '../base/mail-address.ts';
import type { Delivery, OpenedMail } from './mail.ts';
import { MailError } from './mail-error.ts';
import { mailOptions } from './mail-options.ts';

const brokenOff = 'It is not known whether the email was sent: the mail server broke off without an answer.';
const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 15_000;
/** Shorter than any server keeps one: no email meets a connection that is just being closed. */
const idleTimeoutMs = 30_000;

export function openSmtpMail(url: string): OpenedMail {
  const transport = createTransport({
    url,
    ...connectionOptions(url),
    pool: true,
    maxRequeues: 0,
    idleTimeout: idleTimeoutMs,
  });
  transport.use('stream', (mail, done) => {
    const { onWritten } = mail.data as WatchedOptions;
    mail.message.transform(() => new PassThrough().on('end', onWritten));
    done();
  });
  return {
    async send(message, { timeoutMs }) {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<never>((_, reject) => {
        // It may still take it.
        const late = () =>
          reject(new MailError('The mail server did not take the email in time.', { state: 'unknown' }));
        timer = setTimeout(late, timeoutMs);
      });
      let isWritten = false;
      const onWritten = () => {
        isWritten = true;
      };
      const watched: WatchedOptions = { ...mailOptions(message), onWritten };
      const sending = transport.sendMail(watched).then(readOutcome, (error) => explain(error, isWritten));
      try {
        return await Promise.race([sending, timeout]);
      } finally {
        clearTimeout(timer);
        // After the time is over nobody waits for it any more.
        sending.catch(() => {});
      }
    },
    close: () => transport.close(),
  };
}

/** How a server at the address is talked to. */
export function connectionOptions(url: string) {
  return {
    ...tlsOf(url),
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  };
}

interface WatchedOptions extends SendMailOptions {
  /** All of the message is on its way: from here on the server may have taken it. */
  readonly onWritten: () => void;
}

interface Outcome {
  readonly response: string;
  readonly rejected: readonly unknown[];
  readonly rejectedErrors?: readonly { readonly response?: string }[];
}

function readOutcome({ response, rejected, rejectedErrors = [] }: Outcome): Delivery {
  if (rejected.length === 0) return { state: 'sent', words: serverWords(response) };
  const words = serverWords(rejectedErrors.map((error) => error.response ?? '').join(' · '));
  throw new MailError('The mail server refused some of the recipients.', { state: 'partlySent', words });
}

function explain(error: Error & { responseCode?: number; response?: string }, isWritten: boolean): never {
  const { responseCode, response = '' } = error;
  if (responseCode === undefined && isWritten) throw new MailError(brokenOff, { cause: error, state: 'unknown' });
  if (responseCode === undefined) throw new MailError('The mail server could not be reached.', { cause: error });
  const words = serverWords(response);
  throw new MailError(`The mail server refused the email (${responseCode}).`, {
    cause: error,
    state: 'refused',
    words,
  });
}

const maxWords = 500;

/** In one line, however many the server sent. */
function serverWords(response: string): string {
  return toHeaderText(response.slice(0, 2 * maxWords))
    .slice(0, maxWords)
    .toWellFormed();
}

// A server at smtp:// is asked to encrypt if it can. Whoever sits in between could hide that it can, so a certificate
// that nobody signed makes nothing worse there, unless there is a password to lose or the address demands TLS.
function tlsOf(url: string): { tls?: { rejectUnauthorized: boolean } } {
  const { protocol, username, searchParams } = new URL(url);
  const isStrict = protocol === 'smtps:' || username !== '' || searchParams.has('requireTLS');
  return isStrict || searchParams.has('tls.rejectUnauthorized') ? {} : { tls: { rejectUnauthorized: false } };
}
