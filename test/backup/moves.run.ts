// Backups of real installations, moved between versions of PostgreSQL and kinds of storage, killed anywhere, on a full disk.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { documented } from '../support/documented-command.ts';
import { fillEverything, readEveryGet, waitUntilWritten } from '../support/every-get.ts';
import { startS3 } from '../support/s3-server.ts';
import {
  buildServer,
  endAll,
  makeDataFolder,
  runCommand,
  type ServerProcess,
  startProcess,
} from '../support/server-process.ts';
import { type SystemPostgres, startSystemPostgres } from '../support/system-postgres.ts';

let postgres: SystemPostgres;

beforeAll(async () => {
  buildServer();
  postgres = await startSystemPostgres();
});
afterAll(() => postgres?.close());
afterEach(endAll);

const admin = { ADMIN_EMAIL: 'alice@example.com', ADMIN_PASSWORD: 'a long enough password' };
const addresses = { PUBLIC_URL: 'http://forms.example.org' };
const children = [
  { type: 'fInput', name: 'name' },
  { type: 'fFile', name: 'files' },
];
const formSchema = { rootElem: { type: 'cSection', name: 'root', children } };

async function login(server: ServerProcess): Promise<string> {
  const body = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  return (await server.call('POST', '/auth/login', { body })).body.token;
}

async function submit(server: ServerProcess, form: string, name: string, content?: Buffer): Promise<string> {
  const files = content && [await upload(server, form, content)];
  const reply = await server.call('POST', '/entry/submit', { body: { form, data: { name, ...(files && { files }) } } });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.entry.id;
}

async function upload(server: ServerProcess, form: string, content: Buffer) {
  const facts = { name: 'a.bin', type: 'text/plain', size: content.length };
  const policy = (await server.call('POST', `/form/${form}/uploadPolicy`, { body: facts })).body;
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
    body.append(name, policy[name]);
  body.append('file', new Blob([new Uint8Array(content)], { type: 'text/plain' }), 'a.bin');
  const reply = await fetch(`${server.url}/storage/`, { method: 'POST', body });
  if (reply.status !== 201) throw new Error(await reply.text());
  return { ...facts, storageKey: policy.key, storageBucket: policy.bucket, url: policy.url };
}

/** Every entry as it is returned, and the bytes of every file. */
async function look(server: ServerProcess, token: string, form: string): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  const query = { form };
  const list = await server.call('GET', '/entry', { token, query: { query, limit: 2000 } });
  for (const { id } of list.body.data) {
    const entry = await server.call('GET', `/entry/${id}`, { token });
    seen.set(id, entry.text);
    for (const file of entry.body.data.files ?? []) {
      const { pathname, search } = new URL(file.url);
      const reply = await fetch(`${server.url}${pathname}${search}`);
      seen.set(file.storageKey, `${reply.status} ${Buffer.from(await reply.arrayBuffer()).toString('base64')}`);
    }
  }
  return seen;
}

