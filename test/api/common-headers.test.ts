// Responses leave by several ways: as JSON at once, empty, as a stream, as an error. All carry the same common headers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commonHeaders } from '../../src/server/http/response-headers.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

const publicUrl = 'https://forms.test';
let service: TestService;

beforeAll(async () => {
  service = await startService({ PUBLIC_URL: publicUrl });
});
afterAll(() => service.close());

/** Of this response alone, or of its connection. */
const own = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];
const ofKind = ['etag', 'set-cookie', 'x-service-error', 'x-service-time'];

function sharedHeaders({ headers }: Reply): Record<string, string> {
  const { 'x-service-request-id': id = '', ...rest } = Object.fromEntries(headers);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !own.includes(name) && !ofKind.includes(name)));
}

test('[conventions.headers] on https browsers keep to it, and nobody who opens our pages holds on to them, but for forms', async () => {
  const form = (await service.call('POST', '/form', { key: service.people.alice.key, body: {} })).body.id as string;
  const opener = async (path: string) => {
    const { headers } = await fetch(service.url + path, { redirect: 'manual' });
    return [headers.get('strict-transport-security') !== null, headers.get('cross-origin-opener-policy')];
  };
  for (const path of ['/admin/', '/docs/', '/nothing', '/v1.0/me', '/'])
    expect([path, ...(await opener(path))]).toEqual([path, true, 'same-origin-allow-popups']);
  expect(await opener(`/f/${form}/`)).toEqual([true, 'unsafe-none']);
});

test('[conventions.headers] whatever became of a request, the common headers are the same', async () => {
  const { key, token } = service.people.alice;
  const form = await service.call('POST', '/form', { key, body: {} });
  const none = 'f'.repeat(24);
  const replies: [number, Reply][] = [
    [200, await service.call('GET', '/me', { key })],
    [200, form],
    [200, await service.call('GET', '/entry', { key })],
    [200, await service.call('DELETE', '/auth/session')],
    [400, await service.call('GET', '/form/x', { key })],
    [400, await service.call('POST', '/form', { key, body: '{' })],
    [401, await service.call('GET', '/me')],
    [401, await service.call('GET', '/me', { token: 'x' })],
    [403, await service.call('POST', '/api-keys', { key, body: {} })],
    [403, await service.call('GET', `/form/${form.body.id}`, { key: service.people.chelsea.key })],
    [404, await service.call('GET', `/form/${none}`, { token })],
    [404, await service.call('GET', '/nothing')],
    [413, await service.call('POST', '/auth/login', { body: Buffer.alloc(1_100_000, 32) })],
    [415, await service.call('POST', '/form', { key, body: 'x', headers: { 'content-type': 'text/plain' } })],
  ];
  const expected = commonHeaders({ publicUrl });
  expect(replies.map(([, reply]) => [reply.status, sharedHeaders(reply)])).toEqual(
    replies.map(([status]) => [status, expected]),
  );
});
