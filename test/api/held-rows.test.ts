// One account's locked rows never stop another account. Somebody holds every row of a table that is not chelsea's, as a long transaction
// would, and every endpoint is called; meanwhile chelsea submits, lists and edits. The tables come from the catalog and the requests
// from the fault runs, so that new ones are walked too.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../../src/server/identity/create-user.ts';
import { openSql, type Sql } from '../../src/server/store/connection/pool.ts';
import type { Endpoint, Prepared } from '../faults/endpoint.ts';
import { endpoints } from '../faults/endpoints.ts';
import { plainForm, richForm, type World } from '../faults/world.ts';
import { makeForm } from '../support/entries.ts';
import { type Reply, startService, type TestService } from '../support/service.ts';

const origin = 'http://localhost:8080';
let service: TestService;
let world: World;
let holder: Sql;
let other: { readonly form: string; readonly entry: string; readonly key: string };
/** Rows that name one of these are chelsea's. */
let otherIds: string[];

beforeAll(async () => {
  service = await startService({ PUBLIC_URL: origin });
  holder = openSql(service.databaseUrl, { max: 3 });
  const user = { email: 'ann@example.com', password: 'a long password' };
  await createUser(user, service.services);
  const { token } = (await service.call('POST', '/auth/login', { body: user })).body;
  const key = (await service.call('POST', '/api-keys', { token, body: {} })).body.token as string;
  const forms = { plain: await makeForm(service, plainForm, key), rich: await makeForm(service, richForm, key) };
  const call: World['call'] = (method, path, body, options = {}) =>
    service.call(method, path, { key, ...(body === undefined ? {} : { body }), ...options });
  // Of a process and its proxy, the requests use nothing but the address.
  world = { server: { url: service.url }, origin, sql: holder, token, key, user, forms, call } as unknown as World;
  const { chelsea } = service.people;
  const form = await makeForm(service, plainForm, chelsea.key);
  const { body } = await service.call('POST', '/entry/submit', { body: { form, data: { name: 'hers' } } });
  other = { form, entry: body.entryId, key: chelsea.key };
  otherIds = [chelsea.account, chelsea.user, chelsea.email, form, other.entry];
});
afterAll(async () => {
  await holder.end({ timeoutSeconds: 1 });
  await service.close();
});

/** All of it must be answered while the rows are held. */
async function useOther(): Promise<number[]> {
  const { form, entry, key } = other;
  const replies: Reply[] = [];
  for (let round = 0; round < 3; round += 1) {
    replies.push(await service.call('POST', '/entry/submit', { body: { form, data: { name: `round ${round}` } } }));
    replies.push(await service.call('GET', `/entry?limit=5&query=${JSON.stringify({ form })}`, { key }));
    replies.push(await service.call('POST', `/entry/${entry}/edit`, { key, body: { data: { name: `${round}` } } }));
    replies.push(await service.call('POST', `/form/${form}/views`, { key, body: view }));
  }
  return [...new Set(replies.map(({ status }) => status))];
}
const view = { name: 'View', state: {} };

async function lockableTables(): Promise<string[]> {
  const rows = await holder`select tablename from pg_tables where schemaname = 'public' order by tablename`;
  return rows.map((row) => row['tablename'] as string);
}

/** Runs the work while all rows of the table but chelsea's are locked. */
async function holdRows(table: string, work: (pid: number) => Promise<void>): Promise<void> {
  await holder.begin(async (tx) => {
    const hers = otherIds.map((id) => `%${id}%`);
    await tx`select 1 from ${tx(table)} t where not (t::text like any(${hers}::text[])) for update`;
    const [backend] = await tx`select pg_backend_pid() as pid`;
    await work(backend?.['pid'] as number);
  });
}

async function prepare(wanted: readonly Endpoint[], copies: number): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const one of wanted) for (let n = 0; n < copies; n += 1) prepared.push(await one.prepare(world));
  return prepared;
}

const settleMs = 400;
const maxHeldMs = 9_000;
const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Those whose requests wait for a row of the table. */
async function findWaiting(table: string, wanted: readonly Endpoint[]): Promise<Endpoint[]> {
  const waiting: Endpoint[] = [];
  const prepared = await prepare(wanted, 1);
  for (let next = 0; next < wanted.length; ) {
    let last: Promise<unknown> = Promise.resolve();
    // Up to the first that waits: it must not be taken for one that comes later.
    await holdRows(table, async (pid) => {
      for (const one of prepared.slice(next)) {
        let isAnswered = false;
        last = one.send().finally(() => {
          isAnswered = true;
        });
        let isBlocked = false;
        while (!isAnswered && !isBlocked) {
          const blocked = await holder`select 1 from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`;
          isBlocked = blocked.length > 0;
          await sleep(5);
        }
        next += 1;
        if (!isBlocked) continue;
        waiting.push(wanted[next - 1] as Endpoint);
        return;
      }
    });
    await last;
  }
  return waiting;
}

async function checkTable(table: string, wanted: readonly Endpoint[]): Promise<void> {
  const prepared = await prepare(wanted, copies);
  const calls: Promise<Reply>[] = [];
  let served: number[] | 'waits' = 'waits';
  await holdRows(table, async () => {
    for (const one of prepared) calls.push(one.send());
    await sleep(settleMs);
    served = await Promise.race([useOther(), sleep(maxHeldMs).then(() => 'waits' as const)]);
  });
  const replies = await Promise.all(calls);
  const names = wanted.map(({ name }) => name);
  expect({ table, names, served }).toEqual({ table, names, served: [200] });
  // On a slow machine the rows are held for longer than requests wait.
  const isRight = ({ status, headers }: Reply) => status < 500 || (status === 503 && headers.has('retry-after'));
  const failed = replies.flatMap((reply, at) =>
    isRight(reply) ? [] : `${names[Math.floor(at / copies)]}: ${reply.status} ${reply.text}`,
  );
  expect({ table, failed: [...new Set(failed)] }).toEqual({ table, failed: [] });
}
/** More than a process has connections. */
const copies = 12;

const named = (...names: string[]) => endpoints.filter(({ name }) => names.includes(name));

test.each([
  ['accounts', named('POST /form', 'POST /user/invite', 'POST /form/:formId/views')],
  ['forms', named('POST /form/:formId/views', 'PATCH /form/:formId')],
  ['users', named('POST /form/:formId/views', 'PATCH /me', 'POST /auth/login')],
  ['quota_use', named('POST /entry/render', 'POST /entry/:entryId/render')],
  ['api_keys', named('DELETE /api-keys/:apiKey', 'PATCH /api-keys/:apiKey')],
] as const)('[limits.locks] rows of %s are locked: another account is served', async (table, wanted) => {
  expect(wanted.length).toBeGreaterThan(1);
  await checkTable(table, wanted);
});

test('[limits.locks] [heavy] rows of every table in turn, under every endpoint: another account is served', async () => {
  await prepare(endpoints, 1);
  // TABLES=accounts,forms walks only these.
  const only = process.env['TABLES']?.split(',');
  const problems: string[] = [];
  for (const table of await lockableTables()) {
    if (only !== undefined && !only.includes(table)) continue;
    const waiting = await findWaiting(table, endpoints);
    if (waiting.length > 0) await checkTable(table, waiting).catch((error) => problems.push(`${table}: ${error}`));
  }
  expect(problems).toEqual([]);
}, 1_800_000);
