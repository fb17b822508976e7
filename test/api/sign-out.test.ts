// Signing out ends the session at once, in every process; other sessions, login tokens and keys go on.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpiredRows } from '../../src/server/jobs/delete-expired-rows.ts';
import { startSecondService } from '../support/second-service.ts';
import { send, startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const app = { 'x-formstead-app': 'admin' };
const dayMs = 24 * 60 * 60 * 1000;

async function signIn(): Promise<string> {
  const { email, password } = service.people.alice;
  const reply = await service.call('POST', '/auth/session', { body: { email, password } });
  return (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}
const ended = () => service.services.db.sql<{ session: string }[]>`select session from ended_sessions`;

test('[identity.session.sign-out] the token of the cookie works no more, in no process and no way', async () => {
  const second = await startSecondService(service);
  const [cookie, other] = [await signIn(), await signIn()];
  const headers = { cookie, ...app };
  expect((await second.call('GET', '/me', { headers })).status).toBe(200);
  const out = await service.call('DELETE', '/auth/session', { headers });
  expect([out.status, out.text]).toEqual([200, '']);
  expect(out.headers.get('set-cookie')).toMatch(/^formstead_session=; Path=\/; Max-Age=0;/);

  const token = cookie.slice(cookie.indexOf('=') + 1);
  for (const process of [service, second]) {
    for (const way of [{ headers }, { token }]) {
      const reply = await process.call('GET', '/me', way);
      expect([reply.status, reply.body.message]).toEqual([401, 'Invalid token']);
      expect((await process.call('POST', '/api-keys', { ...way, body: {} })).status).toBe(401);
    }
    expect((await process.call('GET', '/me', { headers: { cookie: other, ...app } })).status).toBe(200);
    expect((await process.call('GET', '/me', { token: service.people.alice.token })).status).toBe(200);
    expect((await process.call('GET', '/me', { key: service.people.alice.key })).status).toBe(200);
  }
  expect((await send('GET', `${service.url}/admin/`, { headers: { cookie } })).text).toContain('"user":null');
  await second.close();
});

test('[identity.session.sign-out] twice, without a session, or with a dead one: the same response, and nothing is kept', async () => {
  const cookie = await signIn();
  await service.call('DELETE', '/auth/session', { headers: { cookie } });
  const before = (await ended()).length;
  for (const sent of [cookie, undefined, 'formstead_session=dead', 'formstead_session=']) {
    const headers: Record<string, string> = sent === undefined ? {} : { cookie: sent };
    expect((await service.call('DELETE', '/auth/session', { headers })).status).toBe(200);
  }
  expect(await ended()).toHaveLength(before);
});

test('[identity.session.sign-out] leaves no cookie behind: the mark of the device goes too, where there is one', async () => {
  const { email, password } = service.people.alice;
  const reply = await service.call('POST', '/auth/session', { body: { email, password }, headers: app });
  const cookies = reply.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  expect(cookies.map((cookie) => cookie?.split('=')[0])).toEqual(['formstead_session', 'formstead_device']);
  const out = await service.call('DELETE', '/auth/session', { headers: { cookie: cookies.join('; ') } });
  expect(out.headers.getSetCookie().map((cookie) => cookie.split('; HttpOnly')[0])).toEqual([
    'formstead_session=; Path=/; Max-Age=0',
    'formstead_device=; Path=/; Max-Age=0',
  ]);
});

test('[identity.session.sign-out] a login token in the Authorization header is not the session that signs out', async () => {
  const { token } = service.people.bob;
  expect((await service.call('DELETE', '/auth/session', { token })).status).toBe(200);
  expect((await service.call('GET', '/me', { token })).status).toBe(200);
});

test('[identity.session.sign-out] a session is forgotten 30 days after its tokens have expired, an address after 90 days', async () => {
  const known = () => service.services.db.sql`select user_id from known_addresses`;
  expect((await ended()).length).toBeGreaterThan(0);
  await deleteExpiredRows(service.services);
  expect((await ended()).length).toBeGreaterThan(0);
  service.advance(33 * dayMs + 1000);
  await deleteExpiredRows(service.services);
  expect([(await ended()).length, (await known()).length > 0]).toEqual([0, true]);
  service.advance(58 * dayMs);
  await deleteExpiredRows(service.services);
  expect(await known()).toHaveLength(0);
  service.advance(-91 * dayMs - 1000);
});

test('[identity.session.sign-out] many sessions asked for at once: each gets its own response', async () => {
  const cookies = await Promise.all(Array.from({ length: 8 }, signIn));
  for (const cookie of cookies.slice(0, 4)) await service.call('DELETE', '/auth/session', { headers: { cookie } });
  const replies = await Promise.all(
    cookies.map((cookie) => service.call('GET', '/me', { headers: { cookie, ...app } })),
  );
  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 200, 200, 200, 200]);
});

test('[identity.session] on https the cookie is bound to the host: one that a neighbour set neither signs in nor out', async () => {
  const host = await startService({ PUBLIC_URL: 'https://forms.test' });
  try {
    const { alice, chelsea } = host.people;
    const open = async ({ email, password }: typeof alice) =>
      (await host.call('POST', '/auth/session', { body: { email, password } })).headers.getSetCookie()[0] ?? '';
    const set = await open(alice);
    expect(set).toMatch(/^__Host-formstead_session=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/);
    const [own = ''] = set.split(';');
    const me = async (cookie: string) => (await host.call('GET', '/me', { headers: { ...app, cookie } })).body?.email;
    const theirs = (await open(chelsea)).split(';')[0]?.replace('__Host-', '') ?? '';
    expect(await me(own)).toBe(alice.email);
    expect(await me(`${theirs}; ${own}`)).toBe(alice.email);
    expect(await me(`formstead_session=dead; ${own}`)).toBe(alice.email);
    expect(await me(theirs)).toBeUndefined();
    expect(await me(`formstead_session=${chelsea.token}`)).toBeUndefined();
    // Nor with a session from before the name: a neighbour may have kept a token of their own.
    await host.services.db.sql`update sessions set is_of_app = null where user_id = ${chelsea.user}`;
    expect(await me(theirs)).toBeUndefined();
    expect(await me(`formstead_session=${chelsea.token}`)).toBeUndefined();
    // The session that a cookie of before left open ends with the other one.
    const old = (await open(alice)).split(';')[0]?.replace('__Host-', '') ?? '';
    const oldToken = old.slice(old.indexOf('=') + 1);
    expect((await host.call('GET', '/me', { token: oldToken })).status).toBe(200);
    const out = await host.call('DELETE', '/auth/session', { headers: { ...app, cookie: `${old}; ${own}` } });
    expect((await host.call('GET', '/me', { token: oldToken })).status).toBe(401);
    expect(out.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-formstead_session',
      'formstead_session',
    ]);
    expect(await me(own)).toBeUndefined();
  } finally {
    await host.close();
  }
});
