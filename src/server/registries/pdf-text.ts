// The text of a PDF as words and lines with their places, read from right to left.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A piece of text on a page: left edge, baseline, width, in points. */
export interface TextPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Word {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

export interface Line {
  readonly y: number;
  /** The rightmost first. */
  readonly words: readonly Word[];
}

const sameLinePoints = 3;
/** A space that was not drawn is about a quarter of the letter size; kerning is far less. */
const spacePoints = 1.5;

export async function readPdfLines(bytes: Uint8Array): Promise<Line[][]> {
  // The library forgets some of its own promises: of a broken file one may fail that nobody waits for, which would end the thread.
  let fail: (reason: unknown) => void = () => {};
  const forgotten = new Promise<never>((_, reject) => {
    fail = reject;
  });
  process.on('unhandledRejection', fail);
  try {
    return await Promise.race([readPages(bytes), forgotten]);
  } finally {
    await nextTurn();
    process.off('unhandledRejection', fail);
  }
}

/** The library takes the bytes over, hence the copy; it refuses a Buffer, which a slice of one would be. */
async function readPages(bytes: Uint8Array): Promise<Line[][]> {
  // Large, and needed once a night at most.
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    const pages: Line[][] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const content = await (await document.getPage(number)).getTextContent();
      const pieces = content.items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
      pages.push(
        groupLines(pieces.map(({ str, transform, width }) => ({ text: str, x: transform[4], y: transform[5], width }))),
      );
    }
    return pages;
  } finally {
    await document.destroy();
  }
}

export function centerOf({ left, right }: Word): number {
  return (left + right) / 2;
}

/** The topmost first. */
function groupLines(pieces: readonly TextPiece[]): Line[] {
  const lines: { y: number; pieces: TextPiece[] }[] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y)) {
    const line = lines.at(-1);
    if (line !== undefined && line.y - piece.y <= sameLinePoints) line.pieces.push(piece);
    else lines.push({ y: piece.y, pieces: [piece] });
  }
  return lines.map((line) => ({ y: line.y, words: joinPieces(line.pieces) }));
}

/** Numbers that were drawn in parts are put back from left to right. */
function joinPieces(pieces: readonly TextPiece[]): Word[] {
  const words: { text: string; left: number; right: number }[] = [];
  for (const { text, x, width } of pieces.toSorted((a, b) => b.x - a.x)) {
    const word = words.at(-1);
    const isApart = word === undefined || word.left - (x + width) > spacePoints;
    if (isApart) words.push({ text, left: x, right: x + width });
    else {
      const isNumber = /^[\d.,%]+$/.test(word.text) && /^[\d.,%]+$/.test(text);
      word.text = isNumber ? text + word.text : word.text + text;
      word.left = x;
    }
  }
  return words;
}
