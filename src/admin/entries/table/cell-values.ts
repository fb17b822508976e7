// The stored values that a cell shows, for "Filter by this": several where a question takes several answers or is in a repeat.
import type { JsonValue } from '../../../core/form-definition.ts';
import { type FieldColumn, isTeamFact, type TableEntry } from '../table-columns.ts';
import type { GridColumn } from './grid-columns.ts';

export interface CellValue {
  /** null: there is no answer. */
  readonly value: unknown;
  readonly text: string;
}

/** Of a long list the first ones: a menu is to be read. */
const mostValues = 8;

/** `shown` is what the cell says. */
export function cellValues({ source }: GridColumn, entry: TableEntry, shown: string): readonly CellValue[] {
  if (source === undefined || isTeamFact(source)) return [];
  if (typeof source === 'string') {
    const value = entry[source];
    return source === 'id' || value === undefined ? [] : [{ value, text: shown }];
  }
  if (source.kind === 'file' || source.kind === 'other') return shown === '' ? [none] : [];
  const values = [...new Set(valuesAt(entry.data ?? {}, source.path.split('.')))].slice(0, mostValues);
  if (values.length === 0) return [none];
  return values.map((value) => ({ value, text: values.length === 1 ? shown : labelOf(source, value) }));
}

const none: CellValue = { value: null, text: '' };

function valuesAt(data: JsonValue, [name, ...rest]: readonly string[]): JsonValue[] {
  if (data === null || data === '') return [];
  if (Array.isArray(data)) return data.flatMap((one) => valuesAt(one, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return typeof data === 'object' ? [] : [data];
  if (typeof data !== 'object' || !Object.hasOwn(data, name)) return [];
  return valuesAt(data[name] ?? null, rest);
}

function labelOf({ options }: FieldColumn, value: JsonValue): string {
  return options.find((option) => option.value === value)?.label ?? String(value);
}
