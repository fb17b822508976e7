// The server as a process: killed, stopped, restarted, started wrongly; and the commands beside it.
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findMiscounts } from '../support/recount.ts';
import { copyServedFolder } from '../support/served-folder.ts';
import {
  buildServer,
  endAll,
  findFreePort,
  listWorkers,
  makeDataFolder,
  runCommand,
  type ServerProcess,
  startProcess,
} from '../support/server-process.ts';
import { withDatabase } from '../support/with-database.ts';

beforeAll(buildServer, 180_000);
afterEach(endAll);

const admin = { ADMIN_EMAIL: 'ann@example.com', ADMIN_PASSWORD: 'a long password' };
const definition = {
  formSchema: { rootElem: { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'n' }] } },
};

async function signIn(server: ServerProcess): Promise<string> {
  const login = await server.call('POST', '/auth/login', {
    body: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD },
  });
  expect(login.status, login.text).toBe(200);
  return login.body.token;
}

/** What takes for ever is named, with what the server said meanwhile. */
async function within<T>(name: string, work: Promise<T>, log = () => ''): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`Waited too long: ${name}.\n${log().slice(-3000)}`)), 45_000);
  });
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer));
}

/** A storm of submits from several connections until the server no longer answers; gives what was acknowledged. */
function startStorm(server: ServerProcess, form: string, connections = 24) {
  const acknowledged: { id: string; idx: number; n: string }[] = [];
  const refused: { status: number; text: string; requestId: string | null }[] = [];
  let isOver = false;
  const drive = async (connection: number) => {
    for (let count = 0; !isOver; count += 1) {
      const n = `${connection} ${count}`;
      try {
        const reply = await server.call('POST', '/entry/submit', { body: { form, data: { n } } });
        if (reply.status === 200) acknowledged.push({ id: reply.body.entryId, idx: reply.body.entry.idx, n });
        else
          refused.push({
            status: reply.status,
            text: reply.text,
            requestId: reply.headers.get('x-service-request-id'),
          });
      } catch {
        return; // The server is gone.
      }
    }
  };
  const ended = Promise.all(Array.from({ length: connections }, (_, connection) => drive(connection)));
  return {
    acknowledged,
    refused,
    async reaches(count: number) {
      await expect.poll(() => acknowledged.length, { timeout: 180_000, interval: 5 }).toBeGreaterThanOrEqual(count);
    },
    async stop() {
      isOver = true;
      await within('the last answers of a storm', ended);
    },
    ended,
  };
}

async function expectNothingLost(dataDir: string, acknowledged: readonly { id: string; idx: number; n: string }[]) {
  await withDatabase(dataDir, async (sql) => {
    const rows = await sql<{ id: string; idx: number; n: string }[]>`
      select id, idx, data ->> 'n' as n from entries order by id`;
    const stored = new Map(rows.map((row) => [row.id, row]));
    expect(acknowledged.filter(({ id, idx, n }) => stored.get(id)?.idx !== idx || stored.get(id)?.n !== n)).toEqual([]);
    expect(await findMiscounts(sql as never)).toEqual([]);
  });
}

