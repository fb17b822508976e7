// All entries that match what the page shows, however many are loaded: as parameters of requests, and walked in pages.
import type { ApiEntry } from '../../../api-types/entries.ts';
import type { ApiList } from '../../../api-types/lists.ts';
import { type AdminApi, nextCursor } from '../../admin-api.ts';
import type { Query } from '../entry-query.ts';
import type { Where } from './where.ts';

export interface Matching {
  readonly query: Query;
  readonly search: string;
  readonly where: Where | undefined;
}

export function matchingQuery({ query, search, where }: Matching): Readonly<Record<string, string | undefined>> {
  return {
    query: JSON.stringify(query),
    search: search.trim() === '' ? undefined : search.trim(),
    where: where === undefined ? undefined : JSON.stringify(where),
  };
}

export type MatchedEntry = Pick<ApiEntry, 'id' | 'status'>;

const pageSize = 500;

/** Newest first, whatever order the page shows: what is changed on the way does not move, and what arrives is not met. */
export async function* eachMatch(
  { api, form, matching }: { api: AdminApi; form: string; matching: Matching },
  signal: AbortSignal,
): AsyncGenerator<readonly MatchedEntry[]> {
  let after: string | undefined;
  do {
    const query = { ...matchingQuery(matching), fields: '["id","status"]', limit: pageSize, after };
    const { body, headers } = await api.request<ApiList<MatchedEntry>>(`/form/${form}/entries`, { query, signal });
    yield body.data;
    after = nextCursor(headers);
  } while (after !== undefined);
}
