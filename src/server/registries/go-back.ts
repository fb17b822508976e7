// Makes another list of a maintained set the current one: an earlier one that somebody goes back to, or one that was refused and
// is accepted now. Sets of one source move together, in one transaction, so that a street's city stays a city.
// [options-sets.maintained.rollback] [options-sets.maintained.accept]

import { allMaintainedSets, type MaintainedSet, type MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import { isoNow, type Services } from '../services.ts';
import type { Transaction } from '../store/db.ts';
import { lockOptionsSet, type OptionsSetRow } from '../store/options-sets.ts';
import {
  dropOldLists,
  dropRefusedLists,
  findListTaxYears,
  hasAllOptions,
  listSetLists,
  makeCurrent,
  markAccepted,
  type SetListRow,
  withdrawNewer,
} from '../store/set-lists.ts';
import { moveFingerprint, recordAccepted, restoreTaxYears } from '../store/set-refreshes.ts';
import { families } from './gather-sets.ts';

export type ListServices = Pick<Services, 'db' | 'clock' | 'optionsSets'>;

export interface ListChange {
  readonly key: MaintainedSetKey;
  /** True to accept a list that was refused; false to go back to an earlier one. */
  readonly isRefused: boolean;
  /** Missing: the one before the current one that nobody went back from. */
  readonly number?: number | undefined;
  /** The list that was current when the person decided; another one by now changes nothing. */
  readonly current?: number | undefined;
  /** Who does it, for the record. */
  readonly by: string;
}

export interface MovedSet {
  readonly set: MaintainedSetKey;
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export type NotMoved = 'noSuchList' | 'nothingBefore' | 'changedMeanwhile' | 'incomplete';

/** Empty when the list is the current one already. */
export async function goToList(change: ListChange, services: ListServices): Promise<readonly MovedSet[] | NotMoved> {
  const family = familyOf(change.key);
  const time = isoNow(services.clock);
  const result = await services.db.transaction(async (tx) => {
    // In the order in which a refresh locks them.
    const rows: OptionsSetRow[] = [];
    for (const { id } of family.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const row = await lockOptionsSet(tx, id);
      if (row !== undefined) rows.push(row);
    }
    const lists = await listSetLists(
      tx,
      rows.map(({ id }) => id),
    );
    const id = family.find(({ key }) => key === change.key)?.id ?? '';
    const row = rows.find((one) => one.id === id);
    const own = lists.filter(({ set }) => set === id);
    const target = change.number === undefined ? before(row, own) : own.find(({ number }) => number === change.number);
    if (row === undefined || target === undefined) return change.number === undefined ? 'nothingBefore' : 'noSuchList';
    if (target.number === row.generation) return [];
    if (target.isRefused !== change.isRefused) return 'noSuchList';
    if (change.current !== undefined && change.current !== row.generation) return 'changedMeanwhile';
    const targets = target.isRefused ? refusedWith(target, lists) : listsAt(target, rows, lists);
    const moves = targets.flatMap((list) => {
      const set = rows.find((one) => one.id === list.set);
      return set === undefined || set.generation === list.number ? [] : [{ set, list }];
    });
    for (const { list } of moves) if (!(await hasAllOptions(tx, list))) return 'incomplete';
    const move = { tx, time, by: change.by };
    for (const { list } of moves) {
      if (target.isRefused) await accept(list, move);
      else await goBack(list, { ...move, isNamed: list.set === id });
    }
    if (target.isRefused)
      await dropRefusedLists(
        tx,
        rows.map((one) => one.id),
      );
    return moves.map(({ set, list }) => ({
      set: family.find((one) => one.id === set.id)?.key ?? change.key,
      id: set.id,
      from: set.generation,
      to: list.number,
      count: list.optionCount,
    }));
  });
  if (typeof result !== 'string')
    for (const { id, count } of result) services.optionsSets.forget(id, { optionCount: count });
  return result;
}

function familyOf(key: MaintainedSetKey): MaintainedSet[] {
  const keys = families.find((family) => family.includes(key)) ?? [key];
  return allMaintainedSets.filter((set) => keys.includes(set.key));
}

/** Lists that somebody went back from are passed over: they are what one wants to be rid of. */
function before(row: OptionsSetRow | undefined, own: readonly SetListRow[]): SetListRow | undefined {
  return own.find(
    ({ number, isRefused, withdrawnTime }) => !isRefused && withdrawnTime === null && number < (row?.generation ?? 0),
  );
}

function refusedWith(target: SetListRow, lists: readonly SetListRow[]): SetListRow[] {
  return lists.filter(({ isRefused, landing }) => isRefused && landing === target.landing);
}

/** What each set of the family had while `target` was current: the last that came before whatever followed it. */
function listsAt(target: SetListRow, rows: readonly OptionsSetRow[], lists: readonly SetListRow[]): SetListRow[] {
  const kept = lists.filter(({ isRefused }) => !isRefused);
  const followers = kept.filter(({ set, number }) => set === target.set && number > target.number);
  const end = Math.min(...followers.map(({ landing }) => landing));
  return rows.flatMap(({ id }) => {
    if (id === target.set) return [target];
    const own = kept.filter(({ set }) => set === id);
    const isGood = (list: SetListRow) => list.withdrawnTime === null || list.landing === target.landing;
    // Where none is that old any more, the oldest is the nearest.
    return own.find((list) => list.landing < end && isGood(list)) ?? own.at(-1) ?? [];
  });
}

interface Move {
  readonly tx: Transaction;
  readonly time: string;
  readonly by: string;
}

/**
 * The next refresh would bring the same list again: the fingerprints of what one went back from are kept, of the set that was named
 * only, because what else its source brought may well be right.
 */
async function goBack(list: SetListRow, { tx, time, by, isNamed }: Move & { isNamed: boolean }): Promise<void> {
  const { set, number, fingerprint, facts } = list;
  const newer = await withdrawNewer(tx, { set, number, time, by });
  await makeCurrent(tx, { set, number, time, by });
  await moveFingerprint(tx, { set, fingerprint, source: facts.source, withdrawn: isNamed ? newer : [], time });
  await takeTaxYears(tx, list, time);
}

async function accept(list: SetListRow, { tx, time, by }: Move): Promise<void> {
  const { set, number, fingerprint, facts } = list;
  await markAccepted(tx, list);
  await makeCurrent(tx, { set, number, time, by });
  await dropOldLists(tx, set);
  await moveFingerprint(tx, { set, fingerprint, source: facts.source, withdrawn: [], time });
  await recordAccepted(tx, { set, time });
  await takeTaxYears(tx, list, time);
}

/** Past years are not read again: what the list was made of comes back with it. */
async function takeTaxYears(tx: Transaction, list: SetListRow, time: string): Promise<void> {
  const years = await findListTaxYears(tx, list);
  if (years !== undefined) await restoreTaxYears(tx, { years, time });
}
