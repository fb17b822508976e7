// The entries of a list as JSON texts. Small ones are read with their page; large ones are named with their size only, and
// read a few MB at a time when whoever asked has taken what came before them. [lists.large]

import type { Services } from '../base/services.ts';
import { entryPresenter, entryTextParts, idInText, presentMarker } from '../entry-facts/present-entry.ts';
import { mapInSlices } from '../scheduling/run-in-slices.ts';
import type { Runner } from '../store/connection/db.ts';
import type { ReadPoint } from '../store/connection/reads.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import { lightBytes, runsByBytes } from '../store/entries/entry-bytes.ts';
import type { EntryFilter } from '../store/entries/implied-bounds.ts';
import { type EntrySize, listEntries, listLightEntries } from '../store/entries/list-entries.ts';
import { listEntryTexts } from '../store/entries/list-entry-texts.ts';
import { listTeams, noTeam, type TeamRow } from '../store/entries/notes.ts';

type Needs = Pick<Services, 'config' | 'longReads' | 'db' | 'secrets' | 'latestAccounts'>;

export interface List {
  readonly account: string;
  readonly filter: EntryFilter;
  readonly includesDeleted: boolean;
  readonly isNewestFirst?: boolean;
  readonly after: string | undefined;
  /** Undefined for whole entries. */
  readonly fields: readonly string[] | undefined;
  /** What the team says about each entry comes along. */
  readonly hasTeam?: boolean;
  /** Aborted when nobody waits for the list any more. */
  readonly signal?: AbortSignal | undefined;
  /** Of a list that may be long; undefined: the primary is read. */
  readonly reads?: ReadPoint;
}

export type ListItem = SmallItem | EntrySize;

interface SmallItem {
  /** Undefined where it is in the text. */
  readonly id: string | undefined;
  /** JSON as bytes: the database's pass through as they come. Empty for an entry that went meanwhile; its place counts. */
  readonly text: Buffer;
}

export const isLarge = (item: ListItem): item is EntrySize => 'bytes' in item;
export const idOf = (item: ListItem) => item.id ?? idInText((item as SmallItem).text);

const nothing = Buffer.alloc(0);
const openingBrace = 0x7b;
/** From this number of rows on, a page takes its turn with those of other accounts. */
const longPageRows = 200;

export function readItems(
  list: PageOfList,
  services: Pick<Services, 'config' | 'longReads' | 'db' | 'secrets'>,
): Promise<ListItem[]> {
  return inTurn(list, services, (sql) => readRows(list, sql, services));
}

/** Beside others a page is read in pieces, so that nobody waits for all of it; all of it takes longer then. */
const rowsBesideOthers = 250;

/** A page that has begun keeps its turn: pages that wait for theirs hold nothing. */
export function readPage(list: PageOfList, services: Needs): Promise<ListItem[]> {
  return inTurn(list, services, async (sql, rest) => {
    const items: ListItem[] = [];
    for (let { after } = list; ; ) {
      const left = list.limit - items.length;
      const limit = services.latestAccounts.hasOthers(list.account) ? Math.min(left, rowsBesideOthers) : left;
      const piece = await readRows({ ...list, after, limit }, sql, services);
      items.push(...piece);
      const last = piece.at(-1);
      if (piece.length < limit || limit === left || last === undefined) return items;
      after = idOf(last);
      await rest();
      list.signal?.throwIfAborted();
    }
  });
}

function inTurn<T>(
  list: PageOfList,
  services: Pick<Services, 'longReads' | 'db'>,
  read: (sql: Runner, rest: () => Promise<void>) => Promise<T>,
): Promise<T> {
  if (list.limit <= longPageRows) return read(services.db.sql, async () => {});
  const work = (rest: () => Promise<void>) => readFrom(list, (sql) => read(sql, rest), services);
  return services.longReads.run(list.account, work, list.signal);
}

function readRows(list: PageOfList, sql: Runner, services: Pick<Services, 'config' | 'secrets'>): Promise<ListItem[]> {
  return list.fields === undefined ? readWholeEntries(list, sql, services) : readFields(list, sql, services);
}

