// All answers as HTML: for emails, whose readers know few tags and only styles that stand beside them, and for the page after a
// submit, which keeps the tags alone. Whatever was filled in is text here, never markup, but for rich text, which is clean.
// [after-actions.answers.html]

import { directionOf, type Locale } from '../locale/locale.ts';
import { escapeHtml } from '../text/literal-template.ts';
import type { AnswerValue } from './answer-value.ts';
import { answerWords } from './answer-words.ts';
import type { AnswerBlock, DescribedAnswers } from './describe-answers.ts';

export function answersHtml({ blocks, isCut }: DescribedAnswers, locale: Locale): string {
  const words = answerWords[locale];
  const inside = blocks.length === 0 ? paragraph(escapeHtml(words.none)) : blocks.map(blockHtml).join('');
  const more = isCut ? paragraph(`<i>${escapeHtml(words.cut)}</i>`) : '';
  return `<div dir="${directionOf(locale)}">${inside}${more}</div>`;
}

function paragraph(html: string): string {
  return `<p style="margin:0 0 14px">${html}</p>`;
}

function blockHtml(block: AnswerBlock): string {
  switch (block.kind) {
    case 'heading':
      return headingHtml(block.title, block.level);
    case 'answer':
      return answerHtml(labelHtml(block.label), block.value);
    case 'table':
      return `${paragraph(labelHtml(block.title))}${tableHtml(block)}`;
    case 'rows':
      return headingHtml(block.title, 0) + block.rows.map(rowHtml).join('');
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
function answerHtml(label: string, value: AnswerValue): string {
  if (value.kind !== 'html' && value.kind !== 'list') return paragraph(`${label}<br>${valueHtml(value)}`);
  return `<p style="margin:0">${label}</p><div style="margin:0 0 14px">${valueHtml(value)}</div>`;
}

function valueHtml(value: AnswerValue): string {
  switch (value.kind) {
    case 'text':
      return linesHtml(value.text);
    case 'list': {
      const tag = value.isOrdered ? 'ol' : 'ul';
      const items = value.items.map((item) => `<li>${linesHtml(item)}</li>`).join('');
      return `<${tag} style="margin:0">${items}</${tag}>`;
    }
    case 'pairs':
      return value.pairs.map(([question, answer]) => `${linesHtml(question)}: ${linesHtml(answer)}`).join('<br>');
    case 'files':
      return value.files.map(fileHtml).join('<br>');
    case 'html':
      return value.html;
  }
}

/** Each in its own direction: what was typed in Hebrew and in English stands side by side. */
function linesHtml(text: string): string {
  return `<span dir="auto">${escapeHtml(text).replace(/\r\n?|\n/g, '<br>')}</span>`;
}

function fileHtml({ name, size, url }: { name: string; size: string; url: string }): string {
  const shown = `<span dir="auto">${escapeHtml(name)}</span>`;
  const link = url === '' ? shown : `<a href="${escapeHtml(url)}">${shown}</a>`;
  return size === '' ? link : `${link} (<span dir="auto">${escapeHtml(size)}</span>)`;
}

const cell = 'padding:6px 10px;border:1px solid #cfd6d2;text-align:start;vertical-align:top';

function tableHtml({ head, rows }: Extract<AnswerBlock, { kind: 'table' }>): string {
  const heads = head.map((label) => `<th scope="col" style="${cell}" dir="auto">${escapeHtml(label)}</th>`).join('');
  const lines = rows.map(
    (row) => `<tr>${row.map((value) => `<td style="${cell}">${cellHtml(value)}</td>`).join('')}</tr>`,
  );
  const table = 'border-collapse:collapse;margin:0 0 16px';
  return `<table style="${table}"><thead><tr>${heads}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
}

function cellHtml(value: AnswerValue | undefined): string {
  if (value === undefined) return '';
  return value.kind === 'list' && !value.isOrdered ? value.items.map(linesHtml).join('<br>') : valueHtml(value);
}

function rowHtml(blocks: readonly AnswerBlock[], at: number): string {
  const inside = blocks.map(blockHtml).join('');
  return `${paragraph(`<b>${at + 1}.</b>`)}<div style="margin-inline-start:16px">${inside}</div>`;
}
