// Three database nodes, each a host with etcd, Patroni and PostgreSQL; commits wait for one standby. What can happen to them is here:
// killed, cut off, switched, restarted.
import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ClusterHost, openNetwork } from './network.ts';
import { etcdFlags, etcdPort, patroniPort, patroniSettings } from './node-settings.ts';
import { asAccount, databaseAccount, endProcess, listTree, signalAll, startProgram, untilGone } from './processes.ts';

/** Another one than the system's may be named. */
const program = process.env['PATRONI'] ?? 'patroni';

export interface PatroniNode {
  readonly name: string;
  readonly address: string;
  readonly canBeCutOff: boolean;
  /** Patroni and PostgreSQL end as by a power failure; etcd stays. */
  kill(): Promise<void>;
  /** The same with etcd. */
  killAll(): Promise<void>;
  start(): void;
  startEtcd(): void;
  /** Its network ends; without namespaces its processes are stopped. */
  cutOff(): void;
  reconnect(): void;
  /** Its data is copied from the leader again. */
  remake(): Promise<void>;
  /** What Patroni says of it; undefined when it says nothing. */
  look(): Promise<NodeState | undefined>;
}

export interface NodeState {
  readonly state: string;
  readonly role: string;
  readonly sync_standby?: boolean;
  /** The same where any of several will do. */
  readonly quorum_standby?: boolean;
  readonly timeline?: number;
}

export interface PatroniCluster {
  readonly nodes: readonly PatroniNode[];
  /** Waits until there is one leader, and every other node follows it; a standby is synchronous. */
  settle(): Promise<PatroniNode>;
  switchOver(from: PatroniNode): Promise<void>;
  /** A new leader of etcd lets every lock begin its time again, Patroni's too: what is lost with this node must not be that as well. */
  moveEtcdLeader(from: PatroniNode): Promise<void>;
  logs(): string;
  close(): Promise<void>;
}

export async function startPatroni(): Promise<PatroniCluster> {
  const network = await openNetwork(3);
  const account = databaseAccount();
  const folder = mkdtempSync(join(tmpdir(), 'formstead-patroni-'));
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  // LOGS names a folder where what the nodes say is kept.
  const logs = process.env['LOGS'] ?? folder;
  mkdirSync(logs, { recursive: true });
  const names = network.hosts.map((_, at) => `node${at + 1}`);
  const nodes = network.hosts.map((host, at) =>
    createNode({ host, name: names[at] as string, folder, logs, all: network.hosts.map(({ address }) => address) }),
  );
  for (const node of nodes) node.startEtcd();
  for (const node of nodes) node.start();
  return {
    nodes,
    settle: () => settle(nodes),
    switchOver: (from) => switchOver(from, nodes),
    moveEtcdLeader: (from) => moveEtcdLeader(from, nodes),
    logs: () => names.map((name) => tailOf(join(logs, `${name}.log`))).join('\n'),
    async close() {
      for (const node of nodes) node.reconnect();
      for (const node of nodes) await node.killAll();
      await network.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
    },
  };
}

function createNode(options: {
  readonly host: ClusterHost;
  readonly name: string;
  readonly folder: string;
  readonly logs: string;
  readonly all: readonly string[];
}): PatroniNode {
  const { host, name, folder, logs, all } = options;
  const own = join(folder, name);
  mkdirSync(own);
  const account = databaseAccount();
  if (account !== undefined) chownSync(own, account.uid, account.gid);
  const settings = join(folder, `${name}.json`);
  writeFileSync(settings, patroniSettings({ name, address: host.address, own, all }));
  const prefix = [...host.prefix, ...asAccount(account)];
  const logFile = join(logs, `${name}.log`);
  let patroni: ChildProcess | undefined;
  let etcd: ChildProcess | undefined;
  let stopped: number[] = [];

  function listProcesses(): number[] {
    const postmaster = postmasterOf(join(own, 'data'));
    return [...(patroni?.pid === undefined ? [] : listTree(patroni.pid)), ...(postmaster ? listTree(postmaster) : [])];
  }

  async function kill(): Promise<void> {
    const pids = listProcesses();
    signalAll(pids, 'SIGKILL');
    await untilGone(pids);
  }

  return {
    name,
    address: host.address,
    canBeCutOff: host.cut !== undefined,
    kill,
    async killAll() {
      await kill();
      if (etcd !== undefined) await endProcess(etcd, 'SIGKILL');
    },
    start() {
      patroni = startProgram([...prefix, program, settings], { cwd: own, logFile });
    },
    startEtcd() {
      etcd = startProgram([...prefix, 'etcd', ...etcdFlags({ name, address: host.address, own, all })], {
        cwd: own,
        logFile: join(logs, `${name}.etcd.log`),
        // Debian builds it for more processors than etcd itself vouches for.
        env: { ETCD_UNSUPPORTED_ARCH: process.arch },
      });
    },
    cutOff() {
      if (host.cut !== undefined) return host.cut();
      stopped = [...listProcesses(), ...(etcd?.pid === undefined ? [] : [etcd.pid])];
      signalAll(stopped, 'SIGSTOP');
    },
    reconnect() {
      host.mend?.();
      signalAll(stopped, 'SIGCONT');
      stopped = [];
    },
    async remake() {
      console.log(`${name} is made again: ${tailOf(logFile)}`);
      const url = `http://${host.address}:${patroniPort}/reinitialize`;
      const response = await fetch(url, { method: 'POST', body: '{"force":true}' });
      console.log(response.status, await response.text());
    },
    async look() {
      try {
        const response = await fetch(`http://${host.address}:${patroniPort}/patroni`, {
          signal: AbortSignal.timeout(1_000),
        });
        return (await response.json()) as NodeState;
      } catch {
        return undefined;
      }
    },
  };
}

