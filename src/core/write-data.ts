// The data to store: what was read and is not hidden, in the form's order. SPEC.md "Data paths": a field without a value
// is absent, a row without values is null, and screen state stays under the name of its tabs or section.

import type { JsonObject, JsonValue } from './form-definition.ts';
import type { ScreenStateStep } from './form-plan.ts';
import { isHidden, type RowState, sentFor } from './row-state.ts';
import { INVALID, isPlainObject, ownValue } from './values/value-type.ts';

export function writeData(root: RowState): JsonObject {
  return writeRow(root).data;
}

function writeRow(row: RowState): { data: JsonObject; hasValues: boolean } {
  const objects: (JsonObject | undefined)[] = [{}];
  let hasValues = false;
  for (const step of row.shape.steps) {
    if (step.kind === 'section' || isHidden(row, step)) continue;
    if (step.kind === 'screen-state') {
      const state = readScreenState(row, step);
      if (state !== undefined && step.own === undefined)
        open(row, objects, step.container)[step.name] = { [step.key]: state };
      else if (state !== undefined) open(row, objects, step.own!)[step.key] = state;
      continue;
    }
    const reading = row.slots[step.slot];
    if (reading === null || reading === undefined || reading === INVALID) continue;
    hasValues = true;
    const object = objects[step.container] ?? open(row, objects, step.container);
    object[step.name] = step.kind === 'repeat' ? writeRows(reading as RowState[]) : (reading as JsonValue);
  }
  return { data: objects[0]!, hasValues };
}

function writeRows(rows: readonly RowState[]): JsonValue[] {
  return rows.map((row) => {
    const { data, hasValues } = writeRow(row);
    return hasValues ? data : null;
  });
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

function readScreenState(row: RowState, step: ScreenStateStep): JsonValue | undefined {
  const sent = sentFor(row, step);
  const state = isPlainObject(sent) ? ownValue(sent, step.key) : undefined;
  const isGood = step.key === '__activeTab' ? Number.isFinite(state) : typeof state === 'boolean';
  return isGood ? state : undefined;
}