test("[running.restore] [running.restore.files] embedded to the system's PostgreSQL with files in S3, and back", async () => {
  const source = makeDataFolder();
  const server = await startProcess(source, { ...admin, ...addresses, WORKERS: '2' });
  const token = await login(server);
  const form = (await server.call('POST', '/form', { token, body: { name: 'F', formSchema } })).body.id;
  for (let at = 0; at < 40; at += 1)
    await submit(server, form, `é \\ \t ${at}`, at % 4 === 0 ? randomBytes(at * 50_000) : undefined);
  const quiet = await look(server, token, form);
  let isOver = false;
  const storm = Array.from({ length: 4 }, async (_, lane) => {
    for (let at = 0; !isOver; at += 1)
      await submit(server, form, `storm ${lane} ${at}`, at % 3 ? undefined : randomBytes(5_000));
  });
  const passphrase = join(source, 'passphrase');
  writeFileSync(passphrase, 'a long enough passphrase\n');
  const target = join(source, 'backups');
  const made = await runCommand(source, ['backup', target, '--passphrase-file', passphrase]);
  isOver = true;
  await Promise.all(storm);
  expect(made.code, made.stderr).toBe(0);
  const all = await look(server, token, form);
  await server.end('SIGTERM');

  const s3 = await startS3();
  const s3Settings = {
    S3_ENDPOINT: s3.config.endpoint,
    S3_BUCKET: s3.config.bucket,
    S3_ACCESS_KEY_ID: s3.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
  };
  postgres.createDatabase('moved');
  const outside = makeDataFolder();
  const settings = { ...addresses, ...s3Settings, DATABASE_URL: postgres.url('moved') };
  const restored = await runCommand(outside, ['restore', target, '--passphrase-file', passphrase], settings);
  expect(restored.code, restored.stderr).toBe(0);
  const second = await startProcess(outside, settings);
  const there = await look(second, token, form);
  for (const [name, content] of quiet) expect(there.get(name)).toBe(content);
  for (const [name, content] of there) expect(all.get(name)).toBe(content);
  const numbers = [...there.values()].filter((text) => text.startsWith('{')).map((text) => JSON.parse(text).idx);
  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1));

  const file = join(outside, 'back.tar');
  const elsewhere = 'postgres://formstead:password@db.example.org/formstead';
  const values = { '/var/backups/formstead/move.tar': file, [elsewhere]: postgres.url('again') };
  const back = await runCommand(outside, documented('backup /var/backups/formstead/move.tar', values), settings);
  expect(back.code, back.stderr).toBe(0);
  await second.end('SIGTERM');
  const home = makeDataFolder();
  const again = await runCommand(home, ['restore', file], addresses);
  expect(again.code, again.stderr).toBe(0);
  const third = await startProcess(home, addresses);
  expect(await look(third, token, form)).toEqual(there);
  postgres.createDatabase('again');
  const command = `restore /var/backups/formstead/move.tar --database-url ${elsewhere}`;
  expect((await runCommand(makeDataFolder(), documented(command, values), addresses)).code).toBe(0);
  await s3.close();
  console.log(`PostgreSQL 18 -> ${postgres.version} -> 18: ${there.size} entries and files equal`);
});

test("[running.restore] [running.backup.tables] embedded to the system's PostgreSQL and back: every GET is equal, byte for byte", async () => {
  const source = makeDataFolder();
  const server = await startProcess(source, { ...admin, ...addresses });
  const token = await login(server);
  const filled = await fillEverything(server, token);
  // A maintained set, whose lists have numbers.
  const countries = '5e7500000000000000000008';
  const lists = (await server.call('GET', `/optionsSet/${countries}/lists`, { token })).body.data;
  const diff = `/optionsSet/${countries}/lists/${lists.at(-1).number}/diff`;
  const shown = { ...filled, addresses: { '/optionsSet/{setId}/lists/{number}/diff': diff } };
  const [first, second] = [join(source, 'first.tar'), join(source, 'second.tar')];
  await waitUntilWritten(server, shown);
  expect((await runCommand(source, ['backup', first])).code).toBe(0);
  const embedded = await readEveryGet(server, shown);
  await server.end('SIGTERM');

  postgres.createDatabase('every_get');
  const settings = { ...addresses, DATABASE_URL: postgres.url('every_get') };
  const outside = makeDataFolder();
  expect((await runCommand(outside, ['restore', first], settings)).code).toBe(0);
  const moved = await startProcess(outside, settings);
  // Each is asked after its backup was made, in the same order: requests that leave a line in the audit trail leave the same.
  expect((await runCommand(outside, ['backup', second], settings)).code).toBe(0);
  const external = await readEveryGet(moved, shown);
  await moved.end('SIGTERM');

  const home = makeDataFolder();
  expect((await runCommand(home, ['restore', second], addresses)).code).toBe(0);
  const back = await readEveryGet(await startProcess(home, addresses), shown);
  const progress = `/entry/export/${filled.owned['progressId']}/progress`;
  for (const other of [external, back]) {
    expect([...other.keys()]).toEqual([...embedded.keys()]);
    const differing = [...embedded.keys()].filter((address) => other.get(address) !== embedded.get(address));
    // The exports of then are over.
    expect(differing).toEqual([progress]);
  }
  console.log(`PostgreSQL 18 -> ${postgres.version} -> 18: ${embedded.size} GETs equal`);
});

