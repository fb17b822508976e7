// All answers as HTML: for emails, whose readers know few tags and only styles that stand beside them, and for the page after a
// submit, which keeps the tags alone. Whatever was filled in is text here, never markup, but for rich text, which is clean.
// [after-actions.answers.html]

import type { FileObject } from '../core/definition/form-definition.ts';
import { directionOf } from '../core/locale/locale.ts';
import type { DateStyle } from '../core/locale/print-date.ts';
import { escapeHtml } from '../core/text/literal-template.ts';
import { sizeText } from '../core/text/size-text.ts';
import type { Answer } from '../fields/answer.ts';
import { answersWords } from '../words/all/answers.ts';
import type { AnswerBlock, DescribedAnswers } from './describe-answers.ts';
import { answerLine, itemText } from './line.ts';
import { isAddress } from './text.ts';

export function answersHtml({ blocks, isCut }: DescribedAnswers, style: DateStyle): string {
  const words = answersWords[style.locale];
  const inside =
    blocks.length === 0 ? paragraph(escapeHtml(words.none)) : blocks.map((block) => blockHtml(block, style)).join('');
  const more = isCut ? paragraph(`<i>${escapeHtml(words.cut)}</i>`) : '';
  return `<div dir="${directionOf(style.locale)}">${inside}${more}</div>`;
}

function paragraph(html: string): string {
  return `<p style="margin:0 0 14px">${html}</p>`;
}

function blockHtml(block: AnswerBlock, style: DateStyle): string {
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.title, block.level);
    case 'answer':
      return answerHtml(labelHtml(block.label), block.value, style);
    case 'table':
      return `${paragraph(labelHtml(block.title))}${tableHtml(block, style)}`;
    case 'rows':
      return headingHtml(block.title, 0) + block.rows.map((row, at) => rowHtml(row, at, style)).join('');
  }
}

function headingHtml(title: string, level: number): string {
  const tag = level === 0 ? 'h3' : 'h4';
  return `<${tag} style="margin:22px 0 10px;font-size:${level === 0 ? 17 : 15}px" dir="auto">${escapeHtml(title)}</${tag}>`;
}

function labelHtml(label: string): string {
  return `<b dir="auto">${escapeHtml(label)}</b>`;
}

/** What cannot be in a paragraph stands behind it. */
function answerHtml(label: string, answer: Answer, style: DateStyle): string {
  if (answer.kind !== 'html' && answer.kind !== 'list') return paragraph(`${label}<br>${valueHtml(answer, style)}`);
  return `<p style="margin:0">${label}</p><div style="margin:0 0 14px">${valueHtml(answer, style)}</div>`;
}

function valueHtml(answer: Answer, style: DateStyle): string {
  switch (answer.kind) {
    case 'list': {
      const tag = answer.isRanked ? 'ol' : 'ul';
      const items = answer.items.map((item) => `<li>${linesHtml(itemText(item, style))}</li>`).join('');
      return `<${tag} style="margin:0">${items}</${tag}>`;
    }
    case 'pairs':
      return answer.pairs
        .flatMap(({ question, answer: one }) =>
          one === undefined ? [] : [`${linesHtml(question)}: ${linesHtml(itemText(one, style))}`],
        )
        .join('<br>');
    case 'files':
      return answer.files.map((file) => fileHtml(file, style)).join('<br>');
    case 'html':
      return answer.html;
    default:
      return linesHtml(answerLine(answer, style));
  }
}

/** Each in its own direction: what was typed in Hebrew and in English stands side by side. */
function linesHtml(text: string): string {
  return `<span dir="auto">${escapeHtml(text).replace(/\r\n?|\n/g, '<br>')}</span>`;
}

function fileHtml({ name, size, url }: FileObject, { locale }: DateStyle): string {
  const shown = `<span dir="auto">${escapeHtml(name)}</span>`;
  const link = isAddress(url) ? `<a href="${escapeHtml(url)}">${shown}</a>` : shown;
  return `${link} (<span dir="auto">${escapeHtml(sizeText(size, locale))}</span>)`;
}

const cell = 'padding:6px 10px;border:1px solid #cfd6d2;text-align:start;vertical-align:top';

function tableHtml({ head, rows }: Extract<AnswerBlock, { kind: 'table' }>, style: DateStyle): string {
  const heads = head.map((label) => `<th scope="col" style="${cell}" dir="auto">${escapeHtml(label)}</th>`).join('');
  const lines = rows.map(
    (row) => `<tr>${row.map((value) => `<td style="${cell}">${cellHtml(value, style)}</td>`).join('')}</tr>`,
  );
  const table = 'border-collapse:collapse;margin:0 0 16px';
  return `<table style="${table}"><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

function cellHtml(answer: Answer | undefined, style: DateStyle): string {
  if (answer === undefined) return '';
  return answer.kind === 'list' && !answer.isRanked
    ? answer.items.map((item) => linesHtml(itemText(item, style))).join('<br>')
    : valueHtml(answer, style);
}

function rowHtml(blocks: readonly AnswerBlock[], at: number, style: DateStyle): string {
  const inside = blocks.map((block) => blockHtml(block, style)).join('');
  return `${paragraph(`<b>${at + 1}.</b>`)}<div style="margin-inline-start:16px">${inside}</div>`;
}
