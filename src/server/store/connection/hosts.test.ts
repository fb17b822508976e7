import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHosts } from './hosts.ts';

const [a, b, c] = ['a', 'b', 'c'].map((host) => ({ host, port: 1 })) as [Host, Host, Host];
type Host = { host: string; port: number };
const names = (hosts: readonly Host[]) => hosts.map(({ host }) => host).join('');

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('[running.several-hosts] the host that served last is tried first, and its neighbour once it was given up', () => {
  const hosts = createHosts([a, b, c]);
  expect(names(hosts.inOrder())).toBe('abc');
  hosts.served(b);
  expect(names(hosts.inOrder())).toBe('bca');
  hosts.passOver(a);
  expect(names(hosts.inOrder())).toBe('bca');
  hosts.passOver(b);
  expect(names(hosts.inOrder())).toBe('cab');
});

test('[running.several-hosts] a host that was silent is left out for a second, unless all were', () => {
  const hosts = createHosts([a, b]);
  hosts.wasSilent(a);
  expect(names(hosts.inOrder())).toBe('b');
  hosts.wasSilent(b);
  expect(names(hosts.inOrder())).toBe('ab');
  vi.advanceTimersByTime(1_001);
  // The one that tries again keeps it from the others.
  expect(names(hosts.inOrder())).toBe('ab');
  hosts.answered(b);
  expect(names(hosts.inOrder())).toBe('b');
});
