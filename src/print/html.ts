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
function answerHtml(label: string, value: Answer, style: DateStyle): string {
  if (value.kind !== 'html' && value.kind !== 'list') return paragraph(`${label}<br>${valueHtml(value, style)}`);
  return `<p style="margin:0">${label}</p><div style="margin:0 0 14px">${valueHtml(value, style)}</div>`;
}

function valueHtml(value: Answer, style: DateStyle): string {
  switch (value.kind) {
    case 'list': {
      const tag = value.isRanked ? 'ol' : 'ul';
      const items = value.items.map((item) => `<li>${linesHtml(itemText(item, style))}</li>`).join('');
      return `<${tag} style="margin:0">${items}</${tag}>`;
    }
    case 'pairs':
      return value.pairs
        .flatMap(({ question, answer }) =>
          answer === undefined ? [] : [`${linesHtml(question)}: ${linesHtml(itemText(answer, style))}`],
        )
        .join('<br>');
    case 'files':
      return value.files.map((file) => fileHtml(file, style)).join('<br>');
    case 'html':
      return value.html;
    default:
      return linesHtml(answerLine(value, style));
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

function cellHtml(value: Answer | undefined, style: DateStyle): string {
  if (value === undefined) return '';
  return value.kind === 'list' && !value.isRanked
    ? value.items.map((item) => linesHtml(itemText(item, style))).join('<br>')
    : valueHtml(value, style);
}

function rowHtml(blocks: readonly AnswerBlock[], at: number, style: DateStyle): string {
  const inside = blocks.map((block) => blockHtml(block, style)).join('');
  return `${paragraph(`<b>${at + 1}.</b>`)}<div style="margin-inline-start:16px">${inside}</div>`;
}
