// `npm run test:cluster -- two-servers`: two Formstead servers with two workers each behind HAProxy, on one database and one object
// store. What is changed by one is seen by the other when the rules say so; limits are exact over all, and jobs run once.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningS3, s3Settings, startS3 } from '../support/s3-server.ts';
import { type CallOptions, type Reply, send } from '../support/send.ts';
import { endAll, findFreePort, makeDataFolder, type ServerProcess, startProcess } from '../support/server-process.ts';
import { type SystemPostgres, startSystemPostgres } from '../support/system-postgres.ts';
import { multipartBody, multipartType, partsOf } from '../support/upload.ts';
import { type RunningProxy, startServerProxy } from './proxies.ts';

let database: SystemPostgres;
let storage: RunningS3;
let proxy: RunningProxy;
let servers: ServerProcess[];
let key: string;
let token: string;

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
const rounds = Number(process.env['ROUNDS'] ?? 20);
const rateLimit = 300;
const formSchema = (...names: string[]) => ({
  rootElem: { type: 'cSection', name: 'root', children: names.map((name) => ({ type: 'fInput', name })) },
});

beforeAll(async () => {
  database = await startSystemPostgres();
  database.createDatabase('forms');
  storage = await startS3();
  const env = {
    ...admin,
    WORKERS: '2',
    TRUST_PROXY: '1',
    DATABASE_URL: database.url('forms'),
    RATE_LIMIT: String(rateLimit),
    ...s3Settings(storage.config),
  };
  servers = await Promise.all(
    Array.from({ length: 2 }, async () =>
      startProcess(makeDataFolder(), { ...env, PORT: String(await findFreePort()) }),
    ),
  );
  proxy = await startServerProxy(servers.map(({ url }) => url));
  token = (await signIn(admin.ADMIN_PASSWORD, '198.51.100.1')).body.token;
  key = (await call('POST', '/api-keys', { token, body: {} })).body.token;
});
afterAll(async () => {
  await proxy?.close();
  await endAll();
  await storage?.close();
  await database?.close();
});

/** By way of the balancer, from an address of its own unless one is named, so that no limit but the one in question is met. */
function call(method: string, path: string, options: CallOptions & { from?: string } = {}): Promise<Reply> {
  return send(method, `http://127.0.0.1:${proxy.port}/v1.0${path}`, withAddress(options));
}

/** To one of the servers. */
function callAt(
  at: number,
  method: string,
  path: string,
  options: CallOptions & { from?: string } = {},
): Promise<Reply> {
  return send(method, `${servers[at % 2]?.url}/v1.0${path}`, withAddress(options));
}

/** HAProxy adds the address it sees; the one before it counts only at the servers themselves. */
function withAddress({ from, ...options }: CallOptions & { from?: string }): CallOptions {
  return {
    ...options,
    headers: { ...options.headers, 'x-forwarded-for': from ?? randomAddress(), connection: 'close' },
  };
}

function randomAddress(): string {
  const bytes = randomBytes(2);
  return `203.0.${bytes[0]}.${bytes[1]}`;
}

function signIn(password: string, from: string, at?: number): Promise<Reply> {
  const options = { body: { email: admin.ADMIN_EMAIL, password }, from };
  return at === undefined ? call('POST', '/auth/login', options) : callAt(at, 'POST', '/auth/login', options);
}

test('[forms.versions-under-way] a form that is changed, closed and deleted by one server is so at the other at once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const form = (await callAt(round, 'POST', '/form', { key, body: { formSchema: formSchema('a') } })).body.id;
    const other = (method: string, path: string, body?: object) =>
      callAt(round + 1, method, path, { key, ...(body && { body }) });
    expect((await other('POST', '/entry/submit', { form, data: { a: 'one' } })).body.entry.data).toEqual({ a: 'one' });
    await callAt(round, 'PATCH', `/form/${form}`, { key, body: { formSchema: formSchema('a', 'b') } });
    const changed = await other('POST', '/entry/submit', { form, data: { a: 'one', b: 'two' } });
    expect(changed.body.entry.data).toEqual({ a: 'one', b: 'two' });
    await callAt(round, 'PATCH', `/form/${form}`, { key, body: { access: { isDisabled: true } } });
    expect((await other('GET', `/form/${form}/start`)).status).toBe(403);
    await callAt(round, 'DELETE', `/form/${form}`, { key });
    expect((await other('GET', `/form/${form}`)).status).toBe(404);
  }
});

test('[identity.sessions.end] a key that is revoked and a session that is ended are dead at the other server at once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { _id: id, token: fresh } = (await callAt(round, 'POST', '/api-keys', { token, body: {} })).body;
    expect((await callAt(round + 1, 'GET', '/me', { key: fresh })).status).toBe(200);
    expect((await callAt(round, 'DELETE', `/api-keys/${id}`, { token })).status).toBe(200);
    expect((await callAt(round + 1, 'GET', '/me', { key: fresh })).status).toBe(401);
  }
  const session = (await signIn(admin.ADMIN_PASSWORD, randomAddress(), 0)).body.token;
  expect((await callAt(1, 'GET', '/me', { token: session })).status).toBe(200);
  const all = (await callAt(0, 'GET', '/auth/sessions', { token: session })).body.data;
  const own = all.find(({ isCurrent, current }: { isCurrent?: boolean; current?: boolean }) => isCurrent ?? current);
  expect((await callAt(0, 'DELETE', `/auth/sessions/${own.id}`, { token })).status).toBe(200);
  expect((await callAt(1, 'GET', '/me', { token: session })).status).toBe(401);
});

