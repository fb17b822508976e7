// Several values in one cell, so that nobody has to guess where one ends: values are joined by ` | `, rows of a repeat by line
// breaks. One that holds the mark, or begins with a quotation mark, stands in quotation marks with those inside doubled, as in
// CSV. [export.table.joins]

export function joinValues(values: readonly string[]): string {
  return values.map((value) => (hasMark(value) ? quoted(value) : value)).join(' | ');
}

/** Rows keep their lines, so that the columns of one repeat stay beside each other; none filled is an empty cell. */
export function joinRows(rows: readonly string[]): string {
  if (rows.every((row) => row === '')) return '';
  return rows.map((row) => (hasBreak(row) ? quoted(row) : row)).join('\n');
}

const hasBreak = (text: string) => text.includes('\n') || text.includes('\r') || text.startsWith('"');
const hasMark = (text: string) => text.includes('|') || hasBreak(text);

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
