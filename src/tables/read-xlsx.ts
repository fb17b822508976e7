// The sheets of an Excel workbook as rows of texts. A workbook is a ZIP archive of XML, of which only rows, cells and their texts
// matter, so no library is needed. Formats are not looked at: a date is Excel's number of it. All of it is read once, from the
// beginning to the end, whatever is missing in it.
import type { TextRow } from './read-delimited.ts';
import { type Archive, ArchiveTooLarge, BrokenArchive, openArchive } from './unzip.ts';

export type XlsxProblem = 'notWorkbook' | 'tooLarge';

/** Runs what yields how many rows were read; a page lets the browser draw in between. */
export type RunSteps = <T>(steps: Generator<number, T>) => Promise<T>;

/** An options set holds at most 256 MB; XML says it with more characters. */
const defaultMaxBytes = 400_000_000;
/** A cell of one letter may stand a thousand columns to the right, and all before it are there too. */
const defaultMaxCells = 50_000_000;
const rowsPerStep = 2_000;

/** The first sheet. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>, run: RunSteps): Promise<TextRow[] | XlsxProblem> {
  const sheets = await readWorkbook(bytes, { run, isWanted: (_, at) => at === 0 });
  return typeof sheets === 'string' ? sheets : (sheets[0]?.rows ?? 'notWorkbook');
}

export interface Sheet {
  readonly name: string;
  readonly rows: TextRow[];
}

export interface WorkbookOptions {
  readonly run: RunSteps;
  /** Of all XML together. */
  readonly maxBytes?: number;
  readonly maxRows?: number;
  /** Of all wanted sheets together, empty ones before others included. */
  readonly maxCells?: number;
  readonly isWanted?: (name: string, at: number) => boolean;
  /** Told of each cell whose content is not among the rows: for those who must not lose one without a word. */
  readonly onLoss?: (loss: CellLoss) => void;
}

/** `error`: such as #REF!; `formula`: one whose result the program that wrote the file did not work out. */
export interface CellLoss {
  readonly sheet: string;
  readonly line: number;
  /** From 0. */
  readonly column: number;
  readonly kind: 'tooManyColumns' | 'error' | 'formula';
}

/** The wanted sheets, in the order of the workbook. */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  { isWanted = () => true, onLoss = () => {}, ...options }: WorkbookOptions,
): Promise<Sheet[] | XlsxProblem> {
  const { run, maxBytes = defaultMaxBytes, maxRows = Number.POSITIVE_INFINITY, maxCells = defaultMaxCells } = options;
  const archive = openArchive(bytes, { maxBytes });
  if (archive === undefined) return 'notWorkbook';
  try {
    const wanted = (await listSheets(archive)).filter(({ name }, at) => isWanted(name, at));
    if (wanted.length === 0) return 'notWorkbook';
    const strings = await run(readStrings(withoutPrefix((await archive.readText('xl/sharedStrings.xml')) ?? '')));
    const sheets: Sheet[] = [];
    const budget = { cells: maxCells };
    for (const { name, file } of wanted) {
      const xml = withoutPrefix((await archive.readText(file)) ?? '');
      const reading = { strings, budget, onLoss: (loss: PlacedLoss) => onLoss({ sheet: name, ...loss }) };
      sheets.push({ name, rows: await run(readSheetXml(xml, reading, maxRows)) });
    }
    return sheets;
  } catch (error) {
    if (error instanceof ArchiveTooLarge) return 'tooLarge';
    if (error instanceof BrokenArchive) return 'notWorkbook';
    throw error;
  }
}

/** Sheets that the workbook names; where it names none that is there, the first that is in the archive. */
async function listSheets({ names, readText }: Archive): Promise<NamedSheet[]> {
  const relations = (await readText('xl/_rels/workbook.xml.rels')) ?? '';
  const named = readSheetList((await readText('xl/workbook.xml')) ?? '', relations, new Set(names));
  if (named.length > 0) return named;
  const first = names.find((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name));
  return first === undefined ? [] : [{ name: '', file: first }];
}

interface NamedSheet {
  readonly name: string;
  readonly file: string;
}

