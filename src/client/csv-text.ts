// Rows as the text of a CSV file, as the service's own exports are: a byte order mark, RFC 4180, and what a spreadsheet would
// run as a formula made text by an apostrophe.
import { startsFormula } from '../core/text/starts-formula.ts';

export function csvText(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')}`;
}

function cellText(cell: string): string {
  const safe = startsFormula(cell) ? `'${cell}` : cell;
  return /[",;\t\r\n]/.test(safe) || safe !== cell ? `"${safe.replaceAll('"', '""')}"` : safe;
}
