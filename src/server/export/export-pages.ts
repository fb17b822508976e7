// The entries of an export, page by page: along their ids, or as a search finds them. [export.order] [export.view]

import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { eachPage } from '../scheduling/each-page.ts';
import { ownTurn } from '../scheduling/run-in-slices.ts';
import { type EntrySearch, eachMatch } from '../search/find-matches.ts';
import type { Runner } from '../store/connection/db.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import { runsByBytes } from '../store/entries/entry-bytes.ts';
import {
  type ExportProperty,
  type ExportRow,
  listExportRows,
  listExportRowsById,
  readExportRows,
} from '../store/entries/export-entries.ts';
import type { EntryFilter } from '../store/entries/implied-bounds.ts';
import { type EntrySize, listEntries, listEntrySizes } from '../store/entries/list-entries.ts';

type Needs = Pick<Services, 'newId' | 'longReads' | 'db' | 'reads' | 'entryIndexes'>;

export interface ExportedEntries {
  readonly form: LoadedForm;
  readonly filter: EntryFilter;
  /** Only what it finds, in its order. */
  readonly search?: EntrySearch | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A page is parsed and written in one turn of the event loop, and every request of others waits for that: a page is small. */
const rowsAtOnce = 500;
const bytesAtOnce = 2 ** 19;

export function eachRowPage(
  wanted: ExportedEntries,
  properties: ReadonlySet<ExportProperty>,
  services: Needs,
): AsyncIterable<ExportRow[]> {
  if (wanted.search !== undefined) return eachFoundRows(wanted, properties, services);
  const { longReads } = services;
  const reads = services.reads.open();
  const { filter, form } = wanted;
  const { account } = form;
  return eachPage<ExportRow>({
    async read(page) {
      const list = () => reads.run((sql) => listExportRows(sql, { account, filter, ...page }, properties));
      const { json, bytes } = await longReads.run(account, list);
      await ownTurn();
      return { rows: readExportRows(json), bytes };
    },
    maxRows: rowsAtOnce,
    maxBytes: bytesAtOnce,
  });
}

async function* eachFoundRows(
  wanted: ExportedEntries,
  properties: ReadonlySet<ExportProperty>,
  services: Needs,
): AsyncGenerator<ExportRow[], void, undefined> {
  const { longReads } = services;
  const reads = services.reads.open();
  const { account, id: form } = wanted.form;
  for await (const ids of eachMatch({ ...wanted, account }, services, wanted.signal)) {
    for (let at = 0; at < ids.length; ) {
      const asked = ids.slice(at, at + rowsAtOnce);
      const about = { account, form, ids: asked, maxBytes: bytesAtOnce };
      const list = () => reads.run((sql) => listExportRowsById(sql, about, properties));
      const { json, bytes } = await longReads.run(account, list);
      await ownTurn();
      const rows = readExportRows(json);
      const last = rows.at(-1);
      if (last !== undefined) yield rows;
      // Deleted meanwhile, or left for the next page.
      at += last !== undefined && bytes >= bytesAtOnce ? asked.indexOf(last.id) + 1 : asked.length;
    }
  }
}

const entriesAtOnce = 50;

/** Whole entries, as PDFs need them. */
export function eachEntryPage(wanted: ExportedEntries, services: Needs): AsyncIterable<EntryRow[]> {
  if (wanted.search !== undefined) return eachFoundEntries(wanted, services);
  const { longReads } = services;
  const reads = services.reads.open();
  const { filter, form } = wanted;
  const { account } = form;
  return eachPage<EntryRow>({
    async read(page) {
      const { maxBytes, ...place } = page;
      const list = { account, filter, includesDeleted: false, ...place };
      const read = async (sql: Runner) => {
        const sizes = await listEntrySizes(sql, list);
        const [run = []] = runsByBytes(sizes, maxBytes);
        const rows = await listEntries(sql, { ...list, filter: { id: { in: run.map(({ id }) => id) } } });
        return { rows, bytes: run.length < sizes.length ? maxBytes : bytesOf(run) };
      };
      return longReads.run(account, () => reads.run(read));
    },
    maxRows: entriesAtOnce,
  });
}

function bytesOf(sizes: readonly EntrySize[]): number {
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0);
}

const entryBytesAtOnce = 4 * 2 ** 20;

async function* eachFoundEntries(
  wanted: ExportedEntries,
  services: Needs,
): AsyncGenerator<EntryRow[], void, undefined> {
  const { longReads } = services;
  const reads = services.reads.open();
  const { account } = wanted.form;
  const page = { account, includesDeleted: false, after: undefined, limit: entriesAtOnce };
  const ofIds = (ids: readonly string[]) => ({ ...page, filter: { id: { in: ids } } });
  for await (const ids of eachMatch({ ...wanted, account }, services, wanted.signal)) {
    for (let at = 0; at < ids.length; at += entriesAtOnce) {
      const asked = ids.slice(at, at + entriesAtOnce);
      const places = new Map(asked.map((id, place) => [id, place]));
      const inOrder = <Item extends { readonly id: string }>(items: Item[]) =>
        items.sort((one, other) => places.get(one.id)! - places.get(other.id)!);
      const sizes = await longReads.run(account, () => reads.run((sql) => listEntrySizes(sql, ofIds(asked))));
      for (const run of runsByBytes(inOrder(sizes), entryBytesAtOnce)) {
        const list = () => reads.run((sql) => listEntries(sql, ofIds(run.map(({ id }) => id))));
        const rows = await longReads.run(account, list);
        if (rows.length > 0) yield inOrder(rows);
      }
    }
  }
}
