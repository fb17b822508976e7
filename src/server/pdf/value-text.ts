// A printed value as plain text, for layouts that set their own.

import type { Line, ListItem, RichBlock, Value } from './printed-document.ts';
import { plainText } from './printed-text.ts';

export function valueText(value: Value): string {
  return plainText(markedText(value));
}

function markedText(value: Value): string {
  switch (value.kind) {
    case 'empty':
      return '';
    case 'text':
    case 'color':
      return linesText(value.lines);
    case 'list':
      return value.items.map(itemText).join('\n');
    case 'rate':
    case 'drawing':
    case 'picture':
      return value.words;
    case 'files':
      return [...value.pictures, ...value.files].map(fileText).join('\n');
    case 'html':
      throw new Error('Rich text is set before it is printed.');
    case 'rich':
      return value.blocks.map(blockText).join('\n');
    case 'matrix':
      return value.rows
        .filter((row) => row.chosen !== -1)
        .map((row) => `${linesText(row.question)}: ${linesText(value.options[row.chosen]!)}`)
        .join('\n');
  }
}

function linesText(lines: readonly Line[]): string {
  return lines.map((line) => line.text).join('\n');
}

function itemText({ question, lines }: ListItem): string {
  return question === undefined ? linesText(lines) : `${linesText(question)}: ${linesText(lines)}`;
}

function fileText({ lines, note }: ListItem): string {
  return note === undefined ? linesText(lines) : `${linesText(lines)} (${linesText(note)})`;
}

function blockText(block: RichBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'title':
      return block.runs.map((run) => run.text).join('');
    case 'list':
      return block.items.map((item) => item.map(blockText).join('\n')).join('\n');
    case 'quote':
      return block.blocks.map(blockText).join('\n');
    case 'table':
      return block.rows.map((row) => row.map((cell) => cell.map(blockText).join(' ')).join(' | ')).join('\n');
    case 'code':
      return block.text;
    case 'picture':
      return block.alt;
    case 'rule':
      return '';
  }
}
