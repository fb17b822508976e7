// The database side of a restore, all of it in one transaction: tables are made as they were when the backup was, filled by COPY, get
// their indexes, and are brought up to date. Until the commit nobody sees any of it. [running.restore]
import { pipeline } from 'node:stream/promises';
import type { Runner, Transaction } from '../connection/db.ts';
import { applyMigrations, makeMigrationsTable } from '../connection/migrate.ts';
import { migrations } from '../migrations/all.ts';
import { dropHolds } from './backup-holds.ts';
import type { SequenceState, TableShape } from './backup-snapshot.ts';
import { listOwnFunctions, listOwnTables, quoteName } from './backup-tables.ts';

/** What of a used installation the database holds; all 0 where a server has only just been started on it. */
export interface TargetContents {
  readonly accounts: number;
  readonly forms: number;
  readonly entries: number;
  readonly files: number;
}

export async function countTargetContents(sql: Runner): Promise<TargetContents> {
  const count = async (table: string) => {
    const [found] = await sql<{ is: boolean }[]>`select to_regclass(${table}) is not null as is`;
    if (found?.is !== true) return 0;
    const [row] = await sql<{ count: number }[]>`select count(*)::float8 as count from ${sql(table)}`;
    return row?.count ?? 0;
  };
  return {
    accounts: await count('accounts'),
    forms: await count('forms'),
    entries: await count('entries'),
    files: await count('files'),
  };
}

