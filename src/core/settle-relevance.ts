// Decides what is hidden. Hiding a field takes its value out of the model, which may hide another: the guards come in an
// order where each follows those it depends on, so one pass settles them; circles are repeated until nothing changes.

import { isTrue } from './evaluate.ts';
import type { Guard } from './form-plan.ts';
import { enterRow, type RowState, type Run, rowModels } from './row-state.ts';
import { INVALID } from './values/value-type.ts';

export function settleRelevance(run: Run): void {
  const { guards, firstCircularGuard } = run.plan;
  for (let place = 0; place < firstCircularGuard; place++) settleGuard(run, guards[place]!, false);
  if (firstCircularGuard === guards.length) return;
  const circular = guards.slice(firstCircularGuard);
  for (let pass = 1, isSettled = false; !isSettled; pass++) {
    // A circle such as `a while not b, b while not a` might swing for ever; after some passes things may only disappear,
    // and that ends.
    const onlyHides = pass > FREE_PASSES;
    isSettled = true;
    for (const guard of circular) if (settleGuard(run, guard, onlyHides)) isSettled = false;
  }
}

const FREE_PASSES = 8;

/** Whether anything changed. */
function settleGuard(run: Run, guard: Guard, onlyHides: boolean): boolean {
  let hasChanged = false;
  for (const row of run.rows[guard.shape]!) {
    const wasHidden = row.hidden[guard.index]!;
    if (wasHidden && onlyHides) continue;
    const isHidden =
      (guard.parent !== undefined && row.hidden[guard.parent.index]!) ||
      !isTrue(guard.condition, enterRow(run, row), true);
    if (isHidden === wasHidden) continue;
    hasChanged = true;
    row.hidden[guard.index] = isHidden;
    if (run.hasModel) showInModel(row, guard);
  }
  return hasChanged;
}

function showInModel(row: RowState, guard: Guard): void {
  for (const step of guard.controls) {
    const reading = row.slots[step.slot];
    const isShown = isVisible(row, step.guard) && reading !== INVALID && reading !== undefined;
    row.models[step.container]![step.name] = !isShown
      ? null
      : step.kind === 'repeat'
        ? rowModels(reading)
        : (reading as Exclude<typeof reading, symbol | RowState[] | undefined>);
  }
}

function isVisible(row: RowState, innermost: Guard | undefined): boolean {
  for (let guard = innermost; guard !== undefined; guard = guard.parent) if (row.hidden[guard.index]) return false;
  return true;
}
