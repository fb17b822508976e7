// A database that blinks, freezes, is full or is somebody else: what the connections of src/server/store/connection/db.ts do about it. The faults
// of every endpoint are in test/faults; here is what those cannot see.
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errors, ServiceError } from '../../src/server/base/errors.ts';
import { asUnavailable, ConnectionError } from '../../src/server/store/connection/database-errors.ts';
import { type Db, openDb, type Transaction } from '../../src/server/store/connection/db.ts';
import { type FaultProxy, openProxy } from '../faults/proxy.ts';
import { cpuOf, leastOf } from '../support/cpu-time.ts';
import { createFreshDatabase, type FreshDatabase } from '../support/fresh-database.ts';

let database: FreshDatabase;
let target: { host: string; port: number };
const proxies: FaultProxy[] = [];
const opened: Db[] = [];

beforeAll(async () => {
  database = await createFreshDatabase();
  const { hostname, port } = new URL(database.url);
  target = { host: hostname, port: Number(port) };
  const db = await open(database.url);
  await db.sql`create table things (name text primary key)`;
});
afterAll(async () => {
  for (const db of opened) await db.close();
  for (const proxy of proxies) await proxy.close();
  await database.drop();
});

async function open(url: string, maxConnections = 2): Promise<Db> {
  const db = await openDb(url, { maxConnections });
  opened.push(db);
  return db;
}

/** A database behind as many proxies as asked for, all of them before the same server. */
async function openBehindProxies(count: number, query = ''): Promise<{ db: Db; proxies: FaultProxy[] }> {
  const made = await Promise.all(Array.from({ length: count }, () => openProxy(target)));
  proxies.push(...made);
  const hosts = made.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return { db: await open(database.url.replace(/127\.0\.0\.1:\d+/, hosts) + query), proxies: made };
}

const outcomeOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => 'done',
    (error: unknown) => (asUnavailable(error) instanceof ServiceError ? 'unavailable' : error),
  );
const listThings = async (like: string) => {
  const rows = await (opened[0] as Db).sql<{ name: string }[]>`select name from things where name like ${like}`;
  return rows.map(({ name }) => name);
};

test('[errors.unavailable] inside a transaction, at every exchange: it fails, nothing of it stays, the next one works', async () => {
  const {
    db,
    proxies: [proxy],
  } = await openBehindProxies(1);
  for (const kind of ['cut', 'reset', 'halfClose'] as const) {
    for (const when of ['before', 'after'] as const) {
      for (let exchange = 1; ; exchange += 1) {
        const name = `${kind} ${when} ${exchange}`;
        proxy?.setFault({ exchange, when, kind });
        const outcome = await outcomeOf(
          db.transaction(async (tx) => {
            await tx`insert into things values (${name})`;
            await tx`select pg_advisory_xact_lock(1)`;
            await tx`insert into things values (${`${name} second`})`;
          }),
        );
        const hasFired = proxy?.hasFired();
        proxy?.setFault(undefined);
        expect([name, outcome]).toEqual([name, hasFired ? 'unavailable' : 'done']);
        // Both or none, and both only when the commit got through.
        expect([0, 2]).toContain((await listThings(`${name}%`)).length);
        expect(await db.sql`select 1 as one`).toMatchObject([{ one: 1 }]);
        if (!hasFired) break;
        expect(exchange).toBeLessThan(20);
      }
    }
  }
});

test('[errors.unavailable] a statement of a transaction whose connection is gone never runs outside it', async () => {
  const {
    db,
    proxies: [proxy],
  } = await openBehindProxies(1);
  let dead: Transaction | undefined;
  const outcome = await outcomeOf(
    db.transaction(async (tx) => {
      dead = tx;
      await tx`insert into things values ('inside')`;
      proxy?.dropAll();
      await letEventsIn();
      await tx`insert into things values ('outside')`;
    }),
  );
  expect(outcome).toBe('unavailable');
  // Other statements have opened the connection again.
  await db.sql`select 1`;
  expect(await outcomeOf((dead as Transaction)`insert into things values ('outside')`)).toBe('unavailable');
  const late = db.transaction(async (tx) => {
    dead = tx;
  });
  await late;
  expect(await outcomeOf((dead as Transaction)`insert into things values ('outside')`)).toMatchObject({
    code: 'TRANSACTION_OVER',
  });
  expect(await listThings('%side')).toEqual([]);
});

