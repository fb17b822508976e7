// An entry as the automatic layout prints it: what is relevant, in form order, by label. choice: a field left empty is shown
// as a quiet dash, so that a reader sees it was asked; what is hidden does not appear at all.
// [after-actions.pdfs.content]

import type { JsonObject } from '../../core/definition/form-definition.ts';
import { ExpressionLimitError } from '../../core/expression/errors.ts';
import { directionOf } from '../../core/locale/locale.ts';
import { type DateStyle, printDate } from '../../core/locale/print-date.ts';
import { isTrue } from '../../core/plan/evaluate.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { enterRow, openRun, type RowState, type Run, readEntry } from '../../core/plan/row-state.ts';
import { settleDecisions } from '../../core/plan/settle-decisions.ts';
import { fillText } from '../../core/text/fill-text.ts';
import { answersInTexts } from '../../print/answers-in-texts.ts';
import { pdfWords } from '../../words/all/server/pdf.ts';
import type { Steps } from '../scheduling/run-in-slices.ts';
import { describeRepeat } from './describe-repeat.ts';
import { type Describing, describeField, describeHelp } from './describe-value.ts';
import type { OutlineNode } from './form-outline.ts';
import type { PdfEntry, PdfForm } from './pdf-entry.ts';
import type { Pictures } from './pictures.ts';
import type { Block, Fact, PrintedDocument } from './printed-document.ts';
import { printText } from './printed-text.ts';

export interface DescribedEntry {
  readonly outline: readonly OutlineNode[];
  readonly form: PdfForm;
  readonly entry: PdfEntry;
  readonly isForFiller: boolean;
  readonly pictures: Pictures;
  readonly now: string;
}

/** A step describes a field, or one row's share of a table. */
export function* describeEntry(described: DescribedEntry): Steps<PrintedDocument> {
  const { outline, form, entry, isForFiller, pictures, now } = described;
  const { locale } = form.plan;
  const { timeZone } = form.definition;
  const docDir = directionOf(locale);
  const { run, row } = readForPrinting(form, entry);
  yield;
  const addAnswers = answersInTexts(form.definition, form.plan);
  const hasHelp = form.definition.page?.helpInPdf === true;
  const context: Describing = {
    ...{ run, locale, timeZone, docDir, isForFiller, hasHelp, pictures, addAnswers },
    known: new Map(),
  };
  const words = pdfWords[locale];
  const number = entryNumber(entry);
  return {
    locale,
    dir: docDir,
    name: number === '' ? form.title : `${form.title} (${words.number} ${number})`,
    title: printText(form.title, { neutralDir: docDir }),
    description: fillText(words.entryOfForm, [entry.id ?? '', form.id]),
    date: dateParts(now),
    facts: describeFacts(entry, context, now),
    number: number === '' ? '' : `${words.number} ${number}`,
    pageWords: words.page,
    blocks: yield* describeNodes(context, row, outline, 1),
  };
}

/** Entry data with hidden fields taken out, as expressions and templates see it. */
export function readForPrinting(form: PdfForm, entry: PdfEntry): { run: Run; row: RowState } {
  const { timeZone = 'UTC' } = form.definition;
  const facts = { id: form.id, name: form.title, timeZone };
  const context = { entry: scopeEntry(entry), form: facts };
  const run = openRun(form.plan, context, { cleanHtml: (html) => html }, { model: 'whole' });
  const row = readEntry(run, entry.data);
  settleDecisions(run);
  return { run, row };
}

export function scopeEntry({ id, idx, submitIdx, status, createTime, submitTime, data }: PdfEntry): JsonObject {
  const facts = { id: id ?? null, idx: idx ?? null, submitIdx: submitIdx ?? null, submitTime: submitTime ?? null };
  return { ...facts, status, createTime, data };
}

export function entryNumber({ submitIdx, idx }: PdfEntry): string {
  return String(submitIdx ?? idx ?? '');
}

export function dateParts(now: string): number[] {
  return (now.match(/\d+/g) ?? []).slice(0, 6).map(Number);
}

