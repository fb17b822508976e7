// The entries behind the rows of a table, in its order and from any place on: along their ids where the database can decide
// everything, else as a search finds them. [odata.pages] [odata.filter.cost] [odata.order]

import type { Services } from '../base/services.ts';
import { eachPart } from '../export/table/each-table-page.ts';
import { EntryAtHand } from '../export/table/entry-at-hand.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { ownTurn, type Steps } from '../scheduling/run-in-slices.ts';
import { type EntrySearch, findPage } from '../search/find-matches.ts';
import type { Where } from '../search/parse-search.ts';
import { keptSearchPaths, type SearchRow } from '../search/search-paths.ts';
import { numberKey, type SortPlace } from '../search/sort-key.ts';
import type { Runner } from '../store/connection/db.ts';
import {
  type ExportProperty,
  type ExportRow,
  listExportRows,
  listExportRowsById,
  readExportRows,
} from '../store/entries/export-entries.ts';
import { findEntryByNumber } from '../store/entries/find-entry-by-number.ts';
import { findSkipPosition } from '../store/entries/find-skip-position.ts';
import { type EntryFilter, impliedBounds } from '../store/entries/implied-bounds.ts';
import { listEntrySizes } from '../store/entries/list-entries.ts';
import { rowFilter } from './evaluate-filter.ts';
import { impliedSearch } from './implied-search.ts';
import type { RowsWanted } from './read-options.ts';

type Needs = Pick<Services, 'newId' | 'longReads' | 'db' | 'reads' | 'entryIndexes'>;

/** After which entry the next ones come. Of a list by a time, those without one are a part of their own, which comes first. */
export interface EntryPlace {
  readonly after: SortPlace | undefined;
  readonly part?: 'empty' | 'filled' | undefined;
}

export interface FoundEntries {
  readonly rows: readonly ExportRow[];
  /** Undefined at the end. Also where rows are few there may be more. */
  readonly next: EntryPlace | undefined;
}

export interface EntrySource {
  readonly start: EntryPlace;
  placeOf(row: ExportRow, place: EntryPlace): EntryPlace;
  read(place: EntryPlace, limit: number): Promise<FoundEntries>;
  /** The place after so many entries, undefined where there are no more; null where only reading them tells. */
  skip(count: number): Promise<EntryPlace | undefined | null>;
  /** Exactly the entries that have rows, where one search or filter says which those are. */
  readonly matches: { readonly filter: EntryFilter; readonly search: EntrySearch | undefined };
}

export interface EntriesAsked {
  readonly form: LoadedForm;
  readonly wanted: Pick<RowsWanted, 'table' | 'filter' | 'order'>;
  readonly properties: ReadonlySet<ExportProperty>;
  readonly signal: AbortSignal | undefined;
}

const bytesAtOnce = 2 ** 19;
/** From this number of rows on, a page takes its turn with those of other accounts. */
const longPageRows = 200;

