// Rows of the database as cells of the chosen columns. The array of cells is the same for all rows, filled again for each.
import type { Cell } from '../../core/columns.ts';
import type { ExportRow } from '../store/export-entries.ts';
import type { ExportColumns } from './export-columns.ts';

export async function* eachCellPage(
  pages: AsyncIterable<readonly ExportRow[]>,
  chosen: ExportColumns,
): AsyncGenerator<Iterable<readonly Cell[]>, void, undefined> {
  for await (const rows of pages) yield eachRow(rows, chosen);
}

function* eachRow(rows: readonly ExportRow[], { columns }: ExportColumns): Generator<readonly Cell[]> {
  const cells: Cell[] = columns.map(() => '');
  for (const row of rows) {
    for (let at = 0; at < columns.length; at++) cells[at] = columns[at]!.read(row.data, row);
    yield cells;
  }
}