function describeFacts(entry: PdfEntry, style: DateStyle, now: string): Fact[] {
  const words = pdfWords[style.locale];
  const facts: [label: string, value: string][] = [];
  const number = entryNumber(entry);
  if (number !== '') facts.push([words.number, number]);
  if (entry.submitTime !== undefined) facts.push([words.submitted, printDate(entry.submitTime, 'dt', style)]);
  else facts.push([words.created, printDate(entry.id === undefined ? now : entry.createTime, 'dt', style)]);
  if (entry.status === 'saved' || entry.status === 'template' || entry.status === 'deleted') {
    facts.push([words.status, words[entry.status]]);
  }
  if (entry.id !== undefined) facts.push([words.entryId, entry.id]);
  return facts.map(([label, value]) => ({ label, value: printText(value, { maxRun: Number.POSITIVE_INFINITY }) }));
}

/** `level` is that of the next heading; groups without a title add none, so that levels never skip. */
export function* describeNodes(
  context: Describing,
  row: RowState,
  nodes: readonly OutlineNode[],
  level: number,
): Steps<Block[]> {
  const blocks: Block[] = [];
  for (const node of nodes) {
    for (const block of yield* describeNode(context, row, node, level)) blocks.push(block);
    yield;
  }
  return blocks;
}

/** Conditions still read concealed values: a filler saw the parts that depend on them. */
export function isLeftOut({ isForFiller }: Describing, { element }: FieldStep): boolean {
  return isForFiller && element.concealed === true;
}

function* describeNode(context: Describing, row: RowState, node: OutlineNode, level: number): Steps<Block[]> {
  if (!isTrue(node.when, enterRow(context.run, row), true)) return [];
  switch (node.kind) {
    case 'field':
      return isLeftOut(context, node.step) ? [] : [describeField(context, row, node.step)];
    case 'text':
      return describeText(context, row, node);
    case 'columns':
      return yield* describeColumns(context, row, node.columns, level);
    case 'repeat': {
      const heading = describeHeading(context, node.title, level);
      const help = helpBelow(context, node.help);
      return [...heading, ...help, yield* describeRepeat(context, row, node, level + heading.length)];
    }
    case 'group': {
      const heading = describeHeading(context, node.title, level);
      const inside = yield* describeNodes(context, row, node.children, level + heading.length);
      return inside.length === 0 ? [] : [...heading, ...helpBelow(context, node.help), ...inside];
    }
  }
}

const deepestHeading = 6;

function describeHeading({ docDir }: Describing, title: string, level: number): Block[] {
  if (title.trim() === '') return [];
  return [{ kind: 'heading', level: Math.min(level, deepestHeading), title: printText(title, { neutralDir: docDir }) }];
}

function helpBelow(context: Describing, help: string): Block[] {
  const lines = describeHelp(context, help);
  return lines === undefined ? [] : [{ kind: 'help', lines }];
}

function describeText(
  { run, docDir, pictures, addAnswers }: Describing,
  row: RowState,
  { template, pictures: named }: Extract<OutlineNode, { kind: 'text' }>,
): Block[] {
  try {
    const text = template.render(addAnswers(enterRow(run, row)));
    if (named !== undefined) {
      return [{ kind: 'formatted', value: { kind: 'html', html: text, pictures: pictures.ofForm(named) } }];
    }
    return text.trim() === '' ? [] : [{ kind: 'text', lines: printText(text, { neutralDir: docDir }) }];
  } catch (error) {
    // A text that is too long to be made is left out, as on the page; the answers matter more.
    if (error instanceof ExpressionLimitError) return [];
    throw error;
  }
}

const maxColumns = 4;

/** Columns in which nothing is relevant give their width to the others; more than four go below each other. */
function* describeColumns(
  context: Describing,
  row: RowState,
  columns: readonly (readonly OutlineNode[])[],
  level: number,
): Steps<Block[]> {
  const described: Block[][] = [];
  for (const nodes of columns) {
    const blocks = yield* describeNodes(context, row, nodes, level);
    if (blocks.length > 0) described.push(blocks);
  }
  if (described.length <= 1) return described.flat();
  const lines = Math.ceil(described.length / maxColumns);
  const perLine = Math.ceil(described.length / lines);
  return Array.from({ length: lines }, (_, line) => ({
    kind: 'columns',
    columns: described.slice(line * perLine, (line + 1) * perLine),
  }));
}
