// POST /optionsSet, addOptions and deleteOptions. [options-sets.create] [options-sets.add] [options-sets.delete]

import type { ApiMessage } from '../../api-types/lists.ts';
import type { ApiOptionsSet } from '../../api-types/options-sets.ts';
import { errors } from '../errors.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { responseText } from '../http/response-text.ts';
import { runInSlices } from '../run-in-slices.ts';
import { isoNow, type Services } from '../services.ts';
import type { Transaction } from '../store/db.ts';
import {
  addChunks,
  bytesOf,
  countOf,
  findOptionsSet,
  insertOptionsSet,
  lockOptionsSet,
  type OptionsSetRow,
  replaceChunks,
} from '../store/options-sets.ts';
import { presentOptionsSet } from './get-options-set.ts';
import { readOptions } from './read-options.ts';

/** choice: anyone may search a set, and a search holds the whole set in memory; so a set has a size it cannot exceed. */
const maxSetOptions = 2_000_000;
const maxSetBytes = 268_435_456;

export interface NewSetPayload {
  readonly name: string;
}

export interface AddPayload {
  readonly options: readonly unknown[];
}

export async function createOptionsSet(
  request: ApiRequest<unknown, unknown, NewSetPayload>,
  services: Services,
): Promise<ApiOptionsSet> {
  const id = services.newId();
  const { account } = callerOf(request);
  await insertOptionsSet(services.db.sql, { id, account, name: request.payload.name, time: isoNow(services.clock) });
  const row = await findOptionsSet(services.db.sql, id);
  if (row === undefined) throw errors.optionsSetNotFound(id);
  return presentOptionsSet(row);
}

interface SetParams {
  readonly setId: string;
}

/** Always adds: an option that is there already is there twice then. */
export async function addOptions(
  request: ApiRequest<SetParams, unknown, AddPayload>,
  services: Services,
): Promise<ApiMessage> {
  const { setId } = request.params;
  // Somebody else's set is refused before 5 MB are looked at.
  checkOwn(await findOptionsSet(services.db.sql, setId), request);
  const count = await services.largeWrites.run(callerOf(request).account, () => add(request, services));
  return { message: responseText(request, added, count) };
}

async function add(request: ApiRequest<SetParams, unknown, AddPayload>, services: Services): Promise<number> {
  const chunks = await runInSlices(readOptions(request.payload.options));
  const count = countOf(chunks);
  await change(request, services, async (tx, set) => {
    if (set.optionCount + count > maxSetOptions || set.optionBytes + bytesOf(chunks) > maxSetBytes) {
      throw errors.optionsSetFull(maxSetOptions);
    }
    await addChunks(tx, set, { chunks, time: isoNow(services.clock) });
  });
  return count;
}

export async function deleteOptions(request: ApiRequest<SetParams>, services: Services): Promise<ApiMessage> {
  const count = await change(request, services, async (tx, set) => {
    await replaceChunks(tx, set, { chunks: [], time: isoNow(services.clock) });
    return set.optionCount;
  });
  return { message: responseText(request, deleted, count) };
}

async function change<T>(
  request: ApiRequest<SetParams>,
  services: Services,
  work: (tx: Transaction, set: OptionsSetRow) => Promise<T>,
): Promise<T> {
  const { setId } = request.params;
  const { result, optionCount } = await services.db.transaction(async (tx) => {
    const set = checkOwn(await lockOptionsSet(tx, setId), request);
    return { result: await work(tx, set), optionCount: (await findOptionsSet(tx, setId))?.optionCount ?? 0 };
  });
  services.optionsSets.forget(setId, { optionCount });
  return result;
}

/** A maintained set belongs to the service's own account: visible to every account, writable by none. */
function checkOwn(set: OptionsSetRow | undefined, request: ApiRequest<SetParams>): OptionsSetRow {
  if (set === undefined) throw errors.optionsSetNotFound(request.params.setId);
  if (set.account !== callerOf(request).account) throw errors.insufficientPermissions();
  return set;
}

const added = { en: '[1 option was|{0} options were] added.', he: '[נוספה אפשרות אחת|נוספו {0} אפשרויות].' };
const deleted = { en: '[1 option was|{0} options were] deleted.', he: '[נמחקה אפשרות אחת|נמחקו {0} אפשרויות].' };
