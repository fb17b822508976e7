// The rows of a source, whatever its format, under the names a set uses. The format is recognised from the content
// (SETS_SOURCES); a source without the columns a set needs has changed and is refused.
// [options-sets.maintained.sources]
import { decodeText } from './decode-text.ts';
import { readPlainLines } from './plain-lines.ts';
import { readDelimitedLines } from './read-delimited-lines.ts';
import { type Records, readJsonRecords } from './read-json-records.ts';
import { readXmlRecords } from './read-xml-records.ts';
import { isRefusal, type Refusal, refuse, type SourceFacts } from './refusal.ts';

/** For each column the names that sources give it; case, spaces and underscores do not matter. */
export interface Column {
  readonly names: readonly string[];
  readonly isOptional?: boolean;
}

export interface TableShape<Field extends string> {
  readonly columns: Readonly<Record<Field, Column>>;
  /** The field that a source of plain lines gives; without it plain lines are refused. */
  readonly linesAre?: Field;
}

export interface ReadTableOptions {
  /** The address was given by the operator, whose own list may be lines; a public registry's never is. */
  readonly allowsLines?: boolean;
}

export type Row<Field extends string> = Readonly<Record<Field, string>>;

export interface Table<Field extends string> extends SourceFacts {
  readonly rows: readonly Row<Field>[];
  readonly isPlainLines: boolean;
}

/** A date line, a title and an empty line may stand before the header. */
const headerSearchLines = 5;
const delimiters = ['\t', ',', ';'];

export function readTable<Field extends string>(
  pages: readonly Uint8Array[],
  shape: TableShape<Field>,
  options: ReadTableOptions = {},
): Table<Field> | Refusal {
  const rows: Row<Field>[] = [];
  const badBytes: string[] = [];
  let total: number | undefined;
  let isPlainLines = false;
  let ending: SourceFacts['ending'] = 'marked';
  for (const page of pages) {
    const { text, warnings } = decodeText(page);
    const table = readPage(text, shape, options);
    if (isRefusal(table)) return withBadBytes(table, warnings);
    for (const row of table.rows) rows.push(row);
    badBytes.push(...warnings);
    total = table.total ?? total;
    isPlainLines ||= table.isPlainLines;
    if (table.isLines) ending = /[\r\n]$/.test(text) ? 'closed' : 'open';
  }
  if (total !== undefined && rows.length !== total) {
    return refuse(`the source is partial: ${rows.length} of ${total} rows came`);
  }
  return rows.length === 0 ? refuse('the source has no rows') : { rows, isPlainLines, badBytes, ending };
}

function withBadBytes(refusal: Refusal, badBytes: readonly string[]): Refusal {
  return { ...refusal, refusal: [refusal.refusal, ...badBytes].join('; ') };
}

interface Page<Field extends string> {
  readonly rows: readonly Row<Field>[];
  readonly isPlainLines: boolean;
  readonly isLines: boolean;
  readonly total?: number;
}

function readPage<Field extends string>(
  text: string,
  shape: TableShape<Field>,
  options: ReadTableOptions,
): Page<Field> | Refusal {
  const start = text.trimStart();
  if (start.startsWith('%PDF-')) return refuse('the source is a PDF where rows were expected');
  if (/^<(!doctype\s+html|html)/i.test(start)) return refuse('the source answered with a web page, not with data');
  if (start.startsWith('{') || start.startsWith('[')) return selectFromRecords(readJsonRecords(text), shape);
  if (start.startsWith('<')) return selectFromRecords(readXmlRecords(text), shape);
  return readDelimited(text, shape, options);
}

function selectFromRecords<Field extends string>(
  read: Records | Refusal,
  shape: TableShape<Field>,
): Page<Field> | Refusal {
  if (isRefusal(read)) return read;
  const { records, total } = read;
  // The last page of a datastore may be empty, and then names no column.
  if (records.length === 0) return { rows: [], total, isPlainLines: false, isLines: false };
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  const found = findColumns([...names], shape);
  if (isRefusal(found)) return refuse(found.refusal);
  const rows = records.map((record) => makeRow(shape, (field) => record[found.get(field) ?? ''] ?? ''));
  return { rows, total, isPlainLines: false, isLines: false };
}

function readDelimited<Field extends string>(
  text: string,
  shape: TableShape<Field>,
  { allowsLines = false }: ReadTableOptions,
): Page<Field> | Refusal {
  let problem: Refusal & { readonly missing?: number } = refuse('the source has no header with the expected columns');
  const firstLines = text.split('\n', headerSearchLines).join('\n');
  for (const delimiter of delimiters) {
    for (const [lineNumber, header] of readDelimitedLines(firstLines, delimiter).entries()) {
      if (header.length < 2) continue;
      const found = findColumns(header, shape);
      if (!isRefusal(found)) return selectFromLines(readDelimitedLines(text, delimiter), { lineNumber, shape, found });
      // The line that is most like the header.
      if (found.missing < (problem.missing ?? Number.POSITIVE_INFINITY)) problem = found;
    }
  }
  const { linesAre } = shape;
  if (linesAre === undefined || !allowsLines) return refuse(problem.refusal);
  const headers = shape.columns[linesAre].names.map(toKey);
  const lines = readPlainLines(text, (line) => headers.includes(toKey(line)));
  if (isRefusal(lines)) return lines;
  const rows = lines.map((line) => makeRow(shape, (field) => (field === linesAre ? line : '')));
  return { rows, isPlainLines: true, isLines: true };
}

function selectFromLines<Field extends string>(
  lines: readonly string[][],
  { lineNumber, shape, found }: { lineNumber: number; shape: TableShape<Field>; found: ReadonlyMap<Field, string> },
): Page<Field> | Refusal {
  const header = lines[lineNumber]!;
  const indexes = new Map([...found].map(([field, name]) => [field, header.indexOf(name)]));
  const filled = lines.slice(lineNumber + 1).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const isWhole = (cells: readonly string[]) => cells.length >= header.length;
  if (filled.length > 1 && filled.slice(0, -1).every(isWhole) && !isWhole(filled.at(-1)!))
    return refuse('the source ends in the middle of a row');
  const rows = filled.map((cells) => makeRow(shape, (field) => cells[indexes.get(field) ?? -1] ?? ''));
  return { rows, isPlainLines: false, isLines: true };
}

/** For each field the source's own name of its column. */
function findColumns<Field extends string>(
  names: readonly string[],
  { columns }: TableShape<Field>,
): ReadonlyMap<Field, string> | (Refusal & { readonly missing: number }) {
  // A datastore adds columns of its own, such as _id, which is not the id of anything.
  const byKey = new Map(names.filter((name) => !name.startsWith('_')).map((name) => [toKey(name), name]));
  const found = new Map<Field, string>();
  const missing: string[] = [];
  for (const [field, column] of Object.entries(columns) as [Field, Column][]) {
    const key = column.names.map(toKey).find((alias) => byKey.has(alias));
    if (key !== undefined) found.set(field, byKey.get(key)!);
    else if (column.isOptional !== true) missing.push(column.names[0]!);
  }
  if (missing.length === 0) return found;
  return { ...refuse(`the source has changed: no column ${missing.join(', ')}`), missing: missing.length };
}

function toKey(name: string): string {
  return name.toLowerCase().replace(/[\s_\ufeff"]/g, '');
}

function makeRow<Field extends string>(shape: TableShape<Field>, cellOf: (field: Field) => string): Row<Field> {
  const row: Partial<Record<Field, string>> = {};
  for (const field in shape.columns) row[field] = cellOf(field);
  return row as Row<Field>;
}
