// The hosts that database nodes run on. As root each is a network namespace on a bridge, inside a network that leads nowhere
// (scripts/test-cluster.mjs); else an address of loopback.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { endProcess } from './processes.ts';

export interface ClusterHost {
  readonly address: string;
  /** How a program is started there: what stands before its name. */
  readonly prefix: readonly string[];
  /** No packet leaves or reaches it, and nobody is told so. Undefined where that cannot be done. */
  readonly cut?: () => void;
  readonly mend?: () => void;
}

export interface ClusterNetwork {
  readonly hosts: readonly ClusterHost[];
  close(): Promise<void>;
}

/** Addresses for documents (RFC 5737): even a mistake would lead nowhere. */
const prefix = '192.0.2';
const bridge = 'nodes';

export async function openNetwork(count: number): Promise<ClusterNetwork> {
  if (process.env['CLUSTER_NETWORK'] !== 'namespaces') {
    const hosts = Array.from({ length: count }, (_, at) => ({ address: `127.0.1.${at + 1}`, prefix: [] }));
    return { hosts, async close() {} };
  }
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', `${prefix}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const holders: ChildProcess[] = [];
  const hosts: ClusterHost[] = [];
  for (let at = 0; at < count; at += 1) {
    // A namespace lives as long as a process in it.
    const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
    holders.push(holder);
    const pid = String(holder.pid);
    await untilSeparate(pid);
    const address = `${prefix}.${at + 11}`;
    const [near, far] = [`near${at}`, `far${at}`];
    const enter = ['nsenter', `--net=/proc/${pid}/ns/net`];
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far);
    ip('link', 'set', far, 'netns', pid);
    ip('link', 'set', near, 'master', bridge, 'up');
    run([...enter, 'ip', 'address', 'add', `${address}/24`, 'dev', far]);
    run([...enter, 'ip', 'link', 'set', far, 'up']);
    run([...enter, 'ip', 'link', 'set', 'lo', 'up']);
    // As a system does it for each interface when it comes up.
    for (const [name, value] of readNeighbourSettings())
      run([...enter, 'sh', '-c', `echo ${value} > /proc/sys/net/ipv4/neigh/${far}/${name}`]);
    hosts.push({
      address,
      prefix: enter,
      cut: () => ip('link', 'set', near, 'nomaster'),
      mend: () => ip('link', 'set', near, 'master', bridge),
    });
  }
  return {
    hosts,
    async close() {
      for (const holder of holders) await endProcess(holder, 'SIGKILL');
      ip('link', 'delete', bridge);
    },
  };
}

/** Of deploy/patroni/sysctl.conf: how soon a node notices that another one is gone. */
function readNeighbourSettings(): [name: string, value: string][] {
  const file = readFileSync(resolve(import.meta.dirname, '../../deploy/patroni/sysctl.conf'), 'utf8');
  return [...file.matchAll(/^net\.ipv4\.neigh\.default\.(\w+) = (\d+)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
}

/** `unshare` has begun when its namespace is not ours. */
async function untilSeparate(pid: string): Promise<void> {
  const nameOf = (id: string) => spawnSync('readlink', [`/proc/${id}/ns/net`], { encoding: 'utf8' }).stdout.trim();
  const own = nameOf('self');
  for (let tries = 0; nameOf(pid) === own || nameOf(pid) === ''; tries += 1) {
    if (tries === 100) throw new Error('A network namespace was not made.');
    await new Promise((done) => setTimeout(done, 20));
  }
}

function ip(...args: string[]): void {
  run(['ip', ...args]);
}

function run(command: readonly string[]): void {
  const [program = '', ...args] = command;
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
}
