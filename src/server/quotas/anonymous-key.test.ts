import { expect, test } from 'vitest';
import { anonymousKey } from './anonymous-key.ts';

test('[limits.quotas] one network is one stranger, whatever the spelling, and nobody else can tell which', () => {
  const secret = Buffer.alloc(32, 1);
  expect(anonymousKey('2001:db8::1', secret)).toBe(anonymousKey('2001:DB8::2', secret));
  expect(anonymousKey('::ffff:192.0.2.7', secret)).toBe(anonymousKey('192.0.2.7', secret));
  expect(anonymousKey('2001:db8::1', secret)).not.toBe(anonymousKey('2001:db9::1', secret));
  expect(anonymousKey('192.0.2.7', secret)).not.toBe(anonymousKey('192.0.2.7', Buffer.alloc(32, 2)));
});