/** Connections of other Formstead processes to the same database. */
export async function countOtherProcesses(sql: Runner): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::float8 as count from pg_stat_activity
    where datname = current_database() and application_name = 'formstead' and pid <> pg_backend_pid()`;
  return row?.count ?? 0;
}

/** `done` are the numbers of the migrations that were run when the backup was made. */
export async function remakeSchema(tx: Transaction, done: readonly number[]): Promise<void> {
  for (const name of listOwnTables()) await tx.unsafe(`drop table if exists ${quoteName(name)} cascade`);
  for (const name of listOwnFunctions()) await tx.unsafe(`drop function if exists ${quoteName(name)} cascade`);
  await makeMigrationsTable(tx);
  await applyMigrations(
    tx,
    migrations.filter(({ number }) => done.includes(number)),
  );
}

/** Those that others refer to come first. */
export async function orderTables<Table extends { readonly name: string }>(
  tx: Transaction,
  tables: readonly Table[],
): Promise<Table[]> {
  const references = await tx<{ from: string; to: string }[]>`
    select f.relname as "from", t.relname as "to" from pg_constraint c
      join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    where c.contype = 'f' and f.relnamespace = current_schema()::regnamespace and c.conrelid <> c.confrelid`;
  const names = new Set(tables.map(({ name }) => name));
  const needs = (name: string) => references.filter(({ from, to }) => from === name && names.has(to));
  const ordered: Table[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ name }) => !needs(name).some(({ to }) => left.has(to)));
    if (ready.length === 0) throw new Error('The tables refer to each other in a circle.');
    for (const table of ready) left.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** What migrations put into tables of an empty database is in the backup too. */
export async function emptyTables(tx: Transaction, tables: readonly TableShape[]): Promise<void> {
  const left = await listFilled(tx, tables);
  if (left.length > 0) await tx.unsafe(`truncate ${left.map(quoteName).join(', ')}`);
}

async function listFilled(tx: Transaction, tables: readonly TableShape[]): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of tables) if ((await tx`select 1 from ${tx(name)} limit 1`).length > 0) filled.push(name);
  return filled;
}

/** Indexes that no constraint needs are made once the rows are there: that is several times quicker. */
export async function takeIndexes(tx: Transaction, tables: readonly TableShape[]): Promise<string[]> {
  const names = tables.map(({ name }) => name);
  const found = await tx<{ name: string; definition: string }[]>`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.schemaname = current_schema() and i.tablename = any(${names}::text[]) and not exists (
      select 1 from pg_constraint c where c.conindid = (quote_ident(i.schemaname) || '.' || quote_ident(i.indexname))::regclass)
    order by i.indexname`;
  for (const { name } of found) await tx.unsafe(`drop index ${quoteName(name)}`);
  return found.map(({ definition }) => definition);
}

export async function makeIndexes(tx: Transaction, definitions: readonly string[]): Promise<void> {
  for (const definition of definitions) await tx.unsafe(definition);
}

/** Rows come frozen, which is allowed because the table was made in this transaction. */
export async function copyIn(tx: Transaction, table: TableShape, rows: AsyncIterable<Buffer>): Promise<void> {
  const { name, columns } = table;
  const text = `copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) from stdin with (freeze)`;
  await pipeline(rows, tx.connection.copyIn(text));
}

export interface Reference {
  readonly name: string;
  readonly from: string;
  readonly column: string;
  readonly to: string;
  readonly toColumn: string;
  readonly isCleared: boolean;
  readonly definition: string;
}

/** For rows that come without those they refer to. Each of ours is of one column. */
export async function takeReferences(tx: Transaction): Promise<Reference[]> {
  const found = await tx<Reference[]>`
    select c.conname as name, f.relname as "from", fa.attname as column, t.relname as to, ta.attname as "toColumn",
      c.confdeltype = 'n' as "isCleared", pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
      join pg_attribute fa on fa.attrelid = c.conrelid and fa.attnum = c.conkey[1]
      join pg_attribute ta on ta.attrelid = c.confrelid and ta.attnum = c.confkey[1]
    where c.contype = 'f' and f.relnamespace = current_schema()::regnamespace and f.relname = any(${listOwnTables()}::text[])
    order by c.conname`;
  for (const { name, from } of found)
    await tx.unsafe(`alter table ${quoteName(from)} drop constraint ${quoteName(name)}`);
  return found;
}

/** As if the rows that are missing had been deleted. Returns how many went, by table. */
export async function removeOrphans(
  tx: Transaction,
  references: readonly Reference[],
): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const { from, column, to, toColumn, isCleared } of references) {
      const change = isCleared
        ? `update ${quoteName(from)} set ${quoteName(column)} = null`
        : `delete from ${quoteName(from)}`;
      const { count } = await tx.unsafe(`${change} where ${quoteName(column)} is not null and not exists (
        select 1 from ${quoteName(to)} as parent where parent.${quoteName(toColumn)} = ${quoteName(from)}.${quoteName(column)})`);
      if (count === 0) continue;
      isChanged = true;
      if (!isCleared) removed[from] = (removed[from] ?? 0) + count;
    }
  }
  return removed;
}

export async function putReferences(tx: Transaction, references: readonly Reference[]): Promise<void> {
  for (const { name, from, definition } of references) {
    await tx.unsafe(`alter table ${quoteName(from)} add constraint ${quoteName(name)} ${definition}`);
  }
}

export interface LostFile {
  readonly key: string;
  readonly form: string | null;
  readonly name: string | null;
  readonly entries: readonly string[];
}

/** To which form they belong, and which entries hold them. */
export async function describeFiles(tx: Transaction, keys: readonly string[]): Promise<LostFile[]> {
  const rows = await tx<{ key: string; form: string | null; name: string | null; entries: string }[]>`
    select k.key, f.form, f.name,
      (select coalesce(json_agg(h.entry order by h.entry), '[]') from file_holders h where h.storage_key = k.key) as entries
    from unnest(${keys as string[]}::text[]) as k (key) left join files f on f.storage_key = k.key`;
  return rows.map(({ entries, ...file }) => ({ ...file, entries: JSON.parse(entries) as string[] }));
}

export async function countRows(tx: Transaction, table: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`select count(*)::float8 as count from ${tx(table)}`;
  return row?.count ?? 0;
}

export async function setSequences(tx: Transaction, sequences: readonly SequenceState[]): Promise<void> {
  for (const { name, last, isCalled } of sequences) {
    await tx`select setval(${quoteName(name)}::regclass, ${last}::bigint, ${isCalled})`;
  }
}

export interface FinishedSchema {
  readonly applied: readonly string[];
  readonly version: number;
}

export async function bringUpToDate(tx: Transaction): Promise<FinishedSchema> {
  await dropHolds(tx);
  return applyMigrations(tx, migrations);
}

export async function analyzeTables(tx: Transaction, tables: readonly TableShape[]): Promise<void> {
  for (const { name } of tables) await tx.unsafe(`analyze ${quoteName(name)}`);
}