test('[errors.unavailable] many statements at once on connections that go: each is told, none gets the rows of another', async () => {
  const {
    db,
    proxies: [proxy],
  } = await openBehindProxies(1);
  for (let round = 0; round < 30; round += 1) {
    proxy?.setFault({
      exchange: 1 + (round % 12),
      when: round % 2 ? 'before' : 'after',
      kind: round % 3 ? 'reset' : 'cut',
    });
    const wrong: unknown[] = [];
    const ask = async (place: number) => {
      try {
        const rows = await db.sql<{ n: number }[]>`select ${place}::int as n`;
        if (rows.length !== 1 || rows[0]?.n !== place) wrong.push([place, ...rows]);
      } catch (error) {
        if (asUnavailable(error) === error) wrong.push(error);
      }
    };
    const places = Array.from({ length: 40 }, (_, place) => place);
    await Promise.all(places.map(ask));
    proxy?.setFault(undefined);
    await Promise.all(places.map(ask));
    expect(wrong).toEqual([]);
  }
});

test('[errors.unavailable] a statement that cannot be sent fails alone', async () => {
  const db = await open(database.url, 1);
  const nothing = undefined as unknown as string;
  const outcomes = await Promise.all([
    outcomeOf(db.sql`select 1 from pg_sleep(0.05)`),
    outcomeOf(db.sql`select ${nothing}`),
    outcomeOf(db.sql`select 2`),
  ]);
  expect(outcomes).toMatchObject(['done', { code: 'UNDEFINED_VALUE' }, 'done']);
});

test('[errors.unavailable] connections that ended while idle cost no statement', async () => {
  const {
    db,
    proxies: [proxy],
  } = await openBehindProxies(1);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([db.sql`select 1 from pg_sleep(0.02)`, db.sql`select 2 from pg_sleep(0.02)`]);
    proxy?.dropAll();
    await letEventsIn();
    expect(await Promise.all([outcomeOf(db.sql`select 1`), outcomeOf(db.sql`select 2`)])).toEqual(['done', 'done']);
  }
});

test('[errors.unavailable] [running.health] a host that stays silent is given up; the other one serves; health says so meanwhile', async () => {
  const {
    db,
    proxies: [first, second],
  } = await openBehindProxies(2, '?target_session_attrs=read-write');
  await db.sql`select 1`;
  expect([first?.openConnections(), second?.openConnections()]).toEqual([1, 0]);
  first?.setFrozen(true);
  const stuck = outcomeOf(db.transaction((tx) => tx`insert into things values ('frozen')`));
  // This one needs a connection of its own, which the other host gives.
  const other = outcomeOf(db.sql`select 1`);
  expect(await db.canWrite()).toBe(false);
  expect(await Promise.all([stuck, other])).toEqual(['unavailable', 'done']);
  expect(await outcomeOf(db.sql`select 1`)).toBe('done');
  expect(await db.canWrite()).toBe(true);
  expect(second?.openConnections()).toBeGreaterThan(0);
  first?.setFrozen(false);
  expect(await listThings('frozen')).toEqual([]);
});

test.each([
  ['', 'commit', 3, 'before'],
  ['', 'response of a commit', 3, 'after'],
  ['[heavy] ', 'begin', 1, 'before'],
  ['[heavy] ', 'statement', 2, 'before'],
  ['[heavy] ', 'response of a statement', 2, 'after'],
] as const)(
  '[errors.unavailable] %sone connection is forgotten at the %s: it is given up within seconds, a long statement beside it is not',
  async (_weight, at, exchange, when) => {
    const {
      db,
      proxies: [proxy],
    } = await openBehindProxies(1);
    await openBoth(db, proxy as FaultProxy);
    const start = performance.now();
    proxy?.setFault(undefined);
    const long = outcomeOf(db.sql`select pg_sleep(6)`);
    await expect.poll(() => proxy?.exchanges()).toBe(1);
    proxy?.setFault({ exchange, when, kind: 'forget' });
    const forgotten = outcomeOf(db.transaction((tx) => tx`insert into things values (${at})`));
    expect(await forgotten).toBe('unavailable');
    expect(proxy?.hasFired()).toBe(true);
    // 3 s until it is suspicious, and a few looks; it was 65 s.
    expect(performance.now() - start).toBeLessThan(20_000);
    // The lost backend holds no lock any more.
    await (opened[0] as Db).sql`insert into things values (${at}) on conflict do nothing`;
    expect(await listThings(at)).toEqual([at]);
    expect(await outcomeOf(db.sql`select 1`)).toBe('done');
    expect(await long).toBe('done');
  },
  120_000,
);

