// Rows as a workbook (Office Open XML), streamed: the parts that name the sheets come after them, when their number is known.
// More rows than a sheet can hold go on in the next one. [export.xlsx]
import type { Cell } from '../../core/columns.ts';
import { escapeXml, rowWriter, sheetEnd, sheetStart, styles } from './sheet-xml.ts';
import { Utf8Writer } from './utf8-writer.ts';
import { writeZip, type ZipPart } from './write-zip.ts';

export interface Workbook {
  readonly sheetName: string;
  readonly titles: readonly string[];
  readonly pages: AsyncIterable<Iterable<readonly Cell[]>>;
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
  yield { name: '[Content_Types].xml', content: Buffer.from(contentTypes) };
  yield { name: '_rels/.rels', content: Buffer.from(packageRelations) };
  yield { name: 'xl/styles.xml', content: Buffer.from(stylesXml) };
  const rows = new RowQueue(workbook.pages);
  let count = 0;
  do {
    count += 1;
    yield { name: `xl/worksheets/sheet${count}.xml`, content: eachPieceOfSheet(workbook, rows, count) };
  } while (!rows.isEmpty);
  yield { name: 'xl/workbook.xml', content: Buffer.from(workbookXml(workbook.sheetName, count)) };
  yield { name: 'xl/_rels/workbook.xml.rels', content: Buffer.from(workbookRelations(count)) };
}

async function* eachPieceOfSheet(workbook: Workbook, rows: RowQueue, place: number): AsyncGenerator<Buffer> {
  const { titles, isRightToLeft, maxRows = maxSheetRows } = workbook;
  const out = new Utf8Writer();
  out.write(sheetStart(titles, { isRightToLeft, isFirst: place === 1 }));
  rowWriter(titles.length, styles.title)(out, titles, 1);
  const writeRow = rowWriter(titles.length);
  let number = 1;
  for (let cells = await rows.take(); cells !== undefined; cells = rows.takeReady() ?? (await rows.take())) {
    number += 1;
    writeRow(out, cells, number);
    if (out.isFull) yield out.take();
    if (number === maxRows) break;
  }
  await rows.lookAhead();
  out.write(sheetEnd);
  yield out.take();
}

/** Takes rows out of pages one by one, across the sheets. */
class RowQueue {
  isEmpty = false;
  readonly #pages: AsyncIterator<Iterable<readonly Cell[]>>;
  #rows: Iterator<readonly Cell[]> | undefined;
  #ahead: readonly Cell[] | undefined;

  constructor(pages: AsyncIterable<Iterable<readonly Cell[]>>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** The next row of the page at hand; undefined when another must be waited for. */
  takeReady(): readonly Cell[] | undefined {
    if (this.#ahead !== undefined) return this.#takeAhead();
    const row = this.#rows?.next();
    return row?.done === false ? row.value : undefined;
  }

  async take(): Promise<readonly Cell[] | undefined> {
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
    if (!this.isEmpty) this.#ahead = await this.take();
  }

  #takeAhead(): readonly Cell[] | undefined {
    const row = this.#ahead;
    this.#ahead = undefined;
    return row;
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

function workbookXml(name: string, count: number): string {
  const sheets = Array.from({ length: count }, (_, index) => {
    const place = index + 1;
    return `<sheet name="${escapeXml(sheetName(name, place))}" sheetId="${place}" r:id="rId${place}"/>`;
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
