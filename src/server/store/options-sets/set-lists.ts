// The last lists of each maintained set: which there are, which is current, and making another one current. The options of a list
// are the generation of its number in options_pieces: nothing is copied, and searches see one list or the other, never none.
// [options-sets.maintained.history]
import type { Runner, Transaction } from '../connection/db.ts';
import {
  bytesOf,
  countOf,
  dataKeysOf,
  insertChunks,
  nextGeneration,
  type OptionsChunk,
  type OptionsSetRow,
} from './options-sets.ts';

/** So many states of a family are kept, the current one included; no set has more lists than that. */
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
  /** What the source says of itself. */
  readonly date?: string;
  /** What every set of the family had once this list was there: numbers by set. Lists of before this was kept have none. */
  readonly family?: Readonly<Record<string, number>>;
}

export interface SetListRow {
  readonly set: string;
  readonly number: number;
  readonly landing: number;
  readonly kind: ListKind;
  readonly isRefused: boolean;
  readonly isCurrent: boolean;
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

const listColumns = `set_id as set, number, landing, kind, is_refused as "isRefused",
  number = (select generation from options_sets s where s.id = set_id) as "isCurrent", fingerprint,
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

/** Lists of all sets of a family that were current at the same time. */
export interface FamilyState {
  readonly landing: number;
  readonly lists: readonly SetListRow[];
  /** Somebody went back from one of the lists. */
  readonly isWithdrawn: boolean;
}

/** The states that can be restored whole, newest first. `lists` are those of a family, newest first. */
export function statesOf(lists: readonly SetListRow[]): FamilyState[] {
  const kept = lists.filter(({ isRefused }) => !isRefused);
  const sets = [...new Set(kept.map(({ set }) => set))];
  const landings = [...new Set(kept.map(({ landing }) => landing))].sort((a, b) => b - a);
  return landings.flatMap((landing) => {
    const family = kept.find((list) => list.landing === landing && list.facts.family)?.facts.family;
    const isIn = (list: SetListRow) =>
      family === undefined
        ? list.landing === landing || (list.landing < landing && list.withdrawnTime === null)
        : list.number === family[list.set];
    const members = sets.flatMap((set) => kept.find((list) => list.set === set && isIn(list)) ?? []);
    const isWithdrawn = members.some(({ withdrawnTime }) => withdrawnTime !== null);
    return members.length === sets.length ? [{ landing, lists: members, isWithdrawn }] : [];
  });
}

export function isCurrentState({ lists }: FamilyState): boolean {
  return lists.every(({ isCurrent }) => isCurrent);
}

/** Lists of a landing are there and current: keeps with them what the other sets of the family have, and drops the oldest. */
export async function finishLanding(tx: Transaction, landing: number, sets: readonly string[]): Promise<void> {
  await tx`update set_lists set facts = (facts::jsonb || jsonb_build_object('family',
      (select jsonb_object_agg(id, generation) from options_sets where id = any(${[...sets]}::text[]))))::json
    where set_id = any(${[...sets]}::text[]) and landing = ${landing} and not is_refused`;
  await dropOldLists(tx, sets);
}

/** Writes a list of a locked set; one that is not refused becomes the current one. `finishLanding` follows. */
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

/** States that somebody went back from go before the others, so that a good one is always among the last. */
async function dropOldLists(tx: Transaction, sets: readonly string[]): Promise<void> {
  const lists = await listSetLists(tx, sets);
  const rank = (state: FamilyState) => (isCurrentState(state) ? 0 : state.isWithdrawn ? 2 : 1);
  const states = statesOf(lists).sort((a, b) => rank(a) - rank(b));
  const kept = new Set(states.slice(0, keptLists).flatMap((state) => state.lists));
  for (const list of lists) {
    if (list.isRefused || list.isCurrent || kept.has(list)) continue;
    await tx`delete from set_lists where set_id = ${list.set} and number = ${list.number}`;
  }
  for (const set of sets) await dropOptionsWithoutList(tx, set);
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
