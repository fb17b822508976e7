// The numbers of a chart as a CSV file that spreadsheet programs open as it is.
import { startsFormula } from '../../core/text/starts-formula.ts';

export interface ChartTable {
  readonly head: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly TableCell[])[];
}

/** A number is shown in the person's language, and saved as it is. */
export type TableCell = string | { readonly text: string; readonly value: number };

export function chartCsv({ head, rows }: ChartTable): string {
  const lines = [head, ...rows].map((cells: readonly TableCell[]) => cells.map(csvCell).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** Numbers as they are, not as the page writes them. */
function csvCell(cell: TableCell): string {
  if (typeof cell !== 'string') return String(cell.value);
  const text = startsFormula(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