async function settle(nodes: readonly PatroniNode[]): Promise<PatroniNode> {
  for (let tries = 0; ; tries += 1) {
    const states = await Promise.all(nodes.map((node) => node.look()));
    const leaders = nodes.filter((_, at) => isLeader(states[at]) && states[at]?.state === 'running');
    const timelines = new Set(states.map((state) => state?.timeline));
    const isWhole =
      leaders.length === 1 &&
      states.every((state) => state?.state === 'running' || state?.state === 'streaming') &&
      states.some(isSynchronous) &&
      timelines.size === 1;
    if (isWhole) return leaders[0] as PatroniNode;
    if (tries === 900) throw new Error(`The cluster does not settle: ${JSON.stringify(states)}`);
    // A standby that cannot follow is made again, as whoever runs the cluster would do.
    const replica = nodes.find((_, at) => states[at]?.role === 'replica' && !isSynchronous(states[at]));
    if (tries === 300 || tries === 600) await replica?.remake();
    await sleep(300);
  }
}

/** To the synchronous standby. On a busy machine a node may say nothing for a moment, or not be ready. */
async function switchOver(from: PatroniNode, nodes: readonly PatroniNode[]): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const states = await Promise.all(nodes.map((node) => node.look()));
    const to = nodes.find((node, at) => node !== from && isSynchronous(states[at]));
    const body = JSON.stringify({ leader: from.name, candidate: to?.name });
    const url = `http://${from.address}:${patroniPort}/switchover`;
    const response = to && (await fetch(url, { method: 'POST', body }));
    if (response?.ok) return;
    if (tries === 60) throw new Error(`Patroni refuses to switch: ${response?.status} ${await response?.text()}`);
    await sleep(1_000);
  }
}

async function moveEtcdLeader(from: PatroniNode, nodes: readonly PatroniNode[]): Promise<void> {
  const ask = async (node: PatroniNode, path: string, body: object) => {
    const url = `http://${node.address}:${etcdPort}/v3/maintenance/${path}`;
    return (await (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json()) as EtcdStatus;
  };
  for (let tries = 0; ; tries += 1) {
    const own = await ask(from, 'status', {});
    const next = await ask(nodes.find((node) => node !== from) as PatroniNode, 'status', {});
    if (own.leader !== undefined && own.leader === next.leader && own.leader !== own.header?.member_id) return;
    if (tries === 60) throw new Error(`etcd keeps its leader: ${JSON.stringify([own, next])}`);
    await ask(from, 'transfer-leadership', { targetID: next.header?.member_id });
    await sleep(500);
  }
}

interface EtcdStatus {
  readonly header?: { readonly member_id: string };
  readonly leader?: string;
}

function isSynchronous(state: NodeState | undefined): boolean {
  return state?.sync_standby === true || state?.quorum_standby === true;
}

export function isLeader(state: NodeState | undefined): boolean {
  return state?.role === 'master' || state?.role === 'primary';
}

/** Patroni's server is a process of its own. */
function postmasterOf(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // The file of a killed one stays, and its number may be somebody else's by now.
  const line = `/proc/${pid}/cmdline`;
  return existsSync(line) && readFileSync(line, 'utf8').includes(data) ? pid : undefined;
}

/** The last of what happened; that nothing happened is said each second. */
function tailOf(file: string): string {
  if (!existsSync(file)) return '';
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/no action\.|Lock owner|invalid resource manager|waiting for WAL/.test(line));
  return `${file}:\n${lines.slice(-150).join('\n')}`;
}
