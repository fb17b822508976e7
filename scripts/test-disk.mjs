// `npm run test:disk`: a whole installation on a volume of 420 MB. Strangers fill it, somebody else fills the rest, the database is
// killed while nothing can be written; space comes back and all is well without anybody's hand. Linux, as root (it mounts a volume).
// Prints its figures as one JSON object; ends with code 1 when something is not as it must be.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setUp } from './setup.mjs';

const root = resolve(import.meta.dirname, '..');
const volume = '420M';
const mb = 2 ** 20;
const email = 'owner@example.com';
const password = 'a long enough password';

if (process.platform !== 'linux' || process.getuid() !== 0) {
  console.error('npm run test:disk mounts a volume: it needs Linux and root.');
  process.exit(1);
}
setUp();
const folder = mkdtempSync(join(tmpdir(), 'formstead-disk-'));
const image = `${folder}.img`;
run('truncate', ['-s', volume, image]);
run('mkfs.ext4', ['-q', image]);
run('mount', ['-o', 'loop', image, folder]);
const figures = {};
const failures = [];
let server;
try {
  await main();
} catch (error) {
  failures.push(String(error?.stack ?? error));
} finally {
  if (server !== undefined && server.exitCode === null) await stop('SIGKILL');
  for (const pid of findPostgres()) process.kill(pid, 'SIGKILL');
  await sleep(500);
  run('umount', ['-l', folder]);
  rmSync(image, { force: true });
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify({ volume: volume, ...figures, failures }, null, 1));
process.exit(failures.length === 0 ? 0 : 1);

async function main() {
  const url = await start();
  const api = `${url}/v1.0`;
  const token = (await call('POST', `${api}/auth/login`, { email: email, password: password })).body.token;
  const owner = { authorization: token };
  const children = [
    { type: 'fInput', name: 'text' },
    { type: 'fFile', name: 'files' },
  ];
  const form = (
    await call('POST', `${api}/form`, { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } }, owner)
  ).body.id;
  let acknowledged = 0;
  const submit = async (length = 100) => {
    const reply = await call('POST', `${api}/entry/submit`, { form, data: { text: randomText(length) } });
    if (reply.status === 200) acknowledged += 1;
    return reply.status;
  };
  figures.freeAtStartMB = freeMB();

  // Strangers upload what they can.
  const uploads = [];
  for (let i = 0; i < 20; i += 1) uploads.push(await upload(url, form, 40 * mb));
  figures.uploadsOf40MB = countOf(uploads);
  figures.freeAfterUploadsMB = freeMB();
  expect('some uploads are taken, the rest are 507', uploads[0] === 201 && uploads.at(-1) === 507);
  // And save what they can.
  const drafts = [];
  const drafted = [];
  for (let i = 0; i < 300 && drafts.at(-1) !== 507; i += 1) {
    const reply = await call('POST', `${api}/entry/save`, { form, data: { text: randomText(900_000) } });
    drafts.push(reply.status);
    if (reply.status === 200) drafted.push(reply.body.entryId);
  }
  figures.draftsOf900kB = countOf(drafts);
  figures.freeAfterDraftsMB = freeMB();
  expect('drafts are refused with 507', drafts.at(-1) === 507);
  expect('uploads and drafts bring no other status', onlyHas([...uploads, ...drafts], [200, 201, 507]));
  expect('an export is refused with 507', (await exportOf(api, form, owner)) === 507);
  const goOn = [];
  for (let i = 0; i < 200; i += 1) goOn.push(await submit());
  figures.submitsBelowReserve = countOf(goOn);
  expect('submits go on below the reserve', onlyHas(goOn, [200]));
  const large = [];
  for (let i = 0; i < 20; i += 1) large.push(await submit(900_000));
  figures.submitsOf900kBBelowReserve = countOf(large);
  expect('large submits are refused with 507', onlyHas(large, [507]));
  const health = await call('GET', `${url}/health`);
  figures.healthBelowReserve = { status: health.status, ...health.body };
  expect('health is 200 with a warning', health.status === 200 && health.body.warnings?.[0] === 'diskLow');
  // Small submits until the last reserve, where the owner can still sign in and delete.
  const small = [];
  while (small.length < 20_000 && small.at(-1) !== 507) small.push(await submit(15_000));
  figures.submitsOf15kBUntilLastReserve = countOf(small);
  expect('small submits stop at the last reserve with 507', onlyHas(small, [200, 507]) && small.at(-1) === 507);
  const signIn = await call('POST', `${api}/auth/login`, { email: email, password: password });
  expect('sign-in goes on', signIn.status === 200);
  const query = { _id: { $in: drafted.slice(0, 20) } };
  expect('the owner can delete', (await call('POST', `${api}/entry/delete`, { query }, owner)).status === 200);
  expect('health is 200 at the last reserve', (await call('GET', `${url}/health`)).status === 200);

  // Something else on the machine takes the rest.
  fillUp();
  const full = [];
  for (let i = 0; i < 400; i += 1) full.push(await submit(20_000));
  figures.submitsOnFullDisk = countOf(full);
  expect('on a full disk: taken, 507 or 503, never another status', onlyHas(full, [200, 503, 507]));
  figures.recoveredMs = await recover(submit);

  // The database dies while there is no space to recover in.
  fillUp();
  for (const pid of findPostgres()) process.kill(pid, 'SIGKILL');
  await sleep(8_000);
  const dead = [];
  for (let i = 0; i < 20; i += 1) dead.push(await submit());
  figures.submitsWithDeadDatabase = countOf(dead);
  expect('a dead database on a full disk: taken, 507 or 503', onlyHas(dead, [200, 503, 507]));
  figures.recoveredAfterCrashMs = await recover(submit);

  // All that was acknowledged was stored; what got no response may have been.
  const { counts } = (await call('GET', `${api}/form/${form}`, undefined, owner)).body;
  Object.assign(figures, {
    acknowledgedSubmits: acknowledged,
    storedSubmits: counts.submit,
    storedDrafts: counts.save,
  });
  expect('every acknowledged submit is stored', counts.submit >= acknowledged);
  expect('every acknowledged draft is stored', counts.save >= drafted.length);

  // What the owner deletes makes room for files again.
  await call('DELETE', `${api}/form/${form}`, undefined, owner).then(({ status }) => {
    figures.deleteFormStatus = status;
  });
  const other = (
    await call('POST', `${api}/form`, { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } }, owner)
  ).body.id;
  figures.freeAfterDeleteMB = freeMB();
  figures.uploadAfterDelete = await upload(url, other, 40 * mb);
  expect('there is room for files again', figures.uploadAfterDelete === 201);
  figures.exit = await stop('SIGTERM');
  expect('SIGTERM ends it with code 0', figures.exit === 0);
}

