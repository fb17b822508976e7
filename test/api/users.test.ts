// The users of an account: GET, POST and DELETE /user; and PATCH /me.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { id, makeForm, memberForm, time } from '../support/entries.ts';
import { startSecondService } from '../support/second-service.ts';
import { type CallOptions, type Person, startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: Person;
let bob: Person;
let chelsea: Person;

beforeAll(async () => {
  service = await startService();
  ({ alice, bob, chelsea } = service.people);
});
afterAll(() => service.close());

const add = (body: object, options: CallOptions = { token: alice.token }) =>
  service.call('POST', '/user', { ...options, body });
const emails = async (person: Person) =>
  (await service.call('GET', '/user', { key: person.key })).body.data.map((user: { email: string }) => user.email);

describe('list and add', () => {
  test('[identity.users] the people of the account, oldest first, as GET /me shows each', async () => {
    const reply = await service.call('GET', '/user', { key: alice.key });
    const [hers, his] = await Promise.all([alice, bob].map(({ token }) => service.call('GET', '/me', { token })));
    expect([reply.status, reply.body]).toEqual([200, { data: [hers?.body, his?.body] }]);
    expect(reply.text).not.toContain('scrypt');
    expect(await emails(chelsea)).toEqual(['chelsea@example.com']);
  });

  test('[identity.users] a new user belongs to the account of who added it and logs in', async () => {
    const reply = await add({ email: ' Dora@Example.com ', password: 'doras password', name: ' Dora Dee ' });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        id,
        account: alice.account,
        email: 'Dora@Example.com',
        name: 'Dora Dee',
        settings: { locale: 'en', theme: 'auto' },
        hasPassword: true,
        lastLogin: null,
        createTime: time,
        modifyTime: time,
        changedAt: time,
      },
    ]);
    const login = await service.call('POST', '/auth/login', {
      body: { email: 'dora@example.com', password: 'doras password' },
    });
    expect(login.body.user).toMatchObject({ id: reply.body.id, account: alice.account });
    expect(await emails(bob)).toEqual(['alice@example.com', 'bob@example.com', 'Dora@Example.com']);
    const log = await service.call('GET', '/log?limit=2', { key: alice.key });
    expect(log.body.data[1]).toEqual({
      id,
      type: 'userAdd',
      time,
      ip: '127.0.0.1',
      userAgent: expect.any(String),
      user: alice.user,
      email: 'alice@example.com',
      about: 'Dora@Example.com',
    });
    expect(log.body.data[0]).not.toHaveProperty('about');
  });

  test('[identity.users] without a name it is called by its email', async () => {
    for (const [email, name] of [
      ['eve@example.com', undefined],
      ['eva@example.com', '  '],
    ] as const) {
      expect((await add({ email, password: 'long enough', name })).body.name).toBe(email.slice(0, 3));
    }
  });

  test('[identity.users] an email in use, in any account and any case: 409, nothing added', async () => {
    const before = await emails(alice);
    for (const email of ['bob@example.com', 'CHELSEA@example.com']) {
      const reply = await add({ email, password: 'long enough' });
      expect([reply.status, reply.body]).toEqual([
        409,
        { statusCode: 409, error: 'Conflict', message: 'A user with this email already exists.' },
      ]);
    }
    const hebrew = await service.call('POST', '/user?locale=he', {
      token: alice.token,
      body: { email: 'bob@example.com', password: 'long enough' },
    });
    expect(hebrew.body.message).toBe('כבר יש משתמש עם כתובת הדואר הזאת.');
    expect(await emails(alice)).toEqual(before);
  });

  test.each([
    [{ password: 'long enough' }, '"email" is required', 'email'],
    [{ email: 'x@example.com' }, '"password" is required', 'password'],
    [{ email: 'x@example.com', password: '7 chars' }, /^"password" length must be at least 8/, 'password'],
    [{ email: 'x@example.com', password: 'x'.repeat(1025) }, /^"password" length must be less than/, 'password'],
    [{ email: 'no address', password: 'long enough' }, '"email" must be a valid email', 'email'],
    [{ email: 'a@b@c', password: 'long enough' }, '"email" must be a valid email', 'email'],
    [{ email: 'X <x@example.com>', password: 'long enough' }, '"email" must be a valid email', 'email'],
    [{ email: 'x@example.com, y@example.com', password: 'long enough' }, '"email" must be a valid email', 'email'],
    [
      { email: 'x@example.com', password: 'long enough', account: 'a'.repeat(24) },
      '"account" is not allowed',
      'account',
    ],
    [{ email: 'x@example.com', password: 'long enough', name: 'x'.repeat(201) }, /^"name" length must be/, 'name'],
  ])('[identity.users] %j', async (body, message, key) => {
    const reply = await add(body);
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        statusCode: 400,
        error: 'Bad Request',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
        validation: { source: 'payload', keys: [key] },
      },
    ]);
  });

  test('[identity.users] a key neither adds nor removes', async () => {
    const before = await emails(alice);
    const message = 'You have insufficient permissions to perform the action.';
    const added = await add({ email: 'x@example.com', password: 'long enough' }, { key: alice.key });
    const removed = await service.call('DELETE', `/user/${bob.user}`, { key: alice.key });
    for (const reply of [added, removed]) expect([reply.status, reply.body.message]).toEqual([403, message]);
    expect(await emails(alice)).toEqual(before);
  });
});

