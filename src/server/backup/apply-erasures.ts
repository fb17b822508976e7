// What was deleted after a backup was made stays deleted when it is restored: a later backup of the same place knows which entries
// were deleted, and which forms, users and keys were still there. Only their ids are known. [running.restore.erasures]

import type { FormDefinition } from '../../core/definition/form-definition.ts';
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import { countDeletions } from '../entries/count-deletions.ts';
import { endFilesOfEntries } from '../files/files-of-entries.ts';
import { beginRemoval, removeSome } from '../forms/remove-form.ts';
import { blankEntries, listLivingIds, listStandingEntries } from '../store/backup/erase-restored.ts';
import type { Transaction } from '../store/connection/db.ts';
import { releaseStrangerDrafts } from '../store/entries/entry-quotas.ts';
import { lockEntriesToDelete, markDeleted } from '../store/entries/list-entries.ts';
import { lockFormDefinition } from '../store/forms/forms.ts';
import { deleteApiKey } from '../store/identity/api-keys.ts';
import { deleteUser } from '../store/identity/users.ts';
import { pagesOf } from './file-list.ts';

export interface ErasedCounts {
  entries: number;
  forms: number;
  users: number;
  keys: number;
}

const entriesAtOnce = 500;

/** Lines of `kind, id, time`, as copyErasures writes them. `time` is when they are deleted here. */
export async function applyErasures(
  tx: Transaction,
  lines: () => AsyncIterable<string>,
  time: string,
): Promise<ErasedCounts> {
  const living = { form: new Set<string>(), user: new Set<string>(), key: new Set<string>() };
  for await (const line of lines()) {
    const [kind, id = ''] = line.split('\t');
    if (kind === 'form' || kind === 'user' || kind === 'key') living[kind].add(id);
  }
  const counts: ErasedCounts = { entries: 0, forms: 0, users: 0, keys: 0 };
  for (const { id } of await listLivingIds(tx, 'forms')) {
    if (living.form.has(id)) continue;
    counts.entries += await eraseForm(tx, id, time);
    counts.forms += 1;
  }
  for (const { id, owner } of await listLivingIds(tx, 'api_keys')) {
    if (!living.key.has(id) && (await deleteApiKey(tx, id, owner ?? ''))) counts.keys += 1;
  }
  for (const { id } of await listLivingIds(tx, 'users')) {
    if (living.user.has(id)) continue;
    await deleteUser(tx, id);
    counts.users += 1;
  }
  for await (const page of pagesOf(deletedEntries(lines()), entriesAtOnce)) {
    counts.entries += await eraseEntries(tx, page, time);
  }
  return counts;
}

async function* deletedEntries(lines: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  for await (const line of lines) {
    const [kind, id] = line.split('\t');
    if (kind === 'entry' && id !== undefined) yield id;
  }
}

async function eraseForm(tx: Transaction, id: string, time: string): Promise<number> {
  const current = await lockFormDefinition(tx, id);
  if (current === undefined) return 0;
  const definition = JSON.parse(current.definition) as FormDefinition;
  let count = 0;
  let step = await beginRemoval(tx, { form: id, account: current.account, definition, time });
  for (;;) {
    count += step.entries.length;
    if (step.isDone) return count;
    step = await removeSome(tx, step.leaving, time);
  }
}

/** As a deletion by its owner does it, and then nothing of what was in the entry is left. */
async function eraseEntries(tx: Transaction, ids: readonly string[], time: string): Promise<number> {
  const standing = await listStandingEntries(tx, ids);
  let erased = 0;
  for (const account of new Set(standing.map((entry) => entry.account))) {
    const own = standing.filter((entry) => entry.account === account).map(({ id }) => id);
    const rows = await lockEntriesToDelete(tx, { account, filter: {}, ids: own });
    if (rows.length === 0) continue;
    await markDeleted(
      tx,
      rows.map(({ id }) => ({ id, action: JSON.stringify({ id, type: 'delete', time, ip: '', userAgent: '' }) })),
      { account, time },
    );
    await countDeletions(tx, rows);
    const drafts = rows.filter((row) => row.status <= entryStatusNumber('saved')).map((row) => row.id);
    if (drafts.length > 0) await releaseStrangerDrafts(tx, drafts);
    await endFilesOfEntries(tx, { account, rows, time });
    await blankEntries(
      tx,
      rows.map(({ id }) => id),
    );
    erased += rows.length;
  }
  return erased;
}