test('[errors.unavailable] a login whose role is another: long statements go on', async () => {
  const { sql } = opened[0] as Db;
  const name = `app_${Date.now()}`;
  await sql.unsafe(`create role owner_${name}; create role ${name} login password 'x' in role owner_${name};
    alter role ${name} set role = owner_${name}`);
  const url = new URL(database.url);
  url.username = name;
  url.password = 'x';
  const db = await openDb(url.href, { maxConnections: 2 });
  try {
    expect(await outcomeOf(db.sql`select pg_sleep(6)`)).toBe('done');
  } finally {
    await db.close();
    await sql.unsafe(`drop role ${name}; drop role owner_${name}`);
  }
});

test('[errors.unavailable] [running.health] closing does not wait for a host that stays silent', async () => {
  const {
    db,
    proxies: [proxy],
  } = await openBehindProxies(1);
  await db.sql`select 1`;
  proxy?.setFrozen(true);
  const stuck = outcomeOf(db.sql`select 1`);
  await letEventsIn();
  await db.close();
  expect(await stuck).toBe('unavailable');
});

test('[errors.unavailable] several hosts, none reachable: each statement tries each once and is told; nothing spins', async () => {
  let attempts = 0;
  const sockets = new Set<Socket>();
  let isClosing = false;
  // A balancer without servers: it takes connections and hangs up.
  const balancer = createServer((socket) => {
    attempts += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    if (isClosing) socket.destroy();
  });
  await new Promise<void>((done) => balancer.listen(0, '127.0.0.1', done));
  const { port } = balancer.address() as { port: number };
  const {
    db,
    proxies: [proxy],
  } = await openBehindProxies(1, '');
  await proxy?.close();
  isClosing = true;
  const url = database.url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port},127.0.0.1:1,127.0.0.1:${proxy?.port}`);
  await expect(openDb(url, { maxConnections: 10 })).rejects.toThrow(
    /^The database at 127\.0\.0\.1:\d+, 127\.0\.0\.1:1, 127\.0\.0\.1:\d+ could not be reached within \d+ s: /,
  );
  expect(attempts).toBe(1);
  // One that had a database and lost it: every statement is told, and asks no more than once.
  const ask = async () => {
    for (let count = 0; count < 10; count += 1) expect(await outcomeOf(db.sql`select 1`)).toBe('unavailable');
    expect(await db.canWrite()).toBe(false);
  };
  expect(await leastOf(1000, () => cpuOf(ask))).toBeLessThan(1000);
  await new Promise((done) => balancer.close(done));
});

test('[errors.unavailable] [running.several-hosts] a host that gives no sign is asked now and then, and holds nobody up whom another may serve', async () => {
  let isAway = false;
  let asked = 0;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => {}));
  const silent = createServer((socket) => {
    asked += 1;
    keep(socket);
  });
  const serving = createServer((socket) => {
    keep(socket);
    if (isAway) return void socket.destroy();
    const behind = connect(target);
    keep(behind);
    socket.pipe(behind).pipe(socket);
  });
  const hosts: string[] = [];
  for (const server of [serving, silent]) {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    hosts.push(`127.0.0.1:${(server.address() as { port: number }).port}`);
  }
  const db = await open(database.url.replace(/127\.0\.0\.1:\d+/, hosts.join(',')), 1);
  isAway = true;
  for (const socket of sockets) socket.destroy();
  const statements = 20;
  for (let count = 0; count < statements; count += 1) expect(await outcomeOf(db.sql`select 1`)).toBe('unavailable');
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(statements);
  isAway = false;
  await expect.poll(() => outcomeOf(db.sql`select 1`)).toBe('done');
  for (const server of [serving, silent]) server.close();
  for (const socket of sockets) socket.destroy();
});

test('[errors.unavailable] [running.health] a server that takes no writes: 503, and health says so', async () => {
  const db = await open(`${database.url}?default_transaction_read_only=on`);
  expect(await outcomeOf(db.sql`insert into things values ('read-only')`)).toBe('unavailable');
  expect(await db.canWrite()).toBe(false);
});

test('[running.health] [limits.disk] health is bad from the first write without room until there is room', async () => {
  const db = await open(database.url);
  const name = new URL(database.url).pathname.slice(1);
  const noRoom = db.sql.unsafe(`do $$ begin raise exception 'no room' using errcode = '53100'; end $$`);
  expect(await outcomeOf(noRoom)).toBe('unavailable');
  await db.sql.unsafe(`create role crowded; revoke temp on database ${name} from public`);
  await db.sql.unsafe(`grant all on all tables in schema public to crowded`);
  const crowded = await open(`${database.url}?role=crowded`);
  await outcomeOf(crowded.sql.unsafe(`do $$ begin raise exception 'no room' using errcode = '53100'; end $$`));
  // No room for a table of its own stands for no room on the disk.
  expect([await crowded.canWrite(), await crowded.canWrite()]).toEqual([false, false]);
  await db.sql.unsafe(`grant temp on database ${name} to crowded`);
  expect([await crowded.canWrite(), await db.canWrite()]).toEqual([true, true]);
  await db.sql.unsafe(`drop owned by crowded; drop role crowded; grant temp on database ${name} to public`);
});

test('[errors.unavailable] a lock that nobody gives back, a statement that never ends: 503', async () => {
  const db = await open(`${database.url}?lock_timeout=100&statement_timeout=300`);
  const held = (opened[0] as Db).transaction(async (tx) => {
    await tx`lock table things`;
    expect(await outcomeOf(db.sql`insert into things values ('locked')`)).toBe('unavailable');
  });
  await held;
  expect(await outcomeOf(db.sql`select pg_sleep(60)`)).toBe('unavailable');
  // Migrations wait as long as they must.
  await db.transaction((tx) => tx`select pg_sleep(0.5)`, { isLong: true });
  const [limits] = await (opened[0] as Db).sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`;
  expect(limits).toEqual({ statement: '1min', lock: '10s', idle: '30s' });
});

