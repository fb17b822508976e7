// The layer between the store and node-postgres, on a real server: what travels how, and what becomes of a connection that a
// statement, a transaction or a COPY left in disorder. Faults of the network: database-faults.test.ts.
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RequestScope, runInScope } from '../../src/server/base/request-scope.ts';
import { openPool, openSql, type Pool, type Sql } from '../../src/server/store/connection/pool.ts';
import { createFreshDatabase, type FreshDatabase } from '../support/fresh-database.ts';

let database: FreshDatabase;
let sql: Sql;
const opened: Sql[] = [];

beforeAll(async () => {
  database = await createFreshDatabase();
  sql = open();
  await sql`create table things (id int primary key, name text)`;
});
afterAll(async () => {
  for (const one of opened) await one.end({ timeoutSeconds: 0 });
  await database.drop();
});

function open(options: Partial<Parameters<typeof openPool>[1]> = {}, query = ''): Sql {
  return openOne(options, query).sql;
}

function openOne(options: Partial<Parameters<typeof openPool>[1]> = {}, query = ''): Pool {
  const pool = openPool(`${database.url}${query}`, { max: 1, ...options });
  opened.push(pool.sql);
  return pool;
}

function scopeOf(caller: string): RequestScope {
  return { caller: () => caller, worksFor() {}, fail() {}, untilFailed: () => new Promise(() => {}) };
}

