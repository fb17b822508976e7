// Forgotten passwords: the same response for every email, a link that works once and for an hour, and bounds that lock nobody out.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUser } from '../../src/server/identity/create-user.ts';
import { setPasswordCommand } from '../../src/server/program/people-commands.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type CallOptions, startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
let second: SecondService;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url, TRUST_PROXY: '1' });
  second = await startSecondService(service);
});
beforeEach(() => smtp.emails.splice(0));
afterAll(async () => {
  await second.close();
  await service.close();
  await smtp.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const done = async () => {
  await service.services.background.finished();
  await second.services.background.finished();
};
async function forget(email: string, options: CallOptions = {}) {
  const reply = await service.call('POST', '/auth/forgot', { ...options, body: { email } });
  await done();
  return reply;
}
const tokenIn = (text: string | undefined) => /#token=([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
const lastToken = () => tokenIn(smtp.emails.at(-1)?.text);
const accept = (token: string, password = 'three green birds', headers = {}) =>
  service.call('POST', '/auth/accept', { body: { token, password }, headers });
const logIn = (email: string, password: string, headers = {}) =>
  service.call('POST', '/auth/login', { body: { email, password }, headers });

test('[identity.forgot] a known, an unknown and a barred email get one and the same response; only the first an email', async () => {
  const { user } = await service.person('barred@example.com');
  await service.services.db.sql`update users set disabled_at = now() where id = ${user}`;
  const replies = [];
  for (const email of ['alice@example.com', 'nobody@example.com', 'barred@example.com'])
    replies.push(await forget(email));
  const facts = replies.map(({ status, text, headers }) => {
    const names = [...headers.keys()].sort();
    return [status, text, names];
  });
  expect(facts[1]).toEqual(facts[0]);
  expect(facts[2]).toEqual(facts[0]);
  expect(replies[0]?.body).toEqual({ message: 'If there is a user with this email, a link is on its way to it.' });
  expect(smtp.emails.map(({ recipients }) => recipients)).toEqual([['alice@example.com']]);
  const [email] = smtp.emails;
  expect(email?.headers.get('subject')).toBe('Your password for Formstead');
  expect(email?.html).toContain(`href="http://forms.test/admin/reset#token=${lastToken()}"`);
  expect(service.log.join()).not.toContain(lastToken());
  const hebrew = await forget('nobody@example.com', { query: { locale: 'he' } });
  expect(hebrew.body.message).toBe('אם יש משתמש עם הכתובת הזאת, נשלח אליה קישור.');
});

test('[identity.forgot] the new password ends all sessions and every other link; keys go on; it signs nobody in', async () => {
  const fay = await service.person('fay@example.com');
  await forget(fay.email);
  const first = lastToken();
  await forget(fay.email);
  const token = lastToken();
  const facts = await service.call('POST', '/auth/link', { body: { token } });
  expect(facts.body).toMatchObject({ kind: 'reset', email: fay.email });
  expect((await accept(token, fay.email)).status).toBe(400);
  const reply = await accept(token, 'three green birds', { 'x-formstead-app': 'admin' });
  expect([reply.status, reply.body, reply.headers.getSetCookie()]).toEqual([
    200,
    { kind: 'reset', email: fay.email },
    [],
  ]);
  expect((await service.call('GET', '/me', { token: fay.token })).status).toBe(401);
  expect((await service.call('GET', '/me', { key: fay.key })).status).toBe(200);
  expect([(await logIn(fay.email, fay.password)).status, (await logIn(fay.email, 'three green birds')).status]).toEqual(
    [401, 200],
  );
  for (const one of [first, token]) expect((await accept(one, 'four green birds')).status).toBe(403);
  const log = (await service.call('GET', '/log?limit=3', { key: fay.key })).body.data;
  expect(log.map(({ type }: { type: string }) => type)).toContain('passwordReset');
});

test('[identity.forgot] a password that is changed in another way ends the links that were asked for before', async () => {
  const { email, password, token } = await service.person('changes@example.com');
  await forget(email);
  const change = { password, newPassword: 'seven brown horses' };
  expect((await service.call('POST', '/me/password', { token, body: change })).status).toBe(200);
  expect((await accept(lastToken())).status).toBe(403);
  await forget(email);
  await setPasswordCommand({ email, password: 'eight brown horses' }, service.services);
  expect((await accept(lastToken())).status).toBe(403);
  expect((await logIn(email, 'eight brown horses')).status).toBe(200);
});

test('[identity.links] two links of one user, used at once in two processes: one wins; after an hour none does', async () => {
  const gus = await service.person('gus@example.com');
  await forget(gus.email);
  const one = lastToken();
  await forget(gus.email);
  const other = lastToken();
  const tries = [one, other, one, other].map((token, at) =>
    (at < 2 ? service : second).call('POST', '/auth/accept', { body: { token, password: `${at} green birds` } }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect([...statuses].sort()).toEqual([200, 403, 403, 403]);
  expect((await logIn(gus.email, `${statuses.indexOf(200)} green birds`)).status).toBe(200);
  await forget(gus.email);
  service.advance(3_600_000);
  expect((await accept(lastToken())).status).toBe(403);
  service.advance(-3_600_000);
});

test('[identity.forgot.bounds] strangers from everywhere neither flood a mailbox nor keep its owner from a new password', async () => {
  const owner = { email: 'owner@example.com', password: 'the right password' };
  await createUser(owner, service.services);
  await logIn(owner.email, owner.password, from('203.0.113.1'));
  const app = { 'x-formstead-app': 'admin', ...from('203.0.113.2') };
  const session = await service.call('POST', '/auth/session', { body: owner, headers: app });
  const device = session.headers.getSetCookie().find((cookie) => cookie.startsWith('formstead_device=')) ?? '';

  // One network has 3, all strangers together 10.
  for (let turn = 0; turn < 5; turn += 1) await forget(owner.email, { headers: from(`10.0.0.${turn}`) });
  expect(smtp.emails).toHaveLength(3);
  const early = lastToken();
  const asks = Array.from({ length: 40 }, (_, at) =>
    (at % 2 ? service : second).call('POST', '/auth/forgot', {
      body: { email: 'OWNER@example.com' },
      headers: from(`10.${at + 1}.0.1`),
    }),
  );
  expect(new Set((await Promise.all(asks)).map(({ status }) => status))).toEqual(new Set([200]));
  await done();
  expect(smtp.emails).toHaveLength(10);

  // A link that the owner has stays good, and a known address and a known device get their own.
  expect((await service.call('POST', '/auth/link', { body: { token: early } })).status).toBe(200);
  await forget(owner.email, { headers: from('203.0.113.1') });
  expect(smtp.emails).toHaveLength(11);
  const cookie = device.split(';')[0] ?? '';
  await forget(owner.email, { headers: { cookie, ...from('10.0.0.1') } });
  expect(smtp.emails).toHaveLength(12);
  for (let turn = 0; turn < 9; turn += 1) await forget(owner.email, { headers: from('203.0.113.1') });
  expect(smtp.emails).toHaveLength(16);
  expect((await accept(lastToken(), 'a new good phrase', from('203.0.113.1'))).status).toBe(200);
  // All the while the password itself went on working, as does the new one.
  expect((await logIn(owner.email, 'a new good phrase', from('203.0.113.1'))).status).toBe(200);
});

test('[identity.forgot.bounds] one address asks 30 times in 15 minutes, for whatever emails; others ask on', async () => {
  const ask = (at: number, address: string) =>
    (at % 2 ? service : second).call('POST', '/auth/forgot', {
      body: { email: `${at}@example.com` },
      headers: from(address),
    });
  const replies = await Promise.all(Array.from({ length: 33 }, (_, at) => ask(at, '198.51.100.5')));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(3);
  expect((await ask(1, '198.51.100.6')).status).toBe(200);
  await done();
  expect(smtp.emails).toEqual([]);
});

test('[identity.forgot] who has no password is told so and gets none', async () => {
  const { account } = service.people.alice;
  await createUser({ email: 'provider@example.com', password: undefined, account }, service.services);
  await forget('provider@example.com');
  expect(smtp.emails[0]?.text).toContain('You have none here: you sign in through your identity provider.');
  expect(smtp.emails[0]?.text).not.toContain('#token=');
  expect((await logIn('provider@example.com', '')).status).toBe(400);
  expect((await logIn('provider@example.com', 'undefined')).status).toBe(401);
});
