// A page of a list that follows ids, with its projection and its Link header: forms and options sets. SPEC.md "Forms", GET /form.
import type { Services } from '../services.ts';
import { Answer, type ApiRequest } from './api-request.ts';
import { type IdOperators, readIdFilter } from './id-filter.ts';
import { nextPageLink, projectFields, readCursor, writeCursor } from './lists.ts';

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

export async function pageById<Row extends { readonly id: string }>(
  request: ApiRequest<unknown, ListQuery>,
  { secrets, config }: Services,
  { list, present }: { list: (asked: RowsAsked) => Promise<readonly Row[]>; present: (row: Row) => object },
): Promise<Answer> {
  const { query, fields, limit, after } = request.query;
  const rows = await list({
    after: after === undefined ? undefined : readCursor(after, secrets.cursor),
    // One more than asked for tells whether there is a next page.
    limit: limit === undefined ? undefined : limit + 1,
    ids: readIdFilter(query?._id),
  });
  const page = limit === undefined ? rows : rows.slice(0, limit);
  const data = page.map(present).map((record) => (fields === undefined ? record : projectFields(record, fields)));
  const last = page.at(-1);
  if (rows.length === page.length || last === undefined) return Answer.ofBody({ data });
  const cursor = writeCursor(last.id, secrets.cursor);
  return Answer.ofBody({ data }, { link: nextPageLink({ apiUrl: config.apiUrl, path: request.path, cursor }) });
}
