// POST /optionsSet, addOptions, deleteOptions and PUT options.
// [options-sets.create] [options-sets.add] [options-sets.delete] [options-sets.replace]

import type { ApiMessage } from '../../api-types/lists.ts';
import type { ApiOptionsSet } from '../../api-types/options-sets.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse, callerOf } from '../http/api-request.ts';
import { createIdempotently, repeatedHeaders } from '../http/idempotent-create.ts';
import { responseText } from '../http/response-text.ts';
import { runInSlices } from '../scheduling/run-in-slices.ts';
import {
  addChunks,
  bytesOf,
  countOf,
  findOptionsSet,
  insertOptionsSet,
  replaceChunks,
} from '../store/options-sets/options-sets.ts';
import { presentOptionsSet } from './get-options-set.ts';
import { changeOwnSet, checkOwn, checkRoom, type SetParams } from './own-options-set.ts';
import { readOptions } from './read-options.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'largeWrites' | 'db' | 'optionsSets' | 'auditChain' | 'disk'>;

export interface NewSetPayload {
  readonly name: string;
}

export interface AddPayload {
  readonly options: readonly unknown[];
}

export async function createOptionsSet(
  request: ApiRequest<unknown, unknown, NewSetPayload>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiResponse<ApiOptionsSet>> {
  const { account } = callerOf(request);
  const { name } = request.payload;
  const { id, made } = await createIdempotently(request, services, async (tx, facts) => {
    await insertOptionsSet(tx, { ...facts, account, name });
    await recordAudit(tx, { action: 'setCreate', object: 'optionsSet', objectId: facts.id, name }, request, services);
    return facts;
  });
  const row = await findOptionsSet(services.db.sql, id);
  if (row === undefined) throw errors.optionsSetNotFound(id);
  return ApiResponse.ofBody(presentOptionsSet(row), made === undefined ? repeatedHeaders : {});
}

/** Always adds: an option that is there already is there twice then. */
export async function addOptions(
  request: ApiRequest<SetParams, unknown, AddPayload>,
  services: Needs,
): Promise<ApiMessage> {
  const { setId } = request.params;
  // Somebody else's set is refused before 5 MB are looked at.
  checkOwn(await findOptionsSet(services.db.sql, setId), request);
  const count = await services.largeWrites.run(callerOf(request).account, () => add(request, services));
  return { message: responseText(request, 'optionsAdded', count) };
}

/** Searches find the old options or the new ones, never none. */
export async function replaceOptions(
  request: ApiRequest<SetParams, unknown, AddPayload>,
  services: Needs,
): Promise<ApiMessage> {
  checkOwn(await findOptionsSet(services.db.sql, request.params.setId), request);
  const count = await services.largeWrites.run(callerOf(request).account, async () => {
    const chunks = await runInSlices(readOptions(request.payload.options));
    await services.disk.takeData({ bytes: bytesOf(chunks) });
    await changeOwnSet(request, services, (tx, set) =>
      replaceChunks(tx, set, { chunks, time: isoNow(services.clock) }),
    );
    return countOf(chunks);
  });
  return { message: responseText(request, 'optionsReplaced', count) };
}

async function add(request: ApiRequest<SetParams, unknown, AddPayload>, services: Needs): Promise<number> {
  const chunks = await runInSlices(readOptions(request.payload.options));
  const count = countOf(chunks);
  await services.disk.takeData({ bytes: bytesOf(chunks) });
  await changeOwnSet(request, services, async (tx, set) => {
    checkRoom({ count: set.optionCount + count, bytes: set.optionBytes + bytesOf(chunks) });
    await addChunks(tx, set, { chunks, time: isoNow(services.clock) });
  });
  return count;
}

export async function deleteOptions(request: ApiRequest<SetParams>, services: Needs): Promise<ApiMessage> {
  const count = await changeOwnSet(request, services, async (tx, set) => {
    await replaceChunks(tx, set, { chunks: [], time: isoNow(services.clock) });
    return set.optionCount;
  });
  return { message: responseText(request, 'optionsDeleted', count) };
}
