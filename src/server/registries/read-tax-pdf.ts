// Localities in the Tax Authority's booklet: a table in a PDF of name, rate and ceiling, with a locality code before the
// name until 2023. A row is found by its rate and ceiling; a name may be wrapped over lines above and below them.
import { cleanName, readCode } from './clean-text.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { TaxLocality } from './tax-locality-options.ts';

/** A piece of text on a page: left edge, baseline, width, in points. */
export interface TextPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const sameLinePoints = 3;
/** Half the height of a row whose name takes three lines. */
const maxNameDistancePoints = 16;
/** A space that was not drawn is about a quarter of the letter size; kerning is far less. */
const spacePoints = 1.5;
const rateAndCeiling = /^(?<before>.*?)(?<rate>\d{1,2}(?:\.\d+)?)\s*%\s*(?<ceiling>\d{2,3},\d{3})/;

export async function readTaxPdf(bytes: Uint8Array): Promise<{ localities: TaxLocality[]; year?: number } | Refusal> {
  let text: TextPiece[][];
  try {
    text = await readPieces(bytes);
  } catch (cause) {
    return refuse(`the source is a PDF that cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return { localities: text.flatMap(readRows), year: findYear(text) };
}

/** The library takes the bytes over, hence the copy; it refuses a Buffer, which a slice of one would be. */
async function readPieces(bytes: Uint8Array): Promise<TextPiece[][]> {
  // Large, and needed once a night at most.
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    const pages: TextPiece[][] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const content = await (await document.getPage(number)).getTextContent();
      const pieces = content.items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
      pages.push(pieces.map(({ str, transform, width }) => ({ text: str, x: transform[4], y: transform[5], width })));
    }
    return pages;
  } finally {
    await document.destroy();
  }
}

interface Line {
  readonly y: number;
  readonly pieces: readonly TextPiece[];
}

export function readRows(pieces: readonly TextPiece[]): TaxLocality[] {
  const lines = groupLines(pieces);
  const rows = lines.flatMap((line) => {
    const match = rateAndCeiling.exec(joinPieces(line.pieces))?.groups;
    return match === undefined ? [] : [{ y: line.y, names: [{ y: line.y, text: match['before'] ?? '' }] }];
  });
  for (const line of lines) {
    if (rows.some(({ y }) => y === line.y)) continue;
    const nearest = rows.toSorted((a, b) => Math.abs(a.y - line.y) - Math.abs(b.y - line.y))[0];
    if (nearest === undefined || Math.abs(nearest.y - line.y) > maxNameDistancePoints) continue;
    nearest.names.push({ y: line.y, text: joinPieces(line.pieces) });
  }
  return rows.flatMap(({ names }) =>
    toLocality(
      names
        .sort((a, b) => b.y - a.y)
        .map(({ text }) => text)
        .join(' '),
    ),
  );
}

function groupLines(pieces: readonly TextPiece[]): Line[] {
  const lines: { y: number; pieces: TextPiece[] }[] = [];
  for (const piece of pieces.toSorted((a, b) => b.y - a.y)) {
    const line = lines.at(-1);
    if (line !== undefined && line.y - piece.y <= sameLinePoints) line.pieces.push(piece);
    else lines.push({ y: piece.y, pieces: [piece] });
  }
  return lines;
}

/** From right to left, with numbers that were drawn in parts put back from left to right. */
function joinPieces(pieces: readonly TextPiece[]): string {
  const words: { text: string; left: number }[] = [];
  for (const { text, x, width } of pieces.toSorted((a, b) => b.x - a.x)) {
    const word = words.at(-1);
    const isApart = word === undefined || word.left - (x + width) > spacePoints;
    if (isApart) words.push({ text, left: x });
    else {
      const isNumber = /^[\d.,%]+$/.test(word.text) && /^[\d.,%]+$/.test(text);
      word.text = isNumber ? text + word.text : word.text + text;
      word.left = x;
    }
  }
  return words.map(({ text }) => text).join(' ');
}

function toLocality(cell: string): TaxLocality[] {
  const clean = cleanName(cell);
  const [, code, name] = /^(\d+) (.+)$/.exec(clean) ?? [];
  const locality = { name: name ?? clean, code: readCode(code ?? '') };
  return /\p{L}/u.test(locality.name) ? [locality] : [];
}

/** The heads of the columns say "rate 2026" and "ceiling 2026". */
function findYear(pages: readonly TextPiece[][]): number | undefined {
  for (const pieces of pages) {
    for (const { pieces: line } of groupLines(pieces)) {
      const year = /שיעור\s*(20\d\d)/.exec(joinPieces(line))?.[1];
      if (year !== undefined) return Number(year);
    }
  }
  return undefined;
}
