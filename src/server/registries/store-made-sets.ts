// What became of sets that were made from a source, family by family: replaced, unchanged, or kept because the new list was refused.
// A refused list is stored beside the current one, so that somebody can look at it and accept it.
// [options-sets.maintained.refresh] [options-sets.maintained.history] [options-sets.maintained.accept] [options-sets.maintained.older]

import type { SetChanges, SetDiff } from '../../api-types/options-sets.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import type { MaintainedSet, MaintainedSetKey } from '../options-sets/maintained-sets.ts';
import type { Db, Transaction } from '../store/connection/db.ts';
import { countOf, findOptionsSet, lockOptionsSet, type OptionsSetRow } from '../store/options-sets/options-sets.ts';
import {
  dropRefusedLists,
  finishLanding,
  insertList,
  listSetLists,
  type SetListRow,
} from '../store/options-sets/set-lists.ts';
import {
  keepTaxYear,
  listSetRefreshes,
  listTaxYears,
  moveFingerprint,
  type RefreshOutcome,
  recordRefresh,
  type SetRefresh,
} from '../store/options-sets/set-refreshes.ts';
import { currentList, diffWithStored, storedList } from './diff-stored-lists.ts';
import type { FetchOptions } from './fetch-source.ts';
import type { Gather } from './gather-in-worker.ts';
import type { MadeSet } from './gather-sets.ts';
import type { TaxYear } from './tax-locality-options.ts';

export interface RefreshOptions {
  /** Missing: all sets. Sets of the same source come along. */
  readonly keys?: readonly MaintainedSetKey[] | undefined;
  /** Sets whose lists a person accepts although they are fewer, more or others than is believable, or were taken back. */
  readonly accepted?: readonly MaintainedSetKey[] | undefined;
  /** What a refused or accepted list changes, before it is stored. */
  readonly onDiff?: (found: { set: MaintainedSetKey; diff: SetDiff }) => void;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (text: string) => void;
  /** For tests: other floors, another way to gather, plain HTTP on this machine. */
  readonly sets?: readonly MaintainedSet[];
  readonly gather?: Gather;
  readonly fetching?: Omit<FetchOptions, 'report'>;
}

export type RefreshServices = Pick<Services, 'db' | 'clock' | 'config' | 'optionsSets'>;

export interface SetReport {
  readonly set: MaintainedSetKey;
  readonly id: string;
  readonly outcome: RefreshOutcome;
  readonly count: number;
  /** Why the old options were kept. */
  readonly reason?: string;
  readonly warnings: readonly string[];
  /** What a list would change that was refused, or did change that was accepted. */
  readonly diff?: SetDiff;
}

/** What came from the source of a family. */
export interface Brought {
  readonly sets: readonly MadeSet[];
  readonly taxYears: readonly TaxYear[];
  /** The source could not be read; what is here was made of what was read before. */
  readonly problem?: string;
  /** Why it must not replace what there is, unless somebody accepts it. */
  readonly refusal?: string;
}

/** One set of the family: what came for it, and what it has now. */
interface Compared {
  readonly set: MaintainedSet;
  readonly made: MadeSet;
  readonly row: OptionsSetRow;
  readonly known: SetRefresh | undefined;
  /** Missing when nothing changed. */
  readonly diff?: SetDiff;
  /** An earlier list that is much more like this one than the current one is. */
  readonly resembles?: SetListRow | undefined;
}

function warningsOf({ made, resembles }: Pick<Compared, 'made' | 'resembles'>): readonly string[] {
  if (resembles === undefined) return made.warnings;
  const { number, time } = resembles;
  return [`nearly the same as list ${number} of ${time.slice(0, 10)}: an older copy?`, ...made.warnings];
}

export async function storeMadeSets(
  brought: Brought,
  sets: readonly MaintainedSet[],
  { options, services }: { options: RefreshOptions; services: RefreshServices },
): Promise<SetReport[]> {
  const accepts = options.accepted !== undefined;
  for (;;) {
    const compared = await compare(brought, sets, services);
    const refusal = brought.refusal ?? (accepts ? undefined : findWithdrawn(compared));
    // Before anything is stored: whoever accepts a list sees what it changes.
    if (refusal !== undefined || accepts) {
      for (const { set, diff } of compared) if (diff !== undefined) options.onDiff?.({ set: set.key, diff });
    }
    const decision = { brought, compared, refusal, accepts };
    const reports = await services.db.transaction((tx) => store(tx, decision, isoNow(services.clock)));
    // Somebody else replaced a list since it was compared.
    if (reports === undefined) continue;
    for (const { id, outcome, count } of reports) {
      if (outcome === 'refreshed') services.optionsSets.forget(id, { optionCount: count });
    }
    return reports;
  }
}

