// The rows of a sheet, so many at a time that others have their turn. The array of cells is the same for all rows, filled again
// for each. [limits.event-loop] [export.table.repeats]
import type { JsonObject } from '../../../core/definition/form-definition.ts';
import type { TableRepeat } from '../../../core/definition/table-fields.ts';
import type { TableCell } from '../../../print/cell.ts';
import { defaultSliceMilliseconds, ownTurn } from '../../scheduling/run-in-slices.ts';
import type { ExportRow } from '../../store/entries/export-entries.ts';
import type { EntryAtHand } from './entry-at-hand.ts';
import type { TableSheet } from './table-sheets.ts';

const cellsPerTurn = 20_000;

export async function* eachTablePage(
  pages: AsyncIterable<readonly ExportRow[]>,
  sheet: TableSheet,
  entry: EntryAtHand,
): AsyncGenerator<Iterable<readonly TableCell[]>, void, undefined> {
  for await (const rows of pages) {
    const all = eachRow(rows, sheet, entry);
    const state = { isOver: false };
    while (!state.isOver) {
      await ownTurn();
      yield eachOfTurn(all, sheet.columns.length, state);
    }
  }
}

/** One at least. A row may take long to read, so the time counts as well. */
function* eachOfTurn(all: Iterator<readonly TableCell[]>, width: number, state: { isOver: boolean }) {
  const end = performance.now() + defaultSliceMilliseconds;
  let cellsLeft = cellsPerTurn;
  do {
    const next = all.next();
    if (next.done === true) {
      state.isOver = true;
      return;
    }
    yield next.value;
    cellsLeft -= width;
  } while (cellsLeft > 0 && performance.now() < end);
}

function* eachRow(rows: readonly ExportRow[], { columns, repeat }: TableSheet, entry: EntryAtHand) {
  const cells: TableCell[] = columns.map(() => '');
  for (const row of rows) {
    entry.open(row);
    for (const part of repeat === undefined ? [row.data] : eachPart(repeat, row.data, entry)) {
      for (let at = 0; at < columns.length; at++) cells[at] = columns[at]!.read(part, entry);
      yield cells;
    }
  }
}

/** The rows of a repeat in all rows around it, each with its places noted in the entry at hand. */
export function* eachPart(repeat: TableRepeat, data: JsonObject, entry: EntryAtHand): Generator<JsonObject> {
  for (const { part, places, number, outerNumber } of eachPlace(repeat, data)) {
    entry.enter(part, places.at(-1)! - 1);
    entry.places = places;
    entry.rowNumber = number;
    entry.outerNumber = outerNumber;
    yield part;
  }
}

interface Place {
  readonly part: JsonObject;
  readonly places: readonly number[];
  readonly number: number;
  readonly outerNumber: number;
}

function* eachPlace(repeat: TableRepeat, data: JsonObject): Generator<Place> {
  const outer = repeat.outer === undefined ? [{ part: data, places: [], number: 0 }] : eachPlace(repeat.outer, data);
  let number = 0;
  for (const { part, places, number: outerNumber } of outer) {
    for (const [index, row] of repeat.rowsIn(part).entries()) {
      number += 1;
      yield { part: row, places: [...places, index + 1], number, outerNumber };
    }
  }
}
