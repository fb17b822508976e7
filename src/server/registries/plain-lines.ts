// Whether a text without columns is a list of names, one a line: a table whose header was renamed, a page of a firewall or
// random bytes are lines too. [options-sets.maintained.lines]
import { type Refusal, refuse } from './refusal.ts';

const maxLineLength = 150;
/** Of the lines that are names. */
const minHebrewShare = 0.9;
/** So many lines with the same number of cells are a table. A comma in a name has a blank after it. */
const tableShare = 0.8;
const separators = [/\t/, /;(?! )/, /,(?! )/];

/** A first line that is a name of the column is the header of a table with one column. */
export function readPlainLines(text: string, isHeader: (line: string) => boolean): readonly string[] | Refusal {
  const all = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const lines = all.filter((line) => line !== '' && !line.startsWith('#'));
  const isColumn = lines[0] !== undefined && isHeader(lines[0]);
  if (isColumn) lines.shift();
  if (lines.length === 0) return refuse('the source has no rows');
  const problem = findProblem(lines);
  if (problem === undefined) return isColumn ? lines.map(unquote) : lines;
  return refuse(`the source is not a list of names: ${problem}`);
}

function unquote(line: string): string {
  return /^".*"$/.test(line) ? line.slice(1, -1).replaceAll('""', '"') : line;
}

function findProblem(lines: readonly string[]): string | undefined {
  if (lines.some((line) => /[\0-\u0008\u000e-\u001f\u007f-\u009f]/.test(line))) return 'it has bytes that are not text';
  const marked = lines.find((line) => /<\/?[a-z!][^<>]*>/i.test(line));
  if (marked !== undefined) return `it is a web page (${shorten(marked)})`;
  const long = lines.find((line) => line.length > maxLineLength);
  if (long !== undefined) return `a line is too long for a name (${shorten(long)})`;
  const foreign = lines.filter((line) => !/[א-ת]/.test(line));
  if (foreign.length > lines.length * (1 - minHebrewShare))
    return `${foreign.length} of ${lines.length} lines have no Hebrew letter (${shorten(foreign[0]!)})`;
  // A header that the service does not know.
  if (foreign[0] === lines[0]) return `its first line has no Hebrew letter (${shorten(lines[0]!)})`;
  return isTable(lines) ? `it is a table without the expected columns (${shorten(lines[0]!)})` : undefined;
}

function isTable(lines: readonly string[]): boolean {
  return separators.some((separator) => {
    const cells = lines[0]!.split(separator).length;
    if (cells < 2) return false;
    const alike = lines.filter((line) => line.split(separator).length >= cells);
    return alike.length >= lines.length * tableShare;
  });
}

function shorten(line: string): string {
  return JSON.stringify(line.length > 40 ? `${line.slice(0, 40)}…` : line);
}