function readFrom<T>({ reads }: List, read: (sql: Runner) => Promise<T>, { db }: Pick<Services, 'db'>): Promise<T> {
  return reads === undefined ? read(db.sql) : reads.run(read);
}

type PageOfList = List & { readonly limit: number };

async function readFields(
  list: PageOfList,
  sql: Runner,
  services: Pick<Services, 'config' | 'secrets'>,
): Promise<ListItem[]> {
  const rows = await listLightEntries(sql, list);
  const toText = await textWriter(list, rows, sql, services);
  return mapInSlices(rows, (row) => {
    if (row.isCut && row.deletedAt === null) return { id: row.id, bytes: row.bytes };
    return { id: row.id, text: toText(row) };
  });
}

async function readWholeEntries(
  list: PageOfList,
  sql: Runner,
  services: Pick<Services, 'config' | 'secrets'>,
): Promise<ListItem[]> {
  const texts = await listEntryTexts(sql, list, entryTextParts(services));
  const isNamed = (text: Buffer) => text[0] !== openingBrace;
  if (!texts.some(isNamed)) return texts.map((text) => ({ id: undefined, text }));
  const items = texts.map((text) => (isNamed(text) ? readSize(text) : { id: undefined, text }));
  const drafts = items.filter(isLarge).filter(({ bytes }) => bytes <= lightBytes);
  const found = await readByIds(drafts, list, sql, services);
  return items.map((item) => (isLarge(item) && item.bytes <= lightBytes ? textOf(item, found) : item));
}

/** `<id> <bytes>` */
function readSize(text: Buffer): EntrySize {
  const [id = '', bytes] = text.toString('latin1').split(' ');
  return { id, bytes: Number(bytes) };
}

function textOf({ id }: EntrySize, found: ReadonlyMap<string, Buffer>): SmallItem {
  return { id, text: found.get(id) ?? nothing };
}

async function readByIds(
  entries: readonly EntrySize[],
  list: List,
  sql: Runner,
  services: Pick<Services, 'config' | 'secrets'>,
): Promise<ReadonlyMap<string, Buffer>> {
  if (entries.length === 0) return new Map();
  const filter = { id: { in: entries.map(({ id }) => id) } };
  const rows = await listEntries(sql, { ...list, filter, limit: entries.length });
  const toText = await textWriter(list, rows, sql, services);
  return new Map(await mapInSlices(rows, (row) => [row.id, toText(row)] as const));
}

async function textWriter(
  { fields, hasTeam = false }: List,
  rows: readonly EntryRow[],
  sql: Runner,
  services: Pick<Services, 'config' | 'secrets'>,
): Promise<(row: EntryRow) => Buffer> {
  const present = entryPresenter(fields, services);
  if (!hasTeam) return (row) => Buffer.from(row.deletedAt === null ? present(row) : presentMarker(row));
  const ids = rows.map(({ id }) => id);
  const teams = await listTeams(sql, ids);
  return (row) => Buffer.from(withTeam(present(row), teams.get(row.id)));
}

function withTeam(text: string, team: TeamRow = noTeam): string {
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"team":${JSON.stringify(team)}}`;
}

const runBytes = 4 * 2 ** 20;

/** The texts of the items in order, those that come together in one array; an entry that went meanwhile has none. */
export async function* eachTexts(
  items: readonly ListItem[],
  list: List,
  services: Pick<Services, 'config' | 'longReads' | 'db' | 'secrets'>,
): AsyncGenerator<Buffer[], void, undefined> {
  let next = 0;
  for (const run of runsByBytes(items.filter(isLarge), runBytes)) {
    const read = (sql: Runner) => readByIds(run, list, sql, services);
    // Its page is in memory by now: it goes before pages that are not.
    const found = await services.longReads.goOn(list.account, () => readFrom(list, read, services), list.signal);
    const last = items.indexOf(run.at(-1) as EntrySize, next);
    yield textsOf(items.slice(next, last + 1).map((item) => (isLarge(item) ? textOf(item, found) : item)));
    next = last + 1;
  }
  yield textsOf(items.slice(next) as SmallItem[]);
}

function textsOf(items: readonly SmallItem[]): Buffer[] {
  return items.map(({ text }) => text).filter((text) => text.length > 0);
}
