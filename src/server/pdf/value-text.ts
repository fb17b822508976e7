// A printed value as plain text, for layouts that set their own.

import type { Line, ListItem, RichBlock, Value } from './printed-document.ts';
import { plainText } from './printed-text.ts';

export function valueText(value: Value): string {
  return plainText(markedText(value));
}

function markedText(printed: Value): string {
  switch (printed.kind) {
    case 'empty':
      return '';
    case 'text':
    case 'swatch':
      return linesText(printed.lines);
    case 'list':
      return printed.items.map(itemText).join('\n');
    case 'stars':
    case 'drawing':
    case 'picture':
      return printed.words;
    case 'files':
      return [...printed.pictures, ...printed.files].map(fileText).join('\n');
    case 'html':
      throw new Error('Rich text is set before it is printed.');
    case 'rich':
      return printed.blocks.map(blockText).join('\n');
    case 'grid':
      return printed.rows
        .filter((row) => row.chosen !== -1)
        .map((row) => `${linesText(row.question)}: ${linesText(printed.options[row.chosen]!)}`)
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
