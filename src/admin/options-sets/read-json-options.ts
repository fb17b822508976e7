// Options out of a JSON file: what the service downloads (`{"options": [...]}`), a list of options or of texts; or a list of flat
// records, whose keys become columns to choose from. [options-sets.shape]
import type { TextRow } from '../../tables/read-delimited.ts';
import { isDataKey, maxValueLength, type NewOption, type OptionsRead, type RowProblem } from './read-options.ts';

export type JsonOptions =
  | { readonly options: OptionsRead }
  | { readonly rows: readonly TextRow[] }
  | 'notJson'
  | 'noList';

const maxProblems = 50;

export function readJsonOptions(text: string): JsonOptions {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return 'notJson';
  }
  const list = isRecord(parsed) ? (parsed['options'] ?? parsed['data']) : parsed;
  if (!Array.isArray(list)) return 'noList';
  const isOptions = list.every((item) => !isRecord(item) || 'value' in item);
  return isOptions ? { options: readList(list) } : { rows: readRecords(list) };
}

function readList(list: readonly unknown[]): OptionsRead {
  const options: NewOption[] = [];
  const problems: RowProblem[] = [];
  let problemCount = 0;
  for (const [index, item] of list.entries()) {
    const read = readItem(item, index + 1);
    if (!('kind' in read)) options.push(read);
    else {
      problemCount += 1;
      if (problems.length < maxProblems) problems.push(read);
    }
  }
  return { options, problems, problemCount, repeatCount: 0 };
}

function readItem(item: unknown, line: number): NewOption | RowProblem {
  const { value, score, data } = isRecord(item) ? item : { value: item };
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '') return { line, kind: 'noValue' };
  if (text.length > maxValueLength) return { line, kind: 'tooLong' };
  if (score !== undefined && score !== null && typeof score !== 'number') {
    return { line, kind: 'score', cell: String(score), key: 'score' };
  }
  const flat = isRecord(data) ? data : {};
  for (const [key, one] of Object.entries(flat)) {
    if (!isDataKey(key) || (typeof one === 'object' && one !== null)) return { line, kind: 'data', cell: '', key };
  }
  return {
    value: text,
    ...(typeof score === 'number' && { score }),
    ...(Object.keys(flat).length > 0 && { data: flat as NonNullable<NewOption['data']> }),
  };
}

function readRecords(list: readonly unknown[]): TextRow[] {
  const keys = [...new Set(list.flatMap((item) => (isRecord(item) ? Object.keys(item) : [])))];
  const cells = (item: unknown) => keys.map((key) => cellOf(isRecord(item) ? item[key] : undefined));
  return [{ line: 1, cells: keys }, ...list.map((item, index) => ({ line: index + 2, cells: cells(item) }))];
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