async function start() {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME ?? '/',
    DATA_DIR: folder,
    PORT: String(port),
    RATE_LIMIT: '0',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'fatal',
  };
  server = spawn(process.execPath, [join(root, 'scripts/formstead.mjs'), 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((done, fail) => {
    server.stdout.once('data', done);
    server.once('exit', (code) => fail(new Error(`The service ended with ${code} at its start.`)));
  });
  return `http://127.0.0.1:${port}`;
}

function stop(signal) {
  return new Promise((done) => {
    server.once('exit', (code) => done(code));
    server.kill(signal);
  });
}

async function freePort() {
  const probe = createServer();
  await new Promise((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

async function call(method, url, body, headers = {}) {
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text, headers: response.headers };
}

/** The status of the policy when it is refused, else that of the upload. */
async function upload(url, form, size) {
  const file = { name: 'large.bin', size, type: 'application/octet-stream' };
  const policy = await call('POST', `${url}/v1.0/form/${form}/uploadPolicy`, file);
  if (policy.status !== 200) return policy.status;
  const body = new FormData();
  for (const name of [
    'key',
    'acl',
    'Content-Type',
    'StorageAccessKeyId',
    'policy',
    'signature',
    'success_action_status',
  ])
    body.append(name, policy.body[name]);
  body.append('file', new Blob([Buffer.alloc(size)], { type: file.type }), file.name);
  const response = await fetch(`${url}/storage/`, { method: 'POST', body });
  await response.arrayBuffer();
  return response.status;
}

async function exportOf(api, form, owner) {
  return (await call('POST', `${api}/entry/export?format=csv`, { query: { form } }, owner)).status;
}

/** Writes until nothing more fits. */
function fillUp() {
  const file = openSync(join(folder, 'filler'), 'a');
  try {
    for (let size = mb; size >= 4096; ) {
      try {
        writeSync(file, Buffer.alloc(size, 1));
      } catch {
        size /= 4;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Takes the filler away and waits for the first submit that is taken. */
async function recover(submit) {
  const from = performance.now();
  rmSync(join(folder, 'filler'));
  for (;;) {
    if ((await submit()) === 200) return Math.round(performance.now() - from);
    if (performance.now() - from > 60_000) throw new Error('Not recovered within a minute.');
    await sleep(100);
  }
}

/** The processes of the installation's own PostgreSQL. */
function findPostgres() {
  const pids = [];
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [command] = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      const environment = readFileSync(`/proc/${name}/mountinfo`, 'utf8');
      const link = readFileSync(`/proc/${name}/cwd/PG_VERSION`, 'utf8');
      const own = readFileSync(`/proc/${name}/cwd/formstead.password`, 'utf8');
      const ours = readFileSync(join(folder, 'postgres/formstead.password'), 'utf8');
      if (command.includes('postgres') && environment !== '' && link !== '' && own === ours) pids.push(Number(name));
    } catch {
      // Ended meanwhile, or no server of this installation.
    }
  }
  return pids;
}

/** What no database makes smaller. */
function randomText(length) {
  return randomBytes(Math.ceil(length * 0.75))
    .toString('base64')
    .slice(0, length);
}

function freeMB() {
  const { bavail, bsize } = statfsSync(folder);
  return Math.round((bavail * bsize) / mb);
}

function countOf(statuses) {
  const counts = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function onlyHas(statuses, allowed) {
  return statuses.every((status) => allowed.includes(status));
}

function expect(what, isTrue) {
  if (!isTrue) failures.push(what);
}

function run(program, args) {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}
