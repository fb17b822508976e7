// `npm run test:pgbouncer`: the service behind PgBouncer in transaction mode, many requests at once on few server connections. Every
// response is compared with what only it can be: a statement that got another one's rows would show.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import {
  buildServer,
  endAll,
  findFreePort,
  makeDataFolder,
  type ServerProcess,
  startProcess,
} from '../support/server-process.ts';

const serverConnections = 4;
const callers = 24;
const rounds = Number(process.env['ROUNDS'] ?? 15);
const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
let database: Awaited<ReturnType<typeof openEmbedded>>;
let pooler: ChildProcess | undefined;

beforeAll(async () => {
  if (spawnSync('pgbouncer', ['--version']).status !== 0) {
    throw new Error('PgBouncer is not installed: these tests need it (Debian: apt-get install pgbouncer).');
  }
  buildServer();
  database = await openEmbedded({ dataDir: makeDataFolder(), log: () => {}, isDurable: false });
});
afterAll(async () => {
  await endAll();
  pooler?.kill('SIGKILL');
  await database?.stop();
});

/** Answers the address of the service's database through a pooler of its own. */
async function startPooler(settings: Record<string, string>): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(database.url);
  const folder = makeDataFolder();
  const poolerPort = await findFreePort();
  const target = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: String(poolerPort),
    unix_socket_dir: '',
    auth_type: 'any',
    default_pool_size: String(serverConnections),
    ...settings,
  });
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]\nforms = ${target}\n[pgbouncer]\n${lines.map((line) => line.join(' = ')).join('\n')}\n`,
  );
  chmodSync(folder, 0o755);
  chmodSync(file, 0o644);
  // It refuses to run as root.
  pooler = spawn('pgbouncer', process.getuid?.() === 0 ? ['-q', '-u', 'nobody', file] : ['-q', file], {
    stdio: 'ignore',
  });
  for (let tries = 0; !(await canConnect(poolerPort)); tries += 1) {
    if (tries === 100) throw new Error('PgBouncer does not listen.');
    await sleep(100);
  }
  return `postgres://u:p@127.0.0.1:${poolerPort}/forms`;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      done(true);
    });
    socket.on('error', () => done(false));
  });
}

async function signIn(server: ServerProcess): Promise<string> {
  const body = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  const { token } = (await server.call('POST', '/auth/login', { body })).body;
  return (await server.call('POST', '/api-keys', { token, body: {} })).body.token;
}

/** Requests of many kinds by many callers; answers what was not as it must be. */
async function storm(server: ServerProcess): Promise<{ requests: number; wrong: unknown[] }> {
  const key = await signIn(server);
  const fields = [{ type: 'fInput', name: 'name' }];
  const formSchema = { rootElem: { type: 'cSection', name: 'root', children: fields } };
  const wrong: unknown[] = [];
  let requests = 0;
  const drive = async (caller: number) => {
    const form = (await server.call('POST', '/form', { key, body: { name: `Form ${caller}`, formSchema } })).body.id;
    const ask = async (method: string, path: string, body: unknown, expected: object) => {
      requests += 1;
      const reply = await server.call(method, path, { key, ...(body === undefined ? {} : { body }) });
      try {
        expect({ status: reply.status, body: reply.body }).toMatchObject({ status: 200, body: expected });
      } catch {
        wrong.push([method, path, reply.status, reply.text.slice(0, 200)]);
      }
      return reply.body;
    };
    for (let round = 1; round <= rounds; round += 1) {
      const name = `${caller} ${round}`;
      const { entryId } = await ask(
        'POST',
        '/entry/submit',
        { form, data: { name } },
        { entry: { data: { name }, idx: round } },
      );
      await ask('GET', `/entry/${entryId}`, undefined, { id: entryId, data: { name } });
      await ask('GET', '/me', undefined, { email: admin.ADMIN_EMAIL });
      await ask(
        'POST',
        `/entry/${entryId}/edit`,
        { data: { name: `${name}!` } },
        { entry: { data: { name: `${name}!` } } },
      );
      await ask('GET', `/form/${form}`, undefined, { id: form, name: `Form ${caller}` });
      await ask('GET', `/entry/count?query=${JSON.stringify({ form })}`, undefined, { count: round });
      await ask('GET', '/optionsSet?limit=3', undefined, { data: expect.any(Array) });
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => drive(caller)));
  return { requests, wrong };
}

for (const [mode, settings] of [
  ['transaction', { pool_mode: 'transaction' }],
  [
    'transaction, start-up parameters ignored',
    {
      pool_mode: 'transaction',
      ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    },
  ],
  ['session', { pool_mode: 'session', default_pool_size: '20' }],
] as const) {
  test(`[running.several-hosts] PgBouncer, ${mode} mode: every response is right`, async () => {
    const server = await startProcess(makeDataFolder(), { ...admin, DATABASE_URL: await startPooler(settings) });
    const { requests, wrong } = await storm(server);
    console.log(`PgBouncer, ${mode}: ${requests} requests, ${wrong.length} wrong`);
    expect(wrong).toEqual([]);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    pooler?.kill('SIGKILL');
  });
}

test('[running.several-hosts] a pooler that goes: 503 with Retry-After, health says so, no process ends', async () => {
  const server = await startProcess(makeDataFolder(), {
    ...admin,
    DATABASE_URL: await startPooler({ pool_mode: 'transaction' }),
  });
  const key = await signIn(server);
  pooler?.kill('SIGKILL');
  const away = await server.call('GET', '/me', { key });
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await fetch(`${server.url}/health`)).status).toBe(503);
  expect(server.log()).not.toContain('a worker process ended');
});
