// Where fields are: in the entry itself, or in a row of a repeat; and what becomes of those places when a row is removed.
import type { JsonValue } from '../core/definition/form-definition.ts';
import { type DataKeys, getAt } from './data-at.ts';

/** The entry, or one row of a repeat. */
export interface RowPlace {
  /** `model` or `model['items'][0]`. */
  readonly path: string;
  readonly keys: DataKeys;
  readonly index: number | undefined;
}

export const entryPlace: RowPlace = { path: 'model', keys: [], index: undefined };

export function rowsAt(data: JsonValue, keys: DataKeys): readonly JsonValue[] {
  const rows = getAt(data, keys);
  return Array.isArray(rows) ? rows : noRows;
}

/** Always the same list: what is there is compared by identity. */
const noRows: readonly never[] = [];

/** Paths below a removed row go, those of later rows move up. */
export function withoutRow(paths: ReadonlySet<string>, repeat: string, removed: number): ReadonlySet<string> {
  const kept = new Set<string>();
  for (const path of paths) {
    const [, index, rest = ''] = path.startsWith(`${repeat}[`)
      ? (/^(\d+)(\].*)$/s.exec(path.slice(repeat.length + 1)) ?? [])
      : [];
    if (index === undefined || Number(index) < removed) kept.add(path);
    else if (Number(index) > removed) kept.add(`${repeat}[${Number(index) - 1}${rest}`);
  }
  return kept;
}
