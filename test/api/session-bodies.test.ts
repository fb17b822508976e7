// Bodies without a content type: JSON for programs, refused where a session cookie is at stake.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiRoutes } from '../../src/server/api/route-table.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let cookie: string;
beforeAll(async () => {
  service = await startService();
  const { email, password } = service.people.alice;
  const reply = await service.call('POST', '/auth/session', { body: { email, password } });
  cookie = (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
afterAll(() => service.close());

/** As a page of another site sends a blob without a type. */
const sendBare = async (method: string, path: string, headers: Record<string, string>, text = '{') => {
  const body = new TextEncoder().encode(text);
  const { status } = await fetch(`${service.url}/v1.0${path}`, { method, headers, body });
  return status;
};
const withBody = apiRoutes.filter(({ payload }) => payload !== undefined);
const pathOf = (path: string) => path.replaceAll(/:\w+/g, 'e'.repeat(24));

test('[identity.session.bodies] with the session cookie each endpoint refuses a body without a content type', async () => {
  const app = { cookie, 'x-formstead-app': 'admin' };
  const walked: string[] = [];
  for (const { method, path } of withBody) {
    if (path.startsWith('/auth/passkey')) continue;
    expect([method, path, await sendBare(method, pathOf(path), app)]).toEqual([method, path, 415]);
    walked.push(path);
  }
  expect(walked.length).toBeGreaterThan(50);
  const declared = { ...app, 'content-type': 'application/json' };
  expect(await sendBare('POST', '/form', declared, '{"name":"declared"}')).toBe(200);
});

test('[identity.session.bodies] whoever signs in to the management app names the type of the body', async () => {
  const { email, password } = service.people.alice;
  const signIn = JSON.stringify({ email, password });
  const openers = withBody.filter(({ takesCookies, setsNoCookie }) => takesCookies && !setsNoCookie);
  expect(openers.map(({ path }) => path).sort()).toEqual(['/auth/accept', '/auth/passkey', '/auth/session']);
  for (const { method, path } of openers) expect([path, await sendBare(method, path, {}, signIn)]).toEqual([path, 415]);
  expect(await sendBare('POST', '/auth/session', { 'content-type': 'application/json' }, signIn)).toBe(200);
});

test('[conventions.bodies] for keys, tokens and callers without a credential no content type counts as JSON', async () => {
  const { alice } = service.people;
  const signIn = JSON.stringify({ email: alice.email, password: alice.password });
  expect(await sendBare('POST', '/auth/login', {}, signIn)).toBe(200);
  expect(await sendBare('POST', '/form', { 'x-api-key': alice.key }, '{"name":"by key"}')).toBe(200);
  expect(await sendBare('POST', '/form', { authorization: alice.token }, '{"name":"by token"}')).toBe(200);
  // The cookie is not the credential of a request without the header of the app.
  expect(await sendBare('POST', '/form', { cookie, 'x-api-key': alice.key }, '{"name":"by key"}')).toBe(200);
  // No body at all needs no type.
  const out = await fetch(`${service.url}/v1.0/auth/session`, { method: 'POST' });
  expect(out.status).toBe(400);
});
