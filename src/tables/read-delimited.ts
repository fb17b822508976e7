// Text in rows and columns, as spreadsheets copy and save it: cells between separators, quoted where they hold one, a quote or a
// line break. Reads in steps of some rows, so that a page stays alive while a large file is read.

export type Separator = 'none' | 'tab' | 'comma' | 'semicolon';

export interface TextRow {
  /** Of the text, from 1: where the row begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

const signs = { tab: '\t', comma: ',', semicolon: ';' } as const;
const rowsPerStep = 5_000;

/** Rows without a word in them are left out. Yields after every few thousand rows how many there are. */
export function* readDelimited(text: string, separator: Separator): Generator<number, TextRow[]> {
  const rows: TextRow[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < text.length) {
    const row = separator === 'none' ? readLine(text, at) : readRow(text, at, signs[separator]);
    if (row.cells.some((cell) => cell.trim() !== '')) {
      rows.push({ line, cells: row.cells });
      if (rows.length % rowsPerStep === 0) yield rows.length;
    }
    line += row.lines;
    at = row.end;
  }
  return rows;
}

interface ReadRow {
  readonly cells: string[];
  readonly end: number;
  readonly lines: number;
}

function readLine(text: string, start: number): ReadRow {
  const stop = endOfLine(text, start);
  return { cells: [text.slice(start, stop)], end: afterBreak(text, stop), lines: 1 };
}

function readRow(text: string, start: number, sign: string): ReadRow {
  const cells: string[] = [];
  let at = start;
  let lines = 1;
  for (;;) {
    let cell = '';
    if (text[at] === '"') {
      const quoted = readQuoted(text, at);
      cell = quoted.cell;
      lines += quoted.breaks;
      at = quoted.end;
    }
    // What follows a closing quote before the separator is kept as it is: better an odd cell than a lost one.
    const stop = endOfCell(text, at, sign);
    cells.push(cell + text.slice(at, stop));
    at = stop;
    if (text[at] !== sign) return { cells, end: afterBreak(text, at), lines };
    at += 1;
  }
}

/** A quote that is never closed is a cell that begins with a quote. */
function readQuoted(text: string, start: number): { cell: string; end: number; breaks: number } {
  let cell = '';
  let at = start + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close === -1) return { cell: '', end: start, breaks: 0 };
    cell += text.slice(at, close);
    if (text[close + 1] !== '"') return { cell, end: close + 1, breaks: cell.split(/\r\n|\r|\n/).length - 1 };
    cell += '"';
    at = close + 2;
  }
}

function endOfCell(text: string, start: number, sign: string): number {
  let at = start;
  while (at < text.length && text[at] !== sign && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

function endOfLine(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

function afterBreak(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1;
}

const sampleLength = 20_000;

/**
 * Words pasted one per line hold commas of their own, so only tabs make columns there; in a file of comma-separated values
 * the sign that most lines have makes them.
 */
export function findSeparator(text: string, source: 'paste' | 'csv' | 'other'): Separator {
  const sample = text.slice(0, sampleLength);
  if (source !== 'csv') return sample.includes('\t') ? 'tab' : 'none';
  const unquoted = sample.replace(/"(?:[^"]|"")*"/g, '');
  const count = (sign: string) => unquoted.split(/[\r\n]+/).filter((one) => one.includes(sign)).length;
  const counts = { comma: count(','), semicolon: count(';'), tab: count('\t') };
  if (counts.tab > counts.comma && counts.tab > counts.semicolon) return 'tab';
  return counts.semicolon > counts.comma ? 'semicolon' : 'comma';
}
