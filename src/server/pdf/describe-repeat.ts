// The rows of a repeat: a table where every value is short and the columns fit side by side, else one card per row.

import { isTrue } from '../../core/plan/evaluate.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { enterRow, type RowState } from '../../core/plan/row-state.ts';
import { fillText } from '../../core/text/fill-text.ts';
import { answerByKind } from '../../fields/all/answer.ts';
import { pdfWords } from '../../words/all/server/pdf.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';
import { describeNodes, isLeftOut } from './describe-entry.ts';
import { type Describing, describeSlot } from './describe-value.ts';
import type { OutlineNode } from './form-outline.ts';
import type { Block, Line, PrintedTable, Value } from './printed-document.ts';
import { printText } from './printed-text.ts';

type RepeatNode = Extract<OutlineNode, { kind: 'repeat' }>;

export function* describeRepeat(context: Describing, row: RowState, node: RepeatNode, level: number): Steps<Block> {
  const slot = row.slots[node.step.slot];
  const rows = Array.isArray(slot) ? (slot as RowState[]) : [];
  if (rows.length === 0) return { kind: 'field', label: [], value: { kind: 'empty' } };
  const table = yield* describeTable(context, rows, node.children);
  return table ?? (yield* describeCards(context, rows, node.children, level));
}

function* describeCards(
  context: Describing,
  rows: readonly RowState[],
  children: readonly OutlineNode[],
  level: number,
): Steps<Block> {
  const words = pdfWords[context.locale];
  const cards: { number: string; blocks: Block[] }[] = [];
  for (const [index, row] of rows.entries()) {
    const blocks = yield* describeNodes(context, row, children, level);
    cards.push({ number: fillText(words.row, [index + 1]), blocks });
  }
  return { kind: 'cards', cards };
}

interface Column {
  readonly step: FieldStep;
  /** The field's own condition and those of the groups around it. */
  readonly path: readonly OutlineNode[];
}

const maxColumns = 7;
/** In a column of a table, where a word has little room. */
const narrowRun = 11;
/** Characters of 9 point text across the page. */
const pageWidth = 100;

/** Undefined where a table would not do: other things than short fields in the rows, or too much for the width. */
function* describeTable(
  context: Describing,
  rows: readonly RowState[],
  children: readonly OutlineNode[],
): Steps<PrintedTable | undefined> {
  const all = listColumns(children, [])?.filter(({ step }) => !isLeftOut(context, step));
  if (all === undefined) return undefined;
  const columns: { column: Column; values: (Value | undefined)[] }[] = [];
  for (const column of all) {
    const values: (Value | undefined)[] = [];
    for (const row of rows) {
      values.push(describeCell(context, row, column));
      yield;
    }
    if (values.some((value) => value !== undefined)) columns.push({ column, values });
  }
  if (columns.length === 0 || columns.length > maxColumns) return undefined;
  const weights = columns.map(({ column, values }) => columnWeight(column.step, values));
  if (weights.includes(undefined)) return undefined;
  const widths = weights as ColumnWidth[];
  if (widths.reduce((sum, { least }) => sum + least, 0) > pageWidth) return undefined;
  return {
    kind: 'table',
    head: columns.map(({ column }) => headOf(context, column.step)),
    columns: columns.map(({ column }, at) => ({
      weight: widths[at]!.wanted,
      isNumeric: answerByKind[column.step.value.kind].isAmount === true,
    })),
    rows: rows.map((_, at) => columns.map(({ values }) => values[at] ?? { kind: 'empty' })),
  };
}

function headOf({ docDir }: Describing, step: FieldStep): Line[] {
  return printText(step.element.label || step.name, { neutralDir: docDir, maxRun: narrowRun });
}

function listColumns(nodes: readonly OutlineNode[], path: readonly OutlineNode[]): Column[] | undefined {
  const columns: Column[] = [];
  for (const node of nodes) {
    if (node.kind === 'field') columns.push({ step: node.step, path: [...path, node] });
    else if (node.kind === 'group' && node.title === '') {
      const inside = listColumns(node.children, [...path, node]);
      if (inside === undefined) return undefined;
      for (const column of inside) columns.push(column);
    } else if (node.kind === 'columns') {
      const inside = listColumns(node.columns.flat(), [...path, node]);
      if (inside === undefined) return undefined;
      for (const column of inside) columns.push(column);
    } else return undefined;
  }
  return columns;
}

/** Undefined while the field is hidden in this row. */
function describeCell(context: Describing, row: RowState, { step, path }: Column): Value | undefined {
  if (!path.every(({ when }) => isTrue(when, enterRow(context.run, row), true))) return undefined;
  return describeSlot(context, row, step, { maxRun: narrowRun });
}

interface ColumnWidth {
  readonly wanted: number;
  /** The narrowest at which it still reads well. */
  readonly least: number;
}

const longestCell = 160;

/** Undefined for a column with a value that is not a short text. */
function columnWeight(step: FieldStep, values: readonly (Value | undefined)[]): ColumnWidth | undefined {
  const label = (step.element.label || step.name).length;
  let longest = 0;
  for (const value of values) {
    const length = value === undefined ? 0 : cellLength(value);
    if (length === undefined || length > longestCell) return undefined;
    longest = Math.max(longest, length);
  }
  const least = Math.min(22, Math.max(6, Math.min(label, 12), longest / 2));
  return { least, wanted: Math.min(46, Math.max(6, Math.min(label, 16), longest)) };
}

function cellLength(printed: Value): number | undefined {
  switch (printed.kind) {
    case 'empty':
      return 1;
    case 'text':
      return printed.lines.length > 6 ? undefined : longestLine(printed.lines);
    case 'list':
      return printed.items.reduce(
        (longest, { question = [], lines }) => Math.max(longest, longestLine(question) + longestLine(lines)),
        0,
      );
    case 'stars':
      return printed.max <= 5 ? 14 : 10;
    case 'swatch':
      return 10;
    default:
      return undefined;
  }
}

function longestLine(lines: readonly Line[]): number {
  return lines.reduce((longest, { text }) => Math.max(longest, text.length), 0);
}
