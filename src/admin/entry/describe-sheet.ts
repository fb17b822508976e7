// An entry as a sheet of questions and answers: sections as groups, the rows of a repeat as a table or, where there is another repeat
// in them or too much beside each other, as cards. What is stored and has no place in today's form comes last.

import type { FormDefinition, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import { expressions } from '../../core/expression/engine.ts';
import { readForm } from '../../core/plan/compile-form.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { enterRow, isHidden, openRun, type RowState, type Run, readEntry, sentFor } from '../../core/plan/row-state.ts';
import { settleDecisions } from '../../core/plan/settle-decisions.ts';
import type { Answer } from '../../fields/answer.ts';
import { answersOf, type FieldAnswers, storedAnswer } from '../../fields/answers.ts';
import { outlineSheet, type SheetQuestion } from './sheet-outline.ts';
import { findUnknown } from './unknown-data.ts';

export type SheetBlock =
  | { readonly kind: 'answer'; readonly label: string; readonly answer: Answer | undefined }
  | { readonly kind: 'group'; readonly title: string; readonly blocks: readonly SheetBlock[] }
  | SheetTable
  | {
      readonly kind: 'cards';
      readonly title: string;
      readonly rowName: string | undefined;
      readonly cards: readonly (readonly SheetBlock[])[];
    };

export interface SheetTable {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (Answer | undefined)[])[];
}

export interface Sheet {
  readonly blocks: readonly SheetBlock[];
  /** Stored under names that today's form does not have. */
  readonly others: readonly SheetBlock[];
}

/** Reads the form once; a definition with mistakes gives what can be understood of it. */
export function sheetReader(form: FormDefinition): (data: JsonObject) => Sheet {
  const plan = readForm(form, [], { expressions });
  const questions = outlineSheet(form, plan);
  const known = new Map<FieldStep, FieldAnswers>();
  return (data) => {
    const run = openRun(plan, {}, { cleanHtml: (html) => html }, { model: 'whole' });
    const row = readEntry(run, data);
    settleDecisions(run);
    const others = findUnknown(plan, data).map(
      ({ path, value }): SheetBlock => ({ kind: 'answer', label: path, answer: storedAnswer(value) }),
    );
    return { blocks: describeAll({ run, known }, row, questions), others };
  };
}

interface Describing {
  readonly run: Run;
  readonly known: Map<FieldStep, FieldAnswers>;
}

function describeAll(context: Describing, row: RowState, questions: readonly SheetQuestion[]): SheetBlock[] {
  return questions.flatMap((question) => describe(context, row, question));
}

function describe(context: Describing, row: RowState, question: SheetQuestion): SheetBlock[] {
  if (question.kind === 'group') {
    const blocks = describeAll(context, row, question.inside);
    return blocks.length === 0 ? [] : [{ kind: 'group', title: question.title, blocks }];
  }
  const { step } = question;
  const label = step.element.label || step.name;
  if (question.kind === 'field') {
    const answer = answerOf(context, row, question.step);
    // Asked of nobody: not a question that was left empty. What is stored all the same is shown.
    if (answer === undefined && isHidden(row, step)) return [];
    return [{ kind: 'answer', label, answer }];
  }
  const rows = row.slots[question.step.slot];
  if (Array.isArray(rows) && rows.length > 0) return [describeRows(context, label, rows as RowState[], question)];
  const stored = sentFor(row, step);
  if (hasSomething(stored)) return [{ kind: 'answer', label, answer: storedAnswer(stored) }];
  return isHidden(row, step) ? [] : [{ kind: 'answer', label, answer: undefined }];
}

function hasSomething(stored: JsonValue | undefined): stored is JsonValue {
  return stored !== undefined && stored !== null && !(Array.isArray(stored) && stored.length === 0);
}

function answerOf({ run, known }: Describing, row: RowState, step: FieldStep): Answer | undefined {
  const answers = known.get(step) ?? answersOf(step);
  known.set(step, answers);
  return answers.stored(sentFor(row, step), { scope: () => enterRow(run, row) });
}

/** More columns than that are read more easily below each other. */
const maxColumns = 8;

function describeRows(
  context: Describing,
  title: string,
  rows: readonly RowState[],
  { step, inside }: Extract<SheetQuestion, { kind: 'repeat' }>,
): SheetBlock {
  const steps = fieldsIn(inside);
  if (steps !== undefined) {
    const cells = rows.map((row) => steps.map((one) => answerOf(context, row, one)));
    const isUsed = steps.map(
      (one, at) => cells.some((line) => line[at] !== undefined) || rows.some((row) => !isHidden(row, one)),
    );
    const used = <T>(items: readonly T[]) => items.filter((_, at) => isUsed[at]);
    const columns = used(steps).map((one) => one.element.label || one.name);
    if (columns.length > 0 && columns.length <= maxColumns) {
      return { kind: 'table', title, columns, rows: cells.map(used) };
    }
  }
  const cards = rows.map((row) => describeAll(context, row, inside));
  return { kind: 'cards', title, rowName: step.element.rowName, cards };
}

/** undefined where a row holds rows of its own. */
function fieldsIn(questions: readonly SheetQuestion[], steps: FieldStep[] = []): FieldStep[] | undefined {
  for (const question of questions) {
    if (question.kind === 'repeat') return undefined;
    if (question.kind === 'field') steps.push(question.step);
    else if (fieldsIn(question.inside, steps) === undefined) return undefined;
  }
  return steps;
}
