import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxListedSessions } from '../../src/server/identity/sessions.ts';
import { deleteExpiredRows } from '../../src/server/jobs/delete-expired-rows.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let second: SecondService;
beforeAll(async () => {
  service = await startService();
  second = await startSecondService(service);
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const hour = 3_600_000;
const minute = 60_000;
const signIn = async (email: string) => {
  const body = { email, password: `${email} password` };
  const { body: login } = await service.call('POST', '/auth/login', { body });
  return login.token as string;
};
const me = async (token: string) => {
  const { status, body } = await service.call('GET', '/me', { token });
  return [status, body.message];
};
const good = [200, undefined];
const ended = [401, 'Invalid token'];
const expired = [401, 'Expired token'];

test('[identity.sessions] lists the sign-ins that are good, with their last use, and which one asks', async () => {
  const { user } = await service.person('lists@example.com');
  const token = await signIn('lists@example.com');
  service.advance(10 * minute);
  await service.call('GET', '/me', { token });
  const { status, body } = await service.call('GET', '/auth/sessions', { token });
  expect([status, body.data.length]).toEqual([200, 2]);
  const [own, other] = body.data;
  expect(own).toMatchObject({ method: 'password', isCurrent: true, ip: '127.0.0.1' });
  expect(other).toMatchObject({ method: 'password', isCurrent: false });
  expect(Date.parse(own.lastUse) - Date.parse(own.createTime)).toBeGreaterThanOrEqual(10 * minute);
  expect(Date.parse(own.expireTime) - Date.parse(own.createTime)).toBe(72 * hour);
  // What was used long ago and what another user has is not there.
  service.advance(73 * hour);
  const later = await signIn('lists@example.com');
  const after = await service.call('GET', '/auth/sessions', { token: later });
  expect(after.body.data).toHaveLength(1);
  expect(user).toMatch(/^[0-9a-f]{24}$/);
});

test('[identity.sessions.end] one session or all others end at once in every process, nobody ends a stranger’s', async () => {
  await service.person('ends@example.com');
  const [one, two, three] = [
    await signIn('ends@example.com'),
    await signIn('ends@example.com'),
    await signIn('ends@example.com'),
  ];
  const idOf = async (token: string) => {
    const { body } = await service.call('GET', '/auth/sessions', { token });
    return body.data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).id as string;
  };
  const twoId = await idOf(two);
  await service.person('strangers@example.com');
  const stranger = await signIn('strangers@example.com');
  const refused = await service.call('DELETE', `/auth/sessions/${twoId}`, { token: stranger });
  expect([refused.status, await me(two)]).toEqual([404, good]);

  expect((await service.call('DELETE', `/auth/sessions/${twoId}`, { token: one })).status).toBe(200);
  expect([await me(two), await me(one)]).toEqual([ended, good]);
  expect((await second.call('GET', '/me', { token: two })).status).toBe(401);
  expect((await service.call('DELETE', `/auth/sessions/${twoId}`, { token: one })).status).toBe(404);

  expect((await service.call('DELETE', '/auth/sessions', { token: one })).status).toBe(200);
  expect([await me(three), await me(one), await me(stranger)]).toEqual([ended, good, good]);
  const { body } = await service.call('GET', '/log', { token: one });
  expect(body.data.filter(({ type }: { type: string }) => type === 'sessionEnd')).toHaveLength(2);
});

test('[identity.sessions][identity.sessions.end] of thousands those used last are listed, and all end at once', async () => {
  const { user } = await service.person('program@example.com');
  const token = await signIn('program@example.com');
  const { sql } = service.services.db;
  await sql`insert into sessions (id, user_id, method, create_time, last_use, expires_at, ip, user_agent)
    select 'run-' || n, ${user}, 'password', s.create_time, s.last_use - interval '1 minute', s.expires_at, '', ''
    from generate_series(1, 3000) n, (select * from sessions where user_id = ${user} order by create_time desc limit 1) s`;
  const listed = await service.call('GET', '/auth/sessions', { token });
  expect([listed.body.data.length, listed.body.data[0].isCurrent]).toEqual([maxListedSessions, true]);
  expect((await service.call('DELETE', '/auth/sessions/%00', { token })).status).toBeLessThan(500);
  expect((await service.call('DELETE', '/auth/sessions', { token })).status).toBe(200);
  expect(await sql`select 1 from ended_sessions where session like 'run-%'`).toHaveLength(3000);
  expect(await me(token)).toEqual(good);
});

test('[identity.sessions.end] a session that was ended stays so when a clock was ahead for some days', async () => {
  await service.person('clock@example.com');
  const [one, two] = [await signIn('clock@example.com'), await signIn('clock@example.com')];
  await service.call('DELETE', '/auth/sessions', { token: one });
  service.advance(96 * hour);
  await deleteExpiredRows(service.services);
  service.advance(-96 * hour);
  expect(await me(two)).toEqual(ended);
});

test('[identity.token.ends] a password change leaves only the session that made it in the list', async () => {
  const person = await service.person('changes@example.com');
  const token = await signIn('changes@example.com');
  service.advance(1000);
  const body = { password: person.password, newPassword: 'three green birds' };
  expect((await service.call('POST', '/me/password', { token, body })).status).toBe(200);
  const { body: listed } = await service.call('GET', '/auth/sessions', { token });
  expect(listed.data.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true]);
});

