// Rows of the database as cells of the chosen columns, so many at a time that others have their turn: cells that are empty take as
// long to read as others, and nothing is written of them. The array of cells is the same for all rows, filled again for each.
// [limits.event-loop]
import type { Cell } from '../../core/plan/columns.ts';
import { defaultSliceMilliseconds, ownTurn } from '../scheduling/run-in-slices.ts';
import type { ExportRow } from '../store/entries/export-entries.ts';
import type { ExportColumns } from './export-columns.ts';

const cellsPerTurn = 20_000;

export async function* eachCellPage(
  pages: AsyncIterable<readonly ExportRow[]>,
  chosen: ExportColumns,
): AsyncGenerator<Iterable<readonly Cell[]>, void, undefined> {
  for await (const rows of pages) {
    const reader = new RowReader(rows, chosen);
    while (!reader.isOver) {
      await ownTurn();
      yield reader.eachRowOfTurn();
    }
  }
}

class RowReader {
  readonly #rows: readonly ExportRow[];
  readonly #columns: ExportColumns['columns'];
  readonly #cells: Cell[];
  #at = 0;

  constructor(rows: readonly ExportRow[], { columns }: ExportColumns) {
    this.#rows = rows;
    this.#columns = columns;
    this.#cells = columns.map(() => '');
  }

  get isOver(): boolean {
    return this.#at >= this.#rows.length;
  }

  /** One at least. A cell of a field in rows is read from all of them, so the time counts as well. */
  *eachRowOfTurn(): Generator<readonly Cell[]> {
    const columns = this.#columns;
    const cells = this.#cells;
    const end = performance.now() + defaultSliceMilliseconds;
    let cellsLeft = cellsPerTurn;
    do {
      const row = this.#rows[this.#at++]!;
      for (let i = 0; i < columns.length; i++) cells[i] = columns[i]!.read(row.data, row);
      yield cells;
      cellsLeft -= columns.length;
    } while (!this.isOver && cellsLeft > 0 && performance.now() < end);
  }
}
