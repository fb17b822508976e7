// Rows as CSV: UTF-8 with a byte order mark, titles first, RFC 4180. SPEC.md "Export".
// A cell that a spreadsheet would run as a formula is made text by an apostrophe.
import type { Cell } from '../../core/columns.ts';
import { startsFormula } from '../../core/starts-formula.ts';
import { markCharacters, Utf8Writer } from './utf8-writer.ts';

const byteOrderMark = '\ufeff';

export async function* writeCsv(
  titles: readonly string[],
  pages: AsyncIterable<Iterable<readonly Cell[]>>,
): AsyncGenerator<Buffer, void, undefined> {
  const out = new Utf8Writer();
  out.write(byteOrderMark);
  writeRow(out, titles);
  for await (const page of pages) {
    for (const cells of page) {
      writeRow(out, cells);
      if (out.isFull) yield out.take();
    }
  }
  yield out.take();
}

export function writeRow(out: Utf8Writer, cells: readonly Cell[]): void {
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at]!;
    if (at > 0) out.write(',');
    if (typeof cell !== 'string') out.write(String(cell));
    else if (startsFormula(cell)) out.write(quoted(`'${cell}`));
    else if (!out.writeUnless(cell, special)) out.write(quoted(cell));
  }
  out.write('\r\n');
}

/** Semicolons and tabs too: where they are the list separator, an unquoted one would begin a cell of its own. */
const special = markCharacters('",;\t\r\n');

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
