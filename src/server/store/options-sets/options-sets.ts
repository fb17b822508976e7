// Options sets and their options. Every statement that changes a set of a caller's names the account too.
import type { Runner, Transaction } from '../connection/db.ts';

export interface OptionsSetRow {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly allowsAutocomplete: boolean;
  readonly version: number;
  readonly generation: number;
  /** How often options were changed where they are. */
  readonly edits: number;
  readonly lastPosition: number;
  readonly optionCount: number;
  readonly optionBytes: number;
  readonly createTime: string;
  readonly modifyTime: string;
}

/** Some options of a set as JSON text of an array. */
export interface OptionsChunk {
  readonly count: number;
  readonly json: string;
  /** The keys that their data have. */
  readonly dataKeys: readonly string[];
}

/** A set tells so many of them. */
export const maxDataKeys = 50;

const setColumns = `id, account, name, allows_autocomplete as "allowsAutocomplete", version, generation, edits,
  last_position as "lastPosition", option_count as "optionCount", option_bytes as "optionBytes",
  create_time as "createTime", modify_time as "modifyTime"`;

export async function findOptionsSet(sql: Runner, id: string): Promise<OptionsSetRow | undefined> {
  const [row] = await sql<OptionsSetRow[]>`select ${sql.unsafe(setColumns)} from options_sets where id = ${id}`;
  return row;
}

export interface OptionsSetFilter {
  readonly accounts: string[];
  readonly after: string | undefined;
  readonly limit: number | undefined;
  readonly ids: { readonly in?: string[] | undefined; readonly notIn?: string[] | undefined };
}

/** Oldest first. */
export async function listOptionsSets(sql: Runner, filter: OptionsSetFilter): Promise<OptionsSetRow[]> {
  const { ids } = filter;
  return sql<OptionsSetRow[]>`
    select ${sql.unsafe(setColumns)} from options_sets
    where account = any(${filter.accounts}::text[])
      ${filter.after === undefined ? sql`` : sql`and id > ${filter.after}`}
      ${ids.in === undefined ? sql`` : sql`and id = any(${ids.in}::text[])`}
      ${ids.notIn === undefined ? sql`` : sql`and not (id = any(${ids.notIn}::text[]))`}
    order by id ${filter.limit === undefined ? sql`` : sql`limit ${filter.limit}`}`;
}

/** False when a set with this id is there already. */
export async function insertOptionsSet(
  sql: Runner,
  set: { id: string; account: string; name: string; time: string },
): Promise<boolean> {
  const rows = await sql`insert into options_sets (id, account, name, create_time, modify_time)
    values (${set.id}, ${set.account}, ${set.name}, ${set.time}, ${set.time}) on conflict do nothing returning id`;
  return rows.length === 1;
}

/** The set as it is now, locked until the transaction ends. */
export async function lockOptionsSet(tx: Transaction, id: string): Promise<OptionsSetRow | undefined> {
  const [row] = await tx<OptionsSetRow[]>`
    select ${tx.unsafe(setColumns)} from options_sets where id = ${id} for update`;
  return row;
}

/** After the options that a locked set has. */
export async function addChunks(
  tx: Transaction,
  set: OptionsSetRow,
  added: { chunks: readonly OptionsChunk[]; time: string },
): Promise<void> {
  await insertChunks(tx, added.chunks, set);
  const dataKeys = dataKeysOf(await listDataKeys(tx, set.id), added.chunks);
  await tx`update options_sets set version = version + 1, data_keys = ${dataKeys}, last_position = last_position + ${added.chunks.length},
      option_count = option_count + ${countOf(added.chunks)}, option_bytes = option_bytes + ${bytesOf(added.chunks)},
      modify_time = ${added.time}
    where id = ${set.id}`;
}

