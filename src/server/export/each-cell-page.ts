// Rows of the database as cells of the chosen columns, so many at a time that others have their turn: cells that are empty take as
// long to read as others, and nothing is written of them. The array of cells is the same for all rows, filled again for each.
// [limits.event-loop]
import type { Cell } from '../../core/columns.ts';
import { ownTurn } from '../run-in-slices.ts';
import type { ExportRow } from '../store/export-entries.ts';
import type { ExportColumns } from './export-columns.ts';

const cellsPerTurn = 20_000;

export async function* eachCellPage(
  pages: AsyncIterable<readonly ExportRow[]>,
  chosen: ExportColumns,
): AsyncGenerator<Iterable<readonly Cell[]>, void, undefined> {
  const rowsPerTurn = Math.ceil(cellsPerTurn / Math.max(1, chosen.columns.length));
  for await (const rows of pages) {
    for (let from = 0; from < rows.length; from += rowsPerTurn) {
      await ownTurn();
      yield eachRow(rows.slice(from, from + rowsPerTurn), chosen);
    }
  }
}

function* eachRow(rows: readonly ExportRow[], { columns }: ExportColumns): Generator<readonly Cell[]> {
  const cells: Cell[] = columns.map(() => '');
  for (const row of rows) {
    for (let at = 0; at < columns.length; at++) cells[at] = columns[at]!.read(row.data, row);
    yield cells;
  }
}
