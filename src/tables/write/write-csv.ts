// Rows as CSV: UTF-8 with a byte order mark, titles first, RFC 4180.
// A cell that a spreadsheet would run as a formula is made text by an apostrophe. [export.csv] [export.formulas]
import type { Cell } from '../../core/plan/columns.ts';
import { startsFormula } from '../../core/text/starts-formula.ts';
import { defuseCell, endsAtSeparator } from './defuse-cell.ts';
import { markCharacters, Utf8Writer } from './utf8-writer.ts';

const byteOrderMark = '\ufeff';

export async function* writeCsv(
  titles: readonly string[],
  pages: AsyncIterable<Iterable<readonly Cell[]>>,
): AsyncGenerator<Buffer, void, undefined> {
  const out = new Utf8Writer();
  out.write(byteOrderMark);
  const writeRow = createRowWriter(out);
  writeRow(titles);
  for await (const page of pages) {
    for (const cells of page) {
      writeRow(cells);
      if (out.isFull) yield out.take();
    }
  }
  yield out.take();
}

/** Of one file: what a row may hold depends on the rows before. */
export function createRowWriter(out: Utf8Writer): (cells: readonly Cell[]) => void {
  // At the start of a row every reader sees the quotes, until a cell before has made it take a closing quote for an opening one.
  let isFirstSafe = true;

  return (cells) => {
    const isQuoted = beginsWithMinus(cells);
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at]!;
      if (at > 0) out.write(',');
      if (typeof cell !== 'string') {
        out.write(isQuoted && at === 0 ? quoted(String(cell)) : String(cell));
        continue;
      }
      const isFormula = startsFormula(cell);
      if (!isFormula && !isQuoted && out.writeUnless(cell, special)) continue;
      const safe = at === 0 && isFirstSafe ? cell : defuseCell(cell);
      out.write(quoted(isFormula ? `'${safe}` : safe));
      if (at > 0 && endsAtSeparator(cell)) isFirstSafe = false;
    }
    out.write('\r\n');
  };
}

/**
 * Split at semicolons, a row begins with everything up to the first of them, and there `-1,5+...` is a sum with a decimal
 * comma. In quotes it is none: after a number no formula takes a quotation.
 */
function beginsWithMinus([first]: readonly Cell[]): boolean {
  return typeof first === 'number' && first < 0;
}

/** Semicolons and tabs too: where they are the list separator, an unquoted one would begin a cell of its own. */
const special = markCharacters('",;\t\r\n');

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