describe('a storm of submits', () => {
  test('[entries.durable] kill -9 in the middle, twice: everything acknowledged is there, counted and numbered', async () => {
    const dataDir = copyServedFolder();
    const all: { id: string; idx: number; n: string }[] = [];
    let server = await startProcess(dataDir, admin);
    const form = (await server.call('POST', '/form', { token: await signIn(server), body: definition })).body.id;
    for (const count of [100, 200]) {
      const storm = startStorm(server, form);
      await storm.reaches(count);
      expect(await server.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
      await storm.ended;
      all.push(...storm.acknowledged);
      server = await startProcess(dataDir);
      console.log(`start after a kill: ${server.startMs} ms; acknowledged so far: ${all.length}`);
      await expectNothingLost(dataDir, all);
    }
    const after = await server.call('POST', '/entry/submit', { body: { form, data: { n: 'after' } } });
    expect(after.status).toBe(200);
    await expectNothingLost(dataDir, all);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  test('[running.stop] SIGTERM under load: requests in flight are answered, exit 0, the next start works', async () => {
    const dataDir = copyServedFolder();
    const server = await startProcess(dataDir, admin);
    const form = (await server.call('POST', '/form', { token: await signIn(server), body: definition })).body.id;
    const storm = startStorm(server, form);
    await storm.reaches(100);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    // An open connection without a request holds nothing up: nothing had to be cut off.
    expect(server.log()).not.toContain('cut off');
    await storm.stop();
    // Whoever came too late on an open connection was told so, in the service's own words.
    for (const { status, text, requestId } of storm.refused) {
      expect([status, JSON.parse(text).statusCode, requestId !== null]).toEqual([503, 503, true]);
    }
    const next = await startProcess(dataDir);
    console.log(`second start: ${next.startMs} ms`);
    await expectNothingLost(dataDir, storm.acknowledged);
    expect(await next.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });

  test('[running.workers] two processes serve the port, number without gaps, are replaced when killed and stop together', async () => {
    const dataDir = copyServedFolder();
    const server = await within('the start', startProcess(dataDir, { ...admin, WORKERS: '2', METRICS: '1' }));
    const form = (await server.call('POST', '/form', { token: await signIn(server), body: definition })).body.id;
    const workers = listWorkers(server.pid);
    expect(workers.length).toBe(2);
    await expectMetricsOfAll(server);
    const storm = startStorm(server, form);
    // While connections are still being opened: none may be left without a response or an end.
    await storm.reaches(8);
    process.kill(workers[0] as number, 'SIGKILL');
    await expect.poll(() => listWorkers(server.pid), { timeout: 180_000 }).not.toContain(workers[0]);
    await expect.poll(() => listWorkers(server.pid).length, { timeout: 180_000 }).toBe(2);
    expect(listWorkers(server.pid).includes(workers[1] as number)).toBe(true);
    await storm.stop();
    const second = startStorm(server, form);
    await second.reaches(100);
    const stopped = server.end('SIGTERM');
    await second.stop();
    expect(await within('the stop', stopped, server.log)).toEqual({ code: 0, signal: null });
    expect(server.log()).toContain('a worker process ended; starting another');
    const next = await within('the second start', startProcess(dataDir));
    await expectNothingLost(dataDir, [...storm.acknowledged, ...second.acknowledged]);
    expect(await within('the second stop', next.end('SIGTERM'), next.log)).toEqual({ code: 0, signal: null });
  });
});

/** Whichever worker is asked, whichever served. */
async function expectMetricsOfAll({ url }: ServerProcess): Promise<void> {
  const get = (path: string) => fetch(`${url}${path}`, { headers: { connection: 'close' } });
  const requests = Array.from({ length: 30 }, () => get('/v1.0/me'));
  for (const { status } of await Promise.all(requests)) expect(status).toBe(401);
  for (let round = 0; round < 10; round++) {
    const text = await (await get('/metrics')).text();
    expect(text).toContain('formstead_workers 2\n');
    expect(text).toContain('formstead_request_seconds_count{method="GET",route="/v1.0/me",status="401"} 30\n');
  }
}

describe('a start that cannot work says why, with exit code 1', () => {
  const failure = async (dataDir: string, env: Record<string, string>) =>
    startProcess(dataDir, env).then(
      () => expect.unreachable('The server started.'),
      (error: Error & { code: number }) => ({ code: error.code, text: error.message }),
    );

  test('[running.start] [running.start.port] the port is taken: said before a database is made', async () => {
    const port = await findFreePort();
    const dataDir = makeDataFolder();
    const other = createServer();
    await new Promise<void>((done) => other.listen(port, '127.0.0.1', done));
    try {
      const { code, text } = await failure(dataDir, { PORT: String(port) });
      expect([code, text]).toEqual([
        1,
        expect.stringContaining(
          `Cannot listen: port ${port} on 127.0.0.1 is in use by another program. Choose another with PORT or --port.`,
        ),
      ]);
      expect(text).not.toContain('    at ');
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    } finally {
      other.close();
    }
  });

  test('[running.start] the data folder is in use; the server in it goes on', async () => {
    const dataDir = copyServedFolder();
    const server = await startProcess(dataDir, admin);
    const { code, text } = await failure(dataDir, {});
    expect([code, text]).toEqual([
      1,
      expect.stringContaining(`is in use by another Formstead (process ${server.pid}).`),
    ]);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  const wrong: [string[], Record<string, string>, string][] = [
    [['serve', '--prot', '80'], {}, 'Unknown flag --prot.'],
    [['serve', '--port', '80x'], {}, 'PORT (flag --port) is "80x", but must be a whole number from 0 to 65535.'],
    [['serve'], { WORKERS: 'two' }, 'WORKERS (flag --workers) is "two", but must be a whole number from 1 to 256.'],
    [['serve'], { PUBLIC_URL: 'forms' }, 'PUBLIC_URL (flag --public-url) is "forms", but must be an address'],
    [['serve'], { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL (flag --database-url) must start with postgres://'],
    [['serve'], { ADMIN_EMAIL: 'a@b' }, 'ADMIN_EMAIL and ADMIN_PASSWORD must be set together.'],
    [['begin'], {}, 'Unknown command "begin".'],
    [['user', 'password', '--email', 'a@b'], {}, '--password is missing.'],
  ];

  test('[running.settings] an unknown flag or a malformed value is named', async () => {
    const results = await Promise.all(
      wrong.map(async ([args, env, message]) => ({ message, ...(await runCommand(makeDataFolder(), args, env)) })),
    );
    for (const { message, code, stdout, stderr } of results) {
      expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)]);
      expect(stderr).not.toContain('    at ');
    }
  });
});

describe('the first user', () => {
  test('[identity.setup] no users: a link is printed, its page works once', async () => {
    const server = await startProcess(copyServedFolder());
    const { setupUrl } = server.ready;
    expect(setupUrl).toMatch(/^http:\/\/localhost:\d+\/admin\/setup\?token=[\w-]{20,}$/);
    await expect.poll(() => server.log()).toContain(`No users yet. Make the first one here, once: ${setupUrl}`);
    const path = (setupUrl as string).replace(/^http:\/\/localhost:\d+/, '');
    const token = new URL(setupUrl as string).searchParams.get('token') as string;
    const page = await fetch(server.url + path);
    expect([page.status, (await page.text()).includes('<form')]).toEqual([200, true]);
    const post = (fields: Record<string, string>) =>
      fetch(`${server.url}/admin/setup`, { method: 'POST', body: new URLSearchParams(fields) });
    const user = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD, name: 'Ann' };
    expect((await post({ ...user, token: 'guess' })).status).toBe(403);
    expect((await post({ ...user, token, password: 'short' })).status).toBe(400);
    expect((await post({ ...user, token })).status).toBe(200);
    expect((await post({ ...user, token, email: 'second@example.com' })).status).toBe(403);
    expect((await fetch(server.url + path)).status).toBe(403);
    await signIn(server);
  });
});

describe('commands', () => {
  const object = (stdout: string) => {
    expect(stdout.trim().split('\n')).toHaveLength(1);
    return JSON.parse(stdout);
  };

  test('[running.commands] [heavy] user add, user password and migrate, while nothing runs and while the server runs', async () => {
    const dataDir = makeDataFolder();
    const migrated = await runCommand(dataDir, ['migrate']);
    expect(migrated.code, migrated.stderr).toBe(0);
    expect(object(migrated.stdout).applied.length).toBeGreaterThan(1);
    const add = (email: string, more: string[] = []) =>
      runCommand(dataDir, ['user', 'add', '--email', email, '--password', 'first password', ...more]);
    const ann = object((await add('ann@example.com', ['--name', 'Ann'])).stdout);
    expect(ann).toEqual({
      user: expect.stringMatching(/^[0-9a-f]{24}$/),
      account: expect.stringMatching(/^[0-9a-f]{24}$/),
    });

    const server = await startProcess(dataDir);
    expect(server.ready.setupUrl).toBeUndefined();
    expect(object((await runCommand(dataDir, ['migrate'])).stdout).applied).toEqual([]);
    const files = await runCommand(dataDir, ['files', 'check', '--repair']);
    const none = { objects: 0, unknown: 0, removed: 0, files: 0, missing: 0, missingKeys: [], leftovers: 0 };
    expect([files.code, object(files.stdout)]).toEqual([0, none]);
    const bob = object((await add('bob@example.com', ['--account', ann.account])).stdout);
    expect(bob.account).toBe(ann.account);
    const again = await add('bob@example.com');
    expect([again.code, again.stdout, again.stderr]).toEqual([1, '', expect.stringContaining('already exists')]);
    const changed = await runCommand(dataDir, [
      'user',
      'password',
      '--email',
      'bob@example.com',
      '--password',
      'second password',
    ]);
    expect([changed.code, object(changed.stdout)]).toEqual([0, bob]);
    const login = async (password: string) =>
      (await server.call('POST', '/auth/login', { body: { email: 'bob@example.com', password } })).status;
    expect([await login('first password'), await login('second password')]).toEqual([401, 200]);
    const nobody = await runCommand(dataDir, ['user', 'password', '--email', 'no@example.com', '--password', 'x']);
    expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining('There is no user with the email')]);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    const offline = await runCommand(dataDir, [
      'user',
      'password',
      '--email',
      'ann@example.com',
      '--password',
      'third password',
    ]);
    expect([offline.code, object(offline.stdout)]).toEqual([0, ann]);
  });
});
