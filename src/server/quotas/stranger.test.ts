import { expect, test } from 'vitest';
import { networkOf, strangerOf } from './stranger.ts';

test('[quota] one network is one stranger, whatever the spelling', () => {
  const cases: [string, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
  ];
  for (const [ip, network] of cases) expect([ip, networkOf(ip)]).toEqual([ip, network]);
  const secret = Buffer.alloc(32, 1);
  expect(strangerOf('2001:db8::1', secret)).toBe(strangerOf('2001:DB8::2', secret));
  expect(strangerOf('2001:db8::1', secret)).not.toBe(strangerOf('2001:db9::1', secret));
  expect(strangerOf('192.0.2.7', secret)).not.toBe(strangerOf('192.0.2.7', Buffer.alloc(32, 2)));
});
