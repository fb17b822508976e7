// Several hosts in DATABASE_URL, one of them a hot standby: a real one, started on a copy of the primary's folder.
import { spawn } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { findDatabaseAccount, giveTreeTo } from '../../src/server/postgres/account.ts';
import { findBinaries } from '../../src/server/postgres/binaries.ts';
import { childEnvironment, nameWorkingFolder } from '../../src/server/postgres/cluster.ts';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { buildServer, endAll, findFreePort, makeDataFolder, startProcess } from '../support/server-process.ts';

const ends: (() => Promise<unknown>)[] = [];
beforeAll(buildServer, 180_000);
afterEach(async () => {
  try {
    await endAll();
  } finally {
    for (const end of ends.splice(0).reverse()) await end();
  }
});

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };

/** A primary, and a standby that has its data of a moment ago and waits for more. */
async function startPair(): Promise<{ primary: URL; standby: URL; promote: () => Promise<void> }> {
  const dataDir = makeDataFolder();
  const first = await openEmbedded({ dataDir, log: () => {}, isDurable: false });
  await first.stop();
  const copy = join(makeDataFolder(), 'postgres');
  cpSync(join(dataDir, 'postgres'), copy, { recursive: true });
  writeFileSync(join(copy, 'standby.signal'), '');
  const account = findDatabaseAccount(copy);
  if (account !== undefined) giveTreeTo(account, copy);
  const primary = await openEmbedded({ dataDir, log: () => {}, isDurable: false });
  ends.push(() => primary.stop());
  const url = new URL(primary.url);
  url.port = String(await findFreePort());
  const { postgres: program } = findBinaries({ dataDir, account });
  const settings = [
    `port=${url.port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'hot_standby=on',
    'fsync=off',
  ];
  const child = spawn(
    program,
    ['-D', nameWorkingFolder({ dir: copy, account }), ...settings.flatMap((setting) => ['-c', setting])],
    {
      cwd: copy,
      ...account,
      stdio: 'ignore',
      env: childEnvironment,
    },
  );
  const ended = new Promise((done) => child.once('exit', done));
  ends.push(async () => {
    child.kill('SIGQUIT');
    await ended;
  });
  const isStandby = async () => {
    const sql = postgres(url.href, { max: 1, connect_timeout: 5, fetch_types: false });
    try {
      return (await sql`select pg_is_in_recovery() as it`)[0]?.['it'] as boolean;
    } catch {
      return undefined;
    } finally {
      await sql.end({ timeout: 1 });
    }
  };
  await expect.poll(isStandby).toBe(true);
  const promote = async () => {
    const sql = postgres(url.href, { max: 1, fetch_types: false });
    await sql`select pg_promote()`;
    await sql.end();
    await expect.poll(isStandby).toBe(false);
  };
  return { primary: new URL(primary.url), standby: url, promote };
}

test('[running.several-hosts] read-write means the primary, whichever is named first and after every connection was renewed', async () => {
  const { primary, standby } = await startPair();
  for (const hosts of [`${standby.host},${primary.host}`, `${primary.host},${standby.host}`]) {
    const url = `${primary.href.replace(primary.host, hosts)}?target_session_attrs=read-write`;
    const server = await startProcess(makeDataFolder(), { ...admin, DATABASE_URL: url });
    const { token } = (
      await server.call('POST', '/auth/login', { body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD } })
    ).body;
    const sql = postgres(primary.href, { max: 1, fetch_types: false });
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
