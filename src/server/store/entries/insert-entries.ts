// The shared commit that makes many new entries in one statement (insert-statement.ts).
// [entries.numbers] [entries.shared-commits]
//
// What does not fit (another version of the form, a used idempotency key, a form that is full) is left out, and the result says why.
import type { Runner } from '../connection/db.ts';
import {
  type EntryGroup,
  type FoundCounters,
  type FullRoom,
  fullRoomFor,
  groupEntries,
  type NewEntry,
} from './entry-headroom.ts';
import { insertStatement } from './insert-statement.ts';
import type { BatchMode } from './insert-text.ts';

export interface LastNumbers {
  readonly idx: number;
  readonly submitIdx: number;
}

export type Insertion =
  | {
      readonly outcome: 'inserted';
      readonly idx: number;
      readonly submitIdx: number | null;
      readonly changedAt: string;
    }
  | { readonly outcome: 'formChanged' }
  /** Only in a batch of the mode `together`. */
  | { readonly outcome: 'locked' }
  | { readonly outcome: 'full'; readonly limit: FullRoom }
  /** There may be room for it, but not together with the others of its batch: to be tried again. */
  | { readonly outcome: 'crowded' }
  | { readonly outcome: 'keyUsed' }
  | { readonly outcome: 'otherNumbers'; readonly last: LastNumbers };

export async function insertEntries(
  sql: Runner,
  batch: readonly NewEntry[],
  times: { time: string; keysFrom: string },
  mode: BatchMode = 'alone',
): Promise<Map<string, Insertion>> {
  const groups = groupEntries(batch);
  const rows = await sql.prepared<GroupRow[]>(insertStatement({ batch, groups, times, mode }));
  const results = new Map<string, Insertion>();
  const rowAt = new Map(rows.map((row) => [row.place, row]));
  for (const [index, group] of groups.entries()) addInsertions(results, { group, row: rowAt.get(index + 1), mode });
  return results;
}

/** What became of the entries of one form and version. */
interface GroupRow extends FoundCounters {
  /** Of the group, from 1. */
  readonly place: number;
  readonly version: number;
  readonly isWhole: boolean;
  /** There was room for the first of them at least. */
  readonly isFirst: boolean;
  /** Null when none was made. */
  readonly idxBefore: number | null;
  readonly submitIdxBefore: number | null;
  readonly changedAt: string | null;
  /** Of those that were made, in their order; only where some have idempotency keys. */
  readonly ids?: string | null;
  /** Where numbers were expected. */
  readonly lastIdx?: number;
  readonly lastSubmitIdx?: number;
}

function addInsertions(
  results: Map<string, Insertion>,
  { group, row, mode }: { group: EntryGroup; row: GroupRow | undefined; mode: BatchMode },
): void {
  const { entries } = group;
  const made = row === undefined ? 0 : addMade(results, entries, row);
  if (made === entries.length) return;
  for (const entry of entries)
    if (!results.has(entry.id)) results.set(entry.id, refusalOf(entry, { group, row, mode }));
}

/** Numbers are taken in order. */
function addMade(results: Map<string, Insertion>, entries: readonly NewEntry[], row: GroupRow): number {
  const { idxBefore, submitIdxBefore, changedAt, ids } = row;
  if (idxBefore === null || submitIdxBefore === null || changedAt === null) return 0;
  const isMade = ids == null ? undefined : new Set(ids.split(' '));
  let [idx, submitIdx] = [idxBefore, submitIdxBefore];
  for (const { id, status } of row.isWhole ? entries : entries.slice(0, 1)) {
    if (isMade !== undefined && !isMade.has(id)) continue;
    idx += 1;
    if (status === submittedStatus) submitIdx += 1;
    results.set(id, { outcome: 'inserted', idx, submitIdx: status === submittedStatus ? submitIdx : null, changedAt });
  }
  return idx - idxBefore;
}

const submittedStatus = 2;

function refusalOf(
  entry: NewEntry,
  { group, row, mode }: { group: EntryGroup; row: GroupRow | undefined; mode: BatchMode },
): Insertion {
  if (row === undefined) return { outcome: mode === 'together' ? 'locked' : 'formChanged' };
  if (row.version !== group.version) return { outcome: 'formChanged' };
  const { lastIdx, lastSubmitIdx } = row;
  if (lastIdx !== undefined && lastSubmitIdx !== undefined) {
    const { idx = lastIdx + 1, submitIdx = lastSubmitIdx + 1 } = entry.expected ?? {};
    const last = { idx: lastIdx, submitIdx: lastSubmitIdx };
    if (idx !== lastIdx + 1 || submitIdx !== lastSubmitIdx + 1) return { outcome: 'otherNumbers', last };
  }
  if (row.isWhole || (row.isFirst && entry === group.entries[0])) return { outcome: 'keyUsed' };
  const limit = fullRoomFor(entry, row);
  return limit === undefined ? { outcome: 'crowded' } : { outcome: 'full', limit };
}
