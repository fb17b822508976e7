// Entry data as JSON text with its keys in the form's order. JavaScript puts keys that look like whole numbers before all
// others, so a form with such names needs its own writer; for every other form JSON.stringify already keeps the order.
// [values.paths.order]

import type { JsonObject, JsonValue } from '../definition/form-definition.ts';
import type { FormPlan, RowShape, Step } from '../plan/form-plan.ts';

export type WriteDataText = (data: JsonObject) => string;

export function dataTextWriter(plan: FormPlan): WriteDataText {
  const names = plan.shapes.flatMap((shape) => shape.steps.map((step) => step.name));
  if (!names.some((name) => /^\d+$/.test(name))) return JSON.stringify;
  return (data) => writeObject(plan.shapes[0], 0, data);
}

/** `container` is the place of the object in its row shape: the row itself is 0, nested sections follow. */
function writeObject(shape: RowShape, container: number, object: JsonObject): string {
  const steps = shape.steps.filter((step) => isKeyOf(step, container) && Object.hasOwn(object, step.name));
  const parts = new Map(steps.map((step) => [step.name, writeStep(shape, step, object[step.name] as JsonValue)]));
  // What no step names is the screen state of the section itself.
  for (const [key, value] of Object.entries(object)) if (!parts.has(key)) parts.set(key, JSON.stringify(value));
  return `{${[...parts].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`;
}

/** The screen state of a section that has an object of its own is a key in that object, not one beside it. */
function isKeyOf(step: Step, container: number): boolean {
  return step.container === container && (step.kind !== 'screen-state' || step.own === undefined);
}

function writeStep(shape: RowShape, step: Step, value: JsonValue): string {
  if (step.kind === 'section') return writeObject(shape, step.own, value as JsonObject);
  if (step.kind !== 'repeat') return JSON.stringify(value);
  const rows = (value as (JsonObject | null)[]).map((row) => (row === null ? 'null' : writeObject(step.rows, 0, row)));
  return `[${rows.join(',')}]`;
}
