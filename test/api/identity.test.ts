// Users, login tokens and API keys.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const idPattern = /^[0-9a-f]{24}$/;
const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const time = expect.stringMatching(timePattern);
const dayMs = 24 * 60 * 60 * 1000;

test('[identity.user] [conventions.times] GET /me answers the whole user', async () => {
  const { alice } = service.people;
  const reply = await service.call('GET', '/me', { key: alice.key });
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({
    id: alice.user,
    account: alice.account,
    email: 'alice@example.com',
    name: 'alice',
    settings: { locale: 'en', theme: 'auto' },
    hasPassword: true,
    lastLogin: time,
    createTime: time,
    modifyTime: time,
    changedAt: time,
  });
  expect(reply.text).not.toContain('scrypt');
});

test('[identity.login] answers a token and the user; the token works raw in Authorization', async () => {
  const { alice } = service.people;
  const reply = await service.call('POST', '/auth/login', {
    body: { email: 'ALICE@example.com', password: alice.password },
  });
  expect(reply.status).toBe(200);
  expect(Object.keys(reply.body).sort()).toEqual(['token', 'user']);
  expect(reply.body.user.id).toBe(alice.user);
  expect((await service.call('GET', '/me', { token: reply.body.token })).status).toBe(200);
});

test('[identity.login] a wrong password, an unknown email and a user without a password get the same 401', async () => {
  const dora = await service.person('dora@example.com');
  await service.services.db.sql`update users set password_hash = null where id = ${dora.user}`;
  expect((await service.call('GET', '/me', { key: dora.key })).body.hasPassword).toBe(false);
  const wanted = { statusCode: 401, error: 'Unauthorized', message: 'Wrong username/ password' };
  for (const body of [
    { email: 'alice@example.com', password: 'wrong' },
    { email: 'nobody@example.com', password: 'wrong' },
    { email: 'dora@example.com', password: dora.password },
  ]) {
    const reply = await service.call('POST', '/auth/login', { body, query: { locale: 'he' } });
    expect(reply.status).toBe(401);
    expect(reply.body).toEqual(wanted);
  }
});

test('[identity.login.guessing] guessing is slowed: after 30 failures even the right password waits', async () => {
  const evan = await service.person('evan@example.com');
  const guess = (password: string) => service.call('POST', '/auth/login', { body: { email: evan.email, password } });
  const replies = await Promise.all(Array.from({ length: 30 }, () => guess('wrong')));
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([401]));
  const reply = await guess(evan.password);
  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(
    (
      await service.call('POST', '/auth/login', {
        body: { email: 'alice@example.com', password: service.people.alice.password },
      })
    ).status,
  ).toBe(200);
  service.advance(16 * 60 * 1000);
  expect((await guess(evan.password)).status).toBe(200);
});

test('[identity.token] valid 3 days, then Expired token; a changed one is Invalid token', async () => {
  const finn = await service.person('finn@example.com');
  service.advance(3 * dayMs - 60_000);
  expect((await service.call('GET', '/me', { token: finn.token })).status).toBe(200);
  service.advance(2 * 60_000);
  const expired = await service.call('GET', '/me', { token: finn.token });
  expect([expired.status, expired.body.message]).toEqual([401, 'Expired token']);
  service.advance(-3 * dayMs);
  const lastSpelledOtherwise = `${finn.token.slice(0, -1)}${finn.token.endsWith('A') ? 'B' : 'A'}`;
  for (const token of [
    'x',
    lastSpelledOtherwise,
    `${finn.token}=`,
    `${finn.token}!`,
    `${finn.token.slice(0, -3)}AAA`,
    `Bearer ${finn.token}`,
    finn.key,
    '.',
    '',
  ]) {
    const reply = await service.call('GET', '/me', { token });
    expect([token, reply.status]).toEqual([token, 401]);
    expect(['Invalid token', 'Missing authentication']).toContain(reply.body.message);
  }
});

