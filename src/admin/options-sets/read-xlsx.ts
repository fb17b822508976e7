// The first sheet of an Excel workbook as rows of texts. A workbook is a ZIP archive of XML; the browser itself can inflate it, and of
// the XML only rows, cells and their texts matter, so no library is needed. Formats are not looked at: a date is Excel's number of it.
import type { TextRow } from './read-delimited.ts';

export type XlsxProblem = 'notWorkbook' | 'tooLarge';

/** A set holds at most 256 MB; XML says it with more characters. */
const maxBytes = 400_000_000;
const rowsPerStep = 2_000;

/** Yields how many rows were read. */
export async function readXlsx(
  bytes: Uint8Array<ArrayBuffer>,
  run: <T>(steps: Generator<number, T>) => Promise<T>,
): Promise<TextRow[] | XlsxProblem> {
  const entries = listEntries(bytes);
  if (entries === undefined) return 'notWorkbook';
  const read = async (name: string) => {
    const entry = entries.get(name);
    return entry === undefined ? undefined : inflate(bytes, entry);
  };
  try {
    const sheet = await read(await findSheet(entries, read));
    if (sheet === undefined) return 'notWorkbook';
    const strings = await run(readStrings(withoutPrefix((await read('xl/sharedStrings.xml')) ?? '')));
    return await run(readRows(withoutPrefix(sheet), strings));
  } catch (error) {
    if (error instanceof TooLarge) return 'tooLarge';
    if (error instanceof Broken) return 'notWorkbook';
    throw error;
  }
}

class TooLarge extends Error {}
class Broken extends Error {}

interface ZipEntry {
  readonly method: number;
  readonly start: number;
  readonly packed: number;
}

/** From the directory at the end of the archive. */
function listEntries(bytes: Uint8Array<ArrayBuffer>): Map<string, ZipEntry> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === undefined) return undefined;
  const entries = new Map<string, ZipEntry>();
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let number = 0; number < count; number++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    const start = view.getUint32(at + 42, true);
    entries.set(name, { method: view.getUint16(at + 10, true), packed: view.getUint32(at + 20, true), start });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** A comment may follow it. */
function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - 22;
  for (let at = last; at >= 0 && at > last - 65_536; at--) if (view.getUint32(at, true) === 0x06054b50) return at;
  return undefined;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>, { method, start, packed }: ZipEntry): Promise<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (start + 30 > bytes.length) throw new Broken();
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  const content = bytes.subarray(from, from + packed);
  if (method === 0) return new TextDecoder().decode(content);
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  for (let read = 0; ; ) {
    const { value, done } = await reader.read().catch(failBroken);
    if (done) return text + decoder.decode();
    read += value.length;
    // A small archive may unpack to anything.
    if (read > maxBytes) {
      await reader.cancel();
      throw new TooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Data that cannot be inflated is reported differently everywhere. */
function failBroken(cause: unknown): never {
  throw new Broken('', { cause });
}

async function findSheet(
  entries: ReadonlyMap<string, ZipEntry>,
  read: (name: string) => Promise<string | undefined>,
): Promise<string> {
  const workbook = withoutPrefix((await read('xl/workbook.xml')) ?? '');
  const id = /<sheet\b[^>]*?\br:id="([^"]*)"/.exec(workbook)?.[1];
  const relations = (await read('xl/_rels/workbook.xml.rels')) ?? '';
  for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)) {
    if (attribute(relation, 'Id') !== id) continue;
    const target = attribute(relation, 'Target') ?? '';
    const name = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    if (entries.has(name)) return name;
  }
  return [...entries.keys()].find((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)) ?? '';
}

/** Some programs write `<x:row>`. */
function withoutPrefix(xml: string): string {
  const prefix = /<(\w+):(?:worksheet|sst|workbook)\b/.exec(xml.slice(0, 2_000))?.[1];
  return prefix === undefined ? xml : xml.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</');
}

/** The texts that cells name by number. */
function* readStrings(xml: string): Generator<number, string[]> {
  const strings: string[] = [];
  for (let at = xml.indexOf('<si'); at >= 0; at = xml.indexOf('<si', at)) {
    const end = endOf(xml, at, 'si');
    strings.push(textIn(xml.slice(at, end)));
    at = end;
    if (strings.length % rowsPerStep === 0) yield 0;
  }
  return strings;
}

function* readRows(xml: string, strings: readonly string[]): Generator<number, TextRow[]> {
  const rows: TextRow[] = [];
  let line = 0;
  for (let at = xml.indexOf('<row'); at >= 0; at = xml.indexOf('<row', at)) {
    const end = endOf(xml, at, 'row');
    const row = xml.slice(at, end);
    line = Number(attribute(row.slice(0, row.indexOf('>')), 'r') ?? line + 1);
    const cells = readCells(row, strings);
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
    at = end;
    if (rows.length % rowsPerStep === 0) yield rows.length;
  }
  return rows;
}

/** After the closing tag, or after one that closes itself. */
function endOf(xml: string, start: number, name: string): number {
  const open = xml.indexOf('>', start);
  if (open < 0) return xml.length;
  if (xml[open - 1] === '/') return open + 1;
  const close = xml.indexOf(`</${name}>`, open);
  return close < 0 ? xml.length : close + name.length + 3;
}

const maxColumns = 1_000;

function readCells(row: string, strings: readonly string[]): string[] {
  const cells: string[] = [];
  let column = 0;
  for (const [, attributes = '', content = ''] of row.matchAll(/<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
    const named = /\br="([A-Z]+)/.exec(attributes)?.[1];
    if (named !== undefined) column = columnNumber(named);
    if (column >= maxColumns) continue;
    while (cells.length < column) cells.push('');
    cells[column] = readCell(attribute(attributes, 't'), content, strings);
    column += 1;
  }
  return cells;
}

function readCell(kind: string | undefined, content: string, strings: readonly string[]): string {
  if (kind === 'inlineStr') return textIn(content);
  const value = decode(/<v\b[^>]*>([\s\S]*?)<\/v>/.exec(content)?.[1] ?? '');
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
  for (const [, run = ''] of xml.replace(/<rPh\b[\s\S]*?<\/rPh>/g, '').matchAll(/<t\b[^>]*>([\s\S]*?)<\/t>/g))
    text += run;
  return decode(text);
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  if (!text.includes('&') && !text.includes('_x')) return text;
  return text
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
