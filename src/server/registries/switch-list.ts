// Makes another list of a maintained set the current one: an earlier one that somebody goes back to, or one that was refused and
// is accepted now. Sets of one source move together, in one transaction, so that a street's city stays a city.
// [options-sets.maintained.rollback] [options-sets.maintained.accept]

import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import { allMaintainedSets, type MaintainedSet, type MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import type { Transaction } from '../store/connection/db.ts';
import { lockOptionsSet, type OptionsSetRow } from '../store/options-sets/options-sets.ts';
import {
  dropRefusedLists,
  type FamilyState,
  findListTaxYears,
  finishLanding,
  hasAllOptions,
  isCurrentState,
  listSetLists,
  makeCurrent,
  markAccepted,
  type SetListRow,
  statesOf,
  withdrawNewer,
} from '../store/options-sets/set-lists.ts';
import { moveFingerprint, recordAccepted, restoreTaxYears } from '../store/options-sets/set-refreshes.ts';
import { families } from './gather-sets.ts';

export type ListServices = Pick<Services, 'db' | 'clock' | 'optionsSets'>;

export interface ListChange {
  readonly key: MaintainedSetKey;
  /** True to accept a list that was refused; false to go back to an earlier one. */
  readonly isRefused: boolean;
  /** Missing: what the family had before, passing over what somebody went back from. */
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

/** Lists of other sets that belong to the wanted one are gone; `nearest` is a list that has all of its own. */
export interface NotWhole {
  readonly nearest: number;
}

/** Empty when the list is the current one already. */
export async function switchList(
  change: ListChange,
  services: ListServices,
): Promise<readonly MovedSet[] | NotMoved | NotWhole> {
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
    if (row === undefined) return change.number === undefined ? 'nothingBefore' : 'noSuchList';
    const states = statesOf(lists);
    const target = lists.find(({ set, number }) => set === id && number === change.number);
    let targets: readonly SetListRow[];
    if (change.number === undefined) {
      const state = stateBefore(states, lists);
      if (state === undefined) return 'nothingBefore';
      targets = state.lists;
    } else {
      if (target === undefined) return 'noSuchList';
      if (target.isCurrent) return [];
      if (target.isRefused !== change.isRefused) return 'noSuchList';
      const found = target.isRefused ? refusedWith(target, lists) : stateWith(target, states)?.lists;
      if (found === undefined) return notWhole(target, states);
      targets = found;
    }
    if (change.current !== undefined && change.current !== row.generation) return 'changedMeanwhile';
    const moves = targets.flatMap((list) => {
      const set = rows.find((one) => one.id === list.set);
      return set === undefined || set.generation === list.number ? [] : [{ set, list }];
    });
    for (const { list } of moves) if (!(await hasAllOptions(tx, list))) return 'incomplete';
    const move = { tx, time, by: change.by };
    // Where the named set stays as it is, what moves is what one wants to be rid of.
    const isNamedMoved = moves.some(({ list }) => list.set === id);
    for (const { list } of moves) {
      if (change.isRefused) await accept(list, move);
      else await goBack(list, { ...move, isRemembered: list.set === id || !isNamedMoved });
    }
    if (change.isRefused && target !== undefined) {
      const ids = rows.map((one) => one.id);
      await dropRefusedLists(tx, ids);
      await finishLanding(tx, target.landing, ids);
    }
    return moves.map(({ set, list }) => ({
      set: family.find((one) => one.id === set.id)?.key ?? change.key,
      id: set.id,
      from: set.generation,
      to: list.number,
      count: list.optionCount,
    }));
  });
  if (Array.isArray(result))
    for (const { id, count } of result) services.optionsSets.forget(id, { optionCount: count });
  return result;
}

function familyOf(key: MaintainedSetKey): MaintainedSet[] {
  const keys = families.find((family) => family.includes(key)) ?? [key];
  return allMaintainedSets.filter((set) => keys.includes(set.key));
}

/** States that somebody went back from are passed over: they are what one wants to be rid of. */
function stateBefore(states: readonly FamilyState[], lists: readonly SetListRow[]): FamilyState | undefined {
  const current = states.find(isCurrentState)?.landing;
  const landings = lists.filter(({ isCurrent }) => isCurrent).map(({ landing }) => landing);
  return states.find((state) => !state.isWithdrawn && state.landing < (current ?? Math.max(...landings)));
}

function refusedWith(target: SetListRow, lists: readonly SetListRow[]): SetListRow[] {
  return lists.filter(({ isRefused, landing }) => isRefused && landing === target.landing);
}

/** The last one that had the list, so that no more is taken back than must be; one that was withdrawn as it came. */
function stateWith(target: SetListRow, states: readonly FamilyState[]): FamilyState | undefined {
  const having = states.filter(({ lists }) => lists.includes(target));
  const isWanted = ({ isWithdrawn, landing }: FamilyState) =>
    target.withdrawnTime === null ? !isWithdrawn : landing === target.landing;
  return having.find(isWanted) ?? having[0];
}

function notWhole({ set, number }: SetListRow, states: readonly FamilyState[]): NotWhole | NotMoved {
  const whole = states.flatMap(({ lists }) => lists.filter((list) => list.set === set && !list.isCurrent));
  const byDistance = whole.map((list) => list.number).sort((a, b) => Math.abs(a - number) - Math.abs(b - number));
  return byDistance[0] === undefined ? 'nothingBefore' : { nearest: byDistance[0] };
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
async function goBack(
  list: SetListRow,
  { tx, time, by, isRemembered }: Move & { isRemembered: boolean },
): Promise<void> {
  const { set, number, fingerprint, facts } = list;
  const newer = await withdrawNewer(tx, { set, number, time, by });
  await makeCurrent(tx, { set, number, time, by });
  await moveFingerprint(tx, { set, fingerprint, source: facts.source, withdrawn: isRemembered ? newer : [], time });
  await takeTaxYears(tx, list, time);
}

async function accept(list: SetListRow, { tx, time, by }: Move): Promise<void> {
  const { set, number, fingerprint, facts } = list;
  await markAccepted(tx, list);
  await makeCurrent(tx, { set, number, time, by });
  await moveFingerprint(tx, { set, fingerprint, source: facts.source, withdrawn: [], time });
  await recordAccepted(tx, { set, time });
  await takeTaxYears(tx, list, time);
}

/** Past years are not read again: what the list was made of comes back with it. */
async function takeTaxYears(tx: Transaction, list: SetListRow, time: string): Promise<void> {
  const years = await findListTaxYears(tx, list);
  if (years !== undefined) await restoreTaxYears(tx, { years, time });
}
