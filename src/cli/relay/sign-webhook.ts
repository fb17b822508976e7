// Signatures after Standard Webhooks: HMAC-SHA256 over id, time and body, one for each secret, so that a receiver can change from one
// secret to the next while both are in use. [relay.signed]
import { createHmac } from 'node:crypto';
import { CommandError } from '../command.ts';

export interface Message {
  /** The same however often the message is sent. */
  readonly id: string;
  /** Seconds since 1970, of this attempt. */
  readonly timestamp: number;
  readonly body: string;
}

export function signWebhook({ id, timestamp, body }: Message, secrets: readonly Buffer[]): Record<string, string> {
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}

const prefix = 'whsec_';
const minBytes = 24;
const maxBytes = 64;
const maxSecrets = 5;

/** One secret a line, `whsec_` and base64; empty lines and lines that begin with # do not count. `from` names the file. */
export function readSecrets(text: string, from: string): Buffer[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0 || lines.length > maxSecrets)
    throw new CommandError(`${from} must hold one to ${maxSecrets} secrets, each on a line of its own.`);
  return lines.map((line, at) => {
    const secret = Buffer.from(line.slice(prefix.length), 'base64');
    const isExact = secret.toString('base64').replace(/=+$/, '') === line.slice(prefix.length).replace(/=+$/, '');
    if (!line.startsWith(prefix) || !isExact || secret.length < minBytes || secret.length > maxBytes) {
      // The line itself is not shown: it may be a secret that misses a letter.
      throw new CommandError(
        `Secret ${at + 1} of ${from} must be ${prefix} and ${minBytes} to ${maxBytes} random bytes in base64, such as the output of: echo ${prefix}$(openssl rand -base64 32)`,
      );
    }
    return secret;
  });
}
