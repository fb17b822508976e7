// What a backup reads, all of it in one snapshot (Db.snapshot): shapes of tables, their rows as COPY writes them, the files that are
// given out, and what later restores of older backups must know to be gone. [running.backup]
import type { Readable } from 'node:stream';
import { entryStatusNumber } from '../../../core/plan/entry-status.ts';
import type { Runner, Transaction } from '../connection/db.ts';
import { listOwnTables, quoteName, tablesLeftOut } from './backup-tables.ts';

export interface TableShape {
  readonly name: string;
  /** Without generated ones: the database fills those itself. */
  readonly columns: readonly string[];
}

export interface DatabaseFacts {
  /** The number of its newest migration, and of each that was run. */
  readonly schema: number;
  readonly migrations: readonly number[];
  readonly postgres: string;
  /** When the snapshot was taken, by the database's clock. */
  readonly time: string;
  readonly generatedSecret: string | undefined;
}

/** Texts mean the same to every version and whatever settings the server has. */
export async function fixTextForms(tx: Transaction): Promise<void> {
  await tx`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
    set_config('IntervalStyle', 'postgres', true), set_config('bytea_output', 'hex', true),
    set_config('extra_float_digits', '1', true)`;
}

export async function getDatabaseFacts(tx: Transaction): Promise<DatabaseFacts> {
  const done = await tx<{ number: number }[]>`select number from migrations where number > 0 order by number`;
  const [row] = await tx<{ postgres: string; time: string; secret: string | null }[]>`
    select current_setting('server_version') as postgres, now() as time,
      (select value from settings where name = 'secret') as secret`;
  if (row === undefined) throw new Error('The database says nothing about itself.');
  const migrations = done.map(({ number }) => number);
  const { postgres, time, secret } = row;
  return { schema: Math.max(0, ...migrations), migrations, postgres, time, generatedSecret: secret ?? undefined };
}

/** False for a database in which no Formstead ever ran. */
export async function hasSchema(sql: Runner): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select to_regclass('migrations') is not null as found`;
  return row?.found === true;
}

export async function listTables(sql: Runner): Promise<TableShape[]> {
  const wanted = listOwnTables().filter((name) => !Object.hasOwn(tablesLeftOut, name));
  const rows = await sql<{ name: string; columns: string }[]>`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relname = any(${wanted}::text[])
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`;
  return rows.map(({ name, columns }) => ({ name, columns: JSON.parse(columns) as string[] }));
}

/** A migration that rewrites a table would make it look empty to an older snapshot: none does while these are held. */
export async function lockTables(tx: Transaction, tables: readonly TableShape[]): Promise<void> {
  await tx.unsafe(`lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in access share mode`);
}

export interface SequenceState {
  readonly name: string;
  readonly last: number;
  readonly isCalled: boolean;
}

/** Sequences that columns of our tables draw from. */
export async function listSequences(tx: Transaction): Promise<SequenceState[]> {
  const found = await tx<{ name: string }[]>`
    select s.relname as name from pg_class s
      join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      join pg_class t on t.oid = d.refobjid
    where s.relkind = 'S' and t.relnamespace = current_schema()::regnamespace
      and t.relname = any(${listOwnTables()}::text[]) order by s.relname`;
  const states: SequenceState[] = [];
  for (const { name } of found) {
    const [state] = await tx<{ last: number; isCalled: boolean }[]>`
      select last_value as last, is_called as "isCalled" from ${tx(name)}`;
    if (state !== undefined) states.push({ name, ...state });
  }
  return states;
}

export function copyOut(tx: Transaction, { name, columns }: TableShape): Readable {
  return tx.connection.copyOut(`copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) to stdout`);
}

/** `key, size` of the files that are given out, in the order of their keys. */
export function copyStoredFiles(tx: Transaction): Readable {
  return tx.connection.copyOut(
    `copy (select storage_key, size from files where state = 'stored' order by storage_key) to stdout`,
  );
}

/** `kind, id, time`: entries that were deleted, and the forms, users and keys that there are. */
export function copyErasures(tx: Transaction): Readable {
  return tx.connection.copyOut(
    `copy (
      select 'entry', id, deleted_at from entries where status = ${entryStatusNumber('deleted')}
      union all select 'entry', id, deleted_at from entry_markers
      union all select 'form', id, null from forms
      union all select 'user', id, null from users
      union all select 'key', id, null from api_keys) to stdout`,
  );
}
