// How much of an entry's text is printed. Beyond that a text ends with a note: a PDF of a thousand pages helps nobody, and one
// that cannot be made within its time would cost the submit it belongs to. The entry and the exports hold the whole text.
// [after-actions.pdfs.limits]

import { directionOf, type Locale } from '../../core/locale.ts';
import { pdfTexts } from './pdf-texts.ts';
import type { Line, RichBlock, RichRun } from './printed-document.ts';

/** In characters of plain prose, some 75 pages; what takes the typesetter longer counts for more. */
export const maxPrinted = 250_000;

const lineCost = 20;
const breakCost = 60;
const blockCost = 50;
const runCost = 30;

export interface PrintRoom {
  lines(lines: readonly Line[]): Line[];
  blocks(blocks: readonly RichBlock[]): RichBlock[];
}

export function openRoom(locale: Locale): PrintRoom {
  let left = maxPrinted;
  let isFull = false;
  const note: Line = { text: pdfTexts(locale).cut, dir: directionOf(locale) };

  /** As much of the text as there is room for. */
  function take(text: string, cost: number): string {
    const whole = cost + text.length + breakCost * countOf(text, '\u200b') + lineCost * countOf(text, '\n');
    if (whole <= left) {
      left -= whole;
      return text;
    }
    const share = Math.floor((text.length * Math.max(0, left - cost)) / whole);
    left = 0;
    isFull = true;
    return `${text.slice(0, share)}…`;
  }

  function takeLines(lines: readonly Line[]): Line[] {
    const kept: Line[] = [];
    for (const line of lines) {
      if (isFull) return kept.length === 0 ? [{ ...line, text: '…' }] : kept;
      kept.push({ ...line, text: take(line.text, lineCost) });
      if (isFull) kept.push(note);
    }
    return kept;
  }

  function takeRuns(runs: readonly RichRun[]): RichRun[] {
    const kept: RichRun[] = [];
    for (const run of runs) {
      if (isFull) break;
      kept.push({ ...run, text: take(run.text, runCost) });
    }
    return kept;
  }

  function takeBlock(block: RichBlock): RichBlock {
    left -= blockCost;
    switch (block.kind) {
      case 'paragraph':
      case 'title':
        return { ...block, runs: takeRuns(block.runs) };
      case 'list':
        return { ...block, items: takeEach(block.items, takeBlocks) };
      case 'quote':
        return { ...block, blocks: takeBlocks(block.blocks) };
      case 'table':
        return { ...block, rows: takeEach(block.rows, takeRow) };
      case 'code':
        return { ...block, text: take(block.text, lineCost) };
      case 'rule':
      case 'picture':
        return block;
    }
  }

  function takeRow(cells: readonly (readonly RichBlock[])[]): RichBlock[][] {
    left -= blockCost * cells.length;
    return takeEach(cells, takeBlocks);
  }

  function takeBlocks(blocks: readonly RichBlock[]): RichBlock[] {
    return takeEach(blocks, takeBlock);
  }

  function takeEach<From, To>(items: readonly From[], takeItem: (item: From) => To): To[] {
    const kept: To[] = [];
    for (const item of items) {
      if (left <= 0) isFull = true;
      if (isFull) break;
      kept.push(takeItem(item));
    }
    return kept;
  }

  return {
    lines: takeLines,
    blocks(blocks) {
      const wasFull = isFull;
      const kept = takeBlocks(blocks);
      const { text, dir } = note;
      return isFull && !wasFull ? [...kept, { kind: 'paragraph', dir, runs: [{ text, marks: ['italic'] }] }] : kept;
    },
  };
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
