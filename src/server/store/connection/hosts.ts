// The hosts of an address, in the order in which a connection tries them: first the one that served last. One that gave no sign when
// it was tried a moment ago is passed over while there is another, so that it holds nobody up. [running.several-hosts]
import type { DatabaseHost } from './connection-address.ts';

export interface Hosts {
  /** At least one. */
  inOrder(): readonly DatabaseHost[];
  /** What became of an attempt. */
  served(host: DatabaseHost): void;
  answered(host: DatabaseHost): void;
  wasSilent(host: DatabaseHost): void;
  /** The connections to it were given up: the next ones begin with its neighbour. */
  passOver(host: DatabaseHost): void;
}

const silentForMs = 1_000;

export function createHosts(hosts: readonly DatabaseHost[]): Hosts {
  /** When a host was last tried in vain. */
  const silent = new Map<DatabaseHost, number>();
  let first = 0;
  const isSilent = (host: DatabaseHost) =>
    performance.now() - (silent.get(host) ?? Number.NEGATIVE_INFINITY) < silentForMs;

  return {
    inOrder() {
      const turned = [...hosts.slice(first), ...hosts.slice(0, first)];
      const open = turned.filter((host) => !isSilent(host));
      const chosen = open.length > 0 ? open : turned;
      // While one connection tries a host that was silent, others do not.
      for (const host of chosen) if (silent.has(host)) silent.set(host, performance.now());
      return chosen;
    },
    served(host) {
      first = hosts.indexOf(host);
      silent.delete(host);
    },
    answered: (host) => void silent.delete(host),
    wasSilent: (host) => void silent.set(host, performance.now()),
    passOver(host) {
      if (hosts[first] === host) first = (first + 1) % hosts.length;
    },
  };
}
