// One entry, or one row of a repeat, while it is cleaned and checked: what was sent, what was read, what is hidden.
// Every value is read once, into the slot its plan gives it; the model that expressions see is filled on the way.
// [validation.relevant.rows]

import type { JsonObject, JsonValue } from '../definition/form-definition.ts';
import { affords, type Budget, budgetKey, hasRunOut, openBudget } from '../expression/budget.ts';
import type { Scope } from '../expression/compile.ts';
import { invalid, isPlainObject, type Reading, type ReadTools } from '../values/value-type.ts';
import type { FormPlan, RepeatStep, RowShape, SectionStep, Step } from './form-plan.ts';

/** Paths are made only for messages: an entry without any costs no text. */
export function modelPath(row: RowState, path: string): string {
  return rowPath(row) + path;
}

export function rowPath(row: RowState): string {
  if (row.parent === undefined) return 'model';
  return `${rowPath(row.parent)}${row.shape.repeat!.path}[${row.index}]`;
}

export interface RowState {
  readonly shape: RowShape;
  readonly parent: RowState | undefined;
  readonly index: number;
  /** What was sent; undefined where that was not an object. */
  readonly sent: JsonObject | undefined;
  /** As expressions see it: every declared field they can read, null when empty. */
  readonly model: JsonObject;
  /** The objects of nested sections, by the place of their container. */
  readonly sections: SectionState[] | undefined;
  /** What was read: for a repeat its rows, null for no value. */
  readonly slots: (Reading | RowState[])[];
  /** By the place of the guard in the shape. */
  readonly hidden: boolean[];
  /** What was sent is not an object, and not nothing either. */
  readonly isBroken: boolean;
  /** What was sent is already what will be stored: only declared keys, in form order, each value as it was read. */
  isClean: boolean;
}

/** A section with secFlat=false in one row. */
export interface SectionState {
  readonly sent: JsonObject | undefined;
  readonly model: JsonObject;
  readonly isBroken: boolean;
  readonly walk: KeyWalk;
}

export interface Run {
  readonly plan: FormPlan;
  readonly tools: ReadTools;
  /** What the model holds: what the form's expressions read, or every field. */
  readonly model: 'read' | 'whole';
  /** Whether computed values are worked out. Otherwise the data is what was stored, and has them. */
  readonly isComputing: boolean;
  /** `row`, `$index` and `value` change from place to place. */
  readonly scope: Record<string, unknown> & Scope;
  readonly budget: Budget;
  /** The place of the value at which the budget ran out. */
  ranOutAt: string | undefined;
  /** The rows of each shape, where the form has something to decide. */
  readonly rows: (RowState[] | undefined)[];
  rowCount: number;
  invalidCount: number;
}

export interface ScopeContext {
  readonly entry?: JsonObject;
  readonly form?: JsonObject;
  /** Of the request, where this is only a part of it. */
  readonly budget?: Budget;
  /** The time of the service, in milliseconds, for a budget of its own. */
  readonly clock?: () => number;
}

export function openRun(
  plan: FormPlan,
  context: ScopeContext,
  tools: ReadTools,
  { model, isComputing = false }: Pick<Run, 'model'> & Partial<Pick<Run, 'isComputing'>>,
): Run {
  const budget = context.budget ?? openBudget(context.clock?.());
  const scope = {
    [budgetKey]: budget,
    model: null,
    data: { entry: context.entry ?? null, form: context.form ?? null },
    row: undefined,
    $index: undefined,
    value: undefined,
    res: undefined,
  };
  const counts = { rowCount: 0, invalidCount: 0 };
  return { plan, tools, model, isComputing, scope, budget, ranOutAt: undefined, rows: [], ...counts };
}

/** Reads a whole entry; its model becomes the run's. */
export function readEntry(run: Run, sent: unknown): RowState {
  const [shape] = run.plan.shapes;
  run.budget.work -= shape.work;
  const root = readRow(run, shape, undefined, 0, sent);
  run.scope['model'] = root.model;
  return root;
}

// A body can hold half a million rows of nothing, and each may cost an evaluation of every condition in it. Drafts are not
// held to repMaxRows, so these are the limits: past them the value is not what a person filled in.
const maxRowsInEntry = 10_000;
const maxRowsInDraft = 1000;

function readRow(run: Run, shape: RowShape, parent: RowState | undefined, index: number, sent: unknown): RowState {
  run.rowCount++;
  const isObject = isPlainObject(sent);
  const isBroken = !isObject && sent !== null && sent !== undefined;
  if (isBroken) run.invalidCount++;
  const row: RowState = {
    shape,
    parent,
    index,
    sent: isObject ? sent : undefined,
    model: run.model === 'whole' ? {} : shape.blankModel === undefined ? noModel : { ...shape.blankModel },
    sections: shape.containers.length > 1 ? [] : undefined,
    slots: new Array(shape.slotCount),
    hidden: shape.guardCount === 0 ? noGuards : new Array(shape.guardCount).fill(false),
    isBroken,
    isClean: isObject,
  };
  readSteps(run, row);
  if (run.plan.decisions.length > 0) {
    const rows = run.rows[shape.index];
    if (rows === undefined) run.rows[shape.index] = [row];
    else rows.push(row);
  }
  return row;
}

const noGuards: boolean[] = [];
const noModel: JsonObject = Object.freeze({});

/** The keys of an object that was sent, ticked off as long as they come in form order. */
interface KeyWalk {
  readonly keys: readonly string[];
  readonly values: readonly JsonValue[];
  place: number;
}

function startWalk(sent: JsonObject | undefined): KeyWalk {
  if (sent === undefined) return { keys: noKeys, values: noKeys, place: 0 };
  const keys = Object.keys(sent);
  return { keys, values: keys.length > maxValuesAtOnce ? noKeys : Object.values(sent), place: 0 };
}

