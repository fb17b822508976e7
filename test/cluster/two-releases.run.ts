// `npm run test:cluster -- two-releases`: the release before this one serves; this one is started beside it, which migrates the
// database under its feet; both serve for a while; then the old one is stopped. People who submit, edit, list, search and delete
// through whichever is there notice nothing.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMiscounts } from '../support/recount.ts';
import { type RunningS3, s3Settings, startS3 } from '../support/s3-server.ts';
import { type CallOptions, type Reply, send } from '../support/send.ts';
import { endAll, makeDataFolder, type ServerProcess, spawnServe, startProcess } from '../support/server-process.ts';
import { type SystemPostgres, startSystemPostgres } from '../support/system-postgres.ts';
import { openUrl } from './observe.ts';

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
const seconds = Number(process.env['SECONDS'] ?? 20);
const writers = 8;
const formSchema = {
  rootElem: {
    type: 'cSection',
    name: 'root',
    children: [
      { type: 'fInput', name: 'n' },
      { type: 'fInput', name: 'm' },
    ],
  },
};

let database: SystemPostgres;
let storage: RunningS3;
let env: Record<string, string>;

beforeAll(async () => {
  database = await startSystemPostgres();
  database.createDatabase('forms');
  storage = await startS3();
  env = {
    ...admin,
    WORKERS: '2',
    DATABASE_URL: database.url('forms'),
    ...s3Settings(storage.config),
  };
});
afterAll(async () => {
  await endAll();
  await storage?.close();
  await database?.close();
});

test('[running.migrations] the release before serves on while this one migrates its database, and both serve side by side', async () => {
  const old = await startOld();
  const servers: { url: string }[] = [old];
  const { form, key } = await makeForm(old.url);
  const people = startPeople({ servers, form, key });
  await sleep(seconds * 250);
  const fresh = await startProcess(makeDataFolder(), env);
  servers.push(fresh);
  await sleep(seconds * 1000);
  // It gets nothing new, finishes what it has, and ends.
  servers.shift();
  await people.untilBegunAfter(performance.now());
  expect(await old.stop()).toBe(0);
  await sleep(seconds * 250);
  const { failures, entries, requests } = await people.stop();
  console.log(`two releases: ${requests} requests, ${entries.size} entries, ${failures.length} failures`);
  expect(failures).toEqual([]);
  expect(entries.size).toBeGreaterThan(20);

  const sql = openUrl(database.url('forms'));
  try {
    const rows = await sql<{ id: string; n: string; m: string | null }[]>`
      select id, data ->> 'n' as n, data ->> 'm' as m from entries where status <> 3`;
    expect(new Map(rows.map(({ id, n, m }) => [id, `${n} ${m}`]))).toEqual(entries);
    expect(await findMiscounts(sql as never)).toEqual([]);
  } finally {
    await sql.end();
  }
  const errorsOf = (log: string) => log.split('\n').filter((line) => /"level":(?:50|60|"error")/.test(line));
  expect([errorsOf(old.log()), errorsOf(fresh.log())]).toEqual([[], []]);
  const compared = [old.log(), fresh.log()].join().match(/storage and files were compared/g) ?? [];
  expect(compared.length).toBeLessThanOrEqual(1);
});

/** The build of the release before, with a data folder of its own. */
async function startOld(): Promise<{ url: string; log(): string; stop(): Promise<number | null> }> {
  const folder = process.env['PREVIOUS_RELEASE'];
  if (folder === undefined) throw new Error('scripts/test-cluster.mjs builds the release before and says where it is.');
  const dataDir = makeDataFolder();
  mkdirSync(dataDir, { recursive: true });
  const command = [join(folder, 'scripts/formstead.mjs'), 'serve'];
  const { child, url } = await spawnServe(dataDir, { env: { ...env, DATA_DIR: dataDir }, command });
  let log = '';
  child.stderr?.on('data', (chunk) => (log += chunk));
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const isServing = async () => (await fetch(`${url}/health`).catch(() => undefined))?.status === 200;
  for (let tries = 0; !(await isServing()); tries += 1) {
    if (tries === 600 || child.exitCode !== null) throw new Error(`The release before does not serve: ${log}`);
    await sleep(200);
  }
  return {
    url,
    log: () => log,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function makeForm(url: string): Promise<{ form: string; key: string }> {
  const call = (path: string, options: CallOptions) => send('POST', `${url}/v1.0${path}`, options);
  const body = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  const { token } = (await call('/auth/login', { body })).body;
  const key = (await call('/api-keys', { token, body: {} })).body.token as string;
  const made = await call('/form', { key, body: { name: 'Two releases', formSchema } });
  return { form: made.body.id as string, key };
}

/** Each submits by one server, and looks at and changes what it sent by the next. */
function startPeople(site: { servers: readonly { url: string }[]; form: string; key: string }) {
  const { servers, form, key } = site;
  const failures: string[] = [];
  const entries = new Map<string, string>();
  const begun: number[] = Array.from({ length: writers }, () => 0);
  let requests = 0;
  let isOver = false;

  async function ask(at: number, method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    const { url } = servers[at % servers.length] as ServerProcess;
    requests += 1;
    const reply = await send(method, `${url}/v1.0${path}`, { key, ...options });
    if (reply.status !== 200)
      throw new Error(`${method} ${path} at ${at % servers.length}: ${reply.status} ${reply.text}`);
    return reply;
  }

  async function act(at: number): Promise<void> {
    const n = randomUUID();
    const headers = { 'idempotency-key': n };
    const id = (await ask(at, 'POST', '/entry/submit', { headers, body: { form, data: { n } } })).body
      .entryId as string;
    entries.set(id, `${n} null`);
    const again = await ask(at + 1, 'POST', '/entry/submit', { headers, body: { form, data: { n } } });
    if (again.body.entryId !== id) throw new Error(`${id} was stored again as ${again.body.entryId}`);
    const seen = await ask(at + 1, 'GET', `/entry/${id}`);
    if (seen.body.data.n !== n) throw new Error(`${id} is ${JSON.stringify(seen.body.data)}`);
    await ask(at + 1, 'POST', `/entry/${id}/edit`, { body: { data: { n, m: 'changed' } } });
    entries.set(id, `${n} changed`);
    const query = encodeURIComponent(JSON.stringify({ form, changedAt: { $gte: seen.body.changedAt } }));
    const listed = await ask(at, 'GET', `/entry?query=${query}&limit=500`);
    if (!JSON.stringify(listed.body).includes(n)) throw new Error(`${id} is not listed`);
    if (at % 5 === 0) {
      await ask(at, 'DELETE', `/entry/${id}`);
      entries.delete(id);
    }
    if (at % 7 === 0) await ask(at, 'GET', `/form/${form}`);
  }

  const driven = begun.map(async (_, person) => {
    for (let at = person; !isOver; at += 1) {
      begun[person] = performance.now();
      try {
        await act(at);
      } catch (error) {
        const { message, cause } = error as Error;
        failures.push(`${message} ${cause ?? ''}`);
      }
      await sleep(20);
    }
  });
  return {
    async untilBegunAfter(time: number) {
      while (begun.some((one) => one < time)) await sleep(20);
    },
    async stop() {
      isOver = true;
      await Promise.all(driven);
      return { failures, entries, requests };
    },
  };
}
