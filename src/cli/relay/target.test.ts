// What a response of the target means.
import { expect, test } from 'vitest';
import { pauseAfter, readRetryAfter, send } from './target.ts';

const event = { id: 'entry-1', body: '{}' };
const target = (fetch: typeof globalThis.fetch) => ({
  ...{ url: 'https://target.test', secrets: [Buffer.alloc(32)], timeoutMs: 1000, now: () => 1_000_000, fetch },
});

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [302, 'failed'],
  [400, 'failed'],
  [410, 'gone'],
  [500, 'failed'],
])('[relay.retries] %i is %s', async (status, kind) => {
  let redirect: string | undefined;
  const fetch = async (_: unknown, init?: RequestInit) => {
    redirect = init?.redirect;
    return new Response(null, { status, headers: { location: 'https://elsewhere.test' } });
  };
  expect((await send(target(fetch), event)).kind).toBe(kind);
  expect(redirect).toBe('manual');
});

test('[relay.retries] no response is a failure with its reason', async () => {
  const refused = async () => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
  };
  expect(await send(target(refused), event)).toEqual({ kind: 'failed', error: 'connect ECONNREFUSED', pauseMs: 0 });
  const hangs = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    );
  const outcome = await send({ ...target(hangs), timeoutMs: 10 }, event);
  expect(outcome).toMatchObject({ kind: 'failed', error: 'no response in 0.01 seconds' });
});

test.each([
  [429, '7', 7_000],
  [503, '0', 0],
  [503, 'Thu, 01 Jan 1970 00:17:10 GMT', 30_000],
  [503, 'Thu, 01 Jan 1970 00:00:00 GMT', 0],
  [503, 'soon', 0],
  [503, '999999999', 3_600_000],
  [503, '-5', 0],
  [400, '7', 0],
])('[relay.retries] %i with Retry-After %s: a pause of %i ms', (status, said, ms) => {
  expect(readRetryAfter({ status, headers: new Headers({ 'retry-after': said }) }, 1_000_000)).toBe(ms);
});

test('[relay.retries] pauses double up to a quarter of an hour, with chance in them', () => {
  const longest = [1, 2, 3, 4, 9, 10, 11, 5000].map((attempts) => pauseAfter(attempts, () => 1));
  expect(longest).toEqual([2_000, 4_000, 8_000, 16_000, 512_000, 900_000, 900_000, 900_000]);
  expect(pauseAfter(1, () => 0)).toBe(1_000);
});
