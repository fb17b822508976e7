// GET /form/{formId}/entries with `search`, `where` or `sort`, and GET /form/{formId}/entries/count. Without them the list is the
// plain one. [entry-search.list] [entry-search.count] [entry-search.cursor]
import type { ApiEntry } from '../../api-types/entries.ts';
import type { ApiList, MatchCount } from '../../api-types/lists.ts';
import type { TableEntry } from '../../api-types/notes.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { type FormEntryListQuery, listEntriesOfForm } from '../entries/list-entries.ts';
import { eachTexts, idOf, type List, readItems } from '../entries/list-texts.ts';
import { readEntryFilter } from '../entry-facts/entry-filter.ts';
import { refuseForeignForm } from '../forms/start-form.ts';
import type { ApiRequest, ApiResponse } from '../http/api-request.ts';
import { nextPageLink, readCursor, writeCursor } from '../http/lists.ts';
import { maxWholeBytes, responseParts } from '../http/response-parts.ts';
import { countEntries } from '../store/entries/count-entries.ts';
import { countMatches, type EntrySearch, findPage, isPlain, maxCounted, readEntrySearch } from './find-matches.ts';
import type { SearchRequest } from './parse-search.ts';
import type { SortPlace } from './sort-key.ts';

type Needs = Pick<
  Services,
  'config' | 'clock' | 'newId' | 'longReads' | 'db' | 'secrets' | 'forms' | 'reads' | 'latestAccounts' | 'entryIndexes'
>;

export interface FoundListQuery extends FormEntryListQuery {
  readonly search?: string;
  readonly where?: string;
  readonly sort?: string;
}

type Listed = ApiEntry | TableEntry;

export async function listFormEntries(
  request: ApiRequest<{ formId: string }, FoundListQuery>,
  services: Needs,
): Promise<ApiResponse<ApiList<Listed>>> {
  const { query, fields, limit, after, search, where, sort } = request.query;
  if ((search ?? where ?? sort) === undefined) return listPlain(request, services);
  const { form, wanted } = await readWanted(request, services);
  if (isPlain(wanted)) return listPlain(request, services);
  const { account } = form;
  const start = after === undefined ? undefined : readPlace(after, wanted.sort, services);
  const matches = { account, form, filter: readEntryFilter(query), search: wanted };
  const { ids, next } = await findPage(matches, { after: start, limit }, services, request.signal);
  const hasTeam = fields?.includes('team') === true;
  const list: List = {
    account,
    filter: { id: { in: ids } },
    includesDeleted: false,
    after: undefined,
    fields,
    hasTeam,
    signal: request.signal,
  };
  const read = ids.length === 0 ? [] : await readItems({ ...list, limit: ids.length }, services);
  const byId = new Map(read.map((item) => [idOf(item), item]));
  const items = ids.flatMap((id) => byId.get(id) ?? []);
  const headers: Record<string, string> = {};
  if (next !== undefined) {
    const cursor = writeCursor(placeText(next.after, wanted), services.secrets.cursor);
    headers['link'] = nextPageLink({ apiUrl: services.config.apiUrl, path: request.path, cursor });
  }
  return responseParts(eachTexts(items, list, services), {
    maxBytes: maxWholeBytes,
    headers,
    entryCount: items.length,
  });
}

function listPlain(request: ApiRequest<{ formId: string }, FoundListQuery>, services: Needs) {
  const { after } = request.query;
  if (after !== undefined) readPlace(after, undefined, services);
  return listEntriesOfForm(request, services);
}

export type MatchCountQuery = Pick<FoundListQuery, 'query' | 'search' | 'where'>;

export async function countFormEntries(
  request: ApiRequest<{ formId: string }, MatchCountQuery>,
  services: Pick<Services, 'longReads' | 'db' | 'forms' | 'entryIndexes'>,
): Promise<MatchCount> {
  const { form, wanted } = await readWanted(request, services);
  const { account } = form;
  const filter = readEntryFilter(request.query.query);
  if (!isPlain(wanted)) return countMatches({ account, form, filter, search: wanted }, services, request.signal);
  const count = await countEntries(services.db.sql, { account, filter: { ...filter, form: { eq: form.id } } });
  return { count: Math.min(count, maxCounted), isMore: count > maxCounted };
}

async function readWanted(request: ApiRequest<{ formId: string }, SearchRequest>, services: Pick<Services, 'forms'>) {
  const form = await services.forms.getFresh(request.params.formId);
  refuseForeignForm(form, request);
  return { form, wanted: readEntrySearch(request.query, form) };
}

/**
 * Of a list in the order of creation the id alone, as of the plain one; of a sorted list the path, the key and the id, or the path
 * alone where nothing has been listed yet.
 */
function placeText(place: SortPlace | undefined, { sort }: EntrySearch): string {
  if (sort === undefined) return (place as SortPlace).id;
  return JSON.stringify(place === undefined ? [sortName(sort)] : [sortName(sort), place.key ?? null, place.id]);
}

function sortName({ path, isDescending }: NonNullable<EntrySearch['sort']>): string {
  return `${isDescending ? '-' : ''}${path.path}`;
}

function readPlace(
  cursor: string,
  sort: EntrySearch['sort'],
  { secrets }: Pick<Services, 'secrets'>,
): SortPlace | undefined {
  const text = readCursor(cursor, secrets.cursor);
  const isSorted = text.startsWith('[');
  const [name, key, id] = isSorted
    ? (JSON.parse(text) as [string, string | null, string] | [string])
    : [undefined, null, text];
  if (name !== (sort && sortName(sort))) {
    throw errors.requestInvalid('"after" must be a cursor from a list with the same "sort"', {
      source: 'query',
      keys: ['after'],
    });
  }
  return id === undefined ? undefined : { id, key: key ?? undefined };
}
