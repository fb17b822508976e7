// One worksheet as XML: the header, rows and cells of SpreadsheetML with text inside the cells, so that nothing is collected.

import type { DateMode } from '../../core/definition/definition-parts.ts';
import type { Cell } from '../../core/plan/columns.ts';
import { startsFormula } from '../../core/text/starts-formula.ts';
import { markCharacters, type Utf8Writer } from './utf8-writer.ts';

/** The places of the cell styles in styles.xml. */
export const styles = { plain: 0, title: 1, lines: 2, formulaLike: 3 } as const;
/** After them, those that only a workbook with `tables` has. */
export const tableStyles = { d: 4, dt: 5, t: 6, link: 7, title: 8 } as const;

/** A cell that opens an address. Both texts have at most 255 characters, which is what a formula takes. */
export interface SheetLink {
  readonly text: string;
  readonly href: string;
}

export type SheetCell = Cell | SheetLink;

/** What spreadsheet programs take in one cell. */
const maxCellLength = 32_767;

export interface SheetStart {
  readonly isRightToLeft: boolean;
  readonly isFirst: boolean;
  /** Of the columns; by default they follow from the titles. */
  readonly widths?: readonly number[] | undefined;
}

export function sheetStart(titles: readonly string[], options: SheetStart): string {
  const view = [
    options.isRightToLeft ? ' rightToLeft="1"' : '',
    options.isFirst ? ' tabSelected="1"' : '',
    ' workbookViewId="0"',
  ].join('');
  const widths = titles.map((title, index) => {
    const width = options.widths?.[index] ?? Math.min(50, Math.max(14, title.length + 3));
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  return (
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    `<sheetViews><sheetView${view}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `${widths.length === 0 ? '' : `<cols>${widths.join('')}</cols>`}<sheetData>`
  );
}

export const sheetEnd = '</sheetData></worksheet>';

/** The end of a sheet whose rows, titles included, can be filtered by each column. */
export function filteredEnd(columnCount: number, rowCount: number): string {
  const filter =
    columnCount === 0 ? '' : `<autoFilter ref="A1:${columnLetters(columnCount - 1)}${Math.max(1, rowCount)}"/>`;
  return `</sheetData>${filter}</worksheet>`;
}

/**
 * Writes rows of a fixed number of columns; `style` overrides the one that follows from each cell, and the numbers of a column
 * with a mode are dates.
 */
export function rowWriter(columnCount: number, style?: number, modes: readonly (DateMode | undefined)[] = []) {
  const starts = Array.from({ length: columnCount }, (_, index) => bytesOf(`<c r="${columnLetters(index)}`));
  const attributes = style === undefined ? '"' : `" s="${style}"`;
  const textStart = bytesOf(`${attributes} t="inlineStr"><is><t>`);
  const ofNumbers = Array.from({ length: columnCount }, (_, at) => {
    const mode = modes[at];
    return mode === undefined ? attributes : `" s="${tableStyles[mode]}"`;
  });

  return (out: Utf8Writer, cells: readonly SheetCell[], number: number): void => {
    const row = bytesOf(String(number));
    out.writeBytes(rowStart);
    out.writeBytes(row);
    out.write('">');
    for (let at = 0; at < columnCount; at++) {
      const cell = cells[at]!;
      if (cell === '') continue;
      out.writeBytes(starts[at]!);
      out.writeBytes(row);
      if (typeof cell === 'number') out.write(`${ofNumbers[at]!}><v>${cell}</v></c>`);
      else if (typeof cell === 'boolean') out.write(`${attributes} t="b"><v>${cell ? 1 : 0}</v></c>`);
      else if (typeof cell === 'object') out.write(linkCell(cell));
      else if (wroteAsItIs(out, cell, textStart)) out.writeBytes(textEnd);
      else out.write(unusualCell(cell, style));
    }
    out.writeBytes(rowEnd);
  };
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const rowStart = bytesOf('<row r="');
const rowEnd = bytesOf('</row>');
const textEnd = bytesOf('</t></is></c>');

/** A, B, ... Z, AA, AB, ... */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** True when the text stands in the cell as it is: nothing to escape, no blank at its ends, no sign of a formula. */
function wroteAsItIs(out: Utf8Writer, text: string, start: Uint8Array): boolean {
  if (text.length > maxCellLength || startsFormula(text)) return false;
  if (text.charCodeAt(0) <= 0x20 || text.charCodeAt(text.length - 1) <= 0x20) return false;
  return out.writeUnless(text, special, start);
}

/** `_x0041_` stands for a character. */
const special = markCharacters(`&<>"_${String.fromCharCode(...Array(0x20).keys())}`);

/** A formula, since links of the other kind are listed at the end of a sheet, which would have to keep them all until then. */
function linkCell({ text, href }: SheetLink): string {
  const quoted = (part: string) => `"${part.replaceAll('"', '""')}"`;
  const formula = escapeXml(`HYPERLINK(${quoted(href)},${quoted(text)})`);
  return `" s="${tableStyles.link}" t="str"><f>${formula}</f><v>${escapeXml(text)}</v></c>`;
}

function unusualCell(text: string, style: number | undefined): string {
  const shown = text.length > maxCellLength ? cutText(text) : text;
  return `" s="${style ?? styleOf(shown)}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(shown)}</t></is></c>`;
}

// A text is never run as a formula, but it would become one when somebody opens the cell and presses Enter: the style of
// an apostrophe typed in front keeps it a text.
function styleOf(text: string): number {
  if (startsFormula(text)) return styles.formulaLike;
  return text.includes('\n') ? styles.lines : styles.plain;
}

function cutText(text: string): string {
  const mark = ` … [${text.length} characters, cut here]`;
  return (
    text
      .slice(0, maxCellLength - mark.length)
      .toWellFormed()
      .replace(/\ufffd$/, '') + mark
  );
}

/** Characters that XML cannot hold are dropped; `_x0041_` in a text would be read as the character it names. */
export function escapeXml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (character) => entities[character]!);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