describe('remove', () => {
  const remove = (user: string, options: CallOptions = { token: alice.token }) =>
    service.call('DELETE', `/user/${user}`, options);

  test('[identity.users.removal] tokens and keys end at once, in every process; history stays; the email is free', async () => {
    const fred = await service.person('fred@example.com', alice.account);
    const form = await makeForm(service, memberForm, fred.key);
    const body = { form, data: { name: 'x' } };
    const { entry } = (await service.call('POST', '/entry/submit', { key: fred.key, body })).body;
    const second = await startSecondService(service);
    try {
      expect((await second.call('GET', '/me', { key: fred.key })).status).toBe(200);
      const reply = await remove(fred.user);
      expect([reply.status, reply.body]).toEqual([200, { message: 'The user was removed.' }]);
      for (const process of [service, second]) {
        const [byKey, byToken] = [
          await process.call('GET', '/me', { key: fred.key }),
          await process.call('GET', '/me', { token: fred.token }),
        ];
        expect([byKey.status, byKey.body.message]).toEqual([401, 'Invalid API key']);
        expect([byToken.status, byToken.body.message]).toEqual([401, 'Invalid token']);
      }
    } finally {
      await second.close();
    }
    const login = { email: fred.email, password: fred.password };
    expect((await service.call('POST', '/auth/login', { body: login })).status).toBe(401);
    const kept = await service.call('GET', `/entry/${entry.id}`, { key: alice.key });
    expect(kept.body.actions[0].user).toBe(fred.user);
    const log = (await service.call('GET', '/log', { key: alice.key })).body.data;
    expect(log[0]).toMatchObject({ type: 'userRemove', user: alice.user, email: alice.email, about: fred.email });
    expect(log.some((item: { type: string; user: string }) => item.type === 'login' && item.user === fred.user)).toBe(
      true,
    );
    const again = await add({ email: fred.email, password: 'another one' });
    expect(again.status).toBe(200);
    expect(again.body.id).not.toBe(fred.user);
    // What was his before is not his again.
    expect((await service.call('GET', '/me', { key: fred.key })).status).toBe(401);
    expect((await service.call('GET', '/me', { token: fred.token })).status).toBe(401);
  });

  test("[identity.users] yourself 403, another account's 403, unknown 404, no id 400", async () => {
    const before = [await emails(alice), await emails(chelsea)];
    const [self, foreign, unknown, broken] = [
      await remove(alice.user.toUpperCase()),
      await remove(chelsea.user),
      await remove('f'.repeat(24)),
      await remove('me'),
    ];
    expect([self.status, self.body.message]).toEqual([403, 'You cannot remove yourself. A colleague can.']);
    expect([foreign.status, foreign.body.message]).toEqual([
      403,
      'You have insufficient permissions to perform the action.',
    ]);
    expect([unknown.status, unknown.body.message]).toEqual([404, `Could not find a user with ID ${'f'.repeat(24)}.`]);
    expect([broken.status, broken.body.validation]).toEqual([400, { source: 'params', keys: ['userId'] }]);
    const hebrew = await service.call('DELETE', `/user/${alice.user}?locale=he`, { token: alice.token });
    expect(hebrew.body.message).toBe('אי אפשר להסיר את עצמך. עמית יכול לעשות זאת.');
    expect([await emails(alice), await emails(chelsea)]).toEqual(before);
  });

  test('[identity.users] of people who remove each other at once one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ann = await service.person(`ann${round}@example.org`);
      const ben = await service.person(`ben${round}@example.org`, ann.account);
      const replies = await Promise.all([
        remove(ben.user, { token: ann.token }),
        remove(ann.user, { token: ben.token }),
        add({ email: `late${round}@example.org`, password: 'long enough' }, { token: ben.token }),
        service.call('POST', '/api-keys', { token: ann.token, body: {} }),
      ]);
      const statuses = replies.map((reply) => reply.status);
      expect(statuses.slice(0, 2).sort()).toEqual([200, 401]);
      for (const status of statuses) expect([200, 401]).toContain(status);
      const { sql } = service.services.db;
      const left = await sql<{ email: string }[]>`select email from users where account = ${ann.account}`;
      const winner = statuses[0] === 200 ? ann.email : ben.email;
      const late = statuses[2] === 200 ? [`late${round}@example.org`] : [];
      expect(left.map(({ email }) => email).sort()).toEqual([winner, ...late].sort());
    }
  });
});

