// Who uploads without a credential, as far as counting goes: a keyed hash of the address. One household or machine owns a
// whole /64 of IPv6, so its addresses count as one.
import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';

export function strangerOf(ip: string, secret: Buffer): string {
  return createHmac('sha256', secret)
    .update(`address ${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 22);
}

/** The first 64 bits of an IPv6 address in one spelling; an IPv4 address as it is. */
export function networkOf(ip: string): string {
  const address = ip.split('%', 1)[0] ?? '';
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.');
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

/** The URL class writes every spelling of an address in one way. */
function groupsOf(address: string): number[] {
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = spelled.split('::');
  const read = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [first, last] = [read(head), read(tail ?? '')];
  if (tail === undefined) return first;
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}
