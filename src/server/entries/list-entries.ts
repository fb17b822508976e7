// GET /entry: filter, projection, pages by cursor, deletion markers. SPEC.md "Entry filter".
import { Readable } from 'node:stream';
import { Answer, type ApiRequest, callerOf } from '../http/api-request.ts';
import { nextPageLink, readCursor, writeCursor } from '../http/lists.ts';
import type { Services } from '../services.ts';
import type { EntryRow } from '../store/entries.ts';
import { type EntryFilter, listEntries, listMarkers } from '../store/list-entries.ts';
import { readEntryFilter } from './entry-filter.ts';
import { entryPresenter, presentMarker } from './present-entry.ts';

interface ListQuery {
  readonly query?: Record<string, unknown>;
  readonly fields?: string[];
  readonly limit?: number;
  readonly after?: string;
  readonly deleteMarkers?: boolean;
}

interface List {
  readonly account: string;
  readonly filter: EntryFilter;
  readonly includesDeleted: boolean;
  readonly after: string | undefined;
  readonly present: (row: EntryRow) => string;
}

export async function listOwnEntries(request: ApiRequest<unknown, ListQuery>, services: Services): Promise<Answer> {
  const { query, fields, limit, after, deleteMarkers = false } = request.query;
  const present = entryPresenter(fields, services);
  const list: List = {
    account: callerOf(request).account,
    filter: readEntryFilter(query),
    includesDeleted: deleteMarkers,
    after: after === undefined ? undefined : readCursor(after, services.secrets.cursor),
    present: (row) => (row.deletedAt === null ? present(row) : presentMarker(row)),
  };
  return limit === undefined ? streamAll(list, services) : answerPage(list, limit, request, services);
}

async function answerPage(list: List, limit: number, request: ApiRequest, services: Services): Promise<Answer> {
  const rows = await listEntries(services.db.sql, { ...list, limit: limit + 1 });
  const page = rows.length > limit ? rows.slice(0, limit) : rows;
  const items = page.map(list.present);
  // The first page alone tells of entries that were removed with their form; there is no cursor among them.
  if (list.includesDeleted && list.after === undefined) {
    for await (const marker of eachMarker(list, services)) items.push(marker);
  }
  const json = `{"data":[${items.join(',')}]}`;
  const last = page.at(-1);
  if (rows.length === page.length || last === undefined) return Answer.ofJson(json);
  const cursor = writeCursor(last.id, services.secrets.cursor);
  return Answer.ofJson(json, { link: nextPageLink({ apiUrl: services.config.apiUrl, path: request.path, cursor }) });
}

/** Rows read at once for a list without a limit: memory stays at this, whatever the list holds. */
const pieceSize = 500;

async function streamAll(list: List, services: Services): Promise<Answer> {
  // The first piece is read before the answer starts, so that a failure still gets its status.
  const first = await listEntries(services.db.sql, { ...list, limit: pieceSize });
  return Answer.ofJson(Readable.from(eachPiece(list, first, services), { objectMode: false }));
}

async function* eachPiece(list: List, first: EntryRow[], services: Services): AsyncGenerator<string> {
  let rows = first;
  let separator = '';
  yield '{"data":[';
  for (;;) {
    if (rows.length > 0) yield separator + rows.map(list.present).join(',');
    if (rows.length > 0) separator = ',';
    const last = rows.at(-1);
    if (rows.length < pieceSize || last === undefined) break;
    rows = await listEntries(services.db.sql, { ...list, after: last.id, limit: pieceSize });
  }
  if (list.includesDeleted && list.after === undefined) {
    for await (const marker of eachMarker(list, services)) {
      yield separator + marker;
      separator = ',';
    }
  }
  yield ']}';
}

async function* eachMarker(list: List, services: Services): AsyncGenerator<string> {
  const { account, filter } = list;
  let after: string | undefined;
  for (;;) {
    const markers = await listMarkers(services.db.sql, { account, filter, after, limit: pieceSize });
    for (const marker of markers) yield presentMarker(marker);
    after = markers.at(-1)?.id;
    if (markers.length < pieceSize) return;
  }
}
