// All answers as plain text, for emails without HTML and for readers that show none. [after-actions.answers.text]

import type { Locale } from '../locale/locale.ts';
import { type AnswerValue, valueLine } from './answer-value.ts';
import { answerWords } from './answer-words.ts';
import type { AnswerBlock, DescribedAnswers } from './describe-answers.ts';

export function answersText({ blocks, isCut }: DescribedAnswers, locale: Locale): string {
  const words = answerWords[locale];
  const lines = blocks.length === 0 ? [words.none] : blocks.flatMap(blockLines);
  return [...lines, ...(isCut ? ['', words.cut] : [])].join('\n').trim();
}

function blockLines(block: AnswerBlock): string[] {
  switch (block.kind) {
    case 'heading':
      return ['', block.title, '-'.repeat(Math.min(40, block.title.length))];
    case 'answer':
      return answerLines(block.label, block.value);
    case 'table':
    case 'rows':
      return ['', asked(block.title), ...rowLines(block)];
  }
}

/** The rows of a repeat, without its title. */
export function rowLines(block: Extract<AnswerBlock, { kind: 'table' | 'rows' }>): string[] {
  if (block.kind === 'table') return block.rows.map((row, at) => `${at + 1}. ${rowLine(block.head, row)}`);
  return block.rows.flatMap((row, at) => [`${at + 1}.`, ...indented(row)]);
}

/** A question that ends with a mark of its own needs no colon. */
function asked(label: string): string {
  return /[?:.!]$/.test(label) ? label : `${label}:`;
}

function answerLines(label: string, value: AnswerValue): string[] {
  const items = itemsOf(value);
  if (items === undefined) {
    const words = valueLine(value);
    return words.includes('\n') ? [asked(label), ...words.split(/\r\n?|\n/)] : [`${asked(label)} ${words}`];
  }
  return [asked(label), ...items.map((item) => `- ${item}`)];
}

/** What stands on lines of its own. */
function itemsOf(value: AnswerValue): string[] | undefined {
  if (value.kind === 'pairs') return value.pairs.map(([question, answer]) => `${asked(question)} ${answer}`);
  if (value.kind === 'files') return value.files.map(({ name, url }) => (url === '' ? name : `${name}: ${url}`));
  if (value.kind !== 'list' || value.items.length < 2) return undefined;
  return value.items.map((item, at) => (value.isOrdered ? `${at + 1}. ${item}` : item));
}

function rowLine(head: readonly string[], row: readonly (AnswerValue | undefined)[]): string {
  const cells = row.flatMap((value, at) => (value === undefined ? [] : [`${asked(head[at]!)} ${cellText(value)}`]));
  return cells.join('; ');
}

function cellText(value: AnswerValue): string {
  if (value.kind !== 'files') return valueLine(value).replace(/\s*\n\s*/g, ' ');
  return value.files.map(({ name, url }) => `${name} ${url}`.trim()).join(', ');
}

function indented(blocks: readonly AnswerBlock[]): string[] {
  return blocks.flatMap(blockLines).map((line) => (line === '' ? '' : `   ${line}`));
}
