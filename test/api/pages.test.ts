// Beside the API: health, metrics, the setup page, the API reference and its document.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareFirstUser } from '../../src/server/identity/create-user.ts';
import { send, startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ METRICS: '1' });
});
afterAll(() => service.close());

test('[running.health] 200 while the database answers, 503 while it is away', async () => {
  const reply = await send('GET', `${service.url}/health`);
  expect([reply.status, reply.body]).toEqual([200, { status: 'ok' }]);
  const other = await startService();
  await other.services.db.close();
  const away = await send('GET', `${other.url}/health`);
  expect([away.status, away.body]).toEqual([503, { status: 'unavailable' }]);
  const request = await other.call('GET', '/me', { key: other.people.alice.key });
  expect([request.status, request.body.error, request.headers.get('retry-after')]).toEqual([
    503,
    'Service Unavailable',
    '5',
  ]);
  await other.close();
});

test('[running.metrics] Prometheus text, only when it is switched on', async () => {
  await service.call('GET', '/me');
  const reply = await send('GET', `${service.url}/metrics`);
  expect(reply.text).toContain('formstead_request_seconds_count{method="GET",route="/v1.0/me",status="401"}');
  const other = await startService();
  expect((await send('GET', `${other.url}/metrics`)).status).toBe(404);
  await other.close();
});

test('[conventions.document] the document and the page are served', async () => {
  const document = await service.call('GET', '/openapi.json');
  expect(document.body).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'http://forms.test/v1.0' }] });
  const page = await send('GET', `${service.url}/docs/`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  for (const [, file] of page.text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)) {
    expect([file, (await send('GET', service.url + file)).status]).toEqual([file, 200]);
  }
  expect((await send('GET', `${service.url}/docs`)).headers.get('location')).toBe('/docs/');
});

test('[conventions.document.guides] the guides that the document leads to are served', async () => {
  const { body } = await service.call('GET', '/openapi.json');
  const links = [body.externalDocs, ...body.tags.map((tag: { externalDocs: unknown }) => tag.externalDocs)];
  for (const { url } of links as { url: string }[]) {
    const guide = await send('GET', url.replace('http://forms.test', service.url));
    expect([url, guide.status, guide.text.slice(0, 2)]).toEqual([url, 200, '# ']);
  }
});

test('[identity.setup] the link makes the first user once, in the language of the browser', async () => {
  const { sql } = service.services.db;
  const signIn = () => send('GET', `${service.url}/admin/`);
  expect((await signIn()).text).not.toContain('"isNew"');
  await sql`delete from users`;
  // Whoever comes to sign in is told that nobody can yet.
  expect((await signIn()).text).toContain('"isNew":true');
  const { setupUrl = '' } = await prepareFirstUser(service.services);
  expect(setupUrl).toMatch(/^http:\/\/forms\.test\/admin\/setup\?token=[\w-]{32}$/);
  expect((await prepareFirstUser(service.services)).setupUrl).toBe(setupUrl);
  const address = service.url + new URL(setupUrl).pathname + new URL(setupUrl).search;
  const token = new URL(setupUrl).searchParams.get('token') ?? '';
  const english = await send('GET', address);
  expect([english.status, english.text.includes('dir="ltr"')]).toEqual([200, true]);
  const hebrew = await send('GET', address, { headers: { 'accept-language': 'he-IL,he;q=0.9' } });
  expect(hebrew.text).toContain('<html lang="he" dir="rtl">');
  const post = (fields: Record<string, string>) =>
    send('POST', `${service.url}/admin/setup`, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const short = await post({ token, email: 'first@example.com', password: 'short', name: '"><script>' });
  expect([short.status, short.text.includes('<script>'), short.text.includes('role="alert"')]).toEqual([
    400,
    false,
    true,
  ]);
  expect((await post({ token, email: 'nobody', password: 'long enough' })).status).toBe(400);
  expect((await post({ token: 'x', email: 'first@example.com', password: 'long enough' })).status).toBe(403);
  const done = await post({ token, email: 'first@example.com', password: 'long enough', name: 'First' });
  expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/']);
  const [cookie = ''] = (done.headers.get('set-cookie') ?? '').split(';');
  const me = await service.call('GET', '/me', { headers: { cookie, 'x-formstead-app': 'admin' } });
  expect(me.body.email).toBe('first@example.com');
  expect((await post({ token, email: 'second@example.com', password: 'long enough' })).status).toBe(403);
  expect((await send('GET', address)).status).toBe(403);
  const login = await service.call('POST', '/auth/login', {
    body: { email: 'first@example.com', password: 'long enough' },
  });
  expect(login.body.user).toMatchObject({ email: 'first@example.com', name: 'First' });
  expect(await prepareFirstUser(service.services)).toEqual({});
});

test('[fill-links.short] an unknown code is a 404', async () => {
  expect((await send('GET', `${service.url}/s/nothing`)).status).toBe(404);
});
