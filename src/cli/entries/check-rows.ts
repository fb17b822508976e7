// Every row of a file as the data of an entry, checked by the same rules as the service's, before anything is sent.
// [running.commands.import.checked]
import { checkElement } from '../../core/definition/check-element.ts';
import type { FormDefinition, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { openBudget } from '../../core/expression/budget.ts';
import { compileForm } from '../../core/plan/compile-form.ts';
import { compileTools } from '../../core/plan/compile-tools.ts';
import type { FormPlan, RowShape, Step } from '../../core/plan/form-plan.ts';
import { createPatternCache } from '../../core/text/pattern.ts';
import { type EntryContext, validateEntry } from '../../core/validation/validate-entry.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import type { CellFormat } from '../../fields/cell.ts';
import { type ColumnMap, type GivenMap, mapColumns } from './map-columns.ts';
import { cellReader } from './read-cell.ts';
import type { SourceFile, SourceObjects, SourceTable } from './source-file.ts';

export interface ImportRow {
  /** Of the file. */
  readonly line: number;
  readonly data: JsonObject;
  /** Why it cannot be sent. */
  readonly problems: readonly string[];
  /** Answers to what the form does not ask where the others are as they are: the service does not keep them. */
  readonly hidden: readonly string[];
}

export interface CheckedRows {
  readonly count: number;
  /** Made when it is asked for: a file has more rows than the memory has room for their data. */
  readonly row: (at: number) => ImportRow;
  readonly lineOf: (at: number) => number;
}

/** As in the management app: about 50 MB. */
const maxPatternSize = 100_000;

export function compileForImport(definition: FormDefinition): FormPlan {
  const compilePattern = createPatternCache({ maxSize: maxPatternSize });
  return compileForm(definition, { ...compileTools, compilePattern, checkElement });
}

export function openRows(
  source: SourceFile,
  form: { readonly id: string; readonly definition: FormDefinition; readonly plan: FormPlan },
  options: { readonly map: GivenMap; readonly dateOrder: CellFormat['dateOrder'] },
): CheckedRows {
  const read = source.kind === 'table' ? tableReader(source, form.plan, options) : objectReader(source, form.plan);
  const { name, publicName } = form.definition;
  const facts = { id: form.id, name: name ?? null, publicName: publicName ?? null, displayName: name || form.id };
  return {
    count: source.rows.length,
    lineOf: (at) => source.rows[at]?.line ?? 0,
    row(at) {
      const { data, problems } = read(at);
      const line = source.rows[at]?.line ?? 0;
      if (problems.length > 0) return { line, data, problems, hidden: [] };
      // The service cleans rich text itself.
      const context: EntryContext = { entry: {}, form: facts, cleanHtml: (html) => html, budget: openBudget() };
      const check = validateEntry(form.plan, data, { rules: 'all', context });
      return {
        line,
        data,
        problems: check.messages.map(({ modelPath, message }) => `${modelPath}: ${message}`),
        // An answer that breaks a rule is not kept either, and that is said already.
        hidden: check.messages.length > 0 ? [] : listHidden(data, check.data, ''),
      };
    },
  };
}

type ReadRow = (at: number) => { data: JsonObject; problems: string[] };

function tableReader(
  { header, rows, dayZero }: SourceTable,
  plan: FormPlan,
  { map, dateOrder }: { readonly map: GivenMap; readonly dateOrder: CellFormat['dateOrder'] },
): ReadRow {
  const columns: ColumnMap = mapColumns(header, plan, map);
  const readers = columns.map((target) => target && cellReader(target, { dateOrder, dayZero }));
  return (at) => {
    const { cells = [] } = rows[at] ?? {};
    const data: JsonObject = {};
    const problems: string[] = [];
    cells.forEach((cell, column) => {
      const target = columns[column];
      if (target === undefined) {
        const isNamed = (header[column] ?? '') !== '';
        if (!isNamed && cell.trim() !== '') problems.push(`The cell in column ${column + 1} has no title above it.`);
        return;
      }
      const value = readers[column]?.(cell);
      if (value !== undefined) put(data, target.names, value);
    });
    return { data, problems };
  };
}

function put(data: JsonObject, names: readonly string[], value: JsonValue): void {
  let at = data;
  for (const name of names.slice(0, -1)) {
    if (!Object.hasOwn(at, name)) define(at, name, {});
    at = at[name] as JsonObject;
  }
  define(at, names.at(-1) ?? '', value);
}

/** A field may be called `__proto__`. */
function define(object: JsonObject, name: string, value: JsonValue): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A line holds the data of an entry, or an entry with its `data`, as exports have it. */
function objectReader({ rows }: SourceObjects, plan: FormPlan): ReadRow {
  const hasFieldData = plan.shapes[0].steps.some(({ name, container }) => container === 0 && name === 'data');
  return (at) => {
    const object = rows[at]?.object;
    if (object === undefined) return { data: {}, problems: ['The line is not a JSON object.'] };
    const isReport = Object.hasOwn(object, 'importError');
    const data = (isReport || !hasFieldData) && isPlainObject(object['data']) ? object['data'] : object;
    const undeclared = listUndeclared(data, plan.shapes[0], '');
    return { data, problems: undeclared.map((path) => `The form has no field ${path}.`) };
  };
}

/** Of sections too, not of the rows of repeats. */
function listHidden(sent: JsonObject, kept: JsonObject, prefix: string): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const path = `${prefix}${name}`;
    if (value === null || value === '') return [];
    const inside = Object.hasOwn(kept, name) ? kept[name] : undefined;
    if (isPlainObject(value)) return listHidden(value, isPlainObject(inside) ? inside : {}, `${path}.`);
    return inside === undefined ? [path] : [];
  });
}

const maxUndeclared = 20;

const knownSteps = new WeakMap<RowShape, ReadonlyMap<string, readonly Step[]>>();

/** By container and name; a shape is asked for with every row. */
function stepsByName(shape: RowShape): ReadonlyMap<string, readonly Step[]> {
  const known = knownSteps.get(shape);
  if (known !== undefined) return known;
  const steps = new Map<string, Step[]>();
  for (const step of shape.steps) {
    const key = `${step.container} ${step.name}`;
    const same = steps.get(key);
    if (same === undefined) steps.set(key, [step]);
    else same.push(step);
  }
  knownSteps.set(shape, steps);
  return steps;
}

/** The service would leave out what the form does not declare; here it is more likely a slip. */
function listUndeclared(row: JsonObject, shape: RowShape, prefix: string): string[] {
  const found: string[] = [];
  const declared = stepsByName(shape);
  const look = (object: JsonObject, container: number, path: string) => {
    for (const [name, value] of Object.entries(object)) {
      if (found.length >= maxUndeclared) return;
      const steps = declared.get(`${container} ${name}`) ?? [];
      if (steps.length === 0 && !/^__(?:activeTab|isCollapsed)$/.test(name)) found.push(`${path}${name}`);
      for (const step of steps) {
        if (step.kind === 'section' && isPlainObject(value)) look(value, step.own, `${path}${name}.`);
        if (step.kind === 'repeat' && Array.isArray(value))
          for (const inner of value)
            if (isPlainObject(inner)) found.push(...listUndeclared(inner, step.rows, `${path}${name}.`));
      }
    }
  };
  look(row, 0, prefix);
  return found.slice(0, maxUndeclared);
}