test('[identity.keys] [identity.keys.create] [identity.keys.list] [identity.keys.revoke] [conventions.success] create, list, use, revoke', async () => {
  const gail = await service.person('gail@example.com');
  const made = await service.call('POST', '/api-keys', { token: gail.token, body: {} });
  expect(made.status).toBe(200);
  expect(made.body).toEqual({
    _id: expect.stringMatching(idPattern),
    account: gail.account,
    user: gail.user,
    email: gail.email,
    createTime: time,
    modifyTime: time,
    token: expect.stringMatching(/^[0-9a-f]{24}.{32}$/),
  });
  expect(made.body.token.startsWith(made.body._id)).toBe(true);

  const list = await service.call('GET', '/api-keys', { key: made.body.token });
  const { token, ...withoutToken } = made.body;
  expect(list.body.data).toHaveLength(2);
  // On a busy machine its use is written already.
  expect(list.body.data).toContainEqual(expect.objectContaining(withoutToken));
  expect(list.text).not.toContain(token.slice(24));
  const stored = await service.services.db.sql`select secret_hash from api_keys where id = ${made.body._id}`;
  expect(JSON.stringify(stored)).not.toContain(token.slice(24));

  const byToken = await service.call('DELETE', `/api-keys/${token}`, { key: token });
  expect(byToken.status).toBe(400);
  expect(byToken.body.validation).toEqual({ source: 'params', keys: ['apiKey'] });

  const revoked = await service.call('DELETE', `/api-keys/${made.body._id.toUpperCase()}`, { key: token });
  expect([revoked.status, revoked.text]).toEqual([200, '']);
  const after = await service.call('GET', '/me', { key: token });
  expect(after.status).toBe(401);
  expect(after.body).toEqual({
    statusCode: 401,
    error: 'Unauthorized',
    message: 'Invalid API key',
    attributes: { error: 'Invalid API key' },
  });
  const again = await service.call('DELETE', `/api-keys/${made.body._id}`, { key: gail.key });
  expect([again.status, again.body.message]).toEqual([404, `Could not find an API key with ID ${made.body._id}.`]);
});

test("[identity.keys.revoke] [identity.keys.create] [identity.permissions] nobody revokes another's key; a key cannot make keys", async () => {
  const { alice, bob, chelsea } = service.people;
  const aliceKey = alice.key.slice(0, 24);
  for (const other of [bob, chelsea]) {
    const reply = await service.call('DELETE', `/api-keys/${aliceKey}`, { key: other.key });
    expect([reply.status, reply.body.message]).toEqual([
      403,
      'You have insufficient permissions to perform the action.',
    ]);
  }
  expect((await service.call('GET', '/me', { key: alice.key })).status).toBe(200);
  const made = await service.call('POST', '/api-keys', { key: alice.key, body: {} });
  expect([made.status, made.body.message]).toEqual([403, 'You have insufficient permissions to perform the action.']);
  const hebrew = await service.call('POST', '/api-keys', { key: alice.key, body: {}, query: { locale: 'he' } });
  expect([hebrew.body.error, hebrew.body.message]).toEqual(['Forbidden', 'אין לך הרשאה לבצע את הפעולה.']);
});

test('[identity.keys.header] the key is read only from its header', async () => {
  const { alice } = service.people;
  for (const query of [{ 'x-api-key': alice.key }, { apiKey: alice.key }]) {
    const reply = await service.call('GET', '/me', { query });
    expect([reply.status, reply.body.message]).toEqual([401, 'Missing authentication']);
  }
  for (const key of [
    alice.key.slice(0, -1),
    `${alice.key}0`,
    alice.key.replace(/.$/, '_'),
    'x',
    alice.key.slice(0, 24),
  ]) {
    const reply = await service.call('GET', '/me', { key });
    expect([reply.status, reply.body.message, reply.body.attributes]).toEqual([
      401,
      'Invalid API key',
      { error: 'Invalid API key' },
    ]);
  }
});

