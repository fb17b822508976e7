// Which addresses count as one caller. An IPv4 address stands for itself; one subscriber has a whole IPv6 /64, so that is
// one caller too. Every spelling of an address gives the same text. [limits.rate]
import { isIP } from 'node:net';

/** Addresses that are none, such as a proxy's "unknown", share one group. */
const unknown = 'unknown';

/** `192.0.2.7`, or `2001:db8:0:1::/64`. */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return isIP(address) === 4 ? address : unknown;
  const words = readAddress(address);
  if (words === undefined) return readWithPort(address);
  return findMappedIpv4(words) ?? `${hexText(words.slice(0, 4))}::/64`;
}

/** The network of an address: `192.0.2.0/24`, or `2001:db8:0::/48`. One tenant often has all of its addresses. */
export function networkGroup(address: string): string {
  const group = addressGroup(address);
  if (group === unknown) return unknown;
  if (group.includes('.')) return `${group.slice(0, group.lastIndexOf('.'))}.0/24`;
  return `${group.split(':').slice(0, 3).join(':')}::/48`;
}

/** Some proxies add the port: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
function readWithPort(text: string): string {
  const [, ipv4, ipv6] = /^(?:([\d.]{7,15}):\d{1,5}|\[([\da-f:.]{2,45})\](?::\d{1,5})?)$/i.exec(text) ?? [];
  const address = ipv4 ?? ipv6;
  return address === undefined ? unknown : addressGroup(address);
}

/** The eight words of an IPv6 address; undefined when it is none. A zone (`%eth0`) is a name of this machine only. */
function readAddress(text: string): number[] | undefined {
  const [address = ''] = text.split('%', 1);
  if (isIP(address) !== 6) return undefined;
  const [head = '', tail] = address.split('::', 2);
  const first = readWords(head);
  if (tail === undefined) return first;
  const last = readWords(tail);
  return [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

function readWords(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((word) => {
    if (!word.includes('.')) return [Number.parseInt(word, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = word.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

/** `::ffff:192.0.2.7` is how a socket for both kinds names an IPv4 caller. */
function findMappedIpv4(words: readonly number[]): string | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, mark, high = 0, low = 0] = words;
  if (a + b + c + d + e !== 0 || mark !== 0xffff) return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function hexText(words: readonly number[]): string {
  return words.map((word) => word.toString(16)).join(':');
}
