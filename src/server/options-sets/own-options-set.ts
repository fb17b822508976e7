// Who may change a set, and how large it may become. [options-sets.add] [options-sets.maintained]
import { recordAudit } from '../audit/record-audit.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import type { Transaction } from '../store/connection/db.ts';
import { findOptionsSet, lockOptionsSet, type OptionsSetRow } from '../store/options-sets/options-sets.ts';

type Needs = Pick<Services, 'clock' | 'newId' | 'db' | 'optionsSets' | 'auditChain'>;

/** choice: anyone may search a set, and a search holds the whole set in memory; so a set has a size it cannot exceed. */
const maxSetOptions = 2_000_000;
const maxSetBytes = 268_435_456;

export interface SetParams {
  readonly setId: string;
}

/** A maintained set belongs to the service's own account: visible to every account, writable by none. */
export function checkOwn(set: OptionsSetRow | undefined, request: ApiRequest<SetParams>): OptionsSetRow {
  if (set === undefined) throw errors.optionsSetNotFound(request.params.setId);
  if (set.account !== callerOf(request).account) throw errors.insufficientPermissions();
  return set;
}

export function checkRoom({ count, bytes }: { count: number; bytes: number }): void {
  if (count > maxSetOptions || bytes > maxSetBytes) throw errors.optionsSetFull(maxSetOptions);
}

/** Work on the caller's own set, locked; searches of this process see the change at once. */
export async function changeOwnSet<T>(
  request: ApiRequest<SetParams>,
  services: Needs,
  work: (tx: Transaction, set: OptionsSetRow) => Promise<T>,
): Promise<T> {
  const { setId } = request.params;
  const { result, optionCount } = await services.db.transaction(async (tx) => {
    const set = checkOwn(await lockOptionsSet(tx, setId), request);
    const result = await work(tx, set);
    const optionCount = (await findOptionsSet(tx, setId))?.optionCount ?? 0;
    const detail = { options: optionCount, before: set.optionCount };
    const audited = { action: 'setChange', object: 'optionsSet', objectId: setId, name: set.name, detail } as const;
    await recordAudit(tx, audited, request, services);
    return { result, optionCount };
  });
  services.optionsSets.forget(setId, { optionCount });
  return result;
}
