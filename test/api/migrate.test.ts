// Migrations beside somebody who reads the same tables for a long time, such as a dump.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDb, type Runner } from '../../src/server/store/connection/db.ts';
import { applyMigrations, migrate } from '../../src/server/store/connection/migrate.ts';
import { migrations } from '../../src/server/store/migrations/all.ts';
import { createFreshDatabase } from '../support/fresh-database.ts';

const last = Math.max(...migrations.map(({ number }) => number));
const next = [
  { number: last + 1, name: 'first', sql: 'create table first_step (id integer)' },
  { number: last + 2, name: 'second', sql: 'alter table users add column second_step text' },
];

test('[running.migrations] a table that somebody reads is waited for without stopping its other readers, each step by itself', async () => {
  const database = await createFreshDatabase();
  const db = await openDb(database.url, { maxConnections: 4 });
  try {
    await migrate(db);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const dump = db.transaction(async (tx) => {
      await tx`select 1 from users limit 1`;
      await held;
    });
    const migrated = migrate(db, [...migrations, ...next]);
    const hasFirst = async () => (await db.sql`select to_regclass('first_step') as found`)[0]?.['found'] !== null;
    await expect.poll(hasFirst).toBe(true);
    const reads: number[] = [];
    for (let read = 0; read < 5; read += 1) {
      reads.push((await db.sql`select id from users`).length);
      await sleep(300);
    }
    expect(reads).toEqual([0, 0, 0, 0, 0]);
    release();
    await dump;
    expect(await migrated).toEqual({
      applied: [`00${last + 1}-first`, `00${last + 2}-second`],
      version: last + 2,
    });
    expect([...(await db.sql`select second_step from users`)]).toEqual([]);
  } finally {
    await db.close();
    await database.drop();
  }
});

/** Earlier ones have landed, and are never edited. */
const firstOfOneTable = 35;
/** Migrations whose subject is several tables. */
const several: Readonly<Record<number, readonly string[]>> = { 38: ['person_links', 'sessions', 'users'] };

test('[running.migrations] a migration locks one table that was there before, so that it waits for the readers of one', async () => {
  const database = await createFreshDatabase();
  const db = await openDb(database.url, { maxConnections: 1 });
  const listTables = (sql: Runner) => sql<{ name: string }[]>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace`;
  const listLocked = (sql: Runner) => sql<{ name: string }[]>`select distinct c.relname as name
    from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`;
  try {
    const walked: number[] = [];
    for (const { number } of migrations.filter((one) => one.number >= firstOfOneTable)) {
      await migrate(
        db,
        migrations.filter((one) => one.number < number),
      );
      const before = new Set((await listTables(db.sql)).map(({ name }) => name));
      const locked = await db.transaction(async (tx) => {
        await applyMigrations(
          tx,
          migrations.filter((one) => one.number <= number),
        );
        return (await listLocked(tx)).map(({ name }) => name).filter((name) => before.has(name));
      });
      expect([number, locked.length <= 1 ? [] : locked.sort()]).toEqual([number, several[number] ?? []]);
      walked.push(number);
    }
    expect(walked).toContain(firstOfOneTable);
  } finally {
    await db.close();
    await database.drop();
  }
});