test('[identity.sessions.lifetime][identity.account] hours and idle minutes of the account count at once', async () => {
  await service.person('idle@example.com');
  const token = await signIn('idle@example.com');
  const first = await service.call('GET', '/account', { token });
  expect(first.body).toMatchObject({ name: null, settings: { sessionHours: null, sessionIdleMinutes: null } });
  const set = (settings: object) => service.call('PATCH', '/account', { token, body: { settings } });
  expect((await set({ sessionIdleMinutes: 4 })).status).toBe(400);
  expect((await set({ sessionHours: 721 })).status).toBe(400);
  expect((await set({ sessionIdleMinutes: 30 })).body.settings).toMatchObject({
    sessionHours: null,
    sessionIdleMinutes: 30,
  });
  // Used now and then it goes on, left alone it ends.
  for (let turn = 0; turn < 3; turn += 1) {
    service.advance(20 * minute);
    expect(await me(token)).toEqual(good);
    await service.services.lastUses.flush();
  }
  service.advance(31 * minute);
  expect(await me(token)).toEqual(expired);

  const next = await signIn('idle@example.com');
  // What has ended so is not listed.
  const { body: listed } = await service.call('GET', '/auth/sessions', { token: next });
  expect(listed.data.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true]);
  const body = { settings: { sessionIdleMinutes: null, sessionHours: 2 }, name: ' Bakery ' };
  const changed = await service.call('PATCH', '/account', { token: next, body });
  expect(changed.body).toMatchObject({ name: 'Bakery', settings: { sessionHours: 2, sessionIdleMinutes: null } });
  service.advance(2 * hour - minute);
  expect(await me(next)).toEqual(good);
  service.advance(minute);
  expect(await me(next)).toEqual(expired);
});

test('[identity.sessions.lifetime][identity.session] a long session of the app lasts, a login token of the API stays at 3 days', async () => {
  const { password, key } = await service.person('long@example.com');
  const token = await signIn('long@example.com');
  const change = { token, body: { settings: { sessionHours: 720 } } };
  expect((await service.call('PATCH', '/account', change)).status).toBe(200);
  expect((await service.call('PATCH', '/account', { key, body: {} })).status).toBe(403);
  const body = { email: 'long@example.com', password };
  const app = await service.call('POST', '/auth/session', { body });
  const cookie = String(app.headers.get('set-cookie'));
  expect(cookie).toContain(`Max-Age=${720 * 3600}`);
  const api = await signIn('long@example.com');
  service.advance(80 * hour);
  expect(await me(api)).toEqual(expired);
  const [value = ''] = cookie.split(';');
  expect(await me(value.slice(value.indexOf('=') + 1))).toEqual(good);
});

test('[identity.users.barred] a barred user’s token and key stop, and signing in is the 401 of a wrong password', async () => {
  const { user, key, token, password } = await service.person('barred@example.com');
  const { sql } = service.services.db;
  const tryAll = async () => [
    (await service.call('GET', '/me', { token })).body.message,
    (await service.call('GET', '/me', { key })).body.message,
    (await service.call('POST', '/auth/login', { body: { email: 'barred@example.com', password } })).status,
  ];
  expect(await tryAll()).toEqual([undefined, undefined, 200]);
  await sql`update users set disabled_at = now() where id = ${user}`;
  expect(await tryAll()).toEqual(['Invalid token', 'Invalid API key', 401]);
  await sql`update users set disabled_at = null where id = ${user}`;
  expect(await tryAll()).toEqual([undefined, undefined, 200]);
});

test('[identity.keys.use] a key shows its last use and where from', async () => {
  const { token, key } = await service.person('uses@example.com');
  const shown = async () => (await service.call('GET', '/api-keys', { token })).body.data[0];
  expect(await shown()).not.toHaveProperty('lastUse');
  service.advance(5 * minute);
  await service.call('GET', '/me', { key });
  await service.services.lastUses.flush();
  const used = await shown();
  expect(used.lastAddress).toBe('127.0.0.1');
  expect(Date.parse(used.lastUse) - Date.parse(used.createTime)).toBeGreaterThanOrEqual(5 * minute);
  // The key itself did not change.
  expect(used.modifyTime).toBe(used.createTime);
});
