// The stored values that a cell shows, for "Filter by this": several where a question takes several answers or is in a repeat.

import type { JsonValue } from '../../../core/definition/form-definition.ts';
import { columnByKind } from '../../../fields/all/column.ts';
import { type FieldColumn, isTeamFact, type TableEntry, type TeamFact } from '../table-columns.ts';
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
  if (source === undefined) return [];
  if (isTeamFact(source)) return teamValues(source, entry);
  if (typeof source === 'string') {
    const value = entry[source];
    return source === 'id' || value === undefined ? [] : [{ value, text: shown }];
  }
  if (columnByKind[source.kind].isOpaque) return shown === '' ? [none] : [];
  const values = [...new Set(valuesAt(entry.data ?? {}, source.path.split('.')))].slice(0, mostValues);
  if (values.length === 0) return [none];
  return values.map((value) => ({ value, text: values.length === 1 ? shown : labelOf(source, value) }));
}

const none: CellValue = { value: null, text: '' };

function teamValues(name: TeamFact, { team }: TableEntry): readonly CellValue[] {
  if (team === undefined) return [];
  const { status, assignee, assigneeName, tags } = team;
  const words = name === 'team.status' ? [status].filter(Boolean) : tags;
  if (name === 'team.assignee') return assignee === null ? [none] : [{ value: assignee, text: assigneeName }];
  return words.length === 0 ? [none] : words.slice(0, mostValues).map((word) => ({ value: word, text: word }));
}

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
