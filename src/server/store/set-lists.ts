// The last lists of each maintained set: which there are, which is current, and making another one current. The options of a list
// are the generation of its number in options_pieces: nothing is copied, and searches see one list or the other, never none.
// [options-sets.maintained.history]
import type { Runner, Transaction } from './db.ts';
import {
  bytesOf,
  countOf,
  dataKeysOf,
  insertChunks,
  nextGeneration,
  type OptionsChunk,
  type OptionsSetRow,
} from './options-sets.ts';

/** So many lists of a set are kept, the current one included. */
export const keptLists = 5;

export type ListKind = 'seed' | 'refresh' | 'accepted';

export interface ListFacts {
  /** Addresses; empty for what comes with the service. */
  readonly source: string;
  readonly warnings: readonly string[];
  /** Compared with the list before it. */
  readonly changes?: { readonly added: number; readonly removed: number; readonly changed: number };
  /** Why it was refused. */
  readonly reason?: string;
}

export interface SetListRow {
  readonly set: string;
  readonly number: number;
  readonly landing: number;
  readonly kind: ListKind;
  readonly isRefused: boolean;
  readonly fingerprint: string;
  readonly lastPosition: number;
  readonly optionCount: number;
  readonly facts: ListFacts;
  readonly time: string;
  readonly currentFrom: string | null;
  readonly currentBy: string | null;
  readonly withdrawnTime: string | null;
  readonly withdrawnBy: string | null;
}

const listColumns = `set_id as set, number, landing, kind, is_refused as "isRefused", fingerprint,
  last_position as "lastPosition", option_count as "optionCount", facts, time, current_from as "currentFrom",
  current_by as "currentBy", withdrawn_time as "withdrawnTime", withdrawn_by as "withdrawnBy"`;

type StoredRow = Omit<SetListRow, 'facts'> & { readonly facts: string };

/** Newest first; refused ones among them. */
export async function listSetLists(sql: Runner, sets: readonly string[]): Promise<SetListRow[]> {
  const rows = await sql<StoredRow[]>`select ${sql.unsafe(listColumns)} from set_lists
    where set_id = any(${[...sets]}::text[]) order by number desc, set_id`;
  return rows.map((row) => ({ ...row, facts: JSON.parse(row.facts) as ListFacts }));
}

export interface NewList {
  readonly landing: number;
  readonly kind: ListKind;
  readonly isRefused: boolean;
  readonly chunks: readonly OptionsChunk[];
  readonly fingerprint: string;
  readonly facts: ListFacts;
  /** JSON text: the yearly lists it was made of. */
  readonly taxYears: string | null;
  readonly time: string;
  readonly by: string | null;
}

/** Writes a list of a locked set; one that is not refused becomes the current one, and the oldest goes. */
export async function insertList(tx: Transaction, set: OptionsSetRow, list: NewList): Promise<number> {
  const { chunks, isRefused, time } = list;
  const number = await nextGeneration(tx, set.id);
  await insertChunks(tx, chunks, { id: set.id, generation: number, lastPosition: 0 });
  await tx`insert into set_lists (set_id, number, landing, kind, is_refused, fingerprint, last_position, option_count,
      option_bytes, data_keys, facts, tax_years, time)
    values (${set.id}, ${number}, ${list.landing}, ${list.kind}, ${isRefused}, ${list.fingerprint}, ${chunks.length},
      ${countOf(chunks)}, ${bytesOf(chunks)}, ${dataKeysOf([], chunks)}, ${JSON.stringify(list.facts)}, ${list.taxYears},
      ${time})`;
  if (isRefused) return number;
  await makeCurrent(tx, { set: set.id, number, time, by: list.by });
  await dropOldLists(tx, set.id);
  return number;
}

/** One statement moves every reader. The list must be there with all of its options: see `hasAllOptions`. */
export async function makeCurrent(
  tx: Transaction,
  change: { set: string; number: number; time: string; by: string | null },
): Promise<void> {
  const { set, number, time, by } = change;
  await tx`update options_sets s set version = s.version + 1, generation = l.number, last_position = l.last_position,
      option_count = l.option_count, option_bytes = l.option_bytes, data_keys = l.data_keys, modify_time = ${time}
    from set_lists l where s.id = ${set} and l.set_id = s.id and l.number = ${number}`;
  await tx`update set_lists set current_from = ${time}, current_by = ${by}, withdrawn_time = null, withdrawn_by = null
    where set_id = ${set} and number = ${number}`;
}

export async function hasAllOptions(tx: Transaction, list: SetListRow): Promise<boolean> {
  const [row] = await tx<{ count: number }[]>`select coalesce(sum(option_count), 0)::integer as count
    from options_pieces where set_id = ${list.set} and generation = ${list.number}`;
  return row?.count === list.optionCount;
}

/** A refused list that somebody accepted. */
export async function markAccepted(tx: Transaction, list: SetListRow): Promise<void> {
  await tx`update set_lists set is_refused = false, kind = 'accepted' where set_id = ${list.set} and number = ${list.number}`;
}

/** The lists newer than `number` that were not withdrawn before; their fingerprints. */
export async function withdrawNewer(
  tx: Transaction,
  change: { set: string; number: number; time: string; by: string | null },
): Promise<string[]> {
  const rows = await tx<{ fingerprint: string }[]>`update set_lists
    set withdrawn_time = ${change.time}, withdrawn_by = ${change.by}
    where set_id = ${change.set} and number > ${change.number} and not is_refused and withdrawn_time is null
    returning fingerprint`;
  return rows.map(({ fingerprint }) => fingerprint);
}

export async function dropRefusedLists(tx: Transaction, sets: readonly string[]): Promise<void> {
  const rows = await tx`delete from set_lists where set_id = any(${[...sets]}::text[]) and is_refused returning number`;
  if (rows.length > 0) for (const set of sets) await dropOptionsWithoutList(tx, set);
}

/** Those that somebody withdrew go before the others, so that a good one is always among the last. */
export async function dropOldLists(tx: Transaction, set: string): Promise<void> {
  await tx`delete from set_lists where set_id = ${set} and not is_refused
    and number <> (select generation from options_sets where id = ${set})
    and number not in (select l.number from set_lists l join options_sets s on s.id = l.set_id
      where l.set_id = ${set} and not l.is_refused
      order by l.number = s.generation desc, l.withdrawn_time is null desc, l.number desc limit ${keptLists})`;
  await dropOptionsWithoutList(tx, set);
}

async function dropOptionsWithoutList(tx: Transaction, set: string): Promise<void> {
  await tx`delete from options_pieces p where p.set_id = ${set}
    and p.generation <> (select generation from options_sets where id = ${set})
    and not exists (select 1 from set_lists l where l.set_id = p.set_id and l.number = p.generation)`;
}

/** JSON text of the yearly lists that a list of tax localities was made of; undefined for any other. */
export async function findListTaxYears(sql: Runner, list: SetListRow): Promise<string | undefined> {
  const [row] = await sql<{ years: string | null }[]>`select tax_years as years from set_lists
    where set_id = ${list.set} and number = ${list.number}`;
  return row?.years ?? undefined;
}
