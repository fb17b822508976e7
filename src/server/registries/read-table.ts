// The rows of a source, whatever its format, under the names a set uses. The format is recognised from the content
// (SETS_SOURCES); a source without the columns a set needs has changed and is refused.
// [options-sets.maintained.sources]
import { decodeText } from './decode-text.ts';
import { readDelimitedLines } from './read-delimited-lines.ts';
import { type Records, readJsonRecords } from './read-json-records.ts';
import { readXmlRecords } from './read-xml-records.ts';
import { isRefusal, type Refusal, refuse } from './refusal.ts';

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

export type Row<Field extends string> = Readonly<Record<Field, string>>;

export interface Table<Field extends string> {
  readonly rows: readonly Row<Field>[];
  readonly isPlainLines: boolean;
}

/** A date line, a title and an empty line may stand before the header. */
const headerSearchLines = 5;
const delimiters = ['\t', ',', ';'];

export function readTable<Field extends string>(
  pages: readonly Uint8Array[],
  shape: TableShape<Field>,
): Table<Field> | Refusal {
  const rows: Row<Field>[] = [];
  let total: number | undefined;
  let isPlainLines = false;
  for (const page of pages) {
    const table = readPage(page, shape);
    if (isRefusal(table)) return table;
    for (const row of table.rows) rows.push(row);
    total = table.total ?? total;
    isPlainLines ||= table.isPlainLines;
  }
  if (total !== undefined && rows.length !== total) {
    return refuse(`the source is partial: ${rows.length} of ${total} rows came`);
  }
  return rows.length === 0 ? refuse('the source has no rows') : { rows, isPlainLines };
}

type Page<Field extends string> = Table<Field> & { readonly total?: number };

function readPage<Field extends string>(bytes: Uint8Array, shape: TableShape<Field>): Page<Field> | Refusal {
  const text = decodeText(bytes).replace(/^\ufeff/, '');
  const start = text.trimStart();
  if (start.startsWith('%PDF-')) return refuse('the source is a PDF where rows were expected');
  if (/^<(!doctype\s+html|html)/i.test(start)) return refuse('the source answered with a web page, not with data');
  if (start.startsWith('{') || start.startsWith('[')) return selectFromRecords(readJsonRecords(text), shape);
  if (start.startsWith('<')) return selectFromRecords(readXmlRecords(text), shape);
  return readDelimited(text, shape);
}

function selectFromRecords<Field extends string>(
  read: Records | Refusal,
  shape: TableShape<Field>,
): Page<Field> | Refusal {
  if (isRefusal(read)) return read;
  const { records, total } = read;
  // The last page of a datastore may be empty, and then names no column.
  if (records.length === 0) return { rows: [], total, isPlainLines: false };
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  const found = findColumns([...names], shape);
  if (isRefusal(found)) return found;
  const rows = records.map((record) => makeRow(shape, (field) => record[found.get(field) ?? ''] ?? ''));
  return { rows, total, isPlainLines: false };
}

function readDelimited<Field extends string>(text: string, shape: TableShape<Field>): Page<Field> | Refusal {
  let problem = refuse('the source has no header with the expected columns');
  const firstLines = text.split('\n', headerSearchLines).join('\n');
  for (const delimiter of delimiters) {
    for (const [lineNumber, header] of readDelimitedLines(firstLines, delimiter).entries()) {
      if (header.length < 2) continue;
      const found = findColumns(header, shape);
      if (!isRefusal(found)) return selectFromLines(readDelimitedLines(text, delimiter), { lineNumber, shape, found });
      problem = found;
    }
  }
  return shape.linesAre === undefined ? problem : readPlainLines(text, shape, shape.linesAre);
}

function selectFromLines<Field extends string>(
  lines: readonly string[][],
  { lineNumber, shape, found }: { lineNumber: number; shape: TableShape<Field>; found: ReadonlyMap<Field, string> },
): Page<Field> {
  const header = lines[lineNumber]!;
  const indexes = new Map([...found].map(([field, name]) => [field, header.indexOf(name)]));
  const rows = lines
    .slice(lineNumber + 1)
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .map((cells) => makeRow(shape, (field) => cells[indexes.get(field) ?? -1] ?? ''));
  return { rows, isPlainLines: false };
}

function readPlainLines<Field extends string>(text: string, shape: TableShape<Field>, linesAre: Field): Page<Field> {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return { rows: lines.map((line) => makeRow(shape, (field) => (field === linesAre ? line : ''))), isPlainLines: true };
}

/** For each field the source's own name of its column. */
function findColumns<Field extends string>(
  names: readonly string[],
  { columns }: TableShape<Field>,
): ReadonlyMap<Field, string> | Refusal {
  // A datastore adds columns of its own, such as _id, which is not the id of anything.
  const byKey = new Map(names.filter((name) => !name.startsWith('_')).map((name) => [toKey(name), name]));
  const found = new Map<Field, string>();
  const missing: string[] = [];
  for (const [field, column] of Object.entries(columns) as [Field, Column][]) {
    const key = column.names.map(toKey).find((alias) => byKey.has(alias));
    if (key !== undefined) found.set(field, byKey.get(key)!);
    else if (column.isOptional !== true) missing.push(column.names[0]!);
  }
  return missing.length === 0 ? found : refuse(`the source has changed: no column ${missing.join(', ')}`);
}

function toKey(name: string): string {
  return name.toLowerCase().replace(/[\s_\ufeff"]/g, '');
}

function makeRow<Field extends string>(shape: TableShape<Field>, cellOf: (field: Field) => string): Row<Field> {
  const row: Partial<Record<Field, string>> = {};
  for (const field in shape.columns) row[field] = cellOf(field);
  return row as Row<Field>;
}
