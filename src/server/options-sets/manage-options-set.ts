// A set as a whole: another name, a copy, removal. [options-sets.rename] [options-sets.duplicate] [options-sets.remove]
import Joi from 'joi';
import type { ApiMessage } from '../../api-types/lists.ts';
import type { ApiOptionsSet } from '../../api-types/options-sets.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { isoNow } from '../base/clock.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { checkOf } from '../http/checks.ts';
import { responseText } from '../http/response-text.ts';
import { copyOptionsSet, deleteOptionsSet, renameOptionsSet } from '../store/options-sets/change-options-sets.ts';
import { findOptionsSet, lockOptionsSet } from '../store/options-sets/options-sets.ts';
import { listFormsOfSet } from './forms-of-set.ts';
import { getVisibleSet, presentOptionsSet } from './get-options-set.ts';
import { checkOwn, type SetParams } from './own-options-set.ts';
import type { NewSetPayload } from './write-options-set.ts';

type Needs = Pick<
  Services,
  'clock' | 'newId' | 'largeWrites' | 'longReads' | 'db' | 'optionsSets' | 'auditChain' | 'disk'
>;

export const maxNameLength = 1_000;
const copyMark = ' (copy)';

export async function renameSet(
  request: ApiRequest<SetParams, unknown, NewSetPayload>,
  services: Pick<Services, 'clock' | 'newId' | 'db' | 'auditChain'>,
): Promise<ApiOptionsSet> {
  const { setId } = request.params;
  const { sql } = services.db;
  const { account } = checkOwn(await findOptionsSet(sql, setId), request);
  const { name } = request.payload;
  await services.db.transaction(async (tx) => {
    await renameOptionsSet(tx, { id: setId, account, name, time: isoNow(services.clock) });
    await recordAudit(tx, { action: 'setRename', object: 'optionsSet', objectId: setId, name }, request, services);
  });
  return presentOptionsSet(checkOwn(await findOptionsSet(sql, setId), request));
}

export interface CopyPayload {
  readonly name?: string;
}
export const copyCheck = checkOf<CopyPayload>({ name: Joi.string().max(maxNameLength) });

/** Of every set that the caller can see: a maintained one too, to change the copy. */
export async function duplicateSet(
  request: ApiRequest<SetParams, unknown, CopyPayload>,
  services: Needs,
): Promise<ApiOptionsSet> {
  const { name } = await getVisibleSet(request, services);
  const { account } = callerOf(request);
  const id = services.newId();
  const copy = {
    id,
    account,
    name: request.payload.name ?? name.slice(0, maxNameLength - copyMark.length) + copyMark,
    time: isoNow(services.clock),
  };
  await services.largeWrites.run(account, () =>
    services.db.transaction(async (tx) => {
      const set = await lockOptionsSet(tx, request.params.setId);
      if (set === undefined) throw errors.optionsSetNotFound(request.params.setId);
      await services.disk.takeData({ bytes: set.optionBytes });
      await copyOptionsSet(tx, set, copy);
      const detail = { copyOf: set.id };
      const audited = { action: 'setCreate', object: 'optionsSet', objectId: id, name: copy.name, detail } as const;
      await recordAudit(tx, audited, request, services);
    }),
  );
  return presentOptionsSet(checkOwn(await findOptionsSet(services.db.sql, id), request));
}

interface RemoveQuery {
  readonly force?: boolean;
}
export const removeCheck = checkOf<RemoveQuery>({ force: Joi.boolean() });

const namedForms = 5;

/** One that forms use is refused with their names, unless the caller says that they know. */
export async function removeSet(request: ApiRequest<SetParams, RemoveQuery>, services: Needs): Promise<ApiMessage> {
  const { setId } = request.params;
  const { account, name } = checkOwn(await findOptionsSet(services.db.sql, setId), request);
  if (request.query.force !== true) {
    const forms = await listFormsOfSet({ set: setId, account }, services);
    if (forms.length > 0) throw errors.optionsSetInUse(forms.slice(0, namedForms).map(({ name }) => name));
  }
  await services.db.transaction(async (tx) => {
    await deleteOptionsSet(tx, { id: setId, account });
    await recordAudit(tx, { action: 'setDelete', object: 'optionsSet', objectId: setId, name }, request, services);
  });
  services.optionsSets.forget(setId);
  return { message: responseText(request, 'optionsSetDeleted') };
}
