// Lists that come in parts: a set has one at a time. Nobody sees its options until it is finished; then they take the place of
// those the set has, all at once. A finished one is kept for a while, for those who did not get the response and ask again.
import type { Runner, Transaction } from '../connection/db.ts';
import {
  bytesOf,
  countOf,
  dataKeysOf,
  deleteOlderChunks,
  insertChunks,
  nextGeneration,
  type OptionsChunk,
  type OptionsSetRow,
} from './options-sets.ts';

export interface OptionsUploadRow {
  readonly id: string;
  readonly set: string;
  readonly partCount: number;
  readonly lastPosition: number;
  readonly optionCount: number;
  readonly optionBytes: number;
  /** JSON text of a list. */
  readonly dataKeys: string;
  readonly changeTime: string;
  readonly finishTime: string | null;
}

/** Of chunks that wait. */
const waiting = -1;

/** Of a locked set. An upload that was not finished is abandoned. */
export async function beginUpload(tx: Transaction, upload: { id: string; set: string; time: string }): Promise<void> {
  await tx`delete from options_uploads where set_id = ${upload.set} and finish_time is null`;
  await deleteWaiting(tx, upload.set);
  await tx`insert into options_uploads (id, set_id, change_time) values (${upload.id}, ${upload.set}, ${upload.time})`;
}

/** Locked until the transaction ends. */
export async function lockUpload(
  tx: Transaction,
  upload: { id: string; set: string },
): Promise<OptionsUploadRow | undefined> {
  const [row] = await tx<OptionsUploadRow[]>`
    select id, set_id as set, part_count as "partCount", last_position as "lastPosition", option_count as "optionCount",
      option_bytes as "optionBytes", data_keys as "dataKeys", change_time as "changeTime",
      finish_time as "finishTime"
    from options_uploads where id = ${upload.id} and set_id = ${upload.set} for update`;
  return row;
}

/** Nobody begins or finishes an upload for the set before the transaction ends. Taken before the upload's own lock, as they do. */
export async function holdOptionsSet(tx: Transaction, id: string): Promise<void> {
  await tx`select id from options_sets where id = ${id} for key share`;
}

export async function addUploadPart(
  tx: Transaction,
  upload: OptionsUploadRow,
  added: { chunks: readonly OptionsChunk[]; time: string },
): Promise<void> {
  const { chunks, time } = added;
  await insertChunks(tx, chunks, { id: upload.set, generation: waiting, lastPosition: upload.lastPosition });
  await tx`update options_uploads set part_count = part_count + 1, last_position = last_position + ${chunks.length},
      option_count = option_count + ${countOf(chunks)}, option_bytes = option_bytes + ${bytesOf(chunks)},
      data_keys = ${dataKeysOf(JSON.parse(upload.dataKeys) as string[], chunks)}, change_time = ${time}
    where id = ${upload.id}`;
}

/** Instead of the options that a locked set has. The chunks stay where they are and only change their generation. */
export async function finishUpload(
  tx: Transaction,
  set: OptionsSetRow,
  upload: OptionsUploadRow,
  time: string,
): Promise<void> {
  const generation = await nextGeneration(tx, set.id);
  await tx`update options_pieces set generation = ${generation} where set_id = ${set.id} and generation = ${waiting}`;
  await tx`update options_sets set version = version + 1, generation = ${generation}, last_position = ${upload.lastPosition},
      option_count = ${upload.optionCount}, option_bytes = ${upload.optionBytes}, data_keys = ${upload.dataKeys},
      modify_time = ${time}
    where id = ${set.id}`;
  await tx`update options_uploads set finish_time = ${time}, change_time = ${time} where id = ${upload.id}`;
  await deleteOlderChunks(tx, { id: set.id, generation });
}

/** One that is locked and not finished. */
export async function abandonUpload(tx: Transaction, upload: OptionsUploadRow): Promise<void> {
  await tx`delete from options_uploads where id = ${upload.id}`;
  await deleteWaiting(tx, upload.set);
}

async function deleteWaiting(tx: Transaction, set: string): Promise<void> {
  await tx`delete from options_pieces where set_id = ${set} and generation = ${waiting}`;
}

/** Finished or not, those that nothing was heard of since a time; of those that are not finished, the sets. */
export async function listOldUploads(
  sql: Runner,
  asked: { before: string; limit: number },
): Promise<{ id: string; set: string }[]> {
  return sql<{ id: string; set: string }[]>`
    select id, set_id as set from options_uploads where change_time < ${asked.before} order by change_time limit ${asked.limit}`;
}

export async function deleteFinishedUpload(tx: Transaction, id: string): Promise<void> {
  await tx`delete from options_uploads where id = ${id}`;
}