/** Instead of the options that a locked set has. Readers see the old ones or the new ones, never something between. */
export async function replaceChunks(
  tx: Transaction,
  set: OptionsSetRow,
  replacement: { chunks: readonly OptionsChunk[]; time: string },
): Promise<void> {
  const { chunks, time } = replacement;
  const generation = await nextGeneration(tx, set.id);
  await insertChunks(tx, chunks, { id: set.id, generation, lastPosition: 0 });
  await tx`update options_sets set version = version + 1, generation = ${generation}, last_position = ${chunks.length},
      option_count = ${countOf(chunks)}, option_bytes = ${bytesOf(chunks)}, data_keys = ${dataKeysOf([], chunks)},
      modify_time = ${time}
    where id = ${set.id}`;
  await deleteOlderChunks(tx, { id: set.id, generation });
}

/** Those of a list that is being uploaded are below 0 and stay. */
export async function deleteOlderChunks(tx: Transaction, set: { id: string; generation: number }): Promise<void> {
  await tx`delete from options_pieces
    where set_id = ${set.id} and generation >= 0 and generation < ${set.generation}`;
}

/** Never one that was there before: searches hold indexes of generations that are gone. */
export async function nextGeneration(tx: Transaction, set: string): Promise<number> {
  const [row] = await tx<{ next: number }[]>`update options_sets
    set last_generation = greatest(last_generation, generation) + 1 where id = ${set} returning last_generation as next`;
  if (row === undefined) throw new Error(`There is no options set ${set}.`);
  return row.next;
}

/** In the order they were first seen. */
export async function listDataKeys(sql: Runner, set: string): Promise<string[]> {
  const [row] = await sql<{ keys: string }[]>`select data_keys as keys from options_sets where id = ${set}`;
  return row === undefined ? [] : (JSON.parse(row.keys) as string[]);
}

/** JSON text. */
export function dataKeysOf(known: readonly string[], chunks: readonly OptionsChunk[]): string {
  const keys = new Set(known);
  for (const chunk of chunks) for (const key of chunk.dataKeys) if (keys.size < maxDataKeys) keys.add(key);
  return JSON.stringify([...keys]);
}

/** As many as go out together: more would hold the event loop while they are encoded. */
const chunksAtOnce = 8;

export async function insertChunks(
  tx: Transaction,
  chunks: readonly OptionsChunk[],
  after: { id: string; generation: number; lastPosition: number },
): Promise<void> {
  for (let start = 0; start < chunks.length; start += chunksAtOnce) {
    const inserts = chunks.slice(start, start + chunksAtOnce).map(
      ({ count, json }, index) => tx`
        insert into options_pieces (set_id, generation, position, option_count, options)
        values (${after.id}, ${after.generation}, ${after.lastPosition + start + index + 1}, ${count}, ${json})`,
    );
    await Promise.all(inserts);
  }
}

/** A chunk as it is stored. */
export interface ChunkRow {
  readonly position: number;
  readonly count: number;
  readonly json: string;
}

/** The next chunks after a position, in order; at most `limit`. */
export async function listChunks(
  sql: Runner,
  from: { set: string; generation: number; after: number; upTo: number; limit: number },
): Promise<ChunkRow[]> {
  return sql<ChunkRow[]>`
    select position, option_count as count, options as json from options_pieces
    where set_id = ${from.set} and generation = ${from.generation} and position > ${from.after}
      and position <= ${from.upTo}
    order by position limit ${from.limit}`;
}

export async function setAllowsAutocomplete(
  sql: Runner,
  change: { set: string; allows: boolean },
): Promise<OptionsSetRow | undefined> {
  const [row] = await sql<OptionsSetRow[]>`update options_sets set allows_autocomplete = ${change.allows}
    where id = ${change.set} returning ${sql.unsafe(setColumns)}`;
  return row;
}

export function countOf(chunks: readonly OptionsChunk[]): number {
  return chunks.reduce((sum, { count }) => sum + count, 0);
}

/** In UTF-16 units: near enough for a limit. */
export function bytesOf(chunks: readonly OptionsChunk[]): number {
  return chunks.reduce((sum, { json }) => sum + json.length, 0);
}
