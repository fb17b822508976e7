// GET /entry/count: how many entries a filter matches, which is what POST /entry/delete with it would delete.
// [lists.count]
import type { ApiCount } from '../../api-types/lists.ts';
import type { Services } from '../base/services.ts';
import { readEntryFilter } from '../entry-facts/entry-filter.ts';
import { type ApiRequest, callerOf } from '../http/api-request.ts';
import { countEntries } from '../store/entries/count-entries.ts';

export interface CountQuery {
  readonly query?: Record<string, unknown>;
}

export async function countOwnEntries(
  request: ApiRequest<unknown, CountQuery>,
  services: Pick<Services, 'db'>,
): Promise<ApiCount> {
  const filter = readEntryFilter(request.query.query);
  return { count: await countEntries(services.db.sql, { account: callerOf(request).account, filter }) };
}
