// Rows as CSV: UTF-8 with a byte order mark, titles first, RFC 4180. SPEC.md "Export".
// A cell that a spreadsheet would run as a formula is made text by an apostrophe (HAZARDS: `=1+1` from CSV is run).
import type { Cell } from '../../core/columns.ts';
import { encodeUtf8 } from './encode-utf8.ts';
import { startsFormula } from './starts-formula.ts';

const byteOrderMark = '\ufeff';
/** Work between two turns of the event loop stays short, and pieces are still large enough to compress well. */
const pieceLength = 64 * 1024;

export async function* writeCsv(
  titles: readonly string[],
  pages: AsyncIterable<Iterable<readonly Cell[]>>,
): AsyncGenerator<Buffer, void, undefined> {
  let text = byteOrderMark + csvRow(titles);
  for await (const page of pages) {
    for (const cells of page) {
      text += csvRow(cells);
      if (text.length < pieceLength) continue;
      yield encodeUtf8(text);
      text = '';
    }
  }
  if (text !== '') yield encodeUtf8(text);
}

export function csvRow(cells: readonly Cell[]): string {
  let text = '';
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]!;
    if (at > 0) text += ',';
    text += typeof cell === 'string' ? csvText(cell) : cell;
  }
  return `${text}\r\n`;
}

/** Semicolons and tabs too: where they are the list separator, an unquoted one would begin a cell of its own. */
const needsQuotes = /[",;\t\r\n]/;

function csvText(text: string): string {
  const safe = startsFormula(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
