// One entry, or one row of a repeat, while it is cleaned and checked: what was sent, what was read, what is hidden.
// Every value is read once, into the slot its plan gives it; the model that expressions see is filled on the way.

import type { Scope } from './expression/compile.ts';
import type { JsonObject, JsonValue } from './form-definition.ts';
import type { FormPlan, RepeatStep, RowShape, SectionStep, Step } from './form-plan.ts';
import { INVALID, isPlainObject, type Reading, type ReadTools } from './values/value-type.ts';

export interface RowState {
  readonly shape: RowShape;
  readonly parent: RowState | undefined;
  readonly index: number;
  /** What was sent for each container; undefined where nothing was. */
  readonly sent: (Record<string, JsonValue> | undefined)[];
  /** The object of each container as expressions see it: every declared field, null when empty. */
  readonly models: JsonObject[];
  /** What was read: for a repeat its rows, null for no value. */
  readonly slots: (Reading | RowState[])[];
  /** By the place of the guard in the shape. */
  readonly hidden: boolean[];
  /** Containers that were sent as something other than an object. */
  readonly broken: ReadonlySet<number>;
}

export interface Run {
  readonly plan: FormPlan;
  readonly tools: ReadTools;
  readonly hasModel: boolean;
  /** `row`, `$index` and `value` change from place to place. */
  readonly scope: Record<string, unknown>;
  /** The rows of each shape that has guards. */
  readonly rows: RowState[][];
  rowCount: number;
  invalidCount: number;
}

export interface ScopeContext {
  readonly entry?: JsonObject;
  readonly form?: JsonObject;
}

export function openRun(plan: FormPlan, context: ScopeContext, tools: ReadTools, hasModel: boolean): Run {
  const scope = {
    model: null,
    data: { entry: context.entry ?? null, form: context.form ?? null },
    row: undefined,
    $index: undefined,
    value: undefined,
  };
  return { plan, tools, hasModel, scope, rows: plan.shapes.map(() => []), rowCount: 0, invalidCount: 0 };
}

/** Reads a whole entry; its model becomes the run's. */
export function readEntry(run: Run, sent: unknown): RowState {
  const root = readRow(run, run.plan.shapes[0], undefined, 0, sent);
  run.scope['model'] = root.models[0];
  return root;
}

// A body can hold half a million rows of nothing; far fewer already are no form that a person filled.
const MAX_ROWS_IN_ENTRY = 20_000;

const nothingBroken: ReadonlySet<number> = new Set();

function readRow(run: Run, shape: RowShape, parent: RowState | undefined, index: number, sent: unknown): RowState {
  run.rowCount++;
  const isObject = isPlainObject(sent);
  const isBroken = !isObject && sent !== null && sent !== undefined;
  if (isBroken) run.invalidCount++;
  const row: OpenRow = {
    shape,
    parent,
    index,
    sent: [isObject ? sent : undefined],
    models: [{}],
    slots: new Array(shape.slotCount),
    hidden: shape.guardCount === 0 ? noGuards : new Array(shape.guardCount).fill(false),
    broken: isBroken ? new Set([0]) : nothingBroken,
  };
  for (const step of shape.steps) {
    switch (step.kind) {
      case 'field': {
        const value = sentFor(row, step);
        const reading = value === undefined || value === null ? null : step.value.read(value, run.tools);
        if (reading === INVALID) run.invalidCount++;
        row.slots[step.slot] = reading;
        if (run.hasModel) row.models[step.container]![step.name] = reading === INVALID ? null : reading;
        break;
      }
      case 'repeat': {
        const rows = readRows(run, step, row);
        row.slots[step.slot] = rows;
        if (run.hasModel) row.models[step.container]![step.name] = rowModels(rows);
        break;
      }
      case 'section':
        openSection(run, row, step);
    }
  }
  if (shape.guardCount > 0) run.rows[shape.index]!.push(row);
  return row;
}

const noGuards: boolean[] = [];

/** A row while it is read: sections of the wrong shape are found on the way. */
type OpenRow = Omit<RowState, 'broken'> & { broken: ReadonlySet<number> };

/** What was sent under a step's name. */
export function sentFor(row: RowState, step: Step): JsonValue | undefined {
  const object = row.sent[step.container];
  if (object === undefined || (step.isInherited && !Object.hasOwn(object, step.name))) return undefined;
  return object[step.name];
}

function openSection(run: Run, row: OpenRow, step: SectionStep): void {
  const { own } = step;
  const sent = sentFor(row, step);
  const isObject = isPlainObject(sent);
  row.sent[own] = isObject ? sent : undefined;
  if (row.broken.has(step.container)) row.broken = new Set([...row.broken, own]);
  else if (!isObject && sent !== null && sent !== undefined) {
    run.invalidCount++;
    row.broken = new Set([...row.broken, own]);
  }
  if (run.hasModel) {
    const model = {};
    row.models[own] = model;
    row.models[step.container]![step.name] = model;
  }
}

function readRows(run: Run, repeat: RepeatStep, parent: RowState): RowState[] | null | typeof INVALID {
  const sent = sentFor(parent, repeat);
  if (sent === undefined || sent === null) return null;
  if (!Array.isArray(sent) || sent.length + run.rowCount > MAX_ROWS_IN_ENTRY) {
    run.invalidCount++;
    return INVALID;
  }
  if (sent.length === 0) return null;
  const rows: RowState[] = [];
  for (let index = 0; index < sent.length; index++) rows.push(readRow(run, repeat.rows, parent, index, sent[index]));
  return rows;
}

/** choice: a repeat without rows is null in the model, as an empty field is. */
export function rowModels(rows: Reading | RowState[] | undefined): JsonValue {
  return Array.isArray(rows) ? (rows as RowState[]).map((row) => row.models[0]!) : null;
}

/** The scope of an expression that belongs to `row`. */
export function enterRow(run: Run, row: RowState): Scope {
  run.scope['row'] = row.parent === undefined ? undefined : row.models[0];
  run.scope['$index'] = row.parent === undefined ? undefined : row.index;
  run.scope['value'] = undefined;
  return run.scope;
}

export function isHidden(row: RowState, step: Step): boolean {
  return step.guard !== undefined && row.hidden[step.guard.index]!;
}
