// What happens to the cluster in a round, and how it is mended afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PatroniCluster, PatroniNode } from './patroni.ts';

export interface Strike {
  readonly name: string;
  prepare?(site: StrikeSite): Promise<void>;
  /** Nodes that may be the next primary. */
  candidates(site: StrikeSite): readonly PatroniNode[];
  strike(site: StrikeSite): Promise<void>;
  /** After writes succeed again. */
  mend(site: StrikeSite): Promise<void>;
}

export interface StrikeSite {
  readonly cluster: PatroniCluster;
  readonly leader: PatroniNode;
  /** While no node is there: called in the quiet, in which processes must not spin. */
  readonly whileAllAreDown: () => Promise<void>;
}

const others = ({ cluster, leader }: StrikeSite) => cluster.nodes.filter((node) => node !== leader);

export const strikes: readonly Strike[] = [
  {
    name: 'leader killed',
    candidates: others,
    strike: ({ leader }) => leader.kill(),
    mend: async ({ leader }) => leader.start(),
  },
  {
    name: 'leader cut off',
    prepare: ({ cluster, leader }) => cluster.moveEtcdLeader(leader),
    candidates: others,
    strike: async ({ leader }) => leader.cutOff(),
    mend: async ({ leader }) => leader.reconnect(),
  },
  {
    name: 'switchover',
    candidates: others,
    strike: ({ cluster, leader }) => cluster.switchOver(leader),
    async mend() {},
  },
  {
    name: 'all restarted',
    candidates: ({ cluster }) => cluster.nodes,
    async strike({ cluster, whileAllAreDown }) {
      await Promise.all(cluster.nodes.map((node) => node.killAll()));
      await whileAllAreDown();
      for (const node of cluster.nodes) node.startEtcd();
      for (const node of cluster.nodes) node.start();
      await sleep(0);
    },
    async mend() {},
  },
];
