// Writes the places of a form's entries in the order of one answer, and follows what changed since. [entry-search.index]

import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { mapInSlices } from '../scheduling/run-in-slices.ts';
import {
  deleteKeys,
  dropKeySet,
  type KeySet,
  listKeyChanges,
  listTeamChanges,
  markBuilt,
  markKeys,
  oldestKey,
  writeKeys,
} from '../store/entries/entry-keys.ts';
import { databaseNow } from '../store/entries/entry-segments.ts';
import type { StoredSearchRow } from '../store/entries/search-rows.ts';
import { idBefore } from './build-segment.ts';
import { eachRows, eachRowsById } from './each-rows.ts';
import { findPath, keptSearchPaths, meaningOf, type SearchPath } from './search-paths.ts';
import { sortKeyOf } from './sort-key.ts';

export interface IndexLimits {
  /** Forms with fewer entries are looked through without an index. */
  readonly minEntries: number;
  /** Forms with more are sorted along keys; until these are written, a sort waits for them. */
  readonly directEntries: number;
  /** After so long a page ends with what it has. */
  readonly pageMs: number;
  readonly segmentEntries: number;
  /** So many new entries make a segment of their own; small segments that follow each other are made one. */
  readonly tailEntries: number;
  readonly maxSmallSegments: number;
  /** A segment with more changes than this is made again. */
  readonly maxChanges: number;
  readonly overlapSeconds: number;
}

type Needed = Pick<Services, 'db' | 'longReads'>;

interface KeysOfForm {
  readonly form: LoadedForm;
  readonly set: KeySet;
  readonly limits: IndexLimits;
}

/**
 * Newest first. `pause` is called after each page. False where it said to stop: the next one goes on below the oldest key. What
 * changes meanwhile is newer than the set's watermark, and is read again.
 */
export async function buildKeys(
  { form, set, pause, limits }: KeysOfForm & { readonly pause: (workedMs: number) => Promise<boolean> },
  services: Needed,
): Promise<boolean> {
  const { db } = services;
  const path = pathOf(form, set);
  if (path === undefined) return dropKeySet(db.sql, set.id).then(() => true);
  const oldest = await oldestKey(db.sql, set.id);
  const run = { fromId: '', toId: oldest && idBefore(oldest) };
  for await (const rows of eachRows({ account: form.account, form: form.id, run, hasTeam: path.isTeam }, services)) {
    const start = performance.now();
    await writeKeys(db.sql, set.id, await keysOf(rows, path));
    if (!(await pause(performance.now() - start))) return false;
  }
  await markBuilt(db.sql, set.id);
  await refreshKeys({ form, set, limits }, services);
  return true;
}

/** A key of another meaning is of no use: the next sort makes it again. */
export async function refreshKeys({ form, set, limits }: KeysOfForm, services: Needed): Promise<void> {
  const { db } = services;
  const path = pathOf(form, set);
  if (path === undefined) return dropKeySet(db.sql, set.id);
  const upTo = await databaseNow(db.sql);
  const about = { account: form.account, form: form.id, set: set.id, overlap: limits.overlapSeconds };
  if (path.isTeam) {
    const ids = await listTeamChanges(db.sql, about);
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      await writeChanged({ form, set, path, ids: ids.slice(at, at + idsAtOnce) }, services);
    }
  }
  let after: string | undefined;
  do {
    const { ids, last } = await listKeyChanges(db.sql, { ...about, after });
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      await writeChanged({ form, set, path, ids: ids.slice(at, at + idsAtOnce) }, services);
    }
    after = last;
  } while (after !== undefined);
  await markKeys(db.sql, { set: set.id, upTo });
}

const idsAtOnce = 500;

async function writeChanged(
  { form, set, path, ids }: { form: LoadedForm; set: KeySet; path: SearchPath; ids: readonly string[] },
  services: Needed,
): Promise<void> {
  const left = new Set(ids);
  const about = { account: form.account, form: form.id, ids, hasTeam: path.isTeam };
  for await (const rows of eachRowsById(about, services)) {
    await writeKeys(services.db.sql, set.id, await keysOf(rows, path));
    for (const { id } of rows) left.delete(id);
  }
  if (left.size > 0) await deleteKeys(services.db.sql, set.id, [...left]);
}

function keysOf(rows: readonly StoredSearchRow[], path: SearchPath) {
  return mapInSlices(rows, (row) => ({ id: row.id, revision: row.revision, key: sortKeyOf(path, row) }));
}

function pathOf(form: LoadedForm, set: KeySet): SearchPath | undefined {
  const path = findPath(keptSearchPaths(form.plan, form.definition.timeZone), set.path);
  return path?.isSortable && meaningOf([path]) === set.meaning ? path : undefined;
}
