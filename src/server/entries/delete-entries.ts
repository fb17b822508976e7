// DELETE /entry/{entryId} and POST /entry/delete. [entries.delete] [entries.delete.by-query]

import type { ApiMessage } from '../../api-types/lists.ts';
import { entryStatusNumber } from '../../core/plan/entry-status.ts';
import { type Audited, recordAudit } from '../audit/record-audit.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { readEntryFilter } from '../entry-facts/entry-filter.ts';
import { removeFromStorage } from '../files/delete-files.ts';
import { endFilesOfEntries } from '../files/files-of-entries.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { responseText } from '../http/response-text.ts';
import type { Transaction } from '../store/connection/db.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import { runsByBytes } from '../store/entries/entry-bytes.ts';
import { releaseStrangerDrafts } from '../store/entries/entry-quotas.ts';
import type { EntryFilter } from '../store/entries/implied-bounds.ts';
import { findEntriesToDelete, lockEntriesToDelete, markDeleted } from '../store/entries/list-entries.ts';
import { lockFormCounters } from '../store/forms/forms.ts';
import { makeAction } from './actions.ts';
import { countDeletions } from './count-deletions.ts';
import { getOwnEntry } from './edit-entry.ts';
import { refuseTransition } from './open-draft.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'log' | 'db' | 'auditChain' | 'storage'>;

export async function deleteEntry(request: ApiRequest<{ entryId: string }>, services: Needs): Promise<ApiMessage> {
  const row = await getOwnEntry(request.params.entryId, request, services);
  refuseTransition(row, 'delete');
  const count = await deleteChunk({ filter: { id: { eq: row.id } }, entries: [row], request }, services);
  // Another request deleted it between the look and the lock.
  if (count === 0) throw errors.refused('deleteDeleted');
  return { message: responseText(request, 'entryDeleted') };
}

export interface DeletePayload {
  readonly query: Record<string, unknown>;
}

/** Everything the query matches, across the account, without confirmation. */
export async function deleteByQuery(request: ApiRequest<unknown, unknown, DeletePayload>, services: Needs) {
  const filter = readEntryFilter(request.payload.query);
  const { account } = callerOf(request);
  let after: string | undefined;
  do {
    const found = await findEntriesToDelete(services.db.sql, { account, filter, after, limit: chunkSize });
    for (const entries of runsByBytes(found, chunkBytes)) await deleteChunk({ filter, entries, request }, services);
    after = found.length < chunkSize ? undefined : found.at(-1)?.id;
  } while (after !== undefined);
  return {};
}

/** Entries deleted in one transaction: locks are held shortly and memory stays bounded. */
const chunkSize = 500;
const chunkBytes = 8 * 2 ** 20;

interface Chunk {
  readonly filter: EntryFilter;
  readonly entries: readonly { readonly id: string; readonly form: string }[];
  readonly request: ApiRequest;
}

/** Those of the entries that the filter still matches; answers how many. */
async function deleteChunk({ filter, entries, request }: Chunk, services: Needs): Promise<number> {
  const { account } = callerOf(request);
  const time = isoNow(services.clock);
  const forms = [...new Set(entries.map((entry) => entry.form))];
  const remove = async (tx: Transaction) => {
    await lockFormCounters(tx, forms);
    const locked = await lockEntriesToDelete(tx, { account, filter, ids: entries.map((entry) => entry.id) });
    const deletions = locked.map((row) => ({
      id: row.id,
      action: JSON.stringify(makeAction({ id: services.newId(), type: 'delete', time }, request)),
    }));
    if (locked.length > 0) await markDeleted(tx, deletions, { account, time });
    await countDeletions(tx, locked);
    const drafts = locked.filter((row) => row.status <= entryStatusNumber('saved')).map((row) => row.id);
    if (drafts.length > 0) await releaseStrangerDrafts(tx, drafts);
    for (const rows of chunksOf(locked, maxIdsOfLine)) await recordAudit(tx, deletion(rows), request, services);
    return { count: locked.length, files: await endFilesOfEntries(tx, { account, rows: locked, time }) };
  };
  const lane = forms.length === 1 ? (forms[0] as string) : account;
  const { count, files } = await services.db.transaction(remove, { lane });
  await removeFromStorage(files, services);
  return count;
}

/** Lines stay short: whoever reads a thousand of them at once must not wait for long. */
const maxIdsOfLine = 100;

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}

/** Each is named. */
function deletion(rows: readonly EntryRow[]): Audited {
  const [first] = rows;
  if (rows.length === 1 && first !== undefined) {
    return { action: 'entryDelete', object: 'entry', objectId: first.id, detail: { form: first.form } };
  }
  return { action: 'entriesDelete', object: 'entry', detail: { entries: rows.map(({ id }) => id) } };
}