test('[options-sets.search.lag] options that are replaced at one server are found at the other within a minute, and never none', async () => {
  const set = (await callAt(0, 'POST', '/optionsSet', { token, body: { name: 'Mine' } })).body.id;
  const search = async (at: number): Promise<string[]> => {
    const reply = await callAt(at, 'GET', `/optionsSet/${set}/autocomplete?limit=50`);
    return reply.body.data.map(({ value }: { value: string }) => value);
  };
  const lags: number[] = [];
  for (let round = 0; round < Math.min(rounds, 8); round += 1) {
    const options = [1, 2, 3].map((n) => ({ value: `${round} ${n}` }));
    const began = performance.now();
    expect((await callAt(round, 'PUT', `/optionsSet/${set}/options`, { token, body: { options } })).status).toBe(200);
    for (;;) {
      const found = await search(round + 1);
      if (round > 0) expect(found).toHaveLength(3);
      if (found[0] === `${round} 1`) break;
      expect(performance.now() - began).toBeLessThan(60_000);
      await sleep(50);
    }
    lags.push(Math.round(performance.now() - began));
  }
  console.log(`options sets: seen by the other server after ${lags.join(', ')} ms`);
});

test('[files.storage] a file that was uploaded to one server is part of an entry made by the other, and both serve it', async () => {
  const fields = { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fFile', name: 'files' }] } };
  const form = (await call('POST', '/form', { key, body: { formSchema: fields } })).body.id;
  const content = randomBytes(300_000);
  const file = { name: 'a.bin', size: content.length, type: 'application/octet-stream' };
  const policy = (await callAt(0, 'POST', `/form/${form}/uploadPolicy`, { body: file })).body;
  const stored = await send('POST', `${servers[1]?.url}/storage/`, {
    body: multipartBody(partsOf(policy, content)),
    headers: { 'content-type': multipartType },
  });
  expect(stored.status).toBe(201);
  const answer = { ...file, storageKey: policy.key, storageBucket: policy.bucket, url: policy.url };
  const made = await callAt(0, 'POST', '/entry/submit', { key, body: { form, data: { files: [answer] } } });
  expect(made.status).toBe(200);
  for (const at of [0, 1]) {
    const entry = await callAt(at, 'GET', `/entry/${made.body.entryId}`, { key });
    const { pathname, search } = new URL(entry.body.data.files[0].url);
    for (const { url } of servers) {
      const bytes = Buffer.from(await (await fetch(`${url}${pathname}${search}`)).arrayBuffer());
      expect(bytes.equals(content)).toBe(true);
    }
  }
});

test('[entries.idempotency] the same key at both servers at once: one entry, one response', async () => {
  const form = (await call('POST', '/form', { key, body: { formSchema: formSchema('n') } })).body.id;
  for (let round = 0; round < rounds; round += 1) {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { form, data: { n: String(round) } };
    const replies = await Promise.all(
      [0, 1, 0, 1].map((at) => callAt(at, 'POST', '/entry/submit', { key, headers, body })),
    );
    expect(new Set(replies.map((reply) => reply.body.entryId)).size).toBe(1);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  const { count } = (await call('GET', `/entry/count?query=${JSON.stringify({ form })}`, { key })).body;
  expect(count).toBe(rounds);
});

test('[identity.login.guessing] wrong passwords are counted over both servers: as many are looked at as one server would', async () => {
  const statuses: number[] = [];
  const from = '198.51.100.77';
  for (let batch = 0; batch < 7; batch += 1) {
    const replies = await Promise.all([0, 1, 2, 3, 4, 5].map((at) => signIn(`wrong ${batch} ${at}`, from, at)));
    statuses.push(...replies.map(({ status }) => status));
  }
  const looked = statuses.filter((status) => status === 401).length;
  console.log(`guesses: ${looked} of ${statuses.length} looked at`);
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  expect(looked).toBe(30);
});

test('[limits.rate] requests of one address are counted over four workers', async () => {
  const from = '198.51.100.99';
  const statuses: number[] = [];
  for (let batch = 0; batch < 40; batch += 1) {
    const replies = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => callAt(at, 'GET', '/me', { from })));
    statuses.push(...replies.map(({ status }) => status));
  }
  const letIn = statuses.filter((status) => status === 401).length;
  console.log(`requests: ${letIn} of ${statuses.length} let in, the limit is ${rateLimit}`);
  expect(letIn).toBeGreaterThanOrEqual(rateLimit);
  expect(letIn).toBeLessThanOrEqual(rateLimit + 3 * (rateLimit / 50));
  expect(statuses.length - letIn).toBe(statuses.filter((status) => status === 429).length);
});

test('[running.jobs] of four workers one runs each job', async () => {
  const compared = () =>
    servers.flatMap(({ log }) => log().split('\n')).filter((line) => line.includes('storage and files were compared'));
  await expect.poll(() => compared().length, { timeout: 180_000 }).toBe(1);
});
