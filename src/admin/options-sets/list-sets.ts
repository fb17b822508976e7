// Every options set that the account can use, page by page: its own, and those that the service maintains.
import type { ApiList } from '../../api-types/lists.ts';
import type { ApiOptionsSet } from '../../api-types/options-sets.ts';
import { type AdminApi, nextCursor } from '../admin-api.ts';

export async function listSets(api: AdminApi, signal: AbortSignal): Promise<readonly ApiOptionsSet[]> {
  const sets: ApiOptionsSet[] = [];
  let after: string | undefined;
  do {
    const query = { limit: 1000, after };
    const { body, headers } = await api.request<ApiList<ApiOptionsSet>>('/optionsSet', { query, signal });
    sets.push(...body.data);
    after = nextCursor(headers);
  } while (after !== undefined);
  return sets;
}