const pidOf = async (runner: Sql) => (await runner<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;

test('[conventions.times] columns arrive as what they are: times in ISO 8601, JSON and numerics as text', async () => {
  const [row] =
    await sql`select true as yes, 12::int8 as big, 1.5::float8 as float, 1.50::numeric as exact, null as nothing,
    '2026-11-15 02:48:03.12+02'::timestamptz as time, '{"a": 1}'::json as json, '\\x6100ff'::bytea as bytes,
    '{a,b}'::text[] as list, ${'ש"\\'}::text as text, ${['ש"\\', null]}::text[] as sent`;
  expect(row).toEqual({
    ...{ yes: true, big: 12, float: 1.5, exact: '1.50', nothing: null },
    ...{ time: '2026-11-15T00:48:03.120Z', json: '{"a": 1}', bytes: Buffer.from('6100ff', 'hex') },
    ...{ list: '{a,b}', text: 'ש"\\', sent: '{"ש\\"\\\\",NULL}' },
  });
});

test('[running.several-hosts] settings are sent with the greeting; those of the address win', async () => {
  const other = open(
    { settings: { application_name: 'formstead', TimeZone: 'UTC', statement_timeout: 60_000 } },
    '?statement_timeout=1234&search_path=a%2C%22b%20c%22',
  );
  const [row] = await other`select current_setting('application_name') as name, current_setting('TimeZone') as zone,
    current_setting('statement_timeout') as timeout, current_setting('search_path') as path`;
  expect(row).toEqual({ name: 'formstead', zone: 'UTC', timeout: '1234ms', path: 'a,"b c"' });
});

test('[house] sql: several statements in one text run together; the count is that of the last', async () => {
  const many = await sql.unsafe(`insert into things values (1, 'a'), (2, 'b'); update things set name = 'c'`);
  expect([many.count, [...many]]).toEqual([2, []]);
  expect((await sql`delete from things`).count).toBe(2);
});

test('[running.migrations] a statement that was prepared before the table changed is prepared again', async () => {
  await sql`create table grown (id int)`;
  const list = () => sql`select * from grown`;
  await sql`insert into grown values (1)`;
  expect(await list()).toEqual([{ id: 1 }]);
  await sql`alter table grown add column name text default 'new'`;
  expect(await list()).toEqual([{ id: 1, name: 'new' }]);
  await sql`alter table grown drop column id`;
  const listInTransaction = () => sql.begin((tx) => tx`select * from grown`);
  expect(await listInTransaction()).toEqual([{ name: 'new' }]);
  await sql`alter table grown add column more int`;
  // A transaction cannot go on after the server's error; the next one works.
  await expect(listInTransaction()).rejects.toMatchObject({ code: '0A000' });
  expect(await listInTransaction()).toEqual([{ name: 'new', more: null }]);
});

test('[errors.unavailable] a statement that failed fails its transaction, whoever caught it', async () => {
  const work = sql.begin(async (tx) => {
    await tx`insert into things values (7, 'kept?')`;
    await tx`select 1 / 0`.catch(() => 'caught');
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  expect(await sql`select * from things`).toEqual([]);
  expect(await sql.begin((tx) => tx`select 1 as one`)).toEqual([{ one: 1 }]);
});

test('[errors.unavailable] statements begun together on one connection run one after another, each with its own rows', async () => {
  const found = await sql.begin((tx) => Promise.all([1, 2, 3].map((n) => tx`select ${n}::int as n`)));
  expect(found).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
});

test('[errors.unavailable] a transaction that was left open is not handed to anybody else', async () => {
  const other = open();
  const before = await pidOf(other);
  await other`begin`;
  expect(await pidOf(other)).not.toBe(before);
  expect(await other`select 1 as one`).toEqual([{ one: 1 }]);
});

test('[running.backup] a COPY comes and goes as a stream, and the connection goes on', async () => {
  const other = open();
  const before = await pidOf(other);
  await other.begin(async (tx) => {
    await pipeline(['1\ta\n', '2\tb\n'], tx.connection.copyIn('copy things from stdin'));
    expect(await text(tx.connection.copyOut('copy (select * from things order by id) to stdout'))).toBe('1\ta\n2\tb\n');
    await tx`delete from things`;
  });
  expect(await pidOf(other)).toBe(before);
});

test('[running.restore] a COPY that breaks a constraint after its last row is an error, not a silence', async () => {
  const other = open();
  const work = other.begin(async (tx) => {
    await pipeline(['1\ta\n', '1\tb\n'], tx.connection.copyIn('copy things from stdin'));
  });
  await expect(work).rejects.toMatchObject({ code: '23505' });
  expect(await other`select * from things`).toEqual([]);
});

test('[running.backup] a COPY whose reader gives up ends with the error of the reader; the pool goes on', async () => {
  const other = open();
  const work = other.begin(async (tx) => {
    for await (const _ of tx.connection.copyOut(
      'copy (select repeat(md5(n::text), 100) from generate_series(1, 20000) n) to stdout',
    ))
      throw new Error('no room');
  });
  await expect(work).rejects.toThrow('no room');
  expect(await other`select 1 as one`).toEqual([{ one: 1 }]);
});

test('[errors.unavailable] a COPY whose connection is lost before anybody reads it tells whoever reads it', async () => {
  const other = open();
  const work = other.begin(async (tx) => {
    const rows = tx.connection.copyOut('copy (select 1) to stdout');
    tx.connection.destroy(new Error('lost'));
    await expect.poll(() => rows.destroyed, { timeout: 10_000 }).toBe(true);
    return text(rows);
  });
  await expect(work).rejects.toThrow('Connection terminated');
  expect(await other`select 1 as one`).toEqual([{ one: 1 }]);
});

test('[running.doctor.database] a statement is cancelled by its connection', async () => {
  const other = open();
  const sleep = other.hold(async (session) => {
    const statement = session`select pg_sleep(60)`;
    const cancelled = expect(statement).rejects.toMatchObject({ code: '57014' });
    await expect
      .poll(async () => (await sql`select 1 from pg_stat_activity where query like 'select pg_sleep(60)%'`).length)
      .toBe(1);
    session.connection.cancel();
    await cancelled;
    return session`select 1 as one`;
  });
  expect(await sleep).toEqual([{ one: 1 }]);
});

test('[limits.fair-turns] callers whose statements wait for a connection take turns', async () => {
  const { sql: other, waiting } = openOne();
  await other`select 1`;
  const served: string[] = [];
  const send = (caller: string, name: string) =>
    runInScope(scopeOf(caller), () => other`select 1`.then(() => served.push(name)));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = other.hold(() => released);
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => send('a', name));
  const transaction = runInScope(scopeOf('b'), () => other.begin(async () => served.push('b1')));
  const last = send('c', 'c1');
  expect(waiting()).toHaveLength(6);
  release();
  await Promise.all([held, ...many, transaction, last]);
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4']);
});

test('[running.health] who waits for a connection is told when the pool ends, and what runs is cut off', async () => {
  const { sql: other, waiting, connections, isBusy } = openOne();
  await other`select 1`;
  const running = expect(other`select pg_sleep(60)`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  const late = expect(other`select 2`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  await expect.poll(() => [waiting().length, connections().map(isBusy)]).toEqual([1, [true]]);
  await other.end({ timeoutSeconds: 0 });
  await Promise.all([running, late]);
  await expect(other`select 3`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  expect(connections()).toEqual([]);
});

test('[errors.unavailable] a wrong password is an error at once, not an absence', async () => {
  const url = Object.assign(new URL(database.url), { password: 'guess' }).href;
  const stranger = openSql(url, { max: 1 });
  await expect(stranger`select 1`).rejects.toMatchObject({ code: '28P01' });
  await stranger.end();
});