describe('PATCH /me', () => {
  const change = (body: object, options: CallOptions = { token: bob.token }) =>
    service.call('PATCH', '/me', { ...options, body });

  test('[identity.user.change] name and settings, each setting by itself', async () => {
    const before = (await service.call('GET', '/me', { token: bob.token })).body;
    service.advance(5);
    const named = await change({ name: ' Bob Builder ' });
    expect([named.status, named.body]).toEqual([
      200,
      { ...before, name: 'Bob Builder', modifyTime: time, changedAt: time },
    ]);
    expect(named.body.modifyTime > before.modifyTime).toBe(true);
    expect((await change({ settings: { locale: 'he' } })).body.settings).toEqual({ locale: 'he', theme: 'auto' });
    expect((await change({ settings: { theme: 'dark' } }, { key: bob.key })).body.settings).toEqual({
      locale: 'he',
      theme: 'dark',
    });
    const last = await change({ name: 'Bob', settings: { locale: 'en', theme: 'light' } });
    expect((await service.call('GET', '/me', { key: bob.key })).body).toEqual(last.body);
    // Nothing sent, nothing changed.
    service.advance(5);
    for (const body of [{}]) expect((await change(body)).body).toEqual(last.body);
    expect((await service.call('GET', '/me', { token: alice.token })).body.name).toBe('alice');
  });

  test('[identity.user.language] who was added has the language of the page of the first sign-in, and keeps what was chosen', async () => {
    const body = { email: 'noa@example.com', password: 'password of noa' };
    expect((await add(body)).body.settings).toEqual({ locale: 'en', theme: 'auto' });
    const language = async () => {
      const { data } = (await service.call('GET', '/user', { key: alice.key })).body;
      return data.find(({ email }: { email: string }) => email === body.email).settings.locale;
    };
    // Neither the API nor a program that opens a session without saying a language chooses one.
    const headers = { 'x-formstead-app': 'admin' };
    await service.call('POST', '/auth/login', { body, query: { locale: 'he' }, headers });
    await service.call('POST', '/auth/session', { body, query: { locale: 'he' } });
    expect(await language()).toBe('en');
    const open = (locale: string) => service.call('POST', '/auth/session', { body, query: { locale }, headers });
    const wrong = { ...body, password: 'another one' };
    await service.call('POST', '/auth/session', { body: wrong, query: { locale: 'he' }, headers });
    expect(await language()).toBe('en');
    const first = await open('he');
    expect([first.status, first.body.user.settings]).toEqual([200, { locale: 'he', theme: 'auto' }]);
    expect(await language()).toBe('he');
    expect((await open('en')).body.user.settings.locale).toBe('he');
  });

  test('[identity.user.change] two changes at once both last', async () => {
    await Promise.all([change({ settings: { locale: 'he' } }), change({ settings: { theme: 'dark' } })]);
    expect((await change({})).body.settings).toEqual({ locale: 'he', theme: 'dark' });
  });

  test.each([
    [{ name: '' }, '"name" is not allowed to be empty', 'name'],
    [{ name: null }, '"name" must be a string', 'name'],
    [{ settings: { locale: 'fr' } }, '"settings.locale" must be one of [en, he]', 'settings.locale'],
    [{ settings: { theme: 'blue' } }, '"settings.theme" must be one of [light, dark, auto]', 'settings.theme'],
    [{ settings: { color: 'x' } }, '"settings.color" is not allowed', 'settings.color'],
    [{ settings: 'x' }, '"settings" must be of type object', 'settings'],
    [{ email: 'x@example.com' }, '"email" is not allowed', 'email'],
    [{ account: 'a'.repeat(24) }, '"account" is not allowed', 'account'],
  ])('[identity.user.change] %j', async (body, message, key) => {
    const reply = await change(body);
    expect([reply.status, reply.body]).toEqual([
      400,
      { statusCode: 400, error: 'Bad Request', message, validation: { source: 'payload', keys: [key] } },
    ]);
  });
});
