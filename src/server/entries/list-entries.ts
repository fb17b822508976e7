// GET /entry: filter, projection, pages by cursor, deletion markers. SPEC.md "Entry filter".
// And the entries of one form newest first, for tables.
import { Readable } from 'node:stream';
import { Answer, type ApiRequest, callerOf } from '../http/api-request.ts';
import { nextPageLink, readCursor, writeCursor } from '../http/lists.ts';
import type { Services } from '../services.ts';
import type { EntryRow } from '../store/entries.ts';
import { type EntryNumber, findEntryByNumber } from '../store/find-entry-by-number.ts';
import { type EntryFilter, listEntries, listMarkers } from '../store/list-entries.ts';
import { listEntryTexts } from '../store/list-entry-texts.ts';
import { refuseForeignFormId } from './current-form.ts';
import { readEntryFilter } from './entry-filter.ts';
import { entryPresenter, entryTextParts, idInText, presentMarker } from './present-entry.ts';

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
  readonly isNewestFirst?: boolean;
  readonly after: string | undefined;
  /** Undefined for whole entries. */
  readonly fields: readonly string[] | undefined;
}

export async function listOwnEntries(request: ApiRequest<unknown, ListQuery>, services: Services): Promise<Answer> {
  const { query, fields, limit, after, deleteMarkers = false } = request.query;
  const list: List = {
    account: callerOf(request).account,
    filter: readEntryFilter(query),
    includesDeleted: deleteMarkers,
    after: after === undefined ? undefined : readCursor(after, services.secrets.cursor),
    fields,
  };
  return limit === undefined ? streamAll(list, services) : answerPage(list, limit, request, services);
}

interface FormListQuery extends Omit<ListQuery, 'deleteMarkers'> {
  readonly limit: number;
  /** Only the entry with this number. */
  readonly idx?: number;
}

export async function listEntriesOfForm(
  request: ApiRequest<{ formId: string }, FormListQuery>,
  services: Services,
): Promise<Answer> {
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
  };
  return answerPage(list, limit, request, services);
}

async function idsOfNumber(wanted: EntryNumber, { db }: Services): Promise<string[]> {
  const id = await findEntryByNumber(db.sql, wanted);
  return id === undefined ? [] : [id];
}

async function answerPage(list: List, limit: number, request: ApiRequest, services: Services): Promise<Answer> {
  const found = await readItems({ ...list, limit: limit + 1 }, services);
  const page = found.slice(0, limit);
  const texts = textsOf(page);
  // The first page alone tells of entries that were removed with their form; there is no cursor among them.
  if (list.includesDeleted && list.after === undefined) {
    for await (const marker of eachMarker(list, services)) texts.push(marker);
  }
  const json = Buffer.concat([listStart, ...withCommas(texts), listEnd]);
  const last = page.at(-1);
  if (found.length <= limit || last === undefined) return Answer.ofJson(json);
  const cursor = writeCursor(idOf(last), services.secrets.cursor);
  return Answer.ofJson(json, { link: nextPageLink({ apiUrl: services.config.apiUrl, path: request.path, cursor }) });
}

interface Item {
  /** Undefined where it stands in the text. */
  readonly id: string | undefined;
  /** JSON as bytes: the database's pass through as they come. Empty for an entry that went meanwhile; its place counts. */
  readonly text: Buffer;
}

const bytes = (text: string) => Buffer.from(text);
const [listStart, listEnd, comma, nothing] = [bytes('{"data":['), bytes(']}'), bytes(','), bytes('')];
const openingBrace = 0x7b;

const idOf = (item: Item) => item.id ?? idInText(item.text);
const textsOf = (items: readonly Item[]) => items.map((item) => item.text).filter((text) => text.length > 0);

function withCommas(texts: readonly Buffer[]): Buffer[] {
  const parts: Buffer[] = [];
  for (const text of texts) {
    if (parts.length > 0) parts.push(comma);
    parts.push(text);
  }
  return parts;
}

async function readItems(list: List & { readonly limit: number }, services: Services): Promise<Item[]> {
  const { sql } = services.db;
  const present = entryPresenter(list.fields, services);
  const item = (row: EntryRow) => ({
    id: row.id,
    text: bytes(row.deletedAt === null ? present(row) : presentMarker(row)),
  });
  if (list.fields !== undefined) return (await listEntries(sql, list)).map(item);
  const texts = await listEntryTexts(sql, list, entryTextParts(services));
  const others = texts.filter((text) => text[0] !== openingBrace).map((id) => id.toString('latin1'));
  if (others.length === 0) return texts.map((text) => ({ id: undefined, text }));
  const byId = { ...list, filter: { id: { in: others } } };
  const rows = new Map((await listEntries(sql, byId)).map((row) => [row.id, item(row)]));
  return texts.map((text) => {
    if (text[0] === openingBrace) return { id: undefined, text };
    const id = text.toString('latin1');
    return rows.get(id) ?? { id, text: nothing };
  });
}

/** Rows read at once for a list without a limit: memory stays at this, whatever the list holds. */
const pieceSize = 500;

async function streamAll(list: List, services: Services): Promise<Answer> {
  // The first piece is read before the answer starts, so that a failure still gets its status.
  const first = await readItems({ ...list, limit: pieceSize }, services);
  return Answer.ofJson(Readable.from(eachPiece(list, first, services), { objectMode: false }));
}

async function* eachPiece(list: List, first: Item[], services: Services): AsyncGenerator<Buffer> {
  let items = first;
  let separator = nothing;
  yield listStart;
  for (;;) {
    const texts = textsOf(items);
    if (texts.length > 0) yield Buffer.concat([separator, ...withCommas(texts)]);
    if (texts.length > 0) separator = comma;
    const last = items.at(-1);
    if (items.length < pieceSize || last === undefined) break;
    items = await readItems({ ...list, after: idOf(last), limit: pieceSize }, services);
  }
  if (list.includesDeleted && list.after === undefined) {
    for await (const marker of eachMarker(list, services)) {
      yield Buffer.concat([separator, marker]);
      separator = comma;
    }
  }
  yield listEnd;
}

async function* eachMarker(list: List, services: Services): AsyncGenerator<Buffer> {
  const { account, filter } = list;
  let after: string | undefined;
  for (;;) {
    const markers = await listMarkers(services.db.sql, { account, filter, after, limit: pieceSize });
    for (const marker of markers) yield bytes(presentMarker(marker));
    after = markers.at(-1)?.id;
    if (markers.length < pieceSize) return;
  }
}
