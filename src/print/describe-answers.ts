// All answers of an entry in form order, by label: what emails and pages call "all answers". What was not answered is left out, a
// section without answers too; rows are a table where they fit one. However long an entry is, the list ends at a bound and says so.
// [after-actions.answers] [after-actions.answers.bounded] docs/limits.md "Emails"

import { affords } from '../core/expression/budget.ts';
import type { DateStyle } from '../core/locale/print-date.ts';
import type { FieldStep } from '../core/plan/form-plan.ts';
import { enterRow, type RowState, type Run, sentFor } from '../core/plan/row-state.ts';
import type { Reading } from '../core/values/value-type.ts';
import { answerByKind } from '../fields/all/answer.ts';
import type { Answer } from '../fields/answer.ts';
import { answersOf, type FieldAnswers } from '../fields/answers.ts';
import { docToText } from '../fields/doc/doc-text.ts';
import type { AnswerNode } from './answer-outline.ts';
import { answerLine } from './line.ts';

export interface AnswerContext extends DateStyle {
  readonly run: Run;
  /** For rich text: it was cleaned when it was stored, and is once more before anybody is sent it. */
  readonly cleanHtml: (html: string) => string | undefined;
  readonly known: Map<FieldStep, FieldAnswers>;
}

/** The answer to a field of the entry or of a row. */
export function answerIn({ run, known, cleanHtml }: AnswerContext, row: RowState, step: FieldStep): Answer | undefined {
  const answers = known.get(step) ?? answersOf(step, { budget: run.budget });
  known.set(step, answers);
  const scope = () => enterRow(run, row);
  const answer = answers.reading(row.slots[step.slot] as Reading | undefined, sentFor(row, step), { scope });
  if (answer?.kind !== 'html') return answer;
  const html = cleanHtml(answer.html);
  return html === undefined ? { kind: 'text', value: docToText(answer.html) } : { ...answer, html };
}

export type AnswerBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | { readonly kind: 'answer'; readonly label: string; readonly value: Answer }
  | {
      readonly kind: 'table';
      readonly title: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly (Answer | undefined)[])[];
    }
  | { readonly kind: 'rows'; readonly title: string; readonly rows: readonly (readonly AnswerBlock[])[] };

export interface DescribedAnswers {
  readonly blocks: readonly AnswerBlock[];
  /** Not all of them are here. */
  readonly isCut: boolean;
}

/** Answers, and characters of all of them. */
export const maxAnswers = 5000;
export const maxAnswerCharacters = 200_000;

const answerWork = 60;
const maxTableColumns = 6;

interface Describing extends AnswerContext {
  readonly left: { answers: number; characters: number };
}

export function describeAnswers(
  context: AnswerContext,
  entry: RowState,
  outline: readonly AnswerNode[],
): DescribedAnswers {
  const left = { answers: maxAnswers, characters: maxAnswerCharacters };
  const blocks = describeNodes({ ...context, left }, entry, outline, 0);
  return { blocks, isCut: isUsedUp(left) };
}

function isUsedUp({ answers, characters }: Describing['left']): boolean {
  return answers < 0 || characters < 0;
}

function describeNodes(context: Describing, row: RowState, nodes: readonly AnswerNode[], level: number): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  for (const node of nodes) {
    if (isUsedUp(context.left)) break;
    if (node.kind === 'field') {
      const value = takeAnswer(context, row, node.step);
      if (value !== undefined) blocks.push({ kind: 'answer', label: node.label, value });
    } else if (node.kind === 'group') {
      const inside = describeNodes(context, row, node.children, level + 1);
      if (inside.length > 0) blocks.push({ kind: 'heading', level, title: node.title }, ...inside);
    } else {
      const rows = row.slots[node.step.slot];
      if (Array.isArray(rows) && rows.length > 0) blocks.push(describeRows(context, rows as RowState[], node, level));
    }
  }
  return blocks;
}

/** undefined for what was not answered, and from the bound on. */
function takeAnswer(context: Describing, row: RowState, step: FieldStep): Answer | undefined {
  const { left, run } = context;
  if (isUsedUp(left)) return undefined;
  const value = answerIn(context, row, step);
  if (value === undefined) return undefined;
  left.answers--;
  const length = value.kind === 'html' ? value.html.length : answerLine(value, context).length;
  left.characters -= length;
  if (!affords(run.budget, answerWork + length)) left.answers = -1;
  return isUsedUp(left) ? undefined : value;
}

type RepeatNode = Extract<AnswerNode, { kind: 'repeat' }>;

function describeRows(context: Describing, rows: readonly RowState[], node: RepeatNode, level: number): AnswerBlock {
  const fields = fieldsOf(node.children);
  if (fields !== undefined) {
    const columns = fields.filter(({ step }) => rows.some((row) => isAnswered(row, step)));
    if (columns.length > 0 && columns.length <= maxTableColumns) {
      const described = takeRows(context, rows, (row) => columns.map(({ step }) => takeAnswer(context, row, step)));
      return { kind: 'table', title: node.title, head: columns.map(({ label }) => label), rows: described };
    }
  }
  const described = takeRows(context, rows, (row) => describeNodes(context, row, node.children, level + 1));
  return { kind: 'rows', title: node.title, rows: described };
}

function takeRows<Described>(
  { left }: Describing,
  rows: readonly RowState[],
  describe: (row: RowState) => Described,
): Described[] {
  const described: Described[] = [];
  for (const row of rows) {
    if (isUsedUp(left)) break;
    described.push(describe(row));
  }
  return described;
}

function isAnswered(row: RowState, step: FieldStep): boolean {
  const value = row.slots[step.slot];
  return value !== undefined && value !== null;
}

/** The columns of a table; undefined where rows hold more than short answers. */
function fieldsOf(nodes: readonly AnswerNode[]): Extract<AnswerNode, { kind: 'field' }>[] | undefined {
  const fields: Extract<AnswerNode, { kind: 'field' }>[] = [];
  for (const node of nodes) {
    if (node.kind === 'repeat') return undefined;
    const inside = node.kind === 'field' ? [node] : fieldsOf(node.children);
    if (inside === undefined) return undefined;
    for (const field of inside) {
      if (answerByKind[field.step.value.kind].isLarge) return undefined;
      fields.push(field);
    }
  }
  return fields;
}
