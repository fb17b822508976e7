// Reads a page of a list in order of ids, with its projection and its Link header: forms and options sets. [forms.list] [options-sets.read]
import type { ApiList, Projection } from '../../api-types/lists.ts';
import type { Services } from '../base/services.ts';
import { type ApiRequest, ApiResponse } from './api-request.ts';
import { type IdOperators, readIdFilter } from './id-filter.ts';
import { fieldProjector, nextPageLink, readCursor, writeCursor } from './lists.ts';

export interface ListQuery {
  readonly query?: { _id?: string | IdOperators };
  readonly fields?: string[];
  readonly limit?: number;
  readonly after?: string;
}

export interface RowsAsked {
  readonly after: string | undefined;
  readonly limit: number | undefined;
  readonly ids: ReturnType<typeof readIdFilter>;
}

export async function pageById<Row extends { readonly id: string }, Item extends object>(
  request: ApiRequest<unknown, ListQuery>,
  services: Pick<Services, 'config' | 'secrets'>,
  { list, present }: { list: (asked: RowsAsked) => Promise<readonly Row[]>; present: (row: Row) => Item },
): Promise<ApiResponse<ApiList<Item | Projection<Item>>>> {
  const { fields } = request.query;
  const { page, headers } = await findPage(request, services, list);
  if (fields === undefined) return ApiResponse.ofBody({ data: page.map(present) }, headers);
  const project = fieldProjector(fields);
  const data = page.map((row) => project(present(row)) as object as Projection<Item>);
  return ApiResponse.ofBody({ data }, headers);
}

/** The rows of the page, and the Link header when there are more. */
export async function findPage<Row extends { readonly id: string }>(
  request: ApiRequest<unknown, ListQuery>,
  { secrets, config }: Pick<Services, 'config' | 'secrets'>,
  list: (asked: RowsAsked) => Promise<readonly Row[]>,
): Promise<{ page: readonly Row[]; headers: Record<string, string> }> {
  const { query, limit, after } = request.query;
  const rows = await list({
    after: after === undefined ? undefined : readCursor(after, secrets.cursor),
    // One more row than asked for shows whether there is a next page.
    limit: limit === undefined ? undefined : limit + 1,
    ids: readIdFilter(query?._id),
  });
  const page = limit === undefined ? rows : rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length === page.length || last === undefined) return { page, headers: {} };
  const cursor = writeCursor(last.id, secrets.cursor);
  return { page, headers: { link: nextPageLink({ apiUrl: config.apiUrl, path: request.path, cursor }) } };
}
