// Options out of rows: what each column is, what is wrong with which row. A row with a problem is not added, and is named.
// [options-sets.shape]
import { startsFormula } from '../../core/text/starts-formula.ts';
import type { TextRow } from '../../tables/read-delimited.ts';

export interface NewOption {
  readonly value: string;
  readonly score?: number;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}

export type ColumnRole = 'value' | 'score' | 'text' | 'number' | 'skip';

export interface Column {
  readonly role: ColumnRole;
  /** The key in data, when the role is text or number. */
  readonly key: string;
}

export type RowProblem =
  | { readonly line: number; readonly kind: 'noValue' | 'tooLong' }
  | { readonly line: number; readonly kind: 'score' | 'number' | 'data'; readonly cell: string; readonly key: string };

export interface OptionsRead {
  readonly options: readonly NewOption[];
  /** The first of them; `problemCount` counts all. */
  readonly problems: readonly RowProblem[];
  readonly problemCount: number;
  /** Rows that say what an earlier one said. */
  readonly repeatCount: number;
}

/** One option must fit into a request with room to spare. */
export const maxValueLength = 100_000;
const maxProblems = 50;
const rowsPerStep = 5_000;

/** Yields after every few thousand rows how many are read. */
export function* readOptions(
  rows: readonly TextRow[],
  columns: readonly Column[],
  how: { skipsRepeats: boolean },
): Generator<number, OptionsRead> {
  const options: NewOption[] = [];
  const problems: RowProblem[] = [];
  const seen = new Set<string>();
  let problemCount = 0;
  let repeatCount = 0;
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerStep === rowsPerStep - 1) yield index;
    const read = readOption(row, columns);
    if ('kind' in read) {
      problemCount += 1;
      if (problems.length < maxProblems) problems.push(read);
      continue;
    }
    const said = JSON.stringify([read.value, read.data]);
    const isRepeat = seen.has(said);
    if (isRepeat) repeatCount += 1;
    else seen.add(said);
    if (!isRepeat || !how.skipsRepeats) options.push(read);
  }
  return { options, problems, problemCount, repeatCount };
}

function readOption({ line, cells }: TextRow, columns: readonly Column[]): NewOption | RowProblem {
  let value = '';
  let score: number | undefined;
  const data: Record<string, string | number> = {};
  for (const [index, { role, key }] of columns.entries()) {
    const cell = withoutGuard((cells[index] ?? '').trim());
    if (role === 'value') value = cell;
    if (cell === '' || role === 'value' || role === 'skip') continue;
    if (cell.length > maxValueLength) return { line, kind: 'tooLong' };
    if (role === 'text') data[key] = cell;
    else {
      const number = readNumber(cell);
      if (number === undefined) return { line, kind: role, cell, key };
      if (role === 'score') score = number;
      else data[key] = number;
    }
  }
  if (value === '') return { line, kind: 'noValue' };
  if (value.length > maxValueLength) return { line, kind: 'tooLong' };
  return {
    value,
    ...(score !== undefined && { score }),
    ...(Object.keys(data).length > 0 && { data }),
  };
}

/** The service's own files put an apostrophe before what a spreadsheet would run as a formula. */
function withoutGuard(cell: string): string {
  return cell.startsWith("'") && startsFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

function readNumber(cell: string): number | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(cell)) return undefined;
  const number = Number(cell);
  return Number.isFinite(number) ? number : undefined;
}

/** 007 and 1.50 are texts: as numbers they would come back changed. */
export function isPlainNumber(cell: string): boolean {
  const number = readNumber(cell);
  return number !== undefined && String(number) === cell;
}

const valueNames = new Set(['value', 'name', 'option', 'label', 'ערך', 'שם', 'אפשרות']);
const scoreNames = new Set(['score', 'rank', 'weight', 'ניקוד', 'דירוג', 'משקל']);

/** Several columns come with a row of names, one column without: unless its first line is such a name. */
export function findHeader(rows: readonly TextRow[]): boolean {
  const first = rows[0]?.cells ?? [];
  if (first.length < 2) return /^(value|ערך)$/i.test(first[0]?.trim() ?? '');
  return first.every((cell) => readNumber(cell.trim()) === undefined);
}

/** What the columns most likely are. A column of plain numbers holds numbers. */
export function guessColumns(rows: readonly TextRow[], hasHeader: boolean): Column[] {
  const width = rows.reduce((widest, { cells }) => Math.max(widest, cells.length), 0);
  const names = Array.from({ length: width }, (_, index) => (hasHeader ? (rows[0]?.cells[index] ?? '').trim() : ''));
  const body = hasHeader ? rows.slice(1) : rows;
  const named = names.findIndex((name) => valueNames.has(name.toLowerCase()));
  const valueAt = named === -1 ? 0 : named;
  const scoreAt = names.findIndex((name, index) => index !== valueAt && scoreNames.has(name.toLowerCase()));
  return names.map((name, index) => {
    const key = name === '' ? `column${index + 1}` : name;
    if (index === valueAt) return { role: 'value', key };
    if (index === scoreAt) return { role: 'score', key };
    return { role: holdsNumbers(body, index) ? 'number' : 'text', key };
  });
}

function holdsNumbers(rows: readonly TextRow[], index: number): boolean {
  let isAny = false;
  for (const { cells } of rows) {
    const cell = (cells[index] ?? '').trim();
    if (cell === '') continue;
    if (!isPlainNumber(cell)) return false;
    isAny = true;
  }
  return isAny;
}

export type ColumnsProblem = 'noValueColumn' | 'twoValueColumns' | 'twoScoreColumns' | 'badKey' | 'sameKey';

/** What must be put right before anything can be added. */
export function checkColumns(columns: readonly Column[]): ColumnsProblem | undefined {
  const count = (role: ColumnRole) => columns.filter((column) => column.role === role).length;
  if (count('value') === 0) return 'noValueColumn';
  if (count('value') > 1) return 'twoValueColumns';
  if (count('score') > 1) return 'twoScoreColumns';
  const keys = columns.filter(({ role }) => role === 'text' || role === 'number').map(({ key }) => key);
  if (keys.some((key) => !isDataKey(key))) return 'badKey';
  return new Set(keys).size < keys.length ? 'sameKey' : undefined;
}

/** As the API takes them. `__proto__` would not be a key of an object at all. */
export function isDataKey(key: string): boolean {
  return key !== '' && !key.includes('.') && !key.startsWith('$') && key !== '__proto__';
}
