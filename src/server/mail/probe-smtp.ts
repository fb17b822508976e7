// Talks to the mail server of SMTP_URL up to the login and says goodbye: no email is sent. [running.doctor.mail]
import type { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import { connectionOptions } from './smtp-mail.ts';

export interface SmtpFacts {
  /** `host:port`. */
  readonly server: string;
  readonly isEncrypted: boolean;
  /** Of an encrypted connection. */
  readonly certificate: { readonly fault: string | undefined; readonly endsAt: number } | undefined;
  /** withheld: the password would have gone over the network readable. */
  readonly login: 'none' | 'done' | 'withheld';
}

/** What went wrong at which step. */
export class SmtpProbeError extends Error {
  constructor(
    readonly step: 'connect' | 'encrypt' | 'login',
    readonly server: string,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

export async function probeSmtp(url: string, { timeoutMs }: { timeoutMs: number }): Promise<SmtpFacts> {
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const { options, auth } = new SMTPTransport({ url, ...connectionOptions(url), ...limits });
  const connection = new SMTPConnection(options);
  const server = `${connection.host}:${connection.port}`;
  const step = <T>(name: SmtpProbeError['step'], run: (done: (error?: unknown) => void) => T) =>
    new Promise<void>((resolve, reject) => {
      const fail = (error: unknown) => reject(new SmtpProbeError(isAboutTls(error) ? 'encrypt' : name, server, error));
      connection.once('error', fail);
      connection.once('end', () => fail(new Error('The server closed the connection')));
      run((error) => (error ? fail(error) : resolve()));
    });
  try {
    await step('connect', (done) => connection.connect((error) => done(error)));
    const isEncrypted = connection.secure;
    const facts = { server, isEncrypted, certificate: isEncrypted ? readCertificate(connection) : undefined };
    if (!auth) return { ...facts, login: 'none' };
    // A password is tried only where nobody can read along.
    if (!isEncrypted && !isLoopback(connection.host)) return { ...facts, login: 'withheld' };
    await step('login', (done) => connection.login(auth, (error) => done(error)));
    return { ...facts, login: 'done' };
  } finally {
    // Nobody waits for what it may still say.
    connection.on('error', () => {});
    connection.quit();
    connection.close();
  }
}

function isAboutTls(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return code === 'ETLS' || /certificate|altname|\bTLS\b|SSL|STARTTLS/i.test(message);
}

function readCertificate(connection: SMTPConnection): SmtpFacts['certificate'] {
  const socket = connection._socket as TLSSocket;
  const fault = socket.authorized ? undefined : String(socket.authorizationError ?? 'it is not trusted');
  return { fault, endsAt: Date.parse(socket.getPeerCertificate().valid_to) };
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
}
