// API keys with a name, an end and a replacement; without any they are as they ever were.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../../src/server/identity/create-user.ts';
import { hashPassword } from '../../src/server/identity/password.ts';
import { id, time } from '../support/entries.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type CallOptions, type Person, startService, type TestService } from '../support/service.ts';

const cost = { N: 64, r: 8, p: 1 };
let service: TestService;
let second: SecondService;
let alice: Person;
beforeAll(async () => {
  service = await startService({}, { passwordCost: cost });
  second = await startSecondService(service);
  alice = service.people.alice;
});
afterAll(async () => {
  await second.close();
  await service.close();
});

const hour = 3_600_000;
const inHours = (hours: number) => new Date(service.services.clock.now() + hours * hour).toISOString();
const make = (body?: object, options: CallOptions = { token: alice.token }) =>
  service.call('POST', '/api-keys', body === undefined ? options : { ...options, body });
const change = (key: string, body: object, options: CallOptions = { token: alice.token }) =>
  service.call('PATCH', `/api-keys/${key}`, { ...options, body });
const list = async (person = alice) =>
  (await service.call('GET', '/api-keys', { token: person.token })).body.data as { _id: string }[];
const me = async (key: string, from: { call: TestService['call'] } = service) => {
  const { status, body } = await from.call('GET', '/me', { key });
  return [status, body.message];
};
const plain = {
  _id: id,
  account: expect.any(String),
  user: expect.any(String),
  email: 'alice@example.com',
  createTime: time,
  modifyTime: time,
};

test('[identity.keys.create] with {} and without a body: no more properties than ever', async () => {
  for (const reply of [await make({}), await make()]) {
    expect([reply.status, reply.body]).toEqual([200, { ...plain, token: expect.stringMatching(/^[0-9a-zA-Z]{56}$/) }]);
  }
  expect(await list()).toContainEqual(plain);
});

