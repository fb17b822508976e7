// Tells which IP addresses are on the public internet. All others (private, loopback, link-local, shared, multicast, reserved, and IPv6
// forms that contain an IPv4 address) are refused where the author of a form chooses the address. [conventions.network]
import { BlockList, isIPv4, isIPv6 } from 'node:net';

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** IANA's special-purpose registry, and all that is not unicast. */
const specialIpv4 = listOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** Global unicast: leaves out ::1, mapped and compatible IPv4, NAT64, unique local, link-local, site-local, multicast. */
const globalIpv6 = listOf('ipv6', ['2000::/3']);

const specialIpv6 = listOf('ipv6', [
  // Teredo, benchmarking, ORCHID and other protocol assignments; documentation; 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);

function listOf(family: 'ipv4' | 'ipv6', subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network, prefix] = subnet.split('/') as [string, string];
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
