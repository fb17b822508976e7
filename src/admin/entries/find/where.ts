// Conditions on answers as the list takes them in `where`, and as a flat row of filters that all or any of must hold. A part
// may itself be a group: a range is one, and whoever writes the address by hand may nest what they like. [entry-search.where]
import type { JsonValue } from '../../../core/definition/form-definition.ts';

export interface Condition {
  readonly path: string;
  readonly op: Operator;
  readonly value?: JsonValue;
}

export type Where = Condition | { readonly and: readonly Where[] } | { readonly or: readonly Where[] };

const operators = [
  ...(['eq', 'ne', 'in', 'contains', 'startsWith', 'empty', 'notEmpty'] as const),
  ...(['lt', 'lte', 'gt', 'gte'] as const),
] as const;
export type Operator = (typeof operators)[number];

export type Join = 'and' | 'or';

export interface Filters {
  readonly join: Join;
  readonly parts: readonly Where[];
}

export const noFilters: Filters = { join: 'and', parts: [] };

const maxDepth = 5;

/** undefined for what is not a condition: an address can say anything. */
export function readWhere(where: unknown, depth = 1): Where | undefined {
  if (typeof where !== 'object' || where === null || depth > maxDepth + 1) return undefined;
  for (const join of ['and', 'or'] as const) {
    if (!(join in where)) continue;
    const inside = (where as Record<string, unknown>)[join];
    if (!Array.isArray(inside) || inside.length === 0) return undefined;
    const parts = inside.map((part) => readWhere(part, depth + 1));
    if (parts.includes(undefined)) return undefined;
    return (join === 'and' ? { and: parts } : { or: parts }) as Where;
  }
  const { path, op, value } = where as Record<string, unknown>;
  if (typeof path !== 'string' || !operators.includes(op as Operator)) return undefined;
  return { path, op: op as Operator, ...(value !== undefined && { value: value as JsonValue }) };
}

export function filtersOf(where: Where | undefined): Filters {
  if (where === undefined) return noFilters;
  if ('or' in where) return { join: 'or', parts: where.or };
  // Of a range the two conditions are one filter.
  if ('and' in where && rangeOf(where) === undefined) return { join: 'and', parts: where.and };
  return { join: 'and', parts: [where] };
}

export function whereOf({ join, parts }: Filters): Where | undefined {
  const [first] = parts;
  if (first === undefined) return undefined;
  if (parts.length === 1) return first;
  return join === 'and' ? { and: parts } : { or: parts };
}

export interface Range {
  readonly path: string;
  readonly from: JsonValue;
  readonly to: JsonValue;
}

/** `{and: [from, to]}` of one path. */
export function rangeOf(part: Where): Range | undefined {
  if (!('and' in part) || part.and.length !== 2) return undefined;
  const [from, to] = part.and as [Where, Where];
  if (!('path' in from) || !('path' in to) || from.path !== to.path || from.op !== 'gte' || to.op !== 'lte') return;
  return { path: from.path, from: from.value ?? null, to: to.value ?? null };
}
