// `npm run test:s3`: everything about S3 on a real store, Ceph's radosgw on this machine alone (Debian: ceph-mon, ceph-osd, radosgw), its
// objects in memory; or on the store that TEST_S3 names ({"endpoint", "region", "accessKeyId", "secretAccessKey"}), in new buckets.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '..');
const files = ['test/contract/storage.test.ts', 'test/api/uploads-s3.test.ts', 'test/api/uploads-direct.test.ts'];
const backups = ['test/api/backup-broken-store.test.ts', 'test/api/backup.test.ts'];

const given = process.env.TEST_S3;
const store = given === undefined ? await startRadosgw() : { config: JSON.parse(given), stop() {} };
try {
  const args = ['vitest', 'run', '--project', 'api', '--maxWorkers=1', ...files, ...backups];
  const env = { ...process.env, TEST_S3: JSON.stringify(store.config) };
  process.exitCode = spawnSync('npx', args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
} finally {
  await store.stop();
}

async function startRadosgw() {
  for (const program of ['monmaptool', 'ceph-mon', 'ceph-osd', 'ceph', 'radosgw', 'radosgw-admin']) {
    if (spawnSync(program, ['--version']).error === undefined) continue;
    console.error(
      `${program} is not installed (Debian: apt-get install ceph-mon ceph-osd ceph-common radosgw): nothing was proved.`,
    );
    process.exit(1);
  }
  const folder = mkdtempSync(join(tmpdir(), 'formstead-ceph-'));
  for (const name of ['run', 'mon', 'osd', 'mgr', 'rgw']) mkdirSync(join(folder, name));
  const [monitor, gateway] = [await findFreePort(), await findFreePort()];
  const fsid = randomUUID();
  const file = join(folder, 'ceph.conf');
  writeFileSync(file, configOf({ folder, fsid, monitor, gateway }));
  const ceph = (program, ...args) =>
    execFileSync(program, ['-c', file, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const daemons = [];
  const start = (program, ...args) => daemons.push(spawn(program, ['-c', file, '-f', ...args], { stdio: 'ignore' }));
  const stop = async () => {
    for (const daemon of daemons.reverse()) {
      const ended = new Promise((done) => daemon.once('exit', done));
      if (daemon.exitCode === null && daemon.kill('SIGTERM')) await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const map = join(folder, 'monmap');
    execFileSync('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[v1:127.0.0.1:${monitor}]`, map]);
    ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
    start('ceph-mon', '-i', 'a');
    const disk = randomUUID();
    ceph('ceph', 'osd', 'new', disk, '0');
    ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', disk);
    start('ceph-osd', '-i', '0');
    start('radosgw', '-n', 'client.rgw');
    const endpoint = `http://127.0.0.1:${gateway}`;
    for (
      let tries = 0;
      !(await fetch(endpoint).then(
        (reply) => reply.ok,
        () => false,
      ));
      tries += 1
    ) {
      if (tries === 300) throw new Error('radosgw did not begin to serve.');
      await sleep(1_000);
    }
    const keys = { accessKeyId: 'FORMSTEAD', secretAccessKey: randomUUID() };
    const user = ['user', 'create', '--uid=formstead', '--display-name=Formstead'];
    ceph('radosgw-admin', ...user, `--access-key=${keys.accessKeyId}`, `--secret-key=${keys.secretAccessKey}`);
    console.log(execFileSync('radosgw', ['--version'], { encoding: 'utf8' }).trim());
    return { config: { endpoint, region: 'us-east-1', ...keys }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function configOf({ folder, fsid, monitor, gateway }) {
  const settings = {
    fsid,
    'mon host': `127.0.0.1:${monitor}`,
    'ms bind ipv6': false,
    'public network': '127.0.0.0/8',
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'run dir': join(folder, 'run'),
    'admin socket': join(folder, 'run', '$name.asok'),
    'pid file': join(folder, 'run', '$name.pid'),
    'log file': join(folder, '$name.log'),
    'mon data': join(folder, 'mon'),
    'osd data': join(folder, 'osd'),
    'mgr data': join(folder, 'mgr'),
    'rgw data': join(folder, 'rgw'),
    // One daemon, nothing on disk.
    'osd objectstore': 'memstore',
    'memstore device bytes': 2 ** 31,
    'osd pool default size': 1,
    'osd pool default min size': 1,
    'osd pool default pg num': 8,
    'osd crush chooseleaf type': 0,
    'mon allow pool size one': true,
    'rgw frontends': `beast endpoint=127.0.0.1:${gateway}`,
  };
  return `[global]\n${Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')}`;
}

function findFreePort() {
  return new Promise((done, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}
