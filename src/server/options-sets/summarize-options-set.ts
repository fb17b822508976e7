// GET /optionsSet/{setId}/summary: what a person wants to know of a set without seeing its options.
// [options-sets.summary]
import type { OptionsSetSummary } from '../../api-types/options-sets.ts';
import type { Services } from '../base/services.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { listDataKeys } from '../store/options-sets/options-sets.ts';
import { getLastRefresh, getVisibleSet } from './get-options-set.ts';
import { maintainingAccount } from './maintained-sets.ts';

export async function summarizeOptionsSet(
  request: ApiRequest<{ setId: string }>,
  services: Pick<Services, 'db'>,
): Promise<OptionsSetSummary> {
  const { sql } = services.db;
  const set = await getVisibleSet(request, services);
  const isMaintained = set.account === maintainingAccount;
  const refresh = isMaintained ? await getLastRefresh(set.id, services) : undefined;
  // Other names of countries are there to be found by; nobody filters by them.
  return {
    count: set.optionCount,
    dataKeys: (await listDataKeys(sql, set.id)).filter((key) => !isMaintained || key !== 'names'),
    isMaintained,
    allowsAutocomplete: set.allowsAutocomplete,
    ...(refresh === undefined ? {} : { lastRefresh: refresh }),
  };
}
