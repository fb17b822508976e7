// A page of rows as JSON texts: as many as are wanted, as fit into its bytes and as come in its time. [odata.pages] [limits.event-loop]
import type { JsonObject } from '../../core/definition/form-definition.ts';
import type { Services } from '../base/services.ts';
import { eachPart } from '../export/table/each-table-page.ts';
import { EntryAtHand } from '../export/table/entry-at-hand.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { defaultSliceMilliseconds, ownTurn } from '../scheduling/run-in-slices.ts';
import { idBefore } from '../search/build-segment.ts';
import type { ExportProperty } from '../store/entries/export-entries.ts';
import { columnsIn, type RowFilter, rowFilter } from './evaluate-filter.ts';
import { type EntryPlace, openEntries } from './find-entries.ts';
import type { ODataTable } from './form-tables.ts';
import type { ODataColumn } from './own-columns.ts';
import type { RowsWanted } from './read-options.ts';
import type { PageStart } from './skip-token.ts';
import { rowWriter } from './write-row.ts';

type Needs = Pick<Services, 'newId' | 'longReads' | 'db' | 'reads' | 'entryIndexes'>;

export const maxPageRows = 2_000;
const maxPageBytes = 4 * 2 ** 20;
const entriesAtOnce = 500;

export interface RowsAsked {
  readonly form: LoadedForm;
  readonly wanted: RowsWanted;
  /** Undefined for the first page. */
  readonly start: PageStart | undefined;
  readonly pageRows: number;
  readonly signal: AbortSignal | undefined;
}

export interface RowsPage {
  readonly texts: readonly string[];
  readonly next: PageStart | undefined;
}

export async function readRows(asked: RowsAsked, services: Needs): Promise<RowsPage> {
  const { form, wanted, signal } = asked;
  const { table, columns } = wanted;
  const until = performance.now() + services.entryIndexes.limits.pageMs;
  const properties = propertiesOf(columns, wanted);
  const source = await openEntries({ form, wanted, properties, signal }, services);
  const first = asked.start ?? { place: source.start, skip: wanted.skip, top: wanted.top };
  const page = new Page(first, asked.pageRows);
  if (page.isFull) return { texts: [], next: undefined };
  let { place } = first;
  if (page.skip > 0) {
    const after = await source.skip(page.skip);
    if (after === undefined) return { texts: [], next: undefined };
    if (after !== null) page.skip = 0;
    place = after ?? place;
  }
  const rows = new PartsOfRow(table, wanted.filter === undefined ? undefined : rowFilter(wanted.filter));
  const write = rowWriter(columns);
  const entry = new EntryAtHand(form);
  const pace = new Pace();
  for (let round = 1; ; round *= 2) {
    signal?.throwIfAborted();
    // An entry may have many rows of a repeat or none: ever more are read at once.
    const limit = (page.rowsLeft + page.skip) * (table.repeat === undefined ? 1 : round);
    const found = await source.read(place, Math.min(limit, entriesAtOnce));
    for (const [at, row] of found.rows.entries()) {
      entry.open(row);
      for (const { part, number } of rows.each(row.data, entry)) {
        if (pace.isOver) await pace.rest();
        if (first.inside?.id === row.id && number <= first.inside.row) continue;
        if (!(await rows.passes(part, entry, pace)) || page.isSkipped()) continue;
        page.add(write(part, entry));
        if (!page.isFull) continue;
        const isLast = table.repeat === undefined && at === found.rows.length - 1 && found.next === undefined;
        if (isLast) return page.end(undefined);
        if (table.repeat === undefined) return page.end(source.placeOf(row, place));
        return page.end(placeOfEntry(row.id, wanted), { id: row.id, row: number });
      }
    }
    if (found.next === undefined) return page.end(undefined);
    place = found.next;
    if (performance.now() >= until) return page.end(place);
  }
}

/** What has to be read of an entry for these columns, and to filter its rows. */
export function propertiesOf(
  columns: readonly ODataColumn[],
  { table, filter }: Pick<RowsWanted, 'table' | 'filter'>,
): ReadonlySet<ExportProperty> {
  const filtered = table.repeat === undefined || filter === undefined ? [] : [...columnsIn(filter)];
  const needs = [...columns, ...filtered].flatMap((column) => column.needs);
  return new Set(table.repeat === undefined ? needs : [...needs, 'data']);
}

/** What is on a page, and what is still wanted. */
class Page {
  readonly #texts: string[] = [];
  readonly #pageRows: number;
  #bytes = 0;
  #top: number | undefined;
  skip: number;

  constructor({ skip, top }: PageStart, pageRows: number) {
    this.skip = skip;
    this.#top = top;
    this.#pageRows = pageRows;
  }

  get rowsLeft(): number {
    return Math.min(this.#pageRows - this.#texts.length, this.#top ?? Number.POSITIVE_INFINITY);
  }

  get isFull(): boolean {
    return this.rowsLeft <= 0 || this.#bytes >= maxPageBytes;
  }

  isSkipped(): boolean {
    if (this.skip === 0) return false;
    this.skip -= 1;
    return true;
  }

  add(text: string): void {
    this.#texts.push(text);
    this.#bytes += text.length;
    if (this.#top !== undefined) this.#top -= 1;
  }

  end(place: EntryPlace | undefined, inside?: PageStart['inside']): RowsPage {
    const isOver = place === undefined || this.#top === 0;
    return { texts: this.#texts, next: isOver ? undefined : { place, inside, skip: this.skip, top: this.#top } };
  }
}

/** Just before the entry: of its rows some are still to come. */
function placeOfEntry(id: string, { order }: RowsWanted): EntryPlace {
  const before = order.isDescending ? idBehind(id) : idBefore(id);
  return { after: { id: before, key: before } };
}

function idBehind(id: string): string {
  return (BigInt(`0x${id}`) + 1n).toString(16).padStart(24, '0');
}

/** The rows that an entry has in a table. */
export class PartsOfRow {
  readonly #table: ODataTable;
  readonly #filter: RowFilter | undefined;

  constructor(table: ODataTable, filter: RowFilter | undefined) {
    this.#table = table;
    // Entries were found by their own values; of repeats an entry is found by any row.
    this.#filter = table.repeat === undefined ? undefined : filter;
  }

  *each(data: JsonObject, entry: EntryAtHand): Generator<{ part: JsonObject; number: number }> {
    const { repeat } = this.#table;
    if (repeat === undefined) yield { part: data, number: 1 };
    else for (const part of eachPart(repeat, data, entry)) yield { part, number: entry.rowNumber };
  }

  async passes(part: JsonObject, entry: EntryAtHand, pace: Pace): Promise<boolean> {
    if (this.#filter === undefined) return true;
    const steps = this.#filter.passes(part, entry);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
      if (pace.isOver) await pace.rest();
    }
  }
}

/** A millisecond of work, then a turn for others. */
export class Pace {
  #end = performance.now() + defaultSliceMilliseconds;

  get isOver(): boolean {
    return performance.now() >= this.#end;
  }

  async rest(): Promise<void> {
    await ownTurn();
    this.#end = performance.now() + defaultSliceMilliseconds;
  }
}
