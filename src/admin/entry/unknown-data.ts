// What an entry holds under names that the form does not have (any more), with its place in the data. The sheet hides nothing.
import type { JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import type { FormPlan, RowShape } from '../../core/plan/form-plan.ts';
import { isPlainObject } from '../../core/values/value-type.ts';

export interface UnknownValue {
  /** `address.fax`, `guests.2.shoe` */
  readonly path: string;
  readonly value: JsonValue;
}

/** Of an entry with thousands of rows the first few are enough to know. */
const maxFound = 50;

export function findUnknown(plan: FormPlan, data: JsonObject): UnknownValue[] {
  const found: UnknownValue[] = [];
  lookInto(plan.shapes[0], 0, data, '', found);
  return found;
}

function lookInto(shape: RowShape, container: number, object: JsonObject, path: string, found: UnknownValue[]): void {
  const steps = new Map(shape.steps.filter((step) => step.container === container).map((step) => [step.name, step]));
  for (const [name, value] of Object.entries(object)) {
    if (found.length >= maxFound) return;
    if (value === null || screenStates.has(name)) continue;
    const step = steps.get(name);
    if (step === undefined) found.push({ path: path + name, value });
    else if (step.kind === 'section' && isPlainObject(value))
      lookInto(shape, step.own, value, `${path}${name}.`, found);
    else if (step.kind === 'repeat' && Array.isArray(value)) {
      for (const [at, row] of value.entries()) {
        if (isPlainObject(row)) lookInto(step.rows, 0, row, `${path}${name}.${at + 1}.`, found);
      }
    }
  }
}

/** What the page remembers of tabs and sections. */
const screenStates = new Set(['__activeTab', '__isCollapsed']);
