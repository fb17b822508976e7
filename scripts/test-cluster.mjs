// `npm run test:cluster`: a Patroni cluster and several Formstead servers, which are killed, cut off and restarted. Arguments go to
// vitest (`npm run test:cluster -- failover`), ROUNDS sets how often (20), VARIANTS which addresses (hosts, haproxy, pgbouncer).
//
// As root on Linux everything runs in a network of its own that leads nowhere, and each database node is a host of that network, so
// that one can be cut off from the others. Otherwise all of it is on loopback, and a node that is cut off is a node that is stopped.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildPreviousRelease } from './previous-release.mjs';
import { setUp } from './setup.mjs';

const root = resolve(import.meta.dirname, '..');
const programs = {
  patroni: process.env.PATRONI ?? '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgresql: '/usr/lib/postgresql',
  iproute2: '/usr/sbin/ip',
};

const isRoot = process.getuid?.() === 0;
const missing = () => Object.keys(programs).filter((name) => !existsSync(programs[name]));
if (missing().length > 0 && isRoot && existsSync('/usr/bin/apt-get')) install(missing());
if (missing().length > 0) {
  console.error(`Missing, and nothing was proved: apt-get install ${missing().join(' ')}`);
  process.exit(1);
}
const patroni = spawnSync(programs.patroni, ['--version'], { encoding: 'utf8' }).stdout.trim();
console.log(patroni);
// docs/scaling.md
if (/ ([0-2]\.|3\.0\.[0-2]$)/.test(patroni)) {
  console.error(
    'This Patroni loses entries when a leader that was cut off comes back: PATRONI=path names a newer one.',
  );
}
setUp();
const wanted = process.argv.slice(2);
// Before the network is left: it needs packages.
const isForReleases = wanted.length === 0 || wanted.some((name) => 'two-releases'.includes(name));
const previous = isForReleases ? { PREVIOUS_RELEASE: buildPreviousRelease() } : {};

const vitest = [
  process.execPath,
  resolve(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  'test/cluster/vitest.config.ts',
  '--reporter=verbose',
  ...wanted,
];
// Whatever happens, its processes end with the run (they are in a process namespace), and its files with this script.
const separate = ['unshare', '--net', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canSeparate =
  isRoot && spawnSync(separate[0], [...separate.slice(1), 'ip', 'link', 'set', 'lo', 'up']).status === 0;
if (!canSeparate) console.error('No network namespaces here (Linux and root): nodes are stopped instead of cut off.');
// Not `exec`: the shell is the first process there and takes in what others leave behind.
const [command, ...args] = canSeparate
  ? [...separate, 'sh', '-c', 'ip link set lo up && "$@"', 'sh', ...vitest]
  : vitest;
const folder = mkdtempSync(join(tmpdir(), 'formstead-cluster-'));
// The account of the database looks for its files below it.
chmodSync(folder, 0o755);
const run = spawn(command, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...previous, TMPDIR: folder, CLUSTER_NETWORK: canSeparate ? 'namespaces' : 'loopback' },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(canSeparate ? 'SIGKILL' : signal));
run.once('exit', (code) => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  process.exitCode = code ?? 1;
});

function install(names) {
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
}
