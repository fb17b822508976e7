// Our signatures before the official verifier.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { CommandError } from '../command.ts';
import { readSecrets, signWebhook } from './sign-webhook.ts';

const newSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`;
const now = () => Math.floor(Date.now() / 1000);

test('[relay.signed] the official library verifies what we sign, whatever the text', () => {
  const secret = newSecret();
  const secrets = readSecrets(`${secret}\n`, 'f');
  fc.assert(
    fc.property(fc.json(), (body) => {
      const headers = signWebhook({ id: 'entry-1-2', timestamp: now(), body }, secrets);
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    }),
  );
});

test('[relay.signed] during a change of secrets both verify; another secret, body, id or time does not', () => {
  const [old, fresh] = [newSecret(24), newSecret(64)];
  const secrets = readSecrets(`# the old one\n${old}\n\n  ${fresh}\r\n`, 'f');
  const message = { id: 'entry-1-2', timestamp: now(), body: '{"a":1}' };
  const headers = signWebhook(message, secrets);
  for (const secret of [old, fresh]) expect(new Webhook(secret).verify(message.body, headers)).toEqual({ a: 1 });
  const refuses = (secret: string, body: string, changed: object) =>
    expect(() => new Webhook(secret).verify(body, { ...headers, ...changed })).toThrow();
  refuses(newSecret(), message.body, {});
  refuses(old, '{"a":2}', {});
  refuses(old, message.body, { 'webhook-id': 'entry-1-3' });
  refuses(old, message.body, { 'webhook-timestamp': String(now() + 1) });
});

test.each([
  ['nothing', '\n# none\n'],
  ['too many', Array.from({ length: 6 }, () => newSecret()).join('\n')],
  ['without its prefix', newSecret().slice(6)],
  ['too short', newSecret(23)],
  ['too long', newSecret(65)],
  ['not base64', `whsec_${'*'.repeat(44)}`],
  ['a stray letter', `${newSecret()}!`],
])('[relay.signed] secrets: %s is refused and not shown', (_, text) => {
  const read = () => readSecrets(text, 'secrets.txt');
  expect(read).toThrow(CommandError);
  expect(read).toThrow(/secrets\.txt/);
  const longest = text.split('\n').reduce((one, other) => (one.length > other.length ? one : other));
  if (longest.length > 20) expect(read).not.toThrow(longest);
});
