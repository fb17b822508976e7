// Localities in the Tax Authority's booklet, one chapter of many: a table of name, rate and ceiling, with a locality code
// before the name until 2023. The heads of the columns say which pages have it and where the columns are; figures elsewhere in
// the booklet look just the same. A name may be wrapped over lines above and below its row.
import { cleanName, readCode } from './clean-text.ts';
import { centerOf, type Line, readPdfLines, type Word } from './pdf-text.ts';
import { type Refusal, refuse } from './refusal.ts';

export interface TaxLocality {
  readonly name: string;
  readonly code?: number;
}

/** Lines of a wrapped name are this far from their row at most. */
const maxNameDistance = { above: 13, below: 16 };
/** The heads of the columns take this much above the first row. */
const headHeight = 110;
/** How far the middle of a head may be from the middle of its column. */
const headOffset = 45;
/** Pages without heads go on with the columns of the page before them; only tables with codes, of which every row has one, do. */
const columnOffset = 8;

interface Row {
  readonly y: number;
  readonly code: number | undefined;
  readonly rate: Word;
  readonly ceiling: Word;
}

interface Columns {
  readonly rate: number;
  readonly ceiling: number;
}

interface Page {
  readonly lines: readonly Line[];
  readonly rows: readonly Row[];
  /** What stands above the table is not part of it. */
  readonly top: number;
  readonly years: readonly number[];
}

export async function readTaxPdf(bytes: Uint8Array): Promise<{ localities: TaxLocality[]; year?: number } | Refusal> {
  let pages: Line[][];
  try {
    pages = await readPdfLines(bytes);
  } catch (cause) {
    return refuse(`the source is a PDF that cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  const tables = findTables(pages);
  return {
    localities: uniqueOf(tables.flatMap(readLocalities)),
    year: mostFrequent(tables.flatMap(({ years }) => years)),
  };
}

function findTables(pages: readonly (readonly Line[])[]): Page[] {
  const tables: Page[] = [];
  let columns: Columns | undefined;
  for (const lines of pages) {
    const rows = lines.flatMap(readRow);
    const page: Page | undefined = readHeads(lines, rows) ?? (columns && goOn(lines, rows, columns));
    columns = page === undefined ? undefined : columnsOf(page.rows);
    if (page !== undefined) tables.push(page);
  }
  return tables;
}

/** The first rate and the ceiling to its left; some tables have a second pair for part of the year. */
function readRow({ y, words }: Line): Row[] {
  const at = words.findIndex(({ text }) => /^\d{1,2}(\.\d+)?%$/.test(text));
  const [rate, ceiling] = at < 0 ? [] : words.slice(at);
  const code = /^\d{1,4}$/.test(words[0]?.text ?? '') ? readCode(words[0]!.text) : undefined;
  return rate !== undefined && ceiling !== undefined && /^\d{2,3},\d{3}$/.test(ceiling.text)
    ? [{ y, code, rate, ceiling }]
    : [];
}

function columnsOf(rows: readonly Row[]): Columns | undefined {
  const row = rows.at(-1);
  if (row === undefined || rows.some(({ code }) => code === undefined)) return undefined;
  return { rate: centerOf(row.rate), ceiling: centerOf(row.ceiling) };
}

/** Undefined unless the three heads stand over the columns, name, rate and ceiling from right to left. */
function readHeads(lines: readonly Line[], rows: readonly Row[]): Page | undefined {
  for (const first of rows) {
    const head = lines.filter(({ y }) => y > first.y && y <= first.y + headHeight);
    const { rate, ceiling } = { rate: centerOf(first.rate), ceiling: centerOf(first.ceiling) };
    const over = (column: number) => (word: Word) => Math.abs(centerOf(word) - column) <= headOffset;
    const words = head.flatMap((line) => line.words);
    const hasRate = words.some((word) => /^שיעור/.test(word.text) && over(rate)(word));
    const hasCeiling = words.some((word) => /^תקר/.test(word.text) && over(ceiling)(word));
    const top = head.findLast((line) => line.words.some(({ text }) => /שיעור|תקר|שם|20\d\d/.test(text)))?.y;
    if (!hasRate || !hasCeiling || top === undefined || !hasName(head, first.rate.right)) continue;
    const years = words.filter((word) => over(rate)(word) || over(ceiling)(word)).flatMap(({ text }) => yearsIn(text));
    return { lines, rows: rows.filter(({ y }) => y <= first.y), top, years };
  }
  return undefined;
}

function hasName(head: readonly Line[], left: number): boolean {
  return head.some(({ words }) => {
    const text = words.flatMap((word) => (word.left > left ? [word.text] : [])).join(' ');
    return /שם יי?שוב/.test(text);
  });
}

function yearsIn(text: string): number[] {
  return [...text.matchAll(/20\d\d$/g)].map(([year]) => Number(year));
}

function goOn(lines: readonly Line[], rows: readonly Row[], columns: Columns): Page | undefined {
  const isOf = ({ code, rate, ceiling }: Row) =>
    code !== undefined &&
    Math.abs(centerOf(rate) - columns.rate) <= columnOffset &&
    Math.abs(centerOf(ceiling) - columns.ceiling) <= columnOffset;
  return rows.length > 0 && rows.every(isOf) ? { lines, rows, top: Number.POSITIVE_INFINITY, years: [] } : undefined;
}

function readLocalities({ lines, rows, top }: Page): TaxLocality[] {
  const cells = rows.map((row) => ({ row, names: [] as string[] }));
  for (const { y, words } of lines) {
    if (y >= top) continue;
    const cell = nearestTo(y, cells);
    if (cell === undefined) continue;
    const right = words.filter(({ left }) => left > cell.row.rate.right);
    const hasCode = cell.row.y === y && cell.row.code !== undefined;
    const name = right
      .map(({ text }) => text)
      .slice(hasCode ? 1 : 0)
      .join(' ');
    if (/\p{L}/u.test(name)) cell.names.push(name);
  }
  return cells.flatMap(({ row: { code }, names }) => {
    // A note at the end of the table explains the asterisk.
    const name = cleanName(names.join(' ').replaceAll('*', ' '));
    return name === '' ? [] : [{ name, code }];
  });
}

function nearestTo<Cell extends { readonly row: Row }>(y: number, cells: readonly Cell[]): Cell | undefined {
  const isNear = ({ row }: Cell) => y - row.y <= maxNameDistance.above && row.y - y <= maxNameDistance.below;
  const distance = ({ row }: Cell) => Math.abs(row.y - y);
  return cells.filter(isNear).sort((a, b) => distance(a) - distance(b))[0];
}

/** A locality may be in two tables of one booklet: for all, and for part of the year. */
function uniqueOf(localities: readonly TaxLocality[]): TaxLocality[] {
  const seen = new Map(localities.toReversed().map((locality) => [locality.name, locality]));
  return localities.filter((locality) => seen.get(locality.name) === locality);
}

function mostFrequent(years: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const year of years) counts.set(year, (counts.get(year) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
