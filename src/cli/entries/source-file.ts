// The file to import: rows of texts of a table (.csv, .tsv, .xlsx), or an object for each line (.jsonl). Nothing of it is left out
// without a word. [running.commands.import]
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { type Encoding, encodings, findEncoding, readUtf8Evidence } from '../../core/text/find-encoding.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { findSeparator, readDelimited, type TextRow } from '../../tables/read-delimited.ts';
import { type CellLoss, readWorkbook } from '../../tables/read-xlsx.ts';
import { openArchive } from '../../tables/unzip.ts';
import { CommandError } from '../command.ts';

export type SourceFile = SourceTable | SourceObjects;

export interface SourceTable {
  readonly kind: 'table';
  /** Of the file's bytes. */
  readonly hash: string;
  readonly header: readonly string[];
  readonly rows: readonly TextRow[];
  /** Numbers of days instead of dates, and since when they count. */
  readonly dayZero: number | undefined;
}

export interface SourceObjects {
  readonly kind: 'objects';
  readonly hash: string;
  readonly rows: readonly { readonly line: number; readonly object: JsonObject | undefined; readonly text: string }[];
}

export interface SourceOptions {
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
}

const maxBytes = 500_000_000;

export async function readSourceFile(path: string, options: SourceOptions): Promise<SourceFile> {
  const bytes = readBytes(path);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (/\.xlsx$/i.test(path)) return { hash, ...(await readSheet(bytes, path, options.sheet)) };
  const text = decode(bytes, path, options.encoding);
  if (/\.(?:jsonl|ndjson)$/i.test(path)) return { kind: 'objects', hash, rows: readLines(text) };
  if (!/\.(?:csv|tsv|txt)$/i.test(path)) throw new CommandError(`${path} must be a .csv, .tsv, .xlsx or .jsonl file.`);
  const rows = runAtOnce(readDelimited(text, /\.tsv$/i.test(path) ? 'tab' : findSeparator(text, 'csv')));
  return { hash, ...tableOf(rows, path), dayZero: undefined };
}

function readBytes(path: string): Uint8Array<ArrayBuffer> {
  try {
    const { size } = statSync(path);
    if (size > maxBytes)
      throw new CommandError(`${path} has ${size} bytes; split it into files of at most ${maxBytes}.`);
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function decode(bytes: Uint8Array, path: string, wanted: string | undefined): string {
  if (wanted !== undefined && !encodings.includes(wanted as Encoding))
    throw new CommandError(`--encoding is "${wanted}", but must be one of ${encodings.join(', ')}.`);
  const encoding = (wanted as Encoding | undefined) ?? findEncoding(bytes);
  const [place] = encoding === 'utf-8' ? readUtf8Evidence(bytes).places : [];
  if (place !== undefined) {
    throw new CommandError(
      `${path} is not all UTF-8: the byte at ${place.byte} on line ${place.line} belongs to no character. ` +
        `Save it as UTF-8, or name its encoding by --encoding (${encodings.join(', ')}).`,
    );
  }
  return new TextDecoder(encoding).decode(bytes);
}

function readLines(text: string): SourceObjects['rows'] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    return [{ line: at + 1, object: readObject(line), text: line.replace(/\r$/, '') }];
  });
}

function readObject(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isPlainObject(value) ? value : undefined;
  } catch {
    // The row is reported as what it is.
    return undefined;
  }
}

function tableOf(rows: readonly TextRow[], path: string): Pick<SourceTable, 'kind' | 'header' | 'rows'> {
  const [header, ...rest] = rows;
  if (header === undefined) throw new CommandError(`${path} is empty: its first row must name the columns.`);
  return { kind: 'table', header: header.cells.map((cell) => cell.trim()), rows: rest };
}

async function readSheet(bytes: Uint8Array<ArrayBuffer>, path: string, wanted: string | undefined) {
  const losses: CellLoss[] = [];
  const found = await readWorkbook(bytes, {
    run: async (steps) => runAtOnce(steps),
    isWanted: (name, at) => (wanted === undefined ? at === 0 : name === wanted),
    onLoss: (loss) => void losses.push(loss),
  });
  if (found === 'tooLarge') throw new CommandError(`${path} unpacks to more than can be read.`);
  const [sheet] = found === 'notWorkbook' ? [] : found;
  if (sheet === undefined) {
    const about =
      wanted === undefined ? 'is not an Excel workbook' : `has no sheet "${wanted}", or is not an Excel workbook`;
    throw new CommandError(`${path} ${about}.`);
  }
  if (losses.length > 0) throw new CommandError(`${path} ${lossText(losses)}`);
  return { ...tableOf(sheet.rows, path), dayZero: await findDayZero(bytes) };
}

const lossWords = {
  tooManyColumns: 'is beyond the last column that is read',
  error: 'holds an error',
  formula: 'holds a formula without its result: open the file in a spreadsheet and save it',
};

function lossText(losses: readonly CellLoss[]): string {
  const [{ line, column, kind }] = losses as [CellLoss];
  const others = losses.length === 1 ? '' : ` (and ${losses.length - 1} other cells)`;
  return `cannot be read whole: the cell in row ${line}, column ${column + 1} ${lossWords[kind]}${others}.`;
}

/** Days are counted so that 1 is January 1, 1900, with a February 29 in 1900; or so that 0 is January 1, 1904. */
async function findDayZero(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const workbook = await openArchive(bytes, { maxBytes: 50_000_000 })?.readText('xl/workbook.xml');
  const is1904 = /\bdate1904="(?:1|true)"/.test(workbook ?? '');
  return is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
}

function runAtOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