const noKeys: string[] = [];
// Taking all values of a small object is faster than looking each up; larger ones are hash tables, where it is slower.
const maxValuesAtOnce = 100;

function nextSent(row: RowState, walk: KeyWalk, step: Step): JsonValue | undefined {
  const from = step.container === 0 ? walk : row.sections![step.container]!.walk;
  if (from.keys[from.place] !== step.name) return sentFor(row, step);
  const place = from.place++;
  return place < from.values.length ? from.values[place] : sentFor(row, step);
}

/** An object whose keys are all ticked off, and whose values are all stored as they were sent, is clean. */
function readSteps(run: Run, row: RowState): void {
  const { steps } = row.shape;
  const walk = startWalk(row.sent);
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at]!;
    const sent = nextSent(row, walk, step);
    if (step.kind === 'field') {
      const isLeftOut = sent === undefined || sent === null || (run.isComputing && step.compute !== undefined);
      const reading = isLeftOut ? null : step.value.read(sent, run.tools);
      row.slots[step.slot] = reading;
      if (reading === invalid) run.invalidCount++;
      if (step.isRead || run.model === 'whole') putInModel(row, step, reading);
      if (sent !== undefined && (reading !== sent || reading === null)) row.isClean = false;
    } else if (step.kind === 'repeat') {
      const rows = readRows(run, step, row, sent);
      row.slots[step.slot] = rows;
      if (rows === invalid) {
        run.invalidCount++;
        row.isClean = false;
      }
      if (step.isRead || run.model === 'whole') putInModel(row, step, rows);
    } else if (step.kind === 'section') openSection(run, row, step, sent);
    // Screen state is rare enough to be rewritten: whether it is well-formed is decided there.
    else if (sent !== undefined) row.isClean = false;
  }
  // A row without values is null, not an empty object.
  if (walk.place === 0 || !isWalked(walk)) row.isClean = false;
  if (row.sections?.some((section) => !isWalked(section.walk))) row.isClean = false;
}

function isWalked({ keys, place }: KeyWalk): boolean {
  return place === keys.length;
}

/** What was sent under a step's name. */
export function sentFor(row: RowState, step: Step): JsonValue | undefined {
  const object = step.container === 0 ? row.sent : row.sections![step.container]!.sent;
  if (object === undefined || (step.isInherited && !Object.hasOwn(object, step.name))) return undefined;
  return object[step.name];
}

function openSection(run: Run, row: RowState, step: SectionStep, sent: JsonValue | undefined): void {
  const isObject = isPlainObject(sent);
  const isWrong = !isObject && sent !== null && sent !== undefined;
  if (isWrong) run.invalidCount++;
  const section: SectionState = {
    sent: isObject ? sent : undefined,
    model: {},
    isBroken: isWrong || isInsideBroken(row, step),
    walk: startWalk(isObject ? sent : undefined),
  };
  row.sections![step.own] = section;
  if (sent !== undefined && section.walk.keys.length === 0) row.isClean = false;
  if (step.isRead || run.model === 'whole') modelOf(row, step)[step.name] = section.model;
}

/** Whether the object that should hold the step's value was sent as something else. */
export function isInsideBroken(row: RowState, step: Step): boolean {
  return step.container === 0 ? row.isBroken : row.sections![step.container]!.isBroken;
}

type Rows = RowState[] | null | typeof invalid;

function readRows(run: Run, repeat: RepeatStep, parent: RowState, sent: JsonValue | undefined): Rows {
  if (sent === undefined) return null;
  if (sent === null || (Array.isArray(sent) && sent.length === 0)) {
    parent.isClean = false;
    return null;
  }
  if (!Array.isArray(sent) || sent.length > maxRowsHere(run, repeat)) return invalid;
  if (!affords(run.budget, sent.length * repeat.rows.work)) {
    noteRunOut(run, parent, repeat);
    return invalid;
  }
  const rows: RowState[] = [];
  for (let index = 0; index < sent.length; index++) {
    const row = readRow(run, repeat.rows, parent, index, sent[index]);
    if (!row.isClean && sent[index] !== null) parent.isClean = false;
    rows.push(row);
  }
  return rows;
}

function maxRowsHere(run: Run, { maxRows }: RepeatStep): number {
  return Math.min(Math.max(maxRows, maxRowsInDraft), maxRowsInEntry - run.rowCount);
}

export function modelOf(row: RowState, step: Step): JsonObject {
  return step.container === 0 ? row.model : row.sections![step.container]!.model;
}

/** choice: a repeat without rows is null in the model, as an empty field is. */
export function putInModel(row: RowState, step: Step, reading: Reading | RowState[] | undefined): void {
  const model = modelOf(row, step);
  if (reading === undefined || reading === invalid) model[step.name] = null;
  else if (step.kind !== 'repeat') model[step.name] = reading as JsonValue;
  else model[step.name] = reading && (reading as RowState[]).map((inner) => inner.model);
}

/** Remembers where the budget ran out, if it has just done so; whether it has. */
export function noteRunOut(run: Run, row: RowState, step: { readonly path: string } | undefined): boolean {
  if (!hasRunOut(run.budget)) return false;
  run.ranOutAt ??= step === undefined ? rowPath(row) : modelPath(row, step.path);
  return true;
}

/** The scope of an expression that belongs to `row`. */
export function enterRow(run: Run, row: RowState): Scope {
  const isEntry = row.parent === undefined;
  run.scope['row'] = isEntry ? undefined : row.model;
  run.scope['$index'] = isEntry ? undefined : row.index;
  run.scope['value'] = undefined;
  return run.scope;
}

export function isHidden(row: RowState, step: Step): boolean {
  return step.guard !== undefined && row.hidden[step.guard.index]!;
}