test('[identity.keys.expiry] a key with a name and an end stops at its end in every process, and can be given another', async () => {
  const made = await make({ name: ' Nightly export ', expireTime: inHours(2) });
  expect(made.body).toEqual({
    ...plain,
    name: 'Nightly export',
    expireTime: time,
    token: expect.any(String),
  });
  const { _id, token } = made.body;
  expect([await me(token), await me(token, second)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  service.advance(2 * hour);
  expect([await me(token), await me(token, second)]).toEqual([
    [401, 'Invalid API key'],
    [401, 'Invalid API key'],
  ]);
  // It is still listed: somebody may wonder why it does not work.
  expect((await list()).map((key) => key._id)).toContain(_id);
  const renewed = await change(_id, { expireTime: inHours(1) });
  expect([renewed.status, await me(token)]).toEqual([200, [200, undefined]]);
  expect(renewed.body.modifyTime > renewed.body.createTime).toBe(true);
  const endless = await change(_id, { expireTime: null, name: null });
  // When it was last used is written a moment later.
  const { lastUse: _time, lastAddress: _from, ...rest } = endless.body;
  expect(rest).toEqual(plain);
  service.advance(-2 * hour);
  const log = (await service.call('GET', '/log', { key: alice.key })).body.data;
  expect(log.find(({ type }: { type: string }) => type === 'keyCreate')).toBeDefined();
  expect(log.filter(({ type }: { type: string }) => type === 'keyChange')).toHaveLength(2);
});

test('[identity.keys.replace] a replacement beside the old key, which works until it is revoked', async () => {
  const old = (await make({ name: 'Website' })).body;
  const next = await make({ name: 'Website', replaces: old._id.toUpperCase() });
  expect(next.body).toMatchObject({ name: 'Website', replaces: old._id });
  expect([await me(old.token), await me(next.body.token)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  await service.call('DELETE', `/api-keys/${old._id}`, { token: alice.token });
  expect([(await me(old.token))[0], (await me(next.body.token))[0]]).toEqual([401, 200]);
  expect(await list()).toContainEqual(expect.objectContaining({ _id: next.body._id, replaces: old._id }));
  const { token } = service.people.bob;
  expect((await make({ replaces: next.body._id }, { token })).status).toBe(403);
  expect((await make({ replaces: old._id })).status).toBe(404);
});

test('[identity.keys.expiry] what cannot be: times that are past or none, names that are too long, a key that changes keys', async () => {
  const { _id, token } = (await make({})).body;
  for (const [body, message, key] of [
    [{ expireTime: inHours(-1) }, '"expireTime" must be in the future', 'expireTime'],
    [{ expireTime: '2030-02-30' }, '"expireTime" must be a valid date', 'expireTime'],
    [{ expireTime: 5 }, '"expireTime" must be a string', 'expireTime'],
    [{ name: 'x'.repeat(201) }, /^"name" length must be less than/, 'name'],
    [{ user: alice.user }, '"user" is not allowed', 'user'],
  ] as const) {
    for (const reply of [await make(body), await change(_id, body)]) {
      expect([reply.status, reply.body.message, reply.body.validation]).toEqual([
        400,
        typeof message === 'string' ? message : expect.stringMatching(message),
        { source: 'payload', keys: [key] },
      ]);
    }
  }
  expect((await make({ replaces: 'x' })).status).toBe(400);
  expect((await change(_id, { expireTime: null }, { key: token })).status).toBe(403);
  expect((await change(_id, { name: 'Mine now' }, { token: service.people.bob.token })).status).toBe(403);
  expect((await change('f'.repeat(24), { name: 'x' })).status).toBe(404);
});

test('[identity.password.cost] a hash from when passwords cost less is made again at the next sign-in; sessions go on', async () => {
  const body = { email: 'old@example.com', password: 'a password of long ago' };
  const { user } = await createUser(body, service.services);
  const { sql } = service.services.db;
  const stored = async () =>
    (await sql`select password_hash from users where id = ${user}`)[0]?.['password_hash'] as string;
  const cheap = await hashPassword(body.password, { N: 16, r: 8, p: 1 });
  await sql`update users set password_hash = ${cheap} where id = ${user}`;
  const logIn = (password: string) => service.call('POST', '/auth/login', { body: { ...body, password } });
  expect((await logIn('a wrong one')).status).toBe(401);
  expect(await stored()).toBe(cheap);
  const { token } = (await logIn(body.password)).body;
  const made = await stored();
  expect(made).toMatch(/^scrypt:64:8:1:/);
  expect((await logIn(body.password)).status).toBe(200);
  expect(await stored()).toBe(made);
  expect((await service.call('GET', '/me', { token })).status).toBe(200);
  // A dearer one stays.
  await sql`update users set password_hash = ${await hashPassword(body.password, { N: 64, r: 8, p: 2 })} where id = ${user}`;
  expect((await logIn(body.password)).status).toBe(200);
  expect(await stored()).toMatch(/^scrypt:64:8:2:/);
});

test('[identity.invitations] [identity.forgot] without mail: the link comes in the response, and a forgotten password leaves nothing', async () => {
  const { readdirSync } = await import('node:fs');
  const invited = await service.call('POST', '/user/invite', {
    token: alice.token,
    body: { email: 'by.hand@example.com' },
  });
  const [, token] = invited.body.link.split('http://forms.test/admin/join#token=');
  const accepted = await service.call('POST', '/auth/accept', { body: { token, password: 'three green birds' } });
  expect([accepted.status, accepted.body]).toEqual([200, { kind: 'invitation', email: 'by.hand@example.com' }]);
  const asked = await service.call('POST', '/auth/forgot', { body: { email: alice.email } });
  await service.services.background.finished();
  expect(asked.status).toBe(200);
  expect(await service.services.db.sql`select 1 from person_links where kind = 'reset'`).toHaveLength(0);
  expect(readdirSync(service.dataDir)).not.toContain('outbox');
});
