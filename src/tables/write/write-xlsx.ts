// Rows as a workbook (Office Open XML), streamed: the parts that name the sheets come after them, when their number is known.
// More rows than a sheet can hold go on in the next one. [export.xlsx]
import type { DateMode } from '../../core/definition/definition-parts.ts';
import { columnWidths } from './column-widths.ts';
import {
  escapeXml,
  filteredEnd,
  rowWriter,
  type SheetCell,
  sheetEnd,
  sheetStart,
  styles,
  tableStyles,
} from './sheet-xml.ts';
import { Utf8Writer } from './utf8-writer.ts';
import { writeZip, type ZipPart } from './write-zip.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly titles: readonly string[];
  readonly pages: AsyncIterable<Iterable<readonly SheetCell[]>>;
  /** Of a table for people, with filters and columns as wide as what they hold: which columns have dates as numbers. */
  readonly modes?: readonly (DateMode | undefined)[];
}

export interface Workbook {
  /** Rows are asked for when the sheets before are written. */
  readonly sheets: readonly WorkbookSheet[];
  readonly isRightToLeft: boolean;
  readonly time: Date;
  /** Of a sheet, with its titles. */
  readonly maxRows?: number;
}

const maxSheetRows = 1_048_576;

export function writeXlsx(workbook: Workbook): AsyncGenerator<Buffer, void, undefined> {
  return writeZip(eachPart(workbook), workbook.time);
}

async function* eachPart(workbook: Workbook): AsyncGenerator<ZipPart> {
  const isTable = workbook.sheets.some(({ modes }) => modes !== undefined);
  yield { name: '[Content_Types].xml', content: Buffer.from(contentTypes) };
  yield { name: '_rels/.rels', content: Buffer.from(packageRelations) };
  yield { name: 'xl/styles.xml', content: Buffer.from(isTable ? tableStylesXml : stylesXml) };
  const nameOnce = createSheetNames();
  const names: string[] = [];
  for (const sheet of workbook.sheets) {
    const rows = new RowQueue(sheet.pages);
    try {
      let part = 0;
      do {
        part += 1;
        names.push(nameOnce(sheet.name, part));
        yield {
          name: `xl/worksheets/sheet${names.length}.xml`,
          content: eachPieceOfSheet(workbook, sheet, rows, names.length),
        };
      } while (!rows.isEmpty);
    } finally {
      await rows.close();
    }
  }
  yield { name: 'xl/workbook.xml', content: Buffer.from(workbookXml(names)) };
  yield { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(workbookRelations(names.length)) };
}

async function* eachPieceOfSheet(
  { isRightToLeft, maxRows = maxSheetRows }: Workbook,
  { titles, modes }: WorkbookSheet,
  rows: RowQueue,
  place: number,
): AsyncGenerator<Buffer> {
  const out = new Utf8Writer();
  const widths = modes && columnWidths(titles, modes, await rows.sample(sampledRows));
  out.write(sheetStart(titles, { isRightToLeft, isFirst: place === 1, widths }));
  rowWriter(titles.length, modes === undefined ? styles.title : tableStyles.title)(out, titles, 1);
  const writeRow = rowWriter(titles.length, undefined, modes);
  let number = 1;
  for (let cells = await rows.take(); cells !== undefined; cells = rows.takeReady() ?? (await rows.take())) {
    number += 1;
    writeRow(out, cells, number);
    if (out.isFull) yield out.take();
    if (number === maxRows) break;
  }
  await rows.lookAhead();
  out.write(modes === undefined ? sheetEnd : filteredEnd(titles.length, number));
  yield out.take();
}

/** The first rows say how wide columns are to be. */
const sampledRows = 50;

/** Takes rows out of pages one by one, across the sheets. */
class RowQueue {
  isEmpty = false;
  readonly #pages: AsyncIterator<Iterable<readonly SheetCell[]>>;
  #rows: Iterator<readonly SheetCell[]> | undefined;
  /** In reverse. */
  #ahead: (readonly SheetCell[])[] = [];

