// Cells of a delimited text. Registries write quotes inside unquoted cells, so a quote opens a quoted cell only at its
// start and only if a closing quote before a delimiter or line end follows, within a few lines: a stray one would take all
// rows up to the next.

const maxLinesOfCell = 5;

export function readDelimitedLines(text: string, delimiter: string): string[][] {
  const plainCell = new RegExp(`[^\\r\\n${delimiter}]*`, 'y');
  const lines: string[][] = [];
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quotedEnd = text[at] === '"' ? findQuotedEnd(text, at, delimiter) : undefined;
    plainCell.lastIndex = at;
    const end = quotedEnd ?? at + (plainCell.exec(text)?.[0].length ?? 0);
    cells.push(quotedEnd === undefined ? text.slice(at, end) : text.slice(at + 1, end - 1).replaceAll('""', '"'));
    at = end + 1;
    if (text[end] === delimiter) {
      if (at === text.length) cells.push('');
      continue;
    }
    if (text[end] === '\r' && text[at] === '\n') at++;
    lines.push(cells);
    cells = [];
  }
  if (cells.length > 0) lines.push(cells);
  return lines;
}

/** Just past the closing quote, or undefined when the quote is a character of the cell. */
function findQuotedEnd(text: string, from: number, delimiter: string): number | undefined {
  let quote = text.indexOf('"', from + 1);
  while (quote >= 0) {
    const next = text[quote + 1];
    if (next === undefined || next === delimiter || next === '\n' || next === '\r')
      return hasFewLines(text, from, quote) ? quote + 1 : undefined;
    if (next !== '"') return undefined;
    quote = text.indexOf('"', quote + 2);
  }
  return undefined;
}

function hasFewLines(text: string, from: number, to: number): boolean {
  let at = from;
  for (let lines = 0; lines <= maxLinesOfCell; lines++) {
    at = text.indexOf('\n', at + 1);
    if (at < 0 || at > to) return true;
  }
  return false;
}
