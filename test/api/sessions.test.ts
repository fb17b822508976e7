// The session of the management app: a cookie no script reads, which counts only with the app's own header.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send, startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function signIn(): Promise<{ cookie: string; setCookie: string }> {
  const { email, password } = service.people.alice;
  const reply = await service.call('POST', '/auth/session', { body: { email, password } });
  expect(Object.keys(reply.body)).toEqual(['user']);
  const setCookie = reply.headers.get('set-cookie') ?? '';
  return { setCookie, cookie: setCookie.split(';')[0] ?? '' };
}

const app = { 'x-formstead-app': 'admin' };

test('[identity.session] the cookie is out of reach of scripts and of other sites', async () => {
  const { setCookie } = await signIn();
  expect(setCookie).toMatch(/^formstead_session=[\w.-]+; Path=\/; Max-Age=259200; HttpOnly; SameSite=Strict$/);
  const secure = await startService({ PUBLIC_URL: 'https://forms.test' });
  const { email, password } = secure.people.alice;
  const reply = await secure.call('POST', '/auth/session', { body: { email, password } });
  expect(reply.headers.get('set-cookie')).toMatch(/; SameSite=Strict; Secure$/);
  await secure.close();
});

test('[identity.session] counts with the header of the app, and never without', async () => {
  const { cookie } = await signIn();
  const me = await service.call('GET', '/me', { headers: { cookie, ...app } });
  expect([me.status, me.body.email]).toEqual([200, 'alice@example.com']);
  const bare = await service.call('GET', '/me', { headers: { cookie } });
  expect([bare.status, bare.body.message]).toEqual([401, 'Missing authentication']);
  const other = await service.call('GET', '/me', { headers: app });
  expect([other.status, other.body.message]).toEqual([401, 'Missing authentication']);
});

test('[identity.session] pages of other origins may not send that header', async () => {
  const reply = await send('OPTIONS', `${service.url}/v1.0/me`, {
    headers: {
      origin: 'https://elsewhere.test',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-formstead-app',
    },
  });
  expect(reply.headers.get('access-control-allow-headers')?.toLowerCase()).not.toContain('x-formstead-app');
  expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
});

test('[identity.session] a login token: it makes keys, ends after 3 days, and dies with a password change', async () => {
  const { cookie } = await signIn();
  const headers = { cookie, ...app };
  expect((await service.call('POST', '/api-keys', { headers, body: {} })).status).toBe(200);
  service.advance(3 * 24 * 60 * 60 * 1000);
  const late = await service.call('GET', '/me', { headers });
  expect([late.status, late.body.message]).toEqual([401, 'Expired token']);
  service.advance(-3 * 24 * 60 * 60 * 1000);
  const dana = await service.person('dana@example.com');
  const sign = await service.call('POST', '/auth/session', { body: { email: dana.email, password: dana.password } });
  const danas = { cookie: (sign.headers.get('set-cookie') ?? '').split(';')[0] ?? '', ...app };
  const body = { password: dana.password, newPassword: 'another phrase' };
  expect((await service.call('POST', '/me/password', { token: dana.token, body })).status).toBe(200);
  expect((await service.call('GET', '/me', { headers: danas })).body.message).toBe('Invalid token');
});

test('[identity.session.sign-out] signing out empties the cookie, also for who is not signed in or has a dead one', async () => {
  for (const headers of [{}, { ...app }, { ...app, cookie: 'formstead_session=dead' }]) {
    const reply = await service.call('DELETE', '/auth/session', { headers });
    expect([reply.status, reply.text]).toEqual([200, '']);
    expect(reply.headers.get('set-cookie')).toMatch(/^formstead_session=; Path=\/; Max-Age=0;/);
  }
});

test('[identity.session] wrong password: the 401 of login, no cookie', async () => {
  const body = { email: 'alice@example.com', password: 'wrong' };
  const reply = await service.call('POST', '/auth/session', { body });
  expect([reply.status, reply.body.message]).toEqual([401, 'Wrong username/ password']);
  expect(reply.headers.get('set-cookie')).toBeNull();
});

test('[management] every address gives the page, with who is signed in and a strict policy', async () => {
  const { cookie } = await signIn();
  for (const path of ['/admin/', '/admin/entries/0123456789abcdef01234567/', '/admin/no/such/page']) {
    const page = await send('GET', service.url + path, { headers: { cookie } });
    expect(page.status).toBe(200);
    const data = JSON.parse(/id="page">(.*?)<\/script>/s.exec(page.text)?.[1] ?? '');
    expect(data).toMatchObject({ api: '/v1.0', appUrl: 'http://forms.test', user: { email: 'alice@example.com' } });
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('cache-control')).toBe('no-store');
  }
  const stranger = await send('GET', `${service.url}/admin/`, { headers: { cookie: 'formstead_session=x' } });
  expect(stranger.text).toContain('"user":null');
  const frame = await send('GET', `${service.url}/admin/form-frame/`);
  expect(frame.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect((await send('GET', `${service.url}/admin`)).headers.get('location')).toBe('/admin/');
});
