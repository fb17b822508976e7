// What the insight page is about, as its address holds it: a time, a view or a search, what it is compared with, and the two
// questions of the cross-tab.
import { isPlainObject } from '../../core/values/value-type.ts';
import { readRange, type TimeRange, writeRange } from './time-range.ts';

export interface InsightAddress {
  readonly range: TimeRange;
  /** The id of a saved view. */
  readonly view?: string | undefined;
  readonly search?: string | undefined;
  readonly where?: object | undefined;
  /** The id of a saved view, or `all`. */
  readonly compare?: string | undefined;
  readonly rows?: string | undefined;
  readonly columns?: string | undefined;
}

export function readAddress(search: string): InsightAddress {
  const parameters = new URLSearchParams(search);
  const text = (name: string) => parameters.get(name) || undefined;
  return {
    range: readRange(search),
    view: text('view'),
    search: text('search'),
    where: readWhere(text('where')),
    compare: text('compare'),
    rows: text('rows'),
    columns: text('columns'),
  };
}

function readWhere(text: string | undefined): object | undefined {
  try {
    const where: unknown = JSON.parse(text ?? 'null');
    return isPlainObject(where) ? where : undefined;
  } catch {
    // An address that somebody typed: without what makes no sense.
    return undefined;
  }
}

export function writeAddress({ range, where, ...texts }: InsightAddress): string {
  const parameters = new URLSearchParams(writeRange(range));
  if (where !== undefined) parameters.set('where', JSON.stringify(where));
  for (const [name, value] of Object.entries(texts)) if (value) parameters.set(name, value);
  const written = parameters.toString();
  return written === '' ? '' : `?${written}`;
}

/** Conditions that all have to be met, one by one. */
export function conditionsOf(where: object | undefined): readonly object[] {
  if (where === undefined) return [];
  const { and } = where as { and?: unknown };
  return Array.isArray(and) ? (and as object[]) : [where];
}

export function allOf(conditions: readonly object[]): object | undefined {
  return conditions.length > 1 ? { and: conditions } : conditions[0];
}
