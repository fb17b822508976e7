// How much of an entry's text is printed. Beyond that a text ends with a note: a PDF of a thousand pages helps nobody, and one
// that cannot be made within its time would cost the submit it belongs to. The entry and the exports hold the whole text.
// Markup that takes the typesetter long is bounded too: beyond the bound the same text is printed in plain paragraphs.
// [after-actions.pdfs.limits]

import { directionOf, type Locale } from '../../core/locale/locale.ts';
import { pdfWords } from '../../words/all/server/pdf.ts';
import type { Line, RichBlock, RichMark, RichRun } from './printed-document.ts';
import { breakLongRuns } from './printed-text.ts';
import { maxRun } from './rich-text.ts';

/** In characters of plain prose, some 75 pages; what takes the typesetter longer counts for more. */
export const maxPrinted = 250_000;

/** List items, titles, cells, lines of code and raised, lowered or code runs: each takes as long as 3 to 10 paragraphs. */
export const maxMarkup = 500;
/** Lists, tables and quotes inside each other: the typesetter lays out each inner level once more, and text in it counts for as much more. */
export const maxNested = 4;

const lineCost = 20;
/** Of a text that has many lines: each takes as long as a full one. */
const longTextCost = 80;
const markupCost = 200;
const fewLines = 20;
const breakCost = 60;
const blockCost = 50;
const runCost = 30;

export interface TextBudget {
  lines(lines: readonly Line[]): Line[];
  blocks(blocks: readonly RichBlock[]): RichBlock[];
}

export function openTextBudget(locale: Locale): TextBudget {
  let left = maxPrinted;
  let isFull = false;
  let markupLeft = maxMarkup;
  let nested = 0;
  const note: Line = { text: pdfWords[locale].cut, dir: directionOf(locale) };

  /** As much of the text as there is room for. */
  function take(text: string, cost: number): string {
    const plain = cost + text.length + breakCost * countOf(text, '\u200b') + lineCost * countOf(text, '\n');
    const whole = plain * Math.max(1, Math.min(nested, maxNested));
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
    for (const [at, line] of lines.entries()) {
      if (isFull) return kept.length === 0 ? [{ ...line, text: '…' }] : kept;
      kept.push({ ...line, text: take(line.text, at < fewLines ? lineCost : longTextCost) });
      if (isFull) kept.push(note);
    }
    return kept;
  }

  /** False when that much markup is too much; less of it may still have room. */
  function takeMarkup(count: number): boolean {
    if (nested > maxNested || count > markupLeft) return false;
    left -= count * markupCost;
    markupLeft -= count;
    return true;
  }

  function takeRuns(runs: readonly RichRun[]): RichRun[] {
    const kept: RichRun[] = [];
    for (const run of runs) {
      if (isFull) break;
      const marks =
        run.marks.some(isSlowMark) && !takeMarkup(1) ? run.marks.filter((mark) => !isSlowMark(mark)) : run.marks;
      kept.push({ ...run, marks, text: take(run.text, runCost) });
    }
    return kept;
  }

  function takeBlock(block: RichBlock): RichBlock[] {
    const isNesting = block.kind === 'list' || block.kind === 'quote' || block.kind === 'table';
    if (isNesting) nested += 1;
    const taken = takeOne(block);
    if (isNesting) nested -= 1;
    return taken;
  }

  function takeOne(block: RichBlock): RichBlock[] {
    left -= blockCost;
    switch (block.kind) {
      case 'paragraph':
        return [{ ...block, runs: takeRuns(block.runs) }];
      case 'title':
        if (takeMarkup(1)) return [{ ...block, runs: takeRuns(block.runs) }];
        return [{ ...block, kind: 'paragraph', runs: takeRuns(block.runs.map(inBold)) }];
      case 'list': {
        const { items, plain } = takeSplit(block.items, () => takeMarkup(1), takeBlocks);
        const marker = (at: number) => (block.isOrdered ? `${block.start + items.length + at}. ` : '• ');
        const after = takeEach(plain, (item, at) => takeBlocks(withMarker(item, marker(at), note.dir))).flat();
        return items.length === 0 ? after : [{ ...block, items }, ...after];
      }
      case 'quote':
        if (nested > maxNested) return takeBlocks(block.blocks);
        return [{ ...block, blocks: takeBlocks(block.blocks) }];
      case 'table': {
        const { items: rows, plain } = takeSplit(block.rows, (cells) => takeMarkup(cells.length), takeRow);
        const after = takeEach(plain, (cells) => takeRow(cells).flat()).flat();
        return rows.length === 0 ? after : [{ ...block, rows }, ...after];
      }
      case 'code': {
        const lines = block.text.split('\n');
        if (takeMarkup(lines.length)) return [{ ...block, text: take(block.text, lineCost) }];
        return takeEach(lines, plainLine);
      }
      case 'rule':
      case 'picture':
        return [block];
    }
  }

  function plainLine(line: string): RichBlock {
    return {
      kind: 'paragraph',
      dir: 'ltr',
      runs: [{ text: take(breakLongRuns(line, maxRun), longTextCost), marks: [] }],
    };
  }

  function takeRow(cells: readonly (readonly RichBlock[])[]): RichBlock[][] {
    left -= blockCost * cells.length;
    return takeEach(cells, takeBlocks);
  }

  function takeBlocks(blocks: readonly RichBlock[]): RichBlock[] {
    return takeEach(blocks, takeBlock).flat();
  }

  /** The first items, while there is a place for their markup, and the others as they are. */
  function takeSplit<From, To>(
    all: readonly From[],
    hasPlace: (item: From) => boolean,
    takeItem: (item: From) => To,
  ): { items: To[]; plain: readonly From[] } {
    const items: To[] = [];
    for (const item of all) {
      if (left <= 0) isFull = true;
      if (isFull) return { items, plain: [] };
      if (!hasPlace(item)) break;
      items.push(takeItem(item));
    }
    return { items, plain: all.slice(items.length) };
  }

  function takeEach<From, To>(items: readonly From[], takeItem: (item: From, at: number) => To): To[] {
    const kept: To[] = [];
    for (const [at, item] of items.entries()) {
      if (left <= 0) isFull = true;
      if (isFull) break;
      kept.push(takeItem(item, at));
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

const slowMarks: ReadonlySet<RichMark> = new Set(['sub', 'super', 'code']);
const isSlowMark = (mark: RichMark) => slowMarks.has(mark);

function inBold(run: RichRun): RichRun {
  return run.marks.includes('bold') ? run : { ...run, marks: [...run.marks, 'bold'] };
}

/** The marker is part of the first line, or a line by itself before a block without one. */
function withMarker(item: readonly RichBlock[], text: string, dir: Line['dir']): RichBlock[] {
  const [first, ...others] = item;
  const marker: RichRun = { text, marks: [] };
  if (first?.kind !== 'paragraph' && first?.kind !== 'title')
    return [{ kind: 'paragraph', dir, runs: [marker] }, ...item];
  return [{ ...first, runs: [marker, ...first.runs] }, ...others];
}

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
