// The export columns of a form's fields. SPEC.md "Export": the names of every element on the path from `root` down joined
// with U+2261; CONTRACT.md section 4: titles are labels, several values and the rows of a repeat are joined by line breaks.

import type { JsonObject, JsonValue } from './form-definition.ts';
import type { FieldStep, FormPlan, RowShape, Step } from './form-plan.ts';
import { isPlainObject, ownValue, type ValueKind, type ValueType } from './values/value-type.ts';

export interface Column {
  /** `root≡address≡city` */
  readonly name: string;
  readonly title: string;
  readonly read: (data: JsonObject) => Cell;
}

/** Numbers and booleans stay what they are for programs that know them; everything else is text, '' when empty. */
export type Cell = string | number | boolean;

export const COLUMN_SEPARATOR = '\u2261';

export function fieldColumns(plan: FormPlan): Column[] {
  return columnsOf(plan.shapes[0], undefined);
}

/** How to read something from every row of a repeat, starting at the entry's data; undefined for the entry itself. */
type Reach = (data: JsonObject, read: (row: JsonObject) => Cell) => Cell;

function columnsOf(shape: RowShape, reach: Reach | undefined): Column[] {
  return shape.steps.flatMap((step) => {
    if (step.kind === 'field') return [fieldColumn(shape, step, reach)];
    if (step.kind === 'repeat') return columnsOf(step.rows, intoRows(shape, step, reach));
    return [];
  });
}

function fieldColumn(shape: RowShape, step: FieldStep, reach: Reach | undefined): Column {
  const find = finder(shape, step);
  const readRow = (row: JsonObject) => cellOf(step.value, find(row));
  return {
    name: step.columnNames.join(COLUMN_SEPARATOR),
    title: step.element.label || step.name,
    read: reach === undefined ? readRow : (data) => reach(data, readRow),
  };
}

// An entry may be older than the form it is read with, so what is stored need not have the shape of today's type.
function cellOf(type: ValueType, value: JsonValue | undefined): Cell {
  if (value === undefined || value === null) return '';
  if (typeof value === kept[type.kind]) return value as Cell;
  const reading = type.read(value, readTools);
  if (reading === null) return '';
  if (typeof reading === 'number' || typeof reading === 'boolean') return reading;
  if (typeof reading !== 'symbol') return type.toText(reading);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Stored values of these types are cells as they are. */
const kept: { readonly [Kind in ValueKind]?: string } = {
  text: 'string',
  color: 'string',
  number: 'number',
  rate: 'number',
  bool: 'boolean',
};

const readTools = { cleanHtml: (html: string) => html };

/** Rows keep their lines, so that the columns of one repeat stay beside each other; none filled is an empty cell. */
function intoRows(shape: RowShape, step: Step, reach: Reach = (data, read) => read(data)): Reach {
  const find = finder(shape, step);
  return (data, read) =>
    reach(data, (outer) => {
      const rows = find(outer);
      if (!Array.isArray(rows)) return '';
      if (rows.length === 1) return isPlainObject(rows[0]) ? read(rows[0]) : '';
      const lines = rows.map((row) => (isPlainObject(row) ? read(row) : ''));
      return lines.some((line) => line !== '') ? lines.join('\n') : '';
    });
}

function finder(shape: RowShape, step: Step): (row: JsonObject) => JsonValue | undefined {
  const { name } = step;
  // A name that no object inherits can be read without a question; a million rows are.
  const read = step.isInherited ? (object: JsonObject) => ownValue(object, name) : (object: JsonObject) => object[name];
  if (step.container === 0) return read;
  const outer: string[] = [];
  for (let at = step.container; at > 0; at = shape.containers[at]!.parent) outer.unshift(shape.containers[at]!.name);
  return (row) => {
    let value: JsonValue | undefined = row;
    for (const one of outer) value = isPlainObject(value) ? ownValue(value, one) : undefined;
    return isPlainObject(value) ? read(value) : undefined;
  };
}
