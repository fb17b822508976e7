// The data to store: what was read and is not hidden, in the form's order. A field without a value
// is absent, a row without values is null, and screen state stays under the name of its tabs or section.
// [values.paths.absent] [values.paths.screen-state] [values.paths.repeat]

import type { JsonObject, JsonValue } from '../definition/form-definition.ts';
import { invalid, isPlainObject, ownValue } from '../values/value-type.ts';
import type { ScreenStateStep } from './form-plan.ts';
import { isHidden, type RowState, sentFor } from './row-state.ts';

/** May share objects with what was sent where those are already clean. */
export function writeData(root: RowState): JsonObject {
  return writeRow(root) ?? {};
}

/** Null for a row without values, whatever screen state it holds. */
function writeRow(row: RowState): JsonObject | null {
  if (row.isClean) return row.sent!;
  const objects: (JsonObject | undefined)[] = [{}];
  let hasValues = row.parent === undefined;
  for (const step of row.shape.steps) {
    if (step.kind === 'section' || isHidden(row, step)) continue;
    if (step.kind === 'screen-state') {
      writeScreenState(row, step, objects);
      continue;
    }
    const reading = row.slots[step.slot];
    if (!isValue(reading)) continue;
    hasValues = true;
    const object = objects[step.container] ?? open(row, objects, step.container);
    object[step.name] = step.kind === 'repeat' ? (reading as RowState[]).map(writeRow) : (reading as JsonValue);
  }
  return hasValues ? objects[0]! : null;
}

function isValue(reading: RowState['slots'][number] | undefined): boolean {
  return reading !== null && reading !== undefined && reading !== invalid;
}

/** An object of a nested section exists only once something is in it. */
function open(row: RowState, objects: (JsonObject | undefined)[], place: number): JsonObject {
  const existing = objects[place];
  if (existing !== undefined) return existing;
  const object: JsonObject = {};
  const { parent, name } = row.shape.containers[place]!;
  open(row, objects, parent)[name] = object;
  objects[place] = object;
  return object;
}

function writeScreenState(row: RowState, step: ScreenStateStep, objects: (JsonObject | undefined)[]): void {
  const state = readScreenState(row, step);
  if (state === undefined) return;
  if (step.own === undefined) open(row, objects, step.container)[step.name] = { [step.key]: state };
  else open(row, objects, step.own)[step.key] = state;
}

function readScreenState(row: RowState, step: ScreenStateStep): JsonValue | undefined {
  const sent = sentFor(row, step);
  const state = isPlainObject(sent) ? ownValue(sent, step.key) : undefined;
  const isGood = step.key === '__activeTab' ? Number.isFinite(state) : typeof state === 'boolean';
  return isGood ? state : undefined;
}
