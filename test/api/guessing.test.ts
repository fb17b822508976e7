// Guessing of passwords is slow for strangers, and no stranger locks anybody out. Bounds are exact over processes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../../src/server/identity/create-user.ts';
import { startSecondService } from '../support/second-service.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  // The address comes as a proxy would name it.
  service = await startService({ TRUST_PROXY: '1' });
});
afterAll(() => service.close());

const from = (address: string) => ({ 'x-forwarded-for': address });
const logIn = (address: string, email: string, password: string) =>
  service.call('POST', '/auth/login', { body: { email, password }, headers: from(address) });
const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort();
const isRefused = (reply: Reply) => {
  expect([reply.status, reply.headers.get('x-service-error')]).toEqual([429, 'tooManyLogins']);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
};

/** Wrong passwords from as many addresses as it takes. */
async function guessFromEverywhere(email: string, addresses: readonly string[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let at = 0; at < addresses.length; at += 40) {
    replies.push(...(await Promise.all(addresses.slice(at, at + 40).map((one) => logIn(one, email, 'a wrong guess')))));
  }
  return replies;
}

test('[identity.login.guessing] hundreds of failures elsewhere: the owner signs in from anywhere, strangers get few tries', async () => {
  const owner = { email: 'owner@example.com', password: 'the right password' };
  await createUser(owner, service.services);
  expect((await logIn('203.0.113.1', owner.email, owner.password)).status).toBe(200);
  const app = { 'x-formstead-app': 'admin', ...from('203.0.113.2') };
  const session = await service.call('POST', '/auth/session', { body: owner, headers: app });
  const device = session.headers.getSetCookie().find((cookie) => cookie.startsWith('formstead_device=')) ?? '';
  expect(device).toMatch(/^formstead_device=[\w.-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/);

  const strangers = Array.from({ length: 110 }, (_, at) => `10.${at}.0.1`);
  const guesses = await guessFromEverywhere(owner.email, [...strangers, ...strangers, ...strangers]);
  expect(new Set(statuses(guesses))).toEqual(new Set([401]));

  // Under attack an address that never signed in has 3 tries; these had them.
  isRefused(await logIn('10.0.0.1', owner.email, 'a wrong guess'));
  isRefused(await logIn('10.0.0.1', owner.email, owner.password));
  // The owner: from a known address, on a known device anywhere, and from an address nobody has seen.
  expect((await logIn('203.0.113.1', owner.email, owner.password)).status).toBe(200);
  const cookie = device.split(';')[0] ?? '';
  const elsewhere = { cookie, 'x-formstead-app': 'admin', ...from('10.0.0.1') };
  expect((await service.call('POST', '/auth/session', { body: owner, headers: elsewhere })).status).toBe(200);
  const fresh = await Promise.all([1, 2, 3].map(() => logIn('198.51.100.9', owner.email, 'a wrong guess')));
  expect(statuses(fresh)).toEqual([401, 401, 401]);
  isRefused(await logIn('198.51.100.9', owner.email, owner.password));
  expect((await logIn('198.51.100.77', owner.email, owner.password)).status).toBe(200);
});

test('[identity.login.device] a device mark is of its user only, and a forged one is none', async () => {
  const body = { email: 'marked@example.com', password: 'the right password' };
  await createUser(body, service.services);
  const headers = { 'x-formstead-app': 'admin', ...from('203.0.113.10') };
  const mine = await service.call('POST', '/auth/session', { body, headers });
  const cookie = mine.headers.getSetCookie()[1]?.split(';')[0] ?? '';
  const again = await service.call('POST', '/auth/session', { body, headers: { ...headers, cookie } });
  const deviceOf = (text: string) => JSON.parse(atob(text.split('=')[1]?.split('.')[0] ?? ''))[1];
  expect(deviceOf(again.headers.getSetCookie()[1] ?? '')).toBe(deviceOf(cookie));

  const { email } = service.people.chelsea;
  const guess = (sent: string) =>
    service.call('POST', '/auth/session', {
      body: { email, password: 'a wrong guess' },
      headers: { ...from('203.0.113.11'), cookie: sent },
    });
  const replies = await Promise.all(Array.from({ length: 40 }, (_, at) => guess(at % 2 ? cookie : `${cookie}x`)));
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(30);
});

test('[identity.login.guessing] exact: 100 at once in two processes, 30 are looked at', async () => {
  const second = await startSecondService(service);
  const body = { email: 'nobody@example.com', password: 'a wrong guess' };
  const options = { body, headers: from('203.0.113.20') };
  const replies = await Promise.all(
    Array.from({ length: 100 }, (_, at) => (at % 2 ? service : second).call('POST', '/auth/login', options)),
  );
  await second.close();
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(30);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(70);
});

test('[identity.login.guessing] right passwords do not count, however many come at once', async () => {
  const { email, password } = await service.person('often@example.com');
  const replies = await Promise.all(Array.from({ length: 80 }, () => logIn('203.0.113.30', email, password)));
  expect(new Set(statuses(replies))).toEqual(new Set([200]));
});

test('[identity.login.guessing] by /64 and by spelling: neighbours share their tries', async () => {
  const email = 'six@example.com';
  const spellings = ['2001:db8:7:7::1', '2001:DB8:7:7:0:0:0:1', '2001:db8:7:7:ffff::2', '2001:0db8:0007:0007::3'];
  const tries = Array.from({ length: 32 }, (_, at) => logIn(spellings[at % 4] ?? '', email, 'a wrong guess'));
  expect((await Promise.all(tries)).filter(({ status }) => status === 401)).toHaveLength(30);
  expect((await logIn('2001:db8:7:8::1', email, 'a wrong guess')).status).toBe(401);
  // The whole /48 has 60.
  const wide = Array.from({ length: 40 }, (_, at) => logIn(`2001:db8:7:${at + 100}::1`, email, 'a wrong guess'));
  expect((await Promise.all(wide)).filter(({ status }) => status === 401)).toHaveLength(29);
});

test('[identity.login.guessing] the current password at its change: 10 wrong ones, then 429; other sessions have their own', async () => {
  const eve = await service.person('eve@example.com');
  const login = await logIn('203.0.113.40', eve.email, eve.password);
  const change = (token: string, password: string) =>
    service.call('POST', '/me/password', { token, body: { password, newPassword: 'something quite new' } });
  const wrong = await Promise.all(Array.from({ length: 14 }, () => change(eve.token, 'a wrong guess')));
  expect(statuses(wrong)).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  isRefused(await change(eve.token, eve.password));
  expect((await change(login.body.token, eve.password)).status).toBe(200);
});

test('[identity.login.guessing] emails of other accounts: the 409 is returned 30 times, then 429; adding goes on', async () => {
  const { alice } = service.people;
  const add = (email: string) =>
    service.call('POST', '/user', { token: alice.token, body: { email, password: 'quite long enough' } });
  const replies = await Promise.all(Array.from({ length: 33 }, () => add('chelsea@example.com')));
  expect(statuses(replies)).toEqual([...Array(30).fill(409), ...Array(3).fill(429)]);
  expect((await add('somebody.new@example.com')).status).toBe(200);
});