test('[running.backup.manifest] [running.restore] kill -9 at many points: a whole backup or none, a whole database or an empty one', async () => {
  const rounds = Number(process.env['ROUNDS'] ?? 8);
  const source = makeDataFolder();
  const server = await startProcess(source, { ...admin, ...addresses });
  const token = await login(server);
  const form = (await server.call('POST', '/form', { token, body: { name: 'F', formSchema } })).body.id;
  for (let at = 0; at < 20; at += 1) await submit(server, form, `entry ${at}`, randomBytes(20_000));
  const before = await look(server, token, form);
  const target = join(source, 'backups');
  const ended = { early: 0, late: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const isKilled = await killAfter(source, ['backup', target], 1 + round * 3);
    ended[isKilled ? 'early' : 'late'] += 1;
    const verified = await runCommand(source, ['verify', target]);
    if (verified.code === 0) expect(JSON.parse(verified.stdout).isWhole).toBe(true);
    else expect(verified.stderr).toMatch(/There is no (?:finished )?backup/);
  }
  expect((await runCommand(source, ['backup', target, '--keep', '1'])).code).toBe(0);
  expect(readdirSync(target).sort()).toEqual(['backups', 'files', 'formstead-backup.json']);
  expect(readdirSync(join(target, 'backups'))).toHaveLength(1);
  await server.end('SIGTERM');

  const home = makeDataFolder();
  for (let round = 0; round < rounds; round += 1) {
    if (!(await killAfter(home, ['restore', target], 1 + round * 4))) break;
  }
  const restored = await runCommand(home, ['restore', target]);
  if (restored.code !== 0) expect(restored.stderr).toContain('holds data already');
  const again = await startProcess(home, addresses);
  expect(await look(again, token, form)).toEqual(before);
  console.log(`killed ${ended.early} of ${rounds} backups before their end`);
});

test('[running.backup] a disk that is really full', async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('This test mounts a small volume: it needs Linux and root, and nothing was proved.');
  }
  const source = makeDataFolder();
  const server = await startProcess(source, { ...admin, ...addresses });
  const token = await login(server);
  const form = (await server.call('POST', '/form', { token, body: { name: 'F', formSchema } })).body.id;
  for (let at = 0; at < 5; at += 1) await submit(server, form, `entry ${at}`, randomBytes(900_000));
  const small = join(source, 'small');
  mkdirSync(small);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', small]);
  try {
    for (const target of [join(small, 'folder'), join(small, 'all.tar')]) {
      const full = await runCommand(source, ['backup', target]);
      expect([full.code, full.stdout]).toEqual([1, '']);
      expect(full.stderr).toMatch(/formstead: .*ENOSPC: no space left on device/);
      expect(full.stderr).not.toContain('    at ');
      expect(existsSync(join(target, 'backups'))).toBe(false);
    }
    expect(readdirSync(small)).toEqual(['folder']);
  } finally {
    execFileSync('umount', [small]);
  }
  expect(await submit(server, form, 'goes on')).toMatch(/^[0-9a-f]{24}$/);
});

/** Kills it when it has told of so many steps. False when it came to its end before. */
async function killAfter(dataDir: string, args: string[], steps: number): Promise<boolean> {
  const program = join(dataDir, 'formstead.mjs');
  if (!existsSync(program)) await runCommand(dataDir, ['--version']);
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [program, ...args], { cwd: dataDir, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let lines = 0;
  child.stderr.on('data', (chunk: Buffer) => {
    lines += chunk.toString().split('\n').length - 1;
    if (lines >= steps) child.kill('SIGKILL');
  });
  return new Promise((done) => child.once('exit', (_code, signal) => done(signal === 'SIGKILL')));
}