async function compare(
  { sets: madeSets }: Brought,
  sets: readonly MaintainedSet[],
  { db }: RefreshServices,
): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const made of madeSets) {
    const set = sets.find(({ key }) => key === made.key);
    const one = set && (await compareSet(set, made, db));
    if (one !== undefined) compared.push(one);
  }
  return compared;
}

const maxTries = 5;

async function compareSet(set: MaintainedSet, made: MadeSet, db: Db): Promise<Compared | undefined> {
  for (let tries = 1; ; tries += 1) {
    // The row first: whatever is changed after it was read changes its version too.
    const row = await findOptionsSet(db.sql, set.id);
    if (row === undefined) return undefined;
    const [known] = await listSetRefreshes(db.sql, [set.id]);
    if (made.fingerprint === known?.fingerprint) return { set, made, row, known };
    const before = currentList(row);
    // Options that cannot be read whole, however often they are asked for, count as none.
    const stored = tries < maxTries ? before : { ...before, lastPosition: 0, optionCount: 0 };
    const diff = await diffWithStored(set.key, { db, before: stored, chunks: made.chunks });
    if (diff !== undefined)
      return { set, made, row, known, diff, resembles: await findEarlier(set, made, { db, diff }) };
  }
}

/** An earlier list is meant when so much less differs from it. */
const likeness = 4;

async function findEarlier(
  set: MaintainedSet,
  made: MadeSet,
  { db, diff }: { db: Db; diff: SetDiff },
): Promise<SetListRow | undefined> {
  const lists = (await listSetLists(db.sql, [set.id])).filter(({ isRefused }) => !isRefused);
  const current = lists.find(({ isCurrent }) => isCurrent);
  for (const list of lists.filter(({ number }) => number < (current?.number ?? 0))) {
    if (list.fingerprint === made.fingerprint) return list;
    const other = await diffWithStored(set.key, { db, before: storedList(list), chunks: made.chunks });
    if (other !== undefined && sizeOf(other) * likeness < sizeOf(diff)) return list;
  }
  return undefined;
}

function sizeOf({ added, removed, changed }: SetDiff): number {
  return added.count + removed.count + changed.count;
}

/** A list that somebody went back from is not brought again silently. */
function findWithdrawn(compared: readonly Compared[]): string | undefined {
  for (const { set, made, known } of compared) {
    const withdrawn = known?.withdrawn.find(({ fingerprint }) => fingerprint === made.fingerprint);
    if (withdrawn === undefined) continue;
    return (
      `${set.key}: this list was taken back on ${withdrawn.time.slice(0, 10)}; ` +
      'it is used again when somebody accepts it, and another one as soon as the source brings it'
    );
  }
  return undefined;
}

interface StoreDecision {
  readonly brought: Brought;
  readonly compared: readonly Compared[];
  readonly refusal: string | undefined;
  readonly accepts: boolean;
}

