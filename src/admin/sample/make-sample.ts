// Made-up data for a form that the form itself accepts: what previews of emails and PDFs are drawn with when there is no
// entry, and the example of a request on the share page. Each value is the first of its candidates that the field's rules
// take; what rules say of the whole is then put right value by value. Files are left out: one that was never uploaded
// cannot be shown. A form with problems gives what of it can be understood.
import { checkElement } from '../../core/definition/check-element.ts';
import type { FormDefinition, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import type { Scope } from '../../core/expression/compile.ts';
import { expressions } from '../../core/expression/engine.ts';
import { allItemTexts } from '../../core/locale/all-item-texts.ts';
import { localeOf } from '../../core/locale/locale.ts';
import { readForm } from '../../core/plan/compile-form.ts';
import { adaptField } from '../../core/plan/compile-tools.ts';
import type { FormPlan, RepeatStep, RowShape } from '../../core/plan/form-plan.ts';
import { modelScope } from '../../core/plan/model-scope.ts';
import { compilePattern } from '../../core/text/pattern.ts';
import { quoteName } from '../../core/validation/message.ts';
import { validateEntry } from '../../core/validation/validate-entry.ts';
import { isPlainObject } from '../../core/values/value-type.ts';
import { candidatesFor, firstCandidate, passes, type SampleField } from './sample-values.ts';

export interface SampleOptions {
  /** Of each repeat, where its rules allow that many. */
  readonly rows?: number;
}

interface SampledForm {
  readonly formSchema?: FormDefinition['formSchema'] | undefined;
  readonly locale?: FormDefinition['locale'] | undefined;
}

export function makeSample({ formSchema, locale }: SampledForm, { rows = 2 }: SampleOptions = {}): JsonObject {
  const form = { ...(formSchema && { formSchema }), locale: localeOf(locale) };
  const plan = readForm(form, [], {
    expressions,
    compilePattern,
    checkElement,
    adaptField,
    itemTexts: allItemTexts,
  });
  const making: Making = { plan, rows, rowCount: 0, cells: new Map() };
  const data = makeRow(making, plan.shapes[0], []);
  putRight(making, data);
  return data;
}

interface Making {
  readonly plan: FormPlan;
  readonly rows: number;
  rowCount: number;
  /** By model path, which messages name. */
  readonly cells: Map<string, Cell>;
}

interface Cell extends SampleField {
  readonly holder: JsonObject;
  /** From the entry to the row. */
  readonly rowKeys: readonly (string | number)[];
  /** Made once the first was refused. */
  candidates: readonly JsonValue[] | undefined;
  place: number;
}

/** Repeats in repeats multiply. */
const maxRows = 200;
const maxRowsOfRepeat = 50;

function makeRow(making: Making, shape: RowShape, rowKeys: Cell['rowKeys']): JsonObject {
  const { locale } = making.plan;
  const objects: JsonObject[] = [{}];
  const keysOf: (readonly string[])[] = [[]];
  for (const step of shape.steps) {
    const holder = objects[step.container]!;
    const keys = [...keysOf[step.container]!, step.name];
    if (step.kind === 'section') {
      keysOf[step.own] = keys;
      objects[step.own] = {};
      holder[step.name] = objects[step.own]!;
    } else if (step.kind === 'repeat') {
      const count = rowsFor(making, step, rowKeys.length > 0);
      making.rowCount += count;
      const rows = Array.from({ length: count }, (_, at) => makeRow(making, step.rows, [...rowKeys, ...keys, at]));
      if (count > 0) holder[step.name] = rows;
    } else if (step.kind === 'field') {
      const row = Number(rowKeys.at(-1) ?? 0);
      const value = firstCandidate({ step, locale, row });
      if (value !== undefined) holder[step.name] = value;
      const cell = { step, locale, row, holder, rowKeys, candidates: undefined, place: 0 };
      making.cells.set(pathOf([...rowKeys, ...keys]), cell);
    }
  }
  return objects[0]!;
}

/** The wished number of rows, or the first number that the repeat's rules take. */
function rowsFor({ rows, rowCount, plan }: Making, step: RepeatStep, isInRow: boolean): number {
  if (rowCount >= maxRows) return 0;
  // In a form with problems it may be anything.
  const most = Number.isInteger(step.maxRows) ? Math.max(1, Math.min(step.maxRows, maxRowsOfRepeat)) : 1;
  const wished = Math.min(most, isInRow ? 1 : rows);
  const counts = [wished, ...Array.from({ length: most }, (_, at) => at + 1)];
  return counts.find((count) => passes(step.rules, Array<JsonValue>(count).fill({}), plan.itemTexts)) ?? wished;
}

function pathOf(keys: readonly (string | number)[]): string {
  return `model${keys.map((key) => (typeof key === 'number' ? `[${key}]` : quoteName(key))).join('')}`;
}

const rounds = 20;
const context = { cleanHtml: (html: string) => html };

/** Rules that look at other fields are asked of the whole: whatever they refuse gets its next candidate, and at last none. */
function putRight({ plan, cells }: Making, data: JsonObject): void {
  for (let round = 0; round < rounds; round++) {
    const { messages } = validateEntry(plan, data, { rules: 'all', context });
    const refused = new Set(messages.flatMap(({ modelPath }) => cells.get(modelPath) ?? []));
    const scope = modelScope(plan, data, {});
    const tried = [...refused].filter((cell) => tryNext(cell, scope));
    if (tried.length === 0) return;
  }
}

/** False where there is nothing left to try. */
function tryNext(cell: Cell, scope: Scope): boolean {
  const { holder, step, rowKeys, row } = cell;
  const before = holder[step.name];
  if (cell.candidates === undefined) {
    // Only now is there a model from which options can be made.
    const inRow = { ...scope, row: rowKeys.reduce<unknown>(partOf, scope['model']), $index: row };
    const others = candidatesFor(cell, rowKeys.length === 0 ? scope : inRow);
    cell.candidates = others.filter((value) => JSON.stringify(value) !== JSON.stringify(before));
  }
  if (cell.place > cell.candidates.length) return false;
  const next = cell.candidates[cell.place++];
  if (next === undefined) delete holder[step.name];
  else holder[step.name] = next;
  return next !== before;
}

function partOf(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isPlainObject(value) ? value[key] : undefined;
}
