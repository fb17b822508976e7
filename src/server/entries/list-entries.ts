// GET /entry: filter, projection, pages by cursor, deletion markers.
// And the entries of one form newest first, for tables. [lists.order] [lists.deleted] [lists.markers] [lists.reopened] [lists.table] [lists.time]

import type { ApiEntry, DeletionMarker } from '../../api-types/entries.ts';
import type { ApiList, Projection } from '../../api-types/lists.ts';
import type { TableEntry } from '../../api-types/notes.ts';
import type { Services } from '../base/services.ts';
import { readEntryFilter } from '../entry-facts/entry-filter.ts';
import { refuseForeignFormId } from '../forms/with-current-form.ts';
import { type ApiRequest, type ApiResponse, callerOf } from '../http/api-request.ts';
import { nextPageLink, readCursor, writeCursor } from '../http/lists.ts';
import { timeHeader } from '../http/response-headers.ts';
import { maxWholeBytes, type Parts, responseParts } from '../http/response-parts.ts';
import { type EntryNumber, findEntryByNumber } from '../store/entries/find-entry-by-number.ts';
import { areFewMarkers, listMarkers } from '../store/entries/list-markers.ts';
import { eachTexts, idOf, type List, type ListItem, readItems, readPage } from './list-texts.ts';

type Needs = Pick<Services, 'config' | 'clock' | 'longReads' | 'db' | 'secrets' | 'reads' | 'latestAccounts'>;

type Listed = ApiEntry | Projection<ApiEntry>;

export interface EntryListQuery {
  readonly query?: Record<string, unknown>;
  readonly fields?: string[];
  readonly limit?: number;
  readonly after?: string;
  readonly deleteMarkers?: boolean;
  readonly reopened?: boolean;
  /** Accepted and ignored. */
  readonly sort?: undefined;
}

export async function listOwnEntries(
  request: ApiRequest<unknown, EntryListQuery>,
  services: Needs,
): Promise<ApiResponse<ApiList<Listed | DeletionMarker>>> {
  const { query, fields, limit, after, deleteMarkers = false, reopened = false } = request.query;
  // Before anything is read: what is written meanwhile is later.
  const headers = { [timeHeader]: new Date(services.clock.now()).toISOString() };
  const list: List = {
    account: callerOf(request).account,
    filter: { ...readEntryFilter(query), hasReopened: reopened },
    includesDeleted: deleteMarkers,
    after: after === undefined ? undefined : readCursor(after, services.secrets.cursor),
    fields,
    signal: request.signal,
  };
  if (limit !== undefined) return answerPage({ list, limit, headers }, request, services);
  const long = { ...list, reads: services.reads.open() };
  return responseParts(eachPart(long, services), { maxBytes: 0, headers });
}

export interface FormEntryListQuery extends Omit<EntryListQuery, 'deleteMarkers' | 'reopened' | 'sort'> {
  readonly limit: number;
  /** Only the entry with this number. */
  readonly idx?: number;
}

export async function listEntriesOfForm(
  request: ApiRequest<{ formId: string }, FormEntryListQuery>,
  services: Needs,
): Promise<ApiResponse<ApiList<ApiEntry | TableEntry>>> {
  const { formId } = request.params;
  const { query, fields, limit, after, idx } = request.query;
  const { account } = callerOf(request);
  await refuseForeignFormId(formId, request, services);
  const numbered = idx && { id: { in: await idsOfNumber({ account, form: formId, idx }, services) } };
  const list: List = {
    account,
    filter: { ...readEntryFilter(query), ...numbered, form: { eq: formId } },
    includesDeleted: false,
    isNewestFirst: true,
    after: after === undefined ? undefined : readCursor(after, services.secrets.cursor),
    fields,
    // [entries.team.column]
    hasTeam: fields?.includes('team') === true,
    signal: request.signal,
  };
  return answerPage({ list, limit, headers: {} }, request, services);
}

async function idsOfNumber(wanted: EntryNumber, { db }: Pick<Services, 'db'>): Promise<string[]> {
  const id = await findEntryByNumber(db.sql, wanted);
  return id === undefined ? [] : [id];
}

async function answerPage<Item>(
  { list, limit, ...rest }: { list: List; limit: number; headers: Record<string, string> },
  request: ApiRequest,
  services: Needs,
): Promise<ApiResponse<ApiList<Item>>> {
  const found = await readPage({ ...list, limit: limit + 1 }, services);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const headers = { ...rest.headers };
  if (found.length > limit && last !== undefined) {
    const cursor = writeCursor(idOf(last), services.secrets.cursor);
    headers['link'] = nextPageLink({ apiUrl: services.config.apiUrl, path: request.path, cursor });
  }
  const maxBytes = hasMarkers(list) ? maxBytesBeforeMarkers : maxWholeBytes;
  return responseParts(eachPagePart(page, list, services), { maxBytes, headers, entryCount: page.length });
}

async function* eachPagePart(
  page: readonly ListItem[],
  list: List,
  services: Pick<Services, 'config' | 'longReads' | 'db' | 'secrets'>,
): Parts {
  yield* eachTexts(page, list, services);
  if (hasMarkers(list)) yield* eachMarkers(list, services);
}

/** Rows read at once for a list without a limit: memory stays at this, whatever the list holds. */
const chunkSize = 500;

async function* eachPart(list: List, services: Pick<Services, 'config' | 'longReads' | 'db' | 'secrets'>): Parts {
  let { after } = list;
  for (;;) {
    const items = await readItems({ ...list, after, limit: chunkSize }, services);
    yield* eachTexts(items, list, services);
    const last = items.at(-1);
    if (items.length < chunkSize || last === undefined) break;
    after = idOf(last);
  }
  if (hasMarkers(list)) yield* eachMarkers(list, services);
}

/** The first page alone tells of entries that were removed with their form; there is no cursor among them. */
const hasMarkers = (list: List) => list.includesDeleted && list.after === undefined;

/** Markers may be hundreds of thousands: whoever asked gets the first of them while the others are read. */
const maxBytesBeforeMarkers = 2 ** 20;
const firstMarkers = 2_000;
const markersAtOnce = 20_000;

/** The next chunk is read while whoever asked takes the one before; no more than that is in memory. */
async function* eachMarkers({ account, filter, signal }: List, services: Pick<Services, 'longReads' | 'db'>): Parts {
  const areFew = await areFewMarkers(services.db.sql, { account, filter });
  const read = (after: string | undefined, limit: number) =>
    services.longReads.run(
      account,
      () => listMarkers(services.db.sql, { account, filter, after, limit, areFew }),
      signal,
    );
  let limit = firstMarkers;
  let next = read(undefined, limit);
  for (;;) {
    const { text, count, last } = await next;
    const isLast = count < limit;
    if (!isLast) {
      limit = markersAtOnce;
      next = read(last, limit);
      // If the page in progress is never read, its error is ignored.
      next.catch(() => {});
    }
    if (text.length > 0) yield [text];
    if (isLast) return;
  }
}
