// Works out what is hidden and what computed fields hold. Hiding a field takes its value out of the model, which may hide another: the
// decisions come in an order where each follows those it depends on, so one pass settles them; circles of conditions are repeated until
// nothing changes. [validation.relevant] [validation.relevant.chains] [validation.computed]

import type { JsonValue } from '../definition/form-definition.ts';
import { affords } from '../expression/budget.ts';
import { invalid, type Reading, type ValueType } from '../values/value-type.ts';
import { evaluateOr, isTrue } from './evaluate.ts';
import type { Computed, Decision, Guard } from './form-plan.ts';
import { isComputed } from './order-decisions.ts';
import { enterRow, noteRunOut, putInModel, type RowState, type Run } from './row-state.ts';

export function settleDecisions(run: Run): void {
  const { decisions, firstCircular } = run.plan;
  for (let place = 0; place < firstCircular; place++) {
    settle(run, decisions[place]!, false);
    if (run.ranOutAt !== undefined) return;
  }
  if (firstCircular === decisions.length) return;
  const circular = decisions.slice(firstCircular);
  const evaluations = circular.reduce((sum, { shape }) => sum + (run.rows[shape]?.length ?? 0), 0);
  const maxPasses = Math.max(freePasses, Math.min(mostPasses, maxEvaluations / evaluations));
  for (let pass = 1, isSettled = false; !isSettled && pass <= maxPasses; pass++) {
    // A circle such as `a while a is empty` might swing for ever; after some passes things may only disappear, which ends.
    const onlyHides = pass > freePasses;
    isSettled = true;
    for (const decision of circular) {
      if (settle(run, decision, onlyHides)) isSettled = false;
      if (run.ranOutAt !== undefined) return;
    }
  }
}

/** Whether anything changed. */
function settle(run: Run, decision: Decision, onlyHides: boolean): boolean {
  return isComputed(decision) ? run.isComputing && compute(run, decision) : settleGuard(run, decision, onlyHides);
}

const freePasses = 8;
// Each pass decides at least one condition for good; a chain so long through circles is not a form but an attack.
const mostPasses = 200;
const maxEvaluations = 200_000;

/** What taking a field out of the model, or putting it back, costs. */
const controlWork = 20;

function compute(run: Run, { shape, step, compute: expression }: Computed): boolean {
  let hasChanged = false;
  for (const row of run.rows[shape] ?? []) {
    const reading = readResult(run, step.value, evaluateOr(expression, enterRow(run, row), undefined));
    if (noteRunOut(run, row, step)) return hasChanged;
    if (JSON.stringify(reading) === JSON.stringify(row.slots[step.slot])) continue;
    hasChanged = true;
    row.slots[step.slot] = reading;
    markUnclean(row);
    if (step.isRead || run.model === 'whole') putInModel(row, step, isVisible(row, step.guard) ? reading : null);
  }
  return hasChanged;
}

/**
 * As if it had been sent. What is not a value of the field, such as the quotient of nothing, is none. Numbers have the digits of
 * spreadsheets: 0.1 + 0.2 is 0.3.
 */
function readResult({ tools }: Run, type: ValueType, result: unknown): Reading {
  if (result === undefined || result === null) return null;
  const isFraction = typeof result === 'number' && !Number.isInteger(result);
  const reading = type.read(isFraction ? Number(result.toPrecision(15)) : (result as JsonValue), tools);
  return reading === invalid ? null : reading;
}

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
