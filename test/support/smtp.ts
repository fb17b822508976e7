// A real SMTP server on a port of its own that keeps what it is sent.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type ReadEmail, readEmail } from './read-email.ts';

export interface ReceivedEmail extends ReadEmail {
  readonly from: string;
  /** Whom the envelope names. */
  readonly recipients: readonly string[];
  readonly raw: string;
}

export interface TestSmtp {
  readonly url: string;
  readonly emails: ReceivedEmail[];
  /** Called before an email is accepted; what it throws is the refusal. */
  onEmail: (email: ReceivedEmail) => Promise<void>;
  /** Called for each recipient. */
  onRecipient: (address: string) => void;
  close(): Promise<void>;
}

export async function startSmtp(): Promise<TestSmtp> {
  const smtp = {
    emails: [] as ReceivedEmail[],
    onEmail: async (_email: ReceivedEmail) => {},
    onRecipient: (_address: string) => {},
  };
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onRcptTo({ address }, _session, done) {
      try {
        smtp.onRecipient(address);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        const email = {
          ...readEmail(raw),
          from: mailFrom === false ? '' : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          raw: raw.toString('latin1'),
        };
        smtp.onEmail(email).then(
          () => {
            smtp.emails.push(email);
            done();
          },
          (error) => done(error),
        );
      });
    },
  });
  // A client that is killed resets its connections.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(smtp, {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

/** The refusal of a mail server. */
export function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}
