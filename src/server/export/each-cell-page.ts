// Rows of the database as cells of the chosen columns. The data of an entry is parsed once; the array of cells is the same
// for all rows, filled anew for each.
import type { Cell } from '../../core/columns.ts';
import type { JsonObject } from '../../core/form-definition.ts';
import type { ExportRow } from '../store/export-entries.ts';
import type { ExportColumns } from './export-columns.ts';

export async function* eachCellPage(
  pages: AsyncIterable<readonly ExportRow[]>,
  chosen: ExportColumns,
): AsyncGenerator<Iterable<readonly Cell[]>, void, undefined> {
  for await (const rows of pages) yield eachRow(rows, chosen);
}

const noData: JsonObject = {};

function* eachRow(rows: readonly ExportRow[], { columns, readsData }: ExportColumns): Generator<readonly Cell[]> {
  const cells: Cell[] = columns.map(() => '');
  for (const row of rows) {
    const data = readsData ? (JSON.parse(row.data) as JsonObject) : noData;
    for (let at = 0; at < columns.length; at++) cells[at] = columns[at]!.read(data, row);
    yield cells;
  }
}