  constructor(pages: AsyncIterable<Iterable<readonly SheetCell[]>>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** The next row of the page at hand; undefined when another must be waited for. */
  takeReady(): readonly SheetCell[] | undefined {
    if (this.#ahead.length > 0) return this.#ahead.pop();
    const row = this.#rows?.next();
    return row?.done === false ? row.value : undefined;
  }

  async take(): Promise<readonly SheetCell[] | undefined> {
    for (;;) {
      const row = this.takeReady();
      if (row !== undefined) return row;
      const page = await this.#pages.next();
      if (page.done === true) {
        this.isEmpty = true;
        return undefined;
      }
      this.#rows = page.value[Symbol.iterator]();
    }
  }

  /** Finds out whether there is another row. */
  async lookAhead(): Promise<void> {
    if (this.isEmpty) return;
    const row = await this.take();
    if (row !== undefined) this.#ahead.push(row);
  }

  /** The next rows, which stay in the queue. They are copies: the cells of a row are filled again for the next one. */
  async sample(count: number): Promise<readonly (readonly SheetCell[])[]> {
    const rows: (readonly SheetCell[])[] = [];
    while (rows.length < count && !this.isEmpty) {
      const row = await this.take();
      if (row !== undefined) rows.push([...row]);
    }
    this.#ahead.push(...rows.toReversed());
    this.isEmpty &&= rows.length === 0;
    return rows;
  }

  async close(): Promise<void> {
    await this.#pages.return?.();
  }
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// Every XML part that is not named is a worksheet, so this part, which programs look for first, needs no list of them.
const contentTypes =
  `${xmlHead}<Types xmlns="${packageNamespace}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  `<Default Extension="xml" ContentType="${sheetType}.worksheet+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`;

const packageRelations =
  `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">` +
  `<Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** In the order of `styles`. */
const stylesXml =
  `${xmlHead}<styleSheet xmlns="${main}">` +
  `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
  `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">` +
  `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
  `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` +
  `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` +
  `</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const atTop = ' borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top"/></xf>';
const wrapped = ' borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>';

/** In the order of `tableStyles`, after the plain ones. What is not text stands at the top of its row as texts do. */
const tableStylesXml =
  `${xmlHead}<styleSheet xmlns="${main}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  `<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="166" formatCode="hh:mm"/></numFmts>` +
  `<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>` +
  `<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font></fonts>` +
  `<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
  `<fill><patternFill patternType="solid"><fgColor rgb="FFE7EFEA"/><bgColor indexed="64"/></patternFill></fill></fills>` +
  `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="9">` +
  [
    `numFmtId="0" fontId="0" fillId="0"${atTop}`,
    `numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>`,
    `numFmtId="0" fontId="0" fillId="0"${wrapped}`,
    `numFmtId="0" fontId="0" fillId="0" quotePrefix="1"${wrapped}`,
    `numFmtId="164" fontId="0" fillId="0" applyNumberFormat="1"${atTop}`,
    `numFmtId="165" fontId="0" fillId="0" applyNumberFormat="1"${atTop}`,
    `numFmtId="166" fontId="0" fillId="0" applyNumberFormat="1"${atTop}`,
    `numFmtId="0" fontId="2" fillId="0" applyFont="1"${atTop}`,
    `numFmtId="0" fontId="1" fillId="2" applyFont="1" applyFill="1"${wrapped}`,
  ]
    .map((xf) => `<xf ${xf}`)
    .join('') +
  `</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, index) => {
    const place = index + 1;
    return `<sheet name="${escapeXml(name)}" sheetId="${place}" r:id="rId${place}"/>`;
  });
  return `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function workbookRelations(count: number): string {
  const items = Array.from({ length: count }, (_, index) => {
    const place = index + 1;
    return `<Relationship Id="rId${place}" Type="${relations}/worksheet" Target="worksheets/sheet${place}.xml"/>`;
  });
  const style = `<Relationship Id="rId${count + 1}" Type="${relations}/styles" Target="styles.xml"/>`;
  return `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${items.join('')}${style}</Relationships>`;
}

const maxNameLength = 31;

/** The names of a workbook's sheets, each once, whatever their case. */
function createSheetNames(): (name: string, part: number) => string {
  const taken = new Set<string>();
  return (name, part) => {
    for (let number = part; ; number++) {
      const found = sheetName(name, number);
      const key = found.toLowerCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return found;
    }
  };
}

/** Some characters may not be in a sheet's name, nor an apostrophe at either end; `History` is the program's own. */
function sheetName(name: string, place: number): string {
  const tail = place === 1 ? '' : ` ${place}`;
  const allowed = name.replace(/[[\]:*?/\\\s\u0000-\u001f]+/g, ' ').replace(/^['\s]+|['\s]+$/g, '');
  const cut = allowed
    .slice(0, maxNameLength - tail.length)
    .toWellFormed()
    .replace(/['\s\ufffd]+$/, '');
  return (cut === '' || /^history$/i.test(cut) ? 'Entries' : cut) + tail;
}
