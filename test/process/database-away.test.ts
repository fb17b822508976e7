// The server as a process beside a database that is not there, comes later, freezes or goes: what a start says, and what a stop waits for.
import { createServer } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { openEmbedded } from '../../src/server/postgres/embedded.ts';
import { type FaultProxy, openProxy } from '../faults/proxy.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import { buildServer, endAll, findFreePort, makeDataFolder, startProcess } from '../support/server-process.ts';

const ends: (() => Promise<unknown>)[] = [];
beforeAll(buildServer, 180_000);
afterEach(async () => {
  await endAll();
  for (const end of ends.splice(0).reverse()) await end();
});

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };

async function openDatabase(): Promise<{ proxy: FaultProxy; url: URL }> {
  const database = await openEmbedded({ dataDir: copyServedFolder(), log: () => {}, isDurable: false });
  ends.push(() => database.stop());
  const url = new URL(database.url);
  const proxy = await openProxy({ host: url.hostname, port: Number(url.port) });
  ends.push(() => proxy.close());
  url.port = String(proxy.port);
  return { proxy, url };
}

test('[running.start.database] no database: says what it waits for, and ends with one clear line after DATABASE_WAIT', async () => {
  const port = await findFreePort();
  const url = `postgres://u:secret@127.0.0.1:${port},127.0.0.1:1/forms`;
  const failure = await startProcess(makeDataFolder(), { DATABASE_URL: url, DATABASE_WAIT: '2' }).then(
    () => expect.unreachable('The server started.'),
    (error: Error & { code: number }) => ({ code: error.code, lines: error.message.trim().split('\n') }),
  );
  const hosts = `127.0.0.1:${port}, 127.0.0.1:1`;
  expect(failure.code).toBe(1);
  expect(failure.lines).toHaveLength(2);
  expect(failure.lines[0]).toContain(`Waiting for the database at ${hosts} (for 2 s at most): connect ECONNREFUSED`);
  expect(failure.lines[1]).toMatch(
    /^formstead: The database at .* could not be reached within \d s: connect ECONNREFUSED/,
  );
  expect(failure.lines.join()).not.toMatch(/secret| {4}at /);
});

test('[running.start.database] [heavy] a stop while it waits for the database is obeyed at once, with exit code 0', async () => {
  // It takes connections and says nothing.
  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  ends.push(async () => silent.close());
  const { port } = silent.address() as { port: number };
  for (const hosts of ['127.0.0.1:1', `127.0.0.1:1,127.0.0.1:${port}`, `127.0.0.1:${port}`]) {
    const started = startProcess(makeDataFolder(), { DATABASE_URL: `postgres://u:p@${hosts}/forms` }, async (child) => {
      await expect.poll(child.log, { timeout: 180_000 }).toContain('Waiting for the database');
      child.kill('SIGTERM');
    });
    const ended = await started.then(
      () => expect.unreachable('The server started.'),
      (error: Error & { code: number }) => error.code,
    );
    expect(ended).toBe(0);
  }
});

test('[running.start.database] a database that comes while it waits is used', async () => {
  const { proxy, url } = await openDatabase();
  proxy.setFrozen(true);
  const late = startProcess(makeDataFolder(), { ...admin, DATABASE_URL: url.href }, async (child) => {
    await expect.poll(child.log, { timeout: 180_000 }).toContain('Waiting for the database');
    proxy.setFrozen(false);
  });
  const server = await late;
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
});

test('[running.start.database] a database that refuses the password is not waited for', async () => {
  const { url } = await openDatabase();
  url.password = 'wrong';
  const failure = await startProcess(makeDataFolder(), { DATABASE_URL: url.href }).then(
    () => expect.unreachable('The server started.'),
    (error: Error & { code: number }) => ({ code: error.code, text: error.message.trim() }),
  );
  expect(failure.code).toBe(1);
  expect(failure.text).toMatch(
    /^formstead: The database at 127\.0\.0\.1:\d+ cannot be used: password authentication failed/,
  );
});

test('[running.settings] an address that asks for a standby, or names no host, is refused', async () => {
  const wrong = [
    [
      'postgres://a,b/forms?target_session_attrs=standby',
      'asks for target_session_attrs=standby, but Formstead writes',
    ],
    ['postgres://a:99999/forms', 'names the host "a:99999"'],
    ['postgres://a:5432:1/forms', 'names the host "a:5432:1"'],
  ];
  for (const [url, message] of wrong) {
    const failure = await startProcess(makeDataFolder(), { DATABASE_URL: url as string }).catch(
      (error: Error) => error,
    );
    expect((failure as Error).message).toContain(`DATABASE_URL (flag --database-url) ${message}`);
  }
});

test('[running.stop] [heavy] with a frozen database: the request in flight gets its 503, the process ends with code 0', async () => {
  const { proxy, url } = await openDatabase();
  const server = await startProcess(makeDataFolder(), { ...admin, DATABASE_URL: url.href });
  const body = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  const { token } = (await server.call('POST', '/auth/login', { body })).body;
  proxy.setFrozen(true);
  const inFlight = server.call('POST', '/form', { token, body: { name: 'late' } });
  expect((await fetch(`${server.url}/health`)).status).toBe(503);
  const ended = server.end('SIGTERM');
  const reply = await inFlight;
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await ended).toEqual({ code: 0, signal: null });
});

test('[errors.unavailable] the database restarts: requests succeed again, without further 503s from old connections', async () => {
  const { proxy, url } = await openDatabase();
  const server = await startProcess(makeDataFolder(), { ...admin, DATABASE_URL: url.href });
  const body = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD };
  const { token } = (await server.call('POST', '/auth/login', { body })).body;
  const ask = async () => (await server.call('GET', '/me', { token })).status;
  await Promise.all(Array.from({ length: 40 }, ask));
  proxy.dropAll();
  await expect.poll(ask, { timeout: 180_000 }).toBe(200);
  for (let round = 0; round < 20; round += 1) expect(await ask()).toBe(200);
});
