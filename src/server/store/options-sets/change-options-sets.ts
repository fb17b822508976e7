// Changes of a set beyond adding and replacing options: chunks that are rewritten where they are, names, copies, removal.
import type { Runner, Transaction } from '../connection/db.ts';
import { type ChunkRow, dataKeysOf, listDataKeys, type OptionsChunk, type OptionsSetRow } from './options-sets.ts';

/** Of a locked set. */
export async function findChunk(tx: Transaction, set: OptionsSetRow, position: number): Promise<ChunkRow | undefined> {
  const [row] = await tx<ChunkRow[]>`
    select position, option_count as count, options as json from options_pieces
    where set_id = ${set.id} and generation = ${set.generation} and position = ${position}
      and position <= ${set.lastPosition}`;
  return row;
}

export async function updateChunk(
  tx: Transaction,
  set: OptionsSetRow,
  chunk: { position: number; count: number; json: string },
): Promise<void> {
  await tx`update options_pieces set option_count = ${chunk.count}, options = ${chunk.json}
    where set_id = ${set.id} and generation = ${set.generation} and position = ${chunk.position}`;
}

/** After chunks of a locked set were rewritten: `chunks` as they are now, and by how much the set grew or shrank. */
export async function recordEdits(
  tx: Transaction,
  set: OptionsSetRow,
  change: { chunks: readonly OptionsChunk[]; countChange: number; bytesChange: number; time: string },
): Promise<void> {
  const dataKeys = dataKeysOf(await listDataKeys(tx, set.id), change.chunks);
  await tx`update options_sets set version = version + 1, edits = edits + 1, data_keys = ${dataKeys},
      option_count = option_count + ${change.countChange}, option_bytes = greatest(0, option_bytes + ${change.bytesChange}),
      modify_time = ${change.time}
    where id = ${set.id}`;
}

/** False when the account has no such set. */
export async function renameOptionsSet(
  sql: Runner,
  change: { id: string; account: string; name: string; time: string },
): Promise<boolean> {
  const rows = await sql`update options_sets set name = ${change.name}, modify_time = ${change.time}
    where id = ${change.id} and account = ${change.account} returning id`;
  return rows.length === 1;
}

/** With its options. */
export async function deleteOptionsSet(sql: Runner, set: { id: string; account: string }): Promise<void> {
  await sql`delete from options_sets where id = ${set.id} and account = ${set.account}`;
}

/** A set of its own with the options that a locked set has: the database copies them. */
export async function copyOptionsSet(
  tx: Transaction,
  from: OptionsSetRow,
  to: { id: string; account: string; name: string; time: string },
): Promise<void> {
  await tx`insert into options_sets (id, account, name, create_time, modify_time, last_position, option_count, option_bytes, data_keys)
    select ${to.id}, ${to.account}, ${to.name}, ${to.time}::timestamptz, ${to.time}::timestamptz, last_position, option_count, option_bytes, data_keys
    from options_sets where id = ${from.id}`;
  await tx`insert into options_pieces (set_id, generation, position, option_count, options)
    select ${to.id}, 0, position, option_count, options from options_pieces
    where set_id = ${from.id} and generation = ${from.generation} and position <= ${from.lastPosition}`;
}

/** Forms of an account whose definition has the id anywhere, oldest first. */
export async function listFormsWithText(
  sql: Runner,
  asked: { account: string; text: string; limit: number },
): Promise<{ id: string; definition: string }[]> {
  return sql<{ id: string; definition: string }[]>`
    select id, definition from forms
    where account = ${asked.account} and strpos(lower(definition::text), ${asked.text}) > 0
    order by id limit ${asked.limit}`;
}
