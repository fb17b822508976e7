// A list of any size in parts that takes the place of a set's options all at once: begin, parts, finish or abandon. Until it is
// finished nobody sees anything of it; what is not finished is removed after an hour. [options-sets.upload]
import Joi from 'joi';
import type { ApiMessage } from '../../api-types/lists.ts';
import type { OptionsUpload } from '../../api-types/options-sets.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { checkOf, idCheck } from '../http/checks.ts';
import { responseText } from '../http/response-text.ts';
import { runInSlices } from '../scheduling/run-in-slices.ts';
import type { Db, Transaction } from '../store/connection/db.ts';
import { bytesOf, countOf, findOptionsSet, lockOptionsSet } from '../store/options-sets/options-sets.ts';
import {
  abandonUpload,
  addUploadPart,
  beginUpload,
  deleteFinishedUpload,
  finishUpload,
  holdOptionsSet,
  listOldUploads,
  lockUpload,
  type OptionsUploadRow,
} from '../store/options-sets/options-uploads.ts';
import { refuseOtherOptions } from './fingerprint-options.ts';
import { changeOwnSet, checkOwn, checkRoom, type SetParams } from './own-options-set.ts';
import { readOptions } from './read-options.ts';
import type { AddPayload } from './write-options-set.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'optionsSets' | 'auditChain'>;

/** After so long without a part it is removed. */
export const uploadMs = 3_600_000;
const maxParts = 100_000;

interface UploadParams extends SetParams {
  readonly uploadId: string;
}
interface PartParams extends UploadParams {
  readonly part: number;
}

export const uploadParamsCheck = checkOf<UploadParams>({
  setId: idCheck.required(),
  uploadId: idCheck.required(),
});
export const partParamsCheck = checkOf<PartParams>({
  setId: idCheck.required(),
  uploadId: idCheck.required(),
  part: Joi.number().integer().min(1).max(maxParts).required(),
});

export interface FinishPayload {
  readonly parts: number;
}
export const finishCheck = checkOf<FinishPayload>({ parts: Joi.number().integer().min(0).max(maxParts).required() });

/** An earlier upload for the set that was not finished is abandoned. */
export async function beginOptionsUpload(
  request: ApiRequest<SetParams>,
  services: Pick<Services, 'clock' | 'newId' | 'db'>,
): Promise<OptionsUpload> {
  const { setId } = request.params;
  const id = services.newId();
  const time = isoNow(services.clock);
  await services.db.transaction(async (tx) => {
    checkOwn(await lockOptionsSet(tx, setId), request);
    await beginUpload(tx, { id, set: setId, time });
  });
  return { id, parts: 0, count: 0 };
}

/** Parts come one after the other. One that is there already changes nothing: its response may have been lost. */
export async function uploadOptionsPart(
  request: ApiRequest<PartParams, unknown, AddPayload>,
  services: Pick<Services, 'clock' | 'largeWrites' | 'db' | 'disk'>,
): Promise<OptionsUpload> {
  const { setId, part } = request.params;
  // Somebody else's set is refused before 5 MB are looked at.
  checkOwn(await findOptionsSet(services.db.sql, setId), request);
  return services.largeWrites.run(callerOf(request).account, async () => {
    const chunks = await runInSlices(readOptions(request.payload.options));
    await services.disk.takeData({ bytes: bytesOf(chunks) });
    return services.db.transaction(async (tx) => {
      await holdOptionsSet(tx, setId);
      const upload = await getUpload(tx, request);
      if (part <= upload.partCount) return present(upload);
      if (upload.finishTime !== null) throw errors.optionsUploadNotFound(upload.id);
      if (part > upload.partCount + 1) throw notNext(upload.partCount + 1);
      checkRoom({ count: upload.optionCount + countOf(chunks), bytes: upload.optionBytes + bytesOf(chunks) });
      await addUploadPart(tx, upload, { chunks, time: isoNow(services.clock) });
      return { id: upload.id, parts: part, count: upload.optionCount + countOf(chunks) };
    });
  });
}

export async function finishOptionsUpload(
  request: ApiRequest<UploadParams, unknown, FinishPayload>,
  services: Needs,
): Promise<ApiMessage> {
  const count = await changeOwnSet(request, services, async (tx, set) => {
    const upload = await getUpload(tx, request);
    // Also when it is finished: whoever names more parts than came must not believe that they were taken.
    if (request.payload.parts !== upload.partCount) throw wrongParts(upload.partCount);
    if (upload.finishTime === null) {
      refuseOtherOptions(request, set);
      await finishUpload(tx, set, upload, isoNow(services.clock));
    }
    return upload.optionCount;
  });
  return { message: responseText(request, 'optionsReplaced', count) };
}

export async function abandonOptionsUpload(
  request: ApiRequest<UploadParams>,
  services: Pick<Services, 'db'>,
): Promise<ApiMessage> {
  checkOwn(await findOptionsSet(services.db.sql, request.params.setId), request);
  await services.db.transaction(async (tx) => {
    const upload = await getUpload(tx, request);
    if (upload.finishTime !== null) throw errors.optionsUploadNotFound(upload.id);
    await abandonUpload(tx, upload);
  });
  return { message: responseText(request, 'uploadAbandoned') };
}

async function getUpload(tx: Transaction, { params }: ApiRequest<UploadParams>): Promise<OptionsUploadRow> {
  const upload = await lockUpload(tx, { id: params.uploadId, set: params.setId });
  if (upload === undefined) throw errors.optionsUploadNotFound(params.uploadId);
  return upload;
}

function present({ id, partCount, optionCount }: OptionsUploadRow): OptionsUpload {
  return { id, parts: partCount, count: optionCount };
}

function notNext(next: number): Error {
  return errors.requestInvalid(`"part" must not be greater than ${next}: parts come one after the other`, {
    source: 'params',
    keys: ['part'],
  });
}

function wrongParts(parts: number): Error {
  return errors.requestInvalid(`"parts" must be ${parts}, the number of parts that came`, {
    source: 'payload',
    keys: ['parts'],
  });
}

const uploadsAtOnce = 100;

/** Those that nothing was heard of. A set's options go as they came: some at a time. */
export async function deleteOldUploads(db: Db, before: string): Promise<void> {
  for (;;) {
    const old = await listOldUploads(db.sql, { before, limit: uploadsAtOnce });
    for (const { id, set } of old) {
      await db.transaction(async (tx) => {
        const upload = await lockUpload(tx, { id, set });
        if (upload === undefined || upload.changeTime >= before) return;
        if (upload.finishTime === null) await abandonUpload(tx, upload);
        else await deleteFinishedUpload(tx, id);
      });
    }
    if (old.length < uploadsAtOnce) return;
  }
}
