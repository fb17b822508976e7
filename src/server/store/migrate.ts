// Brings the schema up to date. Several processes may start at once: a row lock lets one work while the others wait.
// [running.migrations]
import { DatabaseConnectionError } from './connect-database.ts';
import type { Db, Runner, Transaction } from './db.ts';
import { brokenUnique } from './db.ts';
import { type Migration, migrations } from './migrations/all.ts';

export interface MigrationReport {
  readonly applied: string[];
  readonly version: number;
}

export async function migrate(db: Db, wanted: readonly Migration[] = migrations): Promise<MigrationReport> {
  await makeTable(db);
  return db.transaction((tx) => applyMigrations(tx, wanted), { isLong: true });
}

/** In a transaction of the caller's, which has no limits on its statements. */
export async function applyMigrations(tx: Transaction, wanted: readonly Migration[]): Promise<MigrationReport> {
  await tx`select number from migrations where number = 0 for update`;
  const done = await tx<{ number: number; name: string }[]>`select number, name from migrations where number > 0`;
  const doneNumbers = new Set(done.map((row) => row.number));
  refuseNewerSchema(Math.max(0, ...doneNumbers), wanted);
  const applied: string[] = [];
  for (const migration of wanted) {
    if (doneNumbers.has(migration.number)) continue;
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
      const code = (error as { code?: string }).code;
      if (attempt >= 5 || (brokenUnique(error) === undefined && code !== '42P07')) throw error;
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
