// Several hosts in DATABASE_URL, one of them a hot standby: a real one, started on a copy of the primary's folder.
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../packages/client/src/index.ts';
import { openSql } from '../../src/server/store/connection/pool.ts';
import { type DatabasePair, startDatabasePair } from '../support/database-pair.ts';
import { buildServer, endAll, makeDataFolder, startProcess } from '../support/server-process.ts';

let pair: DatabasePair | undefined;
beforeAll(buildServer, 180_000);
afterEach(async () => {
  try {
    await endAll();
  } finally {
    await pair?.close();
    pair = undefined;
  }
});

async function startPair(options?: { isStreaming: boolean }): Promise<DatabasePair> {
  pair = await startDatabasePair(options);
  return pair;
}

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };

test('[running.several-hosts] [heavy] read-write means the primary, whichever is named first and after every connection was renewed', async () => {
  const { primary, standby } = await startPair();
  for (const hosts of [`${standby.host},${primary.host}`, `${primary.host},${standby.host}`]) {
    const url = `${primary.href.replace(primary.host, hosts)}?target_session_attrs=read-write`;
    const server = await startProcess(makeDataFolder(), { ...admin, DATABASE_URL: url });
    const { token } = (
      await server.call('POST', '/auth/login', { body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD } })
    ).body;
    const sql = openSql(primary.href, { max: 1 });
    for (let round = 0; round < 3; round += 1) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'formstead'`;
      const ask = async () => (await server.call('POST', '/form', { token, body: { name: 'new' } })).status;
      await expect.poll(ask).toBe(200);
      const statuses = await Promise.all(Array.from({ length: 30 }, ask));
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
    }
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect(server.log()).not.toContain('a worker process ended');
    await sql.end();
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  }
});

test('[running.several-hosts] a start that finds only a standby says so and waits; when it is promoted, the start goes on', async () => {
  const { primary, standby, promote } = await startPair();
  const waiting = `${primary.href.replace(primary.host, standby.host)}`;
  const started = startProcess(makeDataFolder(), { ...admin, DATABASE_URL: waiting }, async (child) => {
    await expect.poll(child.log).toMatch(/Waiting for the database at .*NOT_PRIMARY/);
    await promote();
  });
  const server = await started;
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

test('[running.read-url] [lists.polling] [odata.pages] [heavy] exports, insight, tables and whole lists come from the standby and show what was just acknowledged; one that is behind, or gone, is passed over', async () => {
  const { primary, standby, killStandby } = await startPair({ isStreaming: true });
  const server = await startProcess(makeDataFolder(), {
    ...admin,
    DATABASE_URL: primary.href,
    DATABASE_READ_URL: standby.href,
    METRICS: '1',
  });
  const body = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  const { token } = (await server.call('POST', '/auth/login', { body })).body;
  const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'n' }] };
  const form = (await server.call('POST', '/form', { token, body: { formSchema: { rootElem } } })).body.id;
  const key = (await server.call('POST', '/api-keys', { token })).body.token as string;
  const client = createClient({ url: server.url, apiKey: key });
  let submitted = 0;
  // Two pollers, as docs/rules/lists.md says and as the client does it: at no moment do they miss what was acknowledged before.
  const polled = new Map<string, string>();
  const changed = new Set<string>();
  let cursor: string | undefined;
  const poll = async () => {
    const last = [...polled.values()].toSorted().at(-1) ?? new Date(60_000).toISOString();
    const since = new Date(Date.parse(last) - 60_000).toISOString();
    const query = { form, changedAt: { $gt: since } };
    const { body } = await server.call('GET', '/entry', { token, query: { query, deleteMarkers: true } });
    for (const { id, changedAt } of body.data) polled.set(id, changedAt);
    for await (const batch of client.entries.changes({ form, ...(cursor && { cursor }) })) {
      for (const { id } of batch.changes) changed.add(id);
      cursor = batch.cursor;
    }
    return [polled.size, changed.size];
  };
  const readTable = async (path: string) =>
    fetch(`${server.url}/odata/${form}/${path}`, { headers: { 'x-api-key': key } });
  const checkAll = async () => {
    for (let round = 0; round < 5; round += 1) {
      const reply = await server.call('POST', '/entry/submit', { body: { form, data: { n: String(round) } } });
      expect(reply.status).toBe(200);
      submitted += 1;
      const list = await server.call('GET', `/entry?query=${JSON.stringify({ form })}`, { token });
      expect(list.body.data).toHaveLength(submitted);
      expect(await poll()).toEqual([submitted, submitted]);
      const table = (await (await readTable('Submissions')).json()) as { value: object[] };
      expect([table.value.length, await (await readTable('Submissions/$count')).text()]).toEqual([
        ...[submitted, String(submitted)],
      ]);
      const insight = await server.call('GET', `/form/${form}/insight`, { token });
      expect(insight.body.entries).toBe(submitted);
      const csv = await server.call('POST', '/entry/export?format=csv', { token, body: { query: { form } } });
      // The address is that of people; the process listens elsewhere.
      const { pathname, search } = new URL(csv.body.url);
      const text = await (await fetch(`${server.url}${pathname}${search}`)).text();
      expect(text.trim().split('\n')).toHaveLength(submitted + 1);
    }
  };
  const readsFrom = async (name: string) => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(new RegExp(`^formstead_reads_total{from="${name}"} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  await checkAll();
  // Beside it pages that the primary served while the standby was slow to follow.
  expect(await readsFrom('standby')).toBeGreaterThan(0);

  const sql = openSql(standby.href, { max: 1 });
  await sql`select pg_wal_replay_pause()`;
  const before = await readsFrom('standby');
  await checkAll();
  expect(await readsFrom('standby')).toBe(before);
  await sql.end();
  await killStandby();
  await checkAll();
  expect(server.log()).toContain('the standby of DATABASE_READ_URL cannot be read now; the primary is read instead');
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