/** The sheets of the workbook's own list whose files are there. A tag ends at the next `<`, so that unfinished ones are not read twice. */
export function readSheetList(workbook: string, relations: string, files: ReadonlySet<string>): NamedSheet[] {
  const targets = new Map<string, string>();
  for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\b[^<>]*>/g)) {
    const target = attribute(relation, 'Target') ?? '';
    targets.set(attribute(relation, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  }
  return [...withoutPrefix(workbook).matchAll(/<sheet\b[^<>]*>/g)].flatMap(([tag]) => {
    const file = targets.get(attribute(tag, '\\w+:id') ?? '');
    return file !== undefined && files.has(file) ? [{ name: decode(attribute(tag, 'name') ?? ''), file }] : [];
  });
}

/** Some programs write `<x:row>`. */
function withoutPrefix(xml: string): string {
  const prefix = /<(\w+):(?:worksheet|sst|workbook)\b/.exec(xml.slice(0, 2_000))?.[1];
  return prefix === undefined ? xml : xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</');
}

/** The texts that cells name by number. */
function* readStrings(xml: string): Generator<number, string[]> {
  const strings: string[] = [];
  for (const { content } of elementsIn(xml, 'si')) {
    strings.push(textIn(content));
    if (strings.length % rowsPerStep === 0) yield 0;
  }
  return strings;
}

export interface Reading {
  readonly strings: readonly string[];
  /** So many more cells may be read. */
  readonly budget: { cells: number };
  readonly onLoss: (loss: PlacedLoss) => void;
}

type PlacedLoss = Omit<CellLoss, 'sheet'>;

/** The rows of one sheet. */
export function* readSheetXml(xml: string, reading: Reading, maxRows: number): Generator<number, TextRow[]> {
  const rows: TextRow[] = [];
  let line = 0;
  let read = 0;
  for (const { tag, content } of elementsIn(xml, 'row')) {
    line = Number(attribute(tag, 'r') ?? line + 1);
    const cells = readCells(content, line, reading);
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
    read += 1;
    reading.budget.cells -= cells.length;
    if (rows.length > maxRows || reading.budget.cells < 0) throw new ArchiveTooLarge();
    // Counted by what was read: programs write a million rows that only have a height.
    if (read % rowsPerStep === 0) yield rows.length;
  }
  return rows;
}

interface XmlElement {
  /** Without its brackets. */
  readonly tag: string;
  readonly content: string;
}

/** Elements of this name that are not inside each other; the last one may lack its end. */
function* elementsIn(xml: string, name: string): Generator<XmlElement, void> {
  const start = `<${name}`;
  const end = `</${name}>`;
  for (let at = xml.indexOf(start); at >= 0; at = xml.indexOf(start, at)) {
    const isNamed = !/[\w.:-]/.test(xml[at + start.length] ?? '');
    const open = isNamed ? xml.indexOf('>', at) : -1;
    if (!isNamed) at += start.length;
    else if (open < 0) return;
    else if (xml[open - 1] === '/') {
      yield { tag: xml.slice(at, open - 1), content: '' };
      at = open + 1;
    } else {
      const close = xml.indexOf(end, open);
      yield { tag: xml.slice(at, open), content: xml.slice(open + 1, close < 0 ? xml.length : close) };
      if (close < 0) return;
      at = close + end.length;
    }
  }
}

const maxColumns = 1_000;

function readCells(row: string, line: number, { strings, onLoss }: Reading): string[] {
  const cells: string[] = [];
  let column = 0;
  for (const { tag, content } of elementsIn(row, 'c')) {
    const named = /\sr="([A-Z]{1,9})/.exec(tag)?.[1];
    if (named !== undefined) column = columnNumber(named);
    if (column >= maxColumns) {
      if (content !== '') onLoss({ line, column, kind: 'tooManyColumns' });
      continue;
    }
    while (cells.length < column) cells.push('');
    const kind = attribute(tag, 't');
    cells[column] = readCell(kind, content, strings);
    if (kind === 'e') onLoss({ line, column, kind: 'error' });
    else if (cells[column] === '' && content.includes('<f') && !content.includes('<v'))
      onLoss({ line, column, kind: 'formula' });
    column += 1;
  }
  return cells;
}

function readCell(kind: string | undefined, content: string, strings: readonly string[]): string {
  if (kind === 'inlineStr') return textIn(content);
  const [first] = elementsIn(content, 'v');
  const value = decode(first?.content ?? '');
  if (kind === 's') return strings[Number(value)] ?? '';
  if (kind === 'b') return value === '1' ? 'true' : 'false';
  if (kind === 'e') return '';
  if (kind === 'str') return value;
  // 1E3 and 4000.0 are written as people write them.
  return value !== '' && Number.isFinite(Number(value)) ? String(Number(value)) : value;
}

/** AA is 26. */
function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

/** Runs of one text put together; how to read it aloud is left out. */
function textIn(xml: string): string {
  let text = '';
  const spoken = xml.indexOf('<rPh');
  for (const { content } of elementsIn(spoken < 0 ? xml : xml.slice(0, spoken), 't')) text += content;
  return decode(text);
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}

const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }));

function decode(text: string): string {
  if (!text.includes('&') && !text.includes('_x')) return text;
  return text
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities.get(name) ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