/** Undefined when the sets are not those that were compared any more. */
async function store(tx: Transaction, decision: StoreDecision, time: string): Promise<SetReport[] | undefined> {
  const { brought, compared } = decision;
  const isRefused = decision.refusal !== undefined;
  const ids = compared.map(({ set }) => set.id);
  // Always in the same order: two refreshes at once wait for each other instead of locking each other out.
  const rows: (OptionsSetRow | undefined)[] = [];
  for (const id of ids.toSorted()) rows.push(await lockOptionsSet(tx, id));
  const isSame = ({ row }: Compared) => rows.some((one) => one?.id === row.id && one.version === row.version);
  if (!compared.every(isSame)) return undefined;
  const lists = await listSetLists(tx, ids);
  const landing = Math.max(0, ...lists.map((list) => list.landing)) + 1;
  const years = brought.taxYears.map((one) => ({ ...one, localities: JSON.stringify(one.localities) }));
  if (!isRefused) for (const one of years) await keepTaxYear(tx, { ...one, time });
  const taxYears = compared.some(({ set }) => set.key === 'taxLocalities')
    ? JSON.stringify([...new Map([...(await listTaxYears(tx)), ...years].map((one) => [one.year, one])).values()])
    : null;
  const refused = isRefused ? await keepRefused(tx, decision, { lists, landing, taxYears, time }) : undefined;
  if (!isRefused) await dropRefusedLists(tx, ids);
  const reports: SetReport[] = [];
  for (const one of compared) {
    const report = reportOn(one, decision);
    if (report.outcome === 'refreshed') await land(tx, one, { decision, landing, taxYears, time });
    const { set, made, diff } = one;
    await recordRefresh(tx, {
      set: set.id,
      outcome: report.outcome,
      ...(report.outcome === 'refreshed' ? { fingerprint: made.fingerprint } : {}),
      ...(report.outcome === 'kept' ? {} : { source: made.source }),
      reason: report.reason ?? null,
      warnings: report.warnings,
      facts: {
        source: made.source,
        count: countOf(made.chunks),
        ...(diff && countsOf(diff)),
        ...(refused?.has(set.id) ? { refusedList: refused.get(set.id) as number } : {}),
      },
      time,
    });
    reports.push(report);
  }
  if (reports.some(({ outcome }) => outcome === 'refreshed')) await finishLanding(tx, landing, ids);
  return reports;
}

function reportOn(
  { set, made, row, diff, resembles }: Compared,
  { brought, refusal, accepts }: StoreDecision,
): SetReport {
  const warnings = warningsOf({ made, resembles });
  const [report, seen] = [{ set: set.key, id: set.id }, diff === undefined ? {} : { diff }];
  const count = row.optionCount;
  if (refusal !== undefined) return { ...report, outcome: 'kept', count, reason: refusal, warnings: [], ...seen };
  if (diff !== undefined) {
    const brings = countOf(made.chunks);
    return { ...report, outcome: 'refreshed', count: brings, warnings, ...(accepts ? seen : {}) };
  }
  if (brought.problem !== undefined) return { ...report, outcome: 'kept', count, reason: brought.problem, warnings };
  return { ...report, outcome: 'unchanged', count, warnings };
}

interface Landing {
  readonly landing: number;
  readonly taxYears: string | null;
  readonly time: string;
}

async function land(
  tx: Transaction,
  { set, made, row, diff, resembles }: Compared,
  { decision, ...landing }: Landing & { decision: StoreDecision },
): Promise<void> {
  const { accepts } = decision;
  const { fingerprint, chunks, source, date } = made;
  const facts = { source, warnings: warningsOf({ made, resembles }), ...(date && { date }) };
  await insertList(tx, row, {
    ...landing,
    kind: accepts ? 'accepted' : 'refresh',
    isRefused: false,
    chunks,
    fingerprint,
    facts: { ...facts, ...(diff === undefined ? {} : { changes: countsOf(diff) }) },
    by: accepts ? 'command line' : null,
  });
  await moveFingerprint(tx, { set: set.id, fingerprint, source, withdrawn: [], time: landing.time });
}

/** The numbers of the refused lists by set. The same ones again stay as they are: they come every night. */
async function keepRefused(
  tx: Transaction,
  { compared, refusal }: StoreDecision,
  { lists, ...landing }: Landing & { lists: readonly SetListRow[] },
): Promise<Map<string, number>> {
  const changed = compared.filter(({ diff }) => diff !== undefined);
  const stored = lists.filter(({ isRefused }) => isRefused);
  const isStored = ({ set, made }: Compared) =>
    stored.some((list) => list.set === set.id && list.fingerprint === made.fingerprint);
  if (stored.length === changed.length && changed.every(isStored)) {
    return new Map(stored.map(({ set, number }) => [set, number]));
  }
  await dropRefusedLists(
    tx,
    compared.map(({ set }) => set.id),
  );
  const numbers = new Map<string, number>();
  for (const { set, made, row, diff } of changed) {
    const { fingerprint, chunks, source, warnings, date } = made;
    const seen = { ...(date && { date }), ...(diff && { changes: countsOf(diff) }) };
    const facts = { source, warnings, reason: refusal ?? '', ...seen };
    const list = { ...landing, kind: 'refresh', isRefused: true, chunks, fingerprint, facts, by: null } as const;
    numbers.set(set.id, await insertList(tx, row, list));
  }
  return numbers;
}

function countsOf(diff: SetDiff): SetChanges {
  return { added: diff.added.count, removed: diff.removed.count, changed: diff.changed.count };
}
