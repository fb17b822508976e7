import { expect, test } from 'vitest';
import { strangerOf } from './stranger.ts';

test('[limits.quotas] one network is one stranger, whatever the spelling, and nobody else can tell which', () => {
  const secret = Buffer.alloc(32, 1);
  expect(strangerOf('2001:db8::1', secret)).toBe(strangerOf('2001:DB8::2', secret));
  expect(strangerOf('::ffff:192.0.2.7', secret)).toBe(strangerOf('192.0.2.7', secret));
  expect(strangerOf('2001:db8::1', secret)).not.toBe(strangerOf('2001:db9::1', secret));
  expect(strangerOf('192.0.2.7', secret)).not.toBe(strangerOf('192.0.2.7', Buffer.alloc(32, 2)));
});
