// The export columns of a form's fields. A column is the names of every element on the path from `root` down joined
// with U+2261; titles are labels, several values and the rows of a repeat are joined by line breaks.
// [export.columns] [export.titles] [export.cells]

import type { JsonObject, JsonValue } from '../definition/form-definition.ts';
import { isPlainObject, ownValue, type ValueType } from '../values/value-type.ts';
import type { FieldStep, FormPlan, RowShape, Step } from './form-plan.ts';

export interface Column {
  /** `root≡address≡city` */
  readonly name: string;
  readonly title: string;
  readonly read: (data: JsonObject) => Cell;
}

/** Numbers and booleans stay what they are for programs that know them; everything else is text, '' when empty. */
export type Cell = string | number | boolean;

export const columnSeparator = '\u2261';

export function fieldColumns(plan: FormPlan): Column[] {
  return columnsOf(plan.shapes[0], undefined);
}

/** For those who show values by their meaning: the field of a column, and what the entry holds for it, by row of its repeats. */
export interface FieldReader {
  readonly name: string;
  readonly title: string;
  readonly step: FieldStep;
  readonly isRepeated: boolean;
  /** Of the repeat that the field is in. */
  readonly repeatTitle: string | undefined;
  /** Of a field outside repeats, one value. */
  readonly values: (data: JsonObject) => readonly (JsonValue | undefined)[];
  /** The key of the entry's data under which everything that `values` reads is found. */
  readonly topKey: string;
  /** The names down to the value in the entry's data, through every row of the repeats it is in: `guests`, `age`. */
  readonly dataNames: readonly string[];
}

export function fieldReaders(plan: FormPlan): FieldReader[] {
  return readersOf(plan.shapes[0], undefined);
}

function readersOf(
  shape: RowShape,
  outer: (Pick<FieldReader, 'topKey' | 'repeatTitle' | 'dataNames'> & { rows: RowsOf }) | undefined,
): FieldReader[] {
  return shape.steps.flatMap((step) => {
    if (step.kind !== 'field' && step.kind !== 'repeat') return [];
    const find = finder(shape, step);
    const rowsOf: RowsOf = outer?.rows ?? ((data) => [data]);
    const dataNames = [...(outer?.dataNames ?? []), ...outerNames(shape, step), step.name];
    const topKey = dataNames[0]!;
    if (step.kind === 'repeat') {
      const rows: RowsOf = (data) => rowsOf(data).flatMap((row) => objectsIn(find(row)));
      return readersOf(step.rows, { topKey, dataNames, rows, repeatTitle: step.element.label || step.name });
    }
    const name = step.columnNames.join(columnSeparator);
    const title = step.element.label || step.name;
    const values = (data: JsonObject) => rowsOf(data).map(find);
    const { repeatTitle } = outer ?? {};
    return [{ name, title, step, isRepeated: outer !== undefined, repeatTitle, values, topKey, dataNames }];
  });
}

type RowsOf = (data: JsonObject) => readonly JsonObject[];

/** The rows of a repeat; one that is not an object is an empty one. */
export function objectsIn(rows: JsonValue | undefined): JsonObject[] {
  return Array.isArray(rows) ? rows.map((row) => (isPlainObject(row) ? row : {})) : [];
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
    name: step.columnNames.join(columnSeparator),
    title: step.element.label || step.name,
    read: reach === undefined ? readRow : (data) => reach(data, readRow),
  };
}

// An entry may be older than the form it is read with, so what is stored need not have the shape of today's type.
function cellOf(type: ValueType, value: JsonValue | undefined): Cell {
  if (value === undefined || value === null) return '';
  if (typeof value === type.cell) return value as Cell;
  const reading = type.read(value, readTools);
  if (reading === null) return '';
  if (typeof reading === 'number' || typeof reading === 'boolean') return reading;
  if (typeof reading !== 'symbol') return type.toText(reading);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

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

/** How a step's value is read from the row it belongs to. */
export function finder(shape: RowShape, step: Step): (row: JsonObject) => JsonValue | undefined {
  const { name } = step;
  // A name that no object inherits can be read without a question; a million rows are.
  const read = step.isInherited ? (object: JsonObject) => ownValue(object, name) : (object: JsonObject) => object[name];
  if (step.container === 0) return read;
  const outer = outerNames(shape, step);
  return (row) => {
    let value: JsonValue | undefined = row;
    for (const one of outer) value = isPlainObject(value) ? ownValue(value, one) : undefined;
    return isPlainObject(value) ? read(value) : undefined;
  };
}

/** The nested objects of the row that hold the step, outermost first. */
export function outerNames(shape: RowShape, step: Step): string[] {
  const names: string[] = [];
  for (let at = step.container; at > 0; at = shape.containers[at]!.parent) names.unshift(shape.containers[at]!.name);
  return names;
}
