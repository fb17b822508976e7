// All answers as plain text, for emails without HTML and for readers that show none. [after-actions.answers.text]

import type { DateStyle } from '../core/locale/print-date.ts';
import type { Answer } from '../fields/answer.ts';
import { answersWords } from '../words/all/answers.ts';
import type { AnswerBlock, DescribedAnswers } from './describe-answers.ts';
import { answerLine, answerLines, itemText } from './line.ts';

export function answersText({ blocks, isCut }: DescribedAnswers, style: DateStyle): string {
  const words = answersWords[style.locale];
  const lines = blocks.length === 0 ? [words.none] : blocks.flatMap((block) => blockLines(block, style));
  return [...lines, ...(isCut ? ['', words.cut] : [])].join('\n').trim();
}

function blockLines(block: AnswerBlock, style: DateStyle): string[] {
  switch (block.kind) {
    case 'heading':
      return ['', block.title, '-'.repeat(Math.min(40, block.title.length))];
    case 'answer':
      return labelledLines(block.label, block.value, style);
    case 'table':
    case 'rows':
      return ['', asked(block.title), ...rowLines(block, style)];
  }
}

/** The rows of a repeat, without its title. */
export function rowLines(block: Extract<AnswerBlock, { kind: 'table' | 'rows' }>, style: DateStyle): string[] {
  if (block.kind === 'table') return block.rows.map((row, at) => `${at + 1}. ${rowLine(block.head, row, style)}`);
  return block.rows.flatMap((row, at) => [`${at + 1}.`, ...indented(row, style)]);
}

/** A question that ends with a mark of its own needs no colon. */
function asked(label: string): string {
  return /[?:.!]$/.test(label) ? label : `${label}:`;
}

function labelledLines(label: string, value: Answer, style: DateStyle): string[] {
  const items = itemsOf(value, style);
  if (items === undefined) {
    const words = answerLine(value, style);
    return words.includes('\n') ? [asked(label), ...words.split(/\r\n?|\n/)] : [`${asked(label)} ${words}`];
  }
  return [asked(label), ...items.map((item) => `- ${item}`)];
}

/** What stands on lines of its own. */
function itemsOf(value: Answer, style: DateStyle): string[] | undefined {
  if (value.kind === 'pairs') {
    return value.pairs.flatMap(({ question, answer }) =>
      answer === undefined ? [] : [`${asked(question)} ${itemText(answer, style)}`],
    );
  }
  if (value.kind === 'files') return fileLines(value, ': ');
  return value.kind === 'list' && value.items.length > 1 ? answerLines(value, style) : undefined;
}

function fileLines({ files }: Extract<Answer, { kind: 'files' }>, mark: string): string[] {
  return files.map(({ name, url }) => (isAddress(url) ? `${name}${mark}${url}` : name));
}

/** Data that was never submitted may name anything. */
export function isAddress(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

function rowLine(head: readonly string[], row: readonly (Answer | undefined)[], style: DateStyle): string {
  const cells = row.flatMap((value, at) =>
    value === undefined ? [] : [`${asked(head[at]!)} ${cellText(value, style)}`],
  );
  return cells.join('; ');
}

function cellText(value: Answer, style: DateStyle): string {
  if (value.kind !== 'files') return answerLine(value, style).replace(/\s*\n\s*/g, ' ');
  return fileLines(value, ' ').join(', ');
}

function indented(blocks: readonly AnswerBlock[], style: DateStyle): string[] {
  return blocks.flatMap((block) => blockLines(block, style)).map((line) => (line === '' ? '' : `   ${line}`));
}