test('[errors.unavailable] which errors of the database are a 503 with Retry-After, and which are not', async () => {
  const db = opened[0] as Db;
  const answer = async (code: string) => {
    const run = db.sql.unsafe(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`);
    const known = asUnavailable(await run.catch((error: unknown) => error));
    return known instanceof ServiceError ? [known.status, known.headers['retry-after']] : 'as it is';
  };
  for (const code of ['53100', '53200', '58030', '57014', '55P03', '25006', '53300', '40P01', '08006']) {
    expect([code, await answer(code)]).toEqual([code, [503, '5']]);
  }
  for (const code of ['23505', '42P01', '22001', 'XX000'])
    expect([code, await answer(code)]).toEqual([code, 'as it is']);
  // Sockets say this without an errno.
  const ended = 'This socket has been ended by the other party';
  expect(asUnavailable(new ConnectionError('EPIPE', ended))).toBeInstanceOf(ServiceError);
  expect(asUnavailable(Object.assign(new Error('x'), { code: 'EPIPE' }))).not.toBeInstanceOf(ServiceError);
  expect(asUnavailable(errors.notFound())).toMatchObject({ situation: 'notFound' });
});

/** Two that need a connection at the same time: neither lets go of its own before the other has one. */
async function openBoth(db: Db, proxy: FaultProxy): Promise<void> {
  let held = 0;
  let meet = () => {};
  const both = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const holdUntilBoth = () =>
    db.sql.hold(async () => {
      held += 1;
      if (held === 2) meet();
      await both;
    });
  await Promise.all([holdUntilBoth(), holdUntilBoth()]);
  expect(proxy.openConnections()).toBe(2);
}

/** A while, and then a turn in which the event loop has looked at its sockets: on a busy machine the timer alone may come before that. */
async function letEventsIn(): Promise<void> {
  await new Promise((later) => setTimeout(later, 50));
  for (let turn = 0; turn < 3; turn += 1) await new Promise((later) => setImmediate(later));
}
