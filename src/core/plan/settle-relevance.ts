// Decides what is hidden. Hiding a field takes its value out of the model, which may hide another: the guards come in an
// order where each follows those it depends on, so one pass settles them; circles are repeated until nothing changes.
// [validation.relevant] [validation.relevant.chains]

import { affords } from '../expression/budget.ts';
import { isTrue } from './evaluate.ts';
import type { Guard } from './form-plan.ts';
import { enterRow, noteRunOut, putInModel, type RowState, type Run } from './row-state.ts';

export function settleRelevance(run: Run): void {
  const { guards, firstCircularGuard } = run.plan;
  for (let place = 0; place < firstCircularGuard; place++) {
    settleGuard(run, guards[place]!, false);
    if (run.ranOutAt !== undefined) return;
  }
  if (firstCircularGuard === guards.length) return;
  const circular = guards.slice(firstCircularGuard);
  const evaluations = circular.reduce((sum, guard) => sum + (run.rows[guard.shape]?.length ?? 0), 0);
  const maxPasses = Math.max(freePasses, Math.min(mostPasses, maxEvaluations / evaluations));
  for (let pass = 1, isSettled = false; !isSettled && pass <= maxPasses; pass++) {
    // A circle such as `a while a is empty` might swing for ever; after some passes things may only disappear, which ends.
    const onlyHides = pass > freePasses;
    isSettled = true;
    for (const guard of circular) {
      if (settleGuard(run, guard, onlyHides)) isSettled = false;
      if (run.ranOutAt !== undefined) return;
    }
  }
}

const freePasses = 8;
// Each pass decides at least one condition for good; a chain so long through circles is not a form but an attack.
const mostPasses = 200;
const maxEvaluations = 200_000;

/** What taking a field out of the model, or putting it back, costs. */
const controlWork = 20;

/** Whether anything changed. */
function settleGuard(run: Run, guard: Guard, onlyHides: boolean): boolean {
  const rows = run.rows[guard.shape];
  if (rows === undefined) return false;
  let hasChanged = false;
  for (const row of rows) {
    const wasHidden = row.hidden[guard.index]!;
    if (wasHidden && onlyHides) continue;
    const isInsideHidden = guard.parent !== undefined && row.hidden[guard.parent.index]!;
    const isHidden = isInsideHidden || !isTrue(guard.condition, enterRow(run, row), true);
    if (noteRunOut(run, row, guard.controls[0])) return hasChanged;
    if (isHidden === wasHidden) continue;
    hasChanged = true;
    row.hidden[guard.index] = isHidden;
    refreshModel(run, row, guard);
  }
  return hasChanged;
}

function refreshModel(run: Run, row: RowState, guard: Guard): void {
  affords(run.budget, guard.controls.length * controlWork);
  for (const step of guard.controls) {
    const reading = row.slots[step.slot];
    if (reading === null) continue;
    markUnclean(row);
    if (step.isRead || run.model === 'whole') putInModel(row, step, isVisible(row, step.guard) ? reading : null);
  }
}

function markUnclean(row: RowState): void {
  for (let outer: RowState | undefined = row; outer?.isClean; outer = outer.parent) outer.isClean = false;
}

function isVisible(row: RowState, innermost: Guard | undefined): boolean {
  for (let guard = innermost; guard !== undefined; guard = guard.parent) if (row.hidden[guard.index]) return false;
  return true;
}
