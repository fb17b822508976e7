// POST /admin/setup looks at its token before anything else: strangers make no work, before setup and long after.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareFirstUser } from '../../src/server/identity/create-user.ts';
import { hashPassword } from '../../src/server/identity/password.ts';
import { cpuOf } from '../support/cpu-time.ts';
import { type Reply, send, startService, type TestService } from '../support/service.ts';

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService({ TRUST_PROXY: '1' });
  await service.services.db.sql`delete from users`;
  const { setupUrl = '' } = await prepareFirstUser(service.services);
  token = new URL(setupUrl).searchParams.get('token') ?? '';
});
afterAll(() => service.close());

const post = (fields: Record<string, string>, address = '203.0.113.1'): Promise<Reply> =>
  send('POST', `${service.url}/admin/setup`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
    body: new URLSearchParams(fields).toString(),
  });
const user = { email: 'first@example.com', password: 'a long password', name: 'First' };

test('[identity.setup] 64 wrong tokens cost less than a few hashes', async () => {
  const hashes = await cpuOf(() => Promise.all(Array.from({ length: 16 }, () => hashPassword('a long password'))));
  const tries = await cpuOf(async () => {
    const sent = Array.from({ length: 64 }, (_, at) => post({ ...user, token: `wrong${at}` }, `10.0.0.${at}`));
    for (const reply of await Promise.all(sent)) expect(reply.status).toBe(403);
  });
  expect(tries).toBeLessThan(hashes);
});

test('[identity.setup] wrong tokens of an address: 30 get a 403, then 429 with Retry-After; the right one still works', async () => {
  const replies = await Promise.all(Array.from({ length: 35 }, () => post({ ...user, token: 'wrong' }, '203.0.113.5')));
  const refused = replies.filter(({ status }) => status === 429);
  expect([replies.filter(({ status }) => status === 403).length, refused.length]).toEqual([30, 5]);
  for (const reply of refused) {
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(reply.headers.get('content-type')).toContain('text/html');
  }
  for (const [password, text] of [
    ['password', 'one of the most common passwords'],
    ['        ', 'not blank'],
    ['First@Example.com', 'not your email'],
    ['short', 'at least 8 characters'],
  ] as const) {
    const reply = await post({ ...user, password, token }, '203.0.113.5');
    expect([reply.status, reply.text.includes(text)]).toEqual([400, true]);
  }
  const made = await post({ ...user, token }, '203.0.113.5');
  expect([made.status, made.headers.get('location')]).toEqual([303, '/admin/']);
  expect((await post({ ...user, token })).status).toBe(403);
});
