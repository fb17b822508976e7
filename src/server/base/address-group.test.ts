// Addresses that count as one caller, whatever their spelling.
import { expect, test } from 'vitest';
import { addressGroup, networkGroup } from './address-group.ts';

test.each([
  ['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['::FFFF:c000:0207', '192.0.2.7', '192.0.2.0/24'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ['192.0.2.7:4711', '192.0.2.7', '192.0.2.0/24'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['2001:DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['2001:db8:0:1:0:0:192.0.2.7', '2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['[2001:db8:0:1::2]:4711', '2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['2001:db8:0:2::1', '2001:db8:0:2::/64', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['1::', '1:0:0:0::/64', '1:0:0::/48'],
  ['unknown', 'unknown', 'unknown'],
  ['_hidden:x', 'unknown', 'unknown'],
  ['999.0.2.7', 'unknown', 'unknown'],
  ['', 'unknown', 'unknown'],
])('[limits.rate] %s counts as %s, in the network %s', (address, group, network) => {
  expect([addressGroup(address), networkGroup(address)]).toEqual([group, network]);
});
