// Passwords that people choose: POST /user and POST /me/password refuse the common, the blank, the own name and the old one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../../src/server/identity/create-user.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('[identity.password] a new user: 400 that names the password, and nobody is added', async () => {
  const { token } = service.people.alice;
  const add = (password: string) =>
    service.call('POST', '/user', { token, body: { email: 'dora@example.com', name: 'Dora the user', password } });
  for (const [password, message, situation] of [
    ['password', '"password" is one of the most common passwords', 'passwordTooCommon'],
    ['12345678', '"password" is one of the most common passwords', 'passwordTooCommon'],
    ['        ', '"password" must not be blank', 'passwordBlank'],
    ['DORA@example.com', '"password" must differ from the email and the name', 'passwordIsOwnName'],
    ['dora the user', '"password" must differ from the email and the name', 'passwordIsOwnName'],
  ]) {
    const reply = await add(password ?? '');
    expect([reply.status, reply.body]).toEqual([
      400,
      { statusCode: 400, error: 'Bad Request', message, validation: { source: 'payload', keys: ['password'] } },
    ]);
    expect(reply.headers.get('x-service-error')).toBe(situation);
  }
  expect((await service.call('GET', '/user', { token })).body.data).toHaveLength(2);
  expect((await add('quite long enough')).status).toBe(200);
});

test('[identity.password] a changed one: the rules come after the current password, and the old one is not a new one', async () => {
  const eve = await service.person('eve@example.com');
  const change = (password: string, newPassword: string) =>
    service.call('POST', '/me/password', { token: eve.token, body: { password, newPassword } });
  expect((await change('wrong', 'password')).status).toBe(401);
  for (const [next, message] of [
    ['password', '"newPassword" is one of the most common passwords'],
    ['         ', '"newPassword" must not be blank'],
    ['eve@example.com', '"newPassword" must differ from the email and the name'],
    [eve.password, '"newPassword" must differ from the current password'],
  ]) {
    const reply = await change(eve.password, next ?? '');
    expect([reply.status, reply.body.message, reply.body.validation]).toEqual([
      400,
      message,
      { source: 'payload', keys: ['newPassword'] },
    ]);
  }
  const log = await service.call('GET', '/log', { token: eve.token });
  expect(log.body.data.map((item: { type: string }) => item.type)).toEqual(['loginFailed', 'keyCreate', 'login']);
  expect((await change(eve.password, 'something quite new')).status).toBe(200);
});

test('[identity.password] the operator may set any, as the command line does', async () => {
  await createUser({ email: 'plain@example.com', password: 'x' }, service.services);
  const login = await service.call('POST', '/auth/login', { body: { email: 'plain@example.com', password: 'x' } });
  expect(login.status).toBe(200);
});
