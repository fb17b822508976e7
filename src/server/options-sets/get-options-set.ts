// GET /optionsSet and GET /optionsSet/{setId}: the account's own sets and those the service maintains.
// [options-sets.read]
import type { ApiList, Projection } from '../../api-types/lists.ts';
import type { ApiOptionsSet, SetRefresh } from '../../api-types/options-sets.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, type ApiResponse, callerOf } from '../http/api-request.ts';
import { type ListQuery, pageById, type RowsAsked } from '../http/page-by-id.ts';
import { findOptionsSet, listOptionsSets, type OptionsSetRow } from '../store/options-sets/options-sets.ts';
import { findSetRefresh } from '../store/options-sets/set-refreshes.ts';
import { maintainingAccount } from './maintained-sets.ts';
import { hideFolders, showSource } from './show-source.ts';

export function presentOptionsSet(row: OptionsSetRow): ApiOptionsSet {
  const { id, name, account, createTime, modifyTime } = row;
  return { id, name, account, createTime, modifyTime };
}

export async function getOptionsSet(
  request: ApiRequest<{ setId: string }>,
  services: Pick<Services, 'db'>,
): Promise<ApiOptionsSet> {
  const row = await getVisibleSet(request, services);
  const lastRefresh = row.account === maintainingAccount ? await getLastRefresh(row.id, services) : undefined;
  return { ...presentOptionsSet(row), ...(lastRefresh === undefined ? {} : { lastRefresh }) };
}

/** [options-sets.maintained.report] Undefined before the first refresh. */
export async function getLastRefresh(set: string, { db }: Pick<Services, 'db'>): Promise<SetRefresh | undefined> {
  const refresh = await findSetRefresh(db.sql, set);
  if (refresh === undefined) return undefined;
  const { source, reason, warnings } = refresh;
  return {
    ...refresh,
    ...(source === undefined ? {} : { source: showSource(source) }),
    ...(reason === undefined ? {} : { reason: hideFolders(reason) }),
    warnings: warnings.map(hideFolders),
  };
}

export async function getVisibleSet(
  request: ApiRequest<{ setId: string }>,
  services: Pick<Services, 'db'>,
): Promise<OptionsSetRow> {
  const { setId } = request.params;
  const row = await findOptionsSet(services.db.sql, setId);
  if (row === undefined) throw errors.optionsSetNotFound(setId);
  if (!visibleAccounts(request).includes(row.account)) throw errors.insufficientPermissions();
  return row;
}

function visibleAccounts(request: ApiRequest): string[] {
  return [callerOf(request).account, maintainingAccount];
}

export async function listVisibleOptionsSets(
  request: ApiRequest<unknown, ListQuery>,
  services: Pick<Services, 'config' | 'db' | 'secrets'>,
): Promise<ApiResponse<ApiList<ApiOptionsSet | Projection<ApiOptionsSet>>>> {
  const accounts = visibleAccounts(request);
  const list = (asked: RowsAsked) => listOptionsSets(services.db.sql, { accounts, ...asked });
  return pageById(request, services, { list, present: presentOptionsSet });
}
