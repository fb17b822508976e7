// Brings the schema up to date, one transaction per migration. Several processes may start at once: a row lock lets one work while
// the others wait. A lock on a table that somebody reads, such as a dump, is waited for in short tries: while a migration waits for
// a table, every request for that table queues behind it. [running.migrations]
import { setTimeout as sleep } from 'node:timers/promises';
import { type Migration, migrations } from '../migrations/all.ts';
import { DatabaseConnectionError } from './connect-database.ts';
import { codeOf } from './database-errors.ts';
import { brokenUnique, type Db, type Runner, type Transaction } from './db.ts';

export interface MigrationReport {
  readonly applied: string[];
  readonly version: number;
}

export async function migrate(db: Db, wanted: readonly Migration[] = migrations): Promise<MigrationReport> {
  await makeTable(db);
  const applied: string[] = [];
  for (;;) {
    const step = await tryStep(db, wanted);
    if (step === undefined) await sleep(betweenTriesMs);
    else if (step.applied.length === 0) return { applied, version: step.version };
    else applied.push(...step.applied);
  }
}

/** How long requests may queue behind a migration, and the pause in which they are served. */
const lockWaitMs = 1_000;
const betweenTriesMs = 1_000;
const lockNotAvailable = '55P03';

/** Applies the next migration; undefined when a lock was not to be had. */
async function tryStep(db: Db, wanted: readonly Migration[]): Promise<MigrationReport | undefined> {
  try {
    return await db.transaction(
      async (tx) => {
        await tx`select set_config('lock_timeout', ${String(lockWaitMs)}, true)`;
        return applyMigrations(tx, wanted, { atMost: 1 });
      },
      { isLong: true },
    );
  } catch (error) {
    if (codeOf(error) === lockNotAvailable) return undefined;
    throw error;
  }
}

/** In a transaction of the caller's, which has no limits on its statements. */
export async function applyMigrations(
  tx: Transaction,
  wanted: readonly Migration[],
  { atMost = Number.POSITIVE_INFINITY } = {},
): Promise<MigrationReport> {
  await tx`select number from migrations where number = 0 for update`;
  const done = await tx<{ number: number; name: string }[]>`select number, name from migrations where number > 0`;
  const doneNumbers = new Set(done.map((row) => row.number));
  refuseNewerSchema(Math.max(0, ...doneNumbers), wanted);
  const applied: string[] = [];
  for (const migration of wanted) {
    if (doneNumbers.has(migration.number)) continue;
    // An empty database has no readers to wait for: everything in one transaction.
    if (applied.length === atMost && doneNumbers.size > 0) break;
    await apply(tx, migration);
    applied.push(nameOf(migration));
  }
  return { applied, version: Math.max(0, ...wanted.map((migration) => migration.number)) };
}

async function apply(tx: Transaction, migration: Migration): Promise<void> {
  await tx.unsafe(migration.sql);
  await tx`insert into migrations (number, name, time) values (${migration.number}, ${migration.name}, now())`;
}

// "if not exists" still races inside the catalogue: the loser of the race finds the table made.
async function makeTable(db: Db): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await makeMigrationsTable(db.sql);
    } catch (error) {
      if (attempt >= 5 || (brokenUnique(error) === undefined && codeOf(error) !== '42P07')) throw error;
    }
  }
}

/** Row 0 is the lock. */
export async function makeMigrationsTable(sql: Runner): Promise<void> {
  await sql`create table if not exists migrations (
    number integer primary key, name text not null, time timestamptz not null)`;
  await sql`insert into migrations (number, name, time) values (0, 'lock', now()) on conflict do nothing`;
}

function refuseNewerSchema(newest: number, wanted: readonly Migration[]): void {
  const known = Math.max(0, ...wanted.map((migration) => migration.number));
  if (newest <= known) return;
  throw new DatabaseConnectionError(
    `The database has schema version ${newest}, but this Formstead knows only version ${known}. Start a newer Formstead.`,
  );
}

function nameOf(migration: Migration): string {
  return `${String(migration.number).padStart(4, '0')}-${migration.name}`;
}