test('[conventions.cors] CORS does not allow x-api-key', async () => {
  const response = await fetch(`${service.url}/v1.0/me`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://a.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    },
  });
  expect(response.ok).toBe(true);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain('x-api-key');
  expect(response.headers.get('x-service-request-id')).toBeTruthy();
});

test('[identity.bad-credential] [errors.unauthorized] a bad credential is refused on public endpoints too', async () => {
  const { alice } = service.people;
  const body = { email: alice.email, password: alice.password };
  expect((await service.call('POST', '/auth/login', { body, key: 'bad' })).status).toBe(401);
  expect((await service.call('POST', '/auth/login', { body, token: 'bad' })).status).toBe(401);
});

test('[identity.token.ends] [identity.password] the change ends other sessions, not this one; keys go on', async () => {
  const hana = await service.person('hana@example.com');
  const other = await service.call('POST', '/auth/login', { body: { email: hana.email, password: hana.password } });
  service.advance(5);
  const change = (password: string, newPassword: string, options: object) =>
    service.call('POST', '/me/password', { body: { password, newPassword }, ...options });
  expect((await change('wrong', 'new password', { token: hana.token })).body.message).toBe('Wrong username/ password');
  expect((await change(hana.password, 'short', { token: hana.token })).body.validation).toEqual({
    source: 'payload',
    keys: ['newPassword'],
  });
  expect((await change(hana.password, 'new password', { key: hana.key })).status).toBe(403);
  const done = await change(hana.password, 'new password', { token: hana.token });
  expect([done.status, done.text]).toEqual([200, '']);
  expect((await service.call('GET', '/me', { token: hana.token })).status).toBe(200);
  expect((await service.call('GET', '/me', { token: other.body.token })).body.message).toBe('Invalid token');
  expect((await service.call('GET', '/me', { key: hana.key })).status).toBe(200);
  expect(
    (await service.call('POST', '/auth/login', { body: { email: hana.email, password: hana.password } })).status,
  ).toBe(401);
  expect(
    (await service.call('POST', '/auth/login', { body: { email: hana.email, password: 'new password' } })).status,
  ).toBe(200);
});

test('[identity.log] sign-ins, failures, password changes and keys of the account only, newest first, paged', async () => {
  const ivan = await service.person('ivan@example.com');
  await service.call('POST', '/auth/login', {
    body: { email: ivan.email, password: 'wrong' },
    headers: { 'user-agent': 'tests' },
  });
  await service.call('POST', '/me/password', {
    token: ivan.token,
    body: { password: ivan.password, newPassword: 'new password' },
  });
  await service.call('DELETE', `/api-keys/${ivan.key.slice(0, 24)}`, { token: ivan.token });
  const all = await service.call('GET', '/log', { token: ivan.token });
  expect(all.body.data.map((item: { type: string }) => item.type)).toEqual([
    'keyRevoke',
    'passwordChange',
    'loginFailed',
    'keyCreate',
    'login',
  ]);
  expect(all.body.data[2]).toEqual({
    id: expect.stringMatching(idPattern),
    type: 'loginFailed',
    time,
    ip: '127.0.0.1',
    userAgent: 'tests',
    user: ivan.user,
    email: ivan.email,
  });
  const page = await service.call('GET', '/log', { token: ivan.token, query: { limit: 3 } });
  const next = /<(.+)>; rel=next/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  expect(next).toMatch(/^http:\/\/forms\.test\/v1\.0\/log\?/);
  const rest = await service.call('GET', next.slice('http://forms.test/v1.0'.length), { token: ivan.token });
  expect([...page.body.data, ...rest.body.data]).toEqual(all.body.data);
  expect(rest.headers.get('link')).toBeNull();
  expect((await service.call('GET', '/log', { token: ivan.token, query: { limit: 1001 } })).body.message).toBe(
    '"limit" must be less than or equal to 1000',
  );
  expect(
    (await service.call('GET', '/log', { token: ivan.token, query: { after: 'x' } })).body.validation.keys,
  ).toEqual(['after']);
});