export async function openEntries(asked: EntriesAsked, services: Needs): Promise<EntrySource> {
  const { form, wanted, signal } = asked;
  const { account } = form;
  const { order } = wanted;
  const paths = keptSearchPaths(form.plan, form.definition.timeZone);
  const implied = impliedSearch(wanted.filter, form, paths);
  const own = await withNumber(implied.filter, implied.idx, form, services);
  const { gte } = impliedBounds(own).id ?? {};
  const id = { ...(gte !== undefined && { gte }), ...own.id };
  // Without a bound no condition at all: counters know how many entries there are by form and status alone.
  const filter = { ...own, form: { eq: form.id }, ...(Object.keys(id).length > 0 && { id }) };
  const isById = order.name === 'id';
  const isDirect = isById && implied.isWhole;
  const isNewestFirst = isById && order.isDescending;
  const hasTimes = (filter.createTime ?? filter.modifyTime ?? filter.submitTime) !== undefined;
  const properties = new Set([...asked.properties, order.name]);
  const reads = services.reads.open();
  const list = { account, filter, isNewestFirst };

  function run<T>(limit: number, work: (sql: Runner) => Promise<T>): Promise<T> {
    const read = () => reads.run(work);
    return limit <= longPageRows ? read() : services.longReads.run(account, read, signal);
  }

  /** One more than asked for says whether there are more. */
  async function readDirectly(place: EntryPlace, limit: number): Promise<FoundEntries> {
    const page = { ...list, after: place.after?.id, limit: limit + 1 };
    if (hasTimes) {
      const sizes = await run(limit, (sql) => listEntrySizes(sql, { ...page, includesDeleted: false }));
      const ids = sizes.slice(0, limit).map(({ id }) => id);
      const last = ids.at(-1);
      const next = sizes.length > limit && last !== undefined ? { after: { id: last, key: last } } : undefined;
      return readByIds(ids, place, next);
    }
    const { json, bytes } = await run(limit, (sql) =>
      listExportRows(sql, { ...page, maxBytes: bytesAtOnce }, properties),
    );
    await ownTurn();
    const rows = readExportRows(json);
    const isMore = rows.length > limit || bytes >= bytesAtOnce;
    const own = rows.slice(0, limit);
    return { rows: own, next: isMore ? placeOf(own.at(-1) as ExportRow, place) : undefined };
  }

  async function readByIds(
    ids: readonly string[],
    place: EntryPlace,
    next: EntryPlace | undefined,
  ): Promise<FoundEntries> {
    if (ids.length === 0) return { rows: [], next };
    const about = { account, form: form.id, ids, maxBytes: bytesAtOnce };
    const { json, bytes } = await run(ids.length, (sql) => listExportRowsById(sql, about, properties));
    await ownTurn();
    const rows = readExportRows(json);
    const last = rows.at(-1);
    const isCut = bytes >= bytesAtOnce && last !== undefined && last.id !== ids.at(-1);
    return { rows, next: isCut ? placeOf(last, place) : next };
  }

  function placeOf(row: ExportRow, { part }: EntryPlace): EntryPlace {
    const time = isById ? null : row[order.name as 'submitTime'];
    const key = isById ? row.id : time === null ? undefined : numberKey(Date.parse(time));
    return { after: { id: row.id, key }, part };
  }

  const search: EntrySearch = {
    paths,
    words: [],
    where: implied.where,
    sort: isNewestFirst ? undefined : { path: paths.facts.get(order.name)!, isDescending: order.isDescending },
    hasTeam: false,
    also: implied.isWhole ? undefined : rowTest(asked),
  };

  async function readFound(place: EntryPlace, limit: number): Promise<FoundEntries> {
    const { part } = place;
    const conditions = part === undefined ? [] : [presence(part, search)];
    const where: Where = { all: [...(search.where === undefined ? [] : [search.where]), ...conditions] };
    const matches = { account, form, filter, search: { ...search, where: where.all.length === 0 ? undefined : where } };
    const found = await findPage(matches, { after: place.after, limit }, services, signal);
    const end = part === 'empty' ? ({ after: undefined, part: 'filled' } as const) : undefined;
    return readByIds(found.ids, place, found.next === undefined ? end : { after: found.next.after, part });
  }

  // Nothing comes before everything: [odata.order.nulls]
  const hasEmptyFirst = order.name === 'submitTime' && !order.isDescending;
  return {
    start: hasEmptyFirst ? { after: { id: '', key: undefined }, part: 'empty' } : { after: undefined },
    placeOf,
    read: isDirect ? readDirectly : readFound,
    async skip(count) {
      if (!isDirect || wanted.table.repeat !== undefined) return null;
      const page = { ...list, after: undefined, skip: count };
      const id = await run(count, (sql) => findSkipPosition(sql, page));
      return id === undefined ? undefined : { after: { id, key: id } };
    },
    matches: { filter, search: implied.isWhole ? undefined : { ...search, sort: undefined } },
  };
}

/** Numbers have no index: which entry has it is found first. */
async function withNumber(
  filter: EntryFilter,
  idx: number | undefined,
  form: LoadedForm,
  { db }: Pick<Services, 'db'>,
) {
  if (idx === undefined) return filter;
  const id = await findEntryByNumber(db.sql, { account: form.account, form: form.id, idx });
  return { ...filter, id: { ...filter.id, in: id === undefined ? [] : [id] } };
}

function presence(part: 'empty' | 'filled', { paths, sort }: EntrySearch): Where {
  const path = sort?.path ?? paths.facts.get('submitTime')!;
  return { path, op: part === 'empty' ? 'empty' : 'notEmpty', keys: new Set(), text: '', bound: 0 };
}

/** Whether an entry has a row that passes. */
function rowTest({ form, wanted }: EntriesAsked): (row: SearchRow) => Steps<boolean> {
  const { table, filter } = wanted;
  const test = rowFilter(filter!);
  const entry = new EntryAtHand(form);
  return function* (row) {
    entry.open(toExportRow(row, form.id));
    if (table.repeat === undefined) return yield* test.passes(row.data, entry);
    for (const part of eachPart(table.repeat, row.data, entry)) {
      if (yield* test.passes(part, entry)) return true;
      yield;
    }
    return false;
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

function toExportRow(row: SearchRow, form: string): ExportRow {
  return {
    ...row,
    form,
    createTime: iso(row.createTime),
    modifyTime: iso(row.modifyTime),
    submitTime: row.submitTime === null ? null : iso(row.submitTime),
    bewitGeneration: 0,
    shortCode: null,
  };
}
