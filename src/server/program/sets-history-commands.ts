// `sets history SET` and `sets rollback SET [--to N]`: the last lists of a maintained set, and going back to one of them.
// [running.commands] [options-sets.maintained.history] [options-sets.maintained.rollback]
import type { SetDiff } from '../../api-types/options-sets.ts';
import type { Services } from '../base/services.ts';
import { ConfigError } from '../base/settings.ts';
import type { MaintainedSet } from '../options-sets/maintained-sets.ts';
import { currentList, diffStoredLists, storedList } from '../registries/diff-stored-lists.ts';
import { type MovedSet, type NotMoved, switchList } from '../registries/switch-list.ts';
import { writeDiff } from '../registries/write-diff.ts';
import { findOptionsSet, type OptionsSetRow } from '../store/options-sets/options-sets.ts';
import { listSetLists, type SetListRow } from '../store/options-sets/set-lists.ts';

export async function historyCommand({ key, id, name }: MaintainedSet, services: Services) {
  const { rows } = await readLists(id, services);
  const refused = rows.find(({ isRefused }) => isRefused);
  const lists = rows.filter(({ isRefused }) => !isRefused).map(describe);
  for (const list of lists) {
    const mark = list.isCurrent ? '*' : list.withdrawnTime === undefined ? ' ' : 'x';
    process.stderr.write(
      `${mark} ${list.number}  ${list.time}  ${list.count} options  ${list.source || 'no source'}\n`,
    );
  }
  return { set: key, id, name, lists, ...(refused === undefined ? {} : { refused: describeRefused(refused) }) };
}

async function readLists(id: string, { db }: Services): Promise<{ row: OptionsSetRow; rows: SetListRow[] }> {
  const row = await findOptionsSet(db.sql, id);
  if (row === undefined) throw new ConfigError('This installation has no maintained sets yet: start the server once.');
  return { row, rows: await listSetLists(db.sql, [id]) };
}

function describe(list: SetListRow) {
  const { kind, currentFrom, currentBy, withdrawnTime, withdrawnBy } = list;
  return {
    ...describeFacts(list),
    kind,
    isCurrent: list.isCurrent,
    ...(currentFrom === null ? {} : { currentFrom }),
    ...(currentBy === null ? {} : { currentBy }),
    ...(withdrawnTime === null ? {} : { withdrawnTime }),
    ...(withdrawnBy === null ? {} : { withdrawnBy }),
  };
}

function describeRefused(list: SetListRow) {
  return { ...describeFacts(list), reason: list.facts.reason ?? '' };
}

function describeFacts({ number, time, optionCount: count, fingerprint, facts }: SetListRow) {
  const { source, warnings, changes } = facts;
  return { number, time, source, count, fingerprint, warnings, ...(changes && { changes }) };
}

/** `--to N` is one of the numbers that history shows. */
export function readListNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
    throw new ConfigError(`--to is "${text}", but must be the number of a list: see formstead sets history.`);
  }
  return number;
}

export interface Rollback {
  readonly set: string;
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly diff?: SetDiff;
  /** All that moved: sets of the same source go along. The named one may stay as it is, where only others had changed. */
  readonly sets: readonly MovedSet[];
}

export async function rollbackCommand(
  { set, to }: { set: MaintainedSet; to: number | undefined },
  services: Services,
): Promise<Rollback> {
  const { row, rows } = await readLists(set.id, services);
  const moved = await switchList({ key: set.key, isRefused: false, number: to, by: 'command line' }, services);
  if (typeof moved === 'string') throw new ConfigError(explain(moved, { set, to, rows }));
  if ('nearest' in moved) {
    throw new ConfigError(
      `List ${to} of ${set.key} cannot be restored: lists of other sets that belong to it are gone. The nearest one that can be is ${moved.nearest}.`,
    );
  }
  if (moved.length === 0) throw new ConfigError(`List ${to} of ${set.key} is the current one already.`);
  const stays = { from: row.generation, to: row.generation, count: row.optionCount };
  const own = moved.find(({ id }) => id === set.id) ?? stays;
  const target = rows.find(({ number }) => number === own.to);
  const diff =
    target && row.generation === own.from && own.to !== own.from
      ? await diffStoredLists(set.key, { db: services.db, before: currentList(row), after: storedList(target) })
      : undefined;
  if (diff !== undefined) process.stderr.write(`${writeDiff(set.key, diff)}\n`);
  for (const { set: key, from, to: number, count } of moved) {
    process.stderr.write(`${key}: list ${number} instead of ${from}, ${count} options\n`);
  }
  const { from, to: number, count } = own;
  return { set: set.key, id: set.id, from, to: number, count, ...(diff && { diff }), sets: moved };
}

function explain(
  problem: NotMoved,
  { set, to, rows }: { set: MaintainedSet; to: number | undefined; rows: readonly SetListRow[] },
): string {
  const numbers = rows.filter(({ isRefused }) => !isRefused).map(({ number }) => number);
  switch (problem) {
    case 'nothingBefore':
      return `There is nothing to go back to: ${set.key} has no earlier list. \`formstead sets history ${set.key}\` shows what there is.`;
    case 'noSuchList':
      return `${set.key} has no list ${to}. There are: ${numbers.join(', ') || 'none'}.`;
    case 'changedMeanwhile':
      return `Another list of ${set.key} became current meanwhile. Nothing was changed.`;
    case 'incomplete':
      return `The options of this list of ${set.key}, or of a set that goes along with it, are not there any more. Nothing was changed.`;
  }
}
