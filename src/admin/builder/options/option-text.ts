// Options as text, for typing many at once: one a line, `value = label` where they differ, `# name` begins a group and an
// empty line ends it. And as a table pasted from a spreadsheet: one column, or value and label.
import type { JsonValue } from '../../../core/definition/form-definition.ts';
import type { Line } from './option-lines.ts';

const separator = ' = ';

export function writeText(lines: readonly Line[]): string {
  let wasInside = false;
  const parts = lines.map((line) => {
    if (line.type === 'group') {
      wasInside = true;
      return `# ${oneLine(line.label)}`;
    }
    const text = optionText(line.value, line.label);
    const isLeaving = wasInside && !line.isInside;
    wasInside = line.isInside;
    return isLeaving ? `\n${text}` : text;
  });
  return parts.join('\n');
}

function optionText(value: JsonValue, label: string): string {
  const [written, shown] = [oneLine(String(value)), oneLine(label)];
  // A tab separates too, and is used where the usual spelling would be read as something else.
  if (written.includes(separator) || shown.includes(separator) || written.startsWith('# '))
    return `${written}\t${shown}`;
  return written === shown ? shown : `${written}${separator}${shown}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** `before` gives values their type back: 1 is not '1'. */
export function readText(text: string, before: readonly Line[]): Line[] {
  const known = new Map<string, JsonValue>();
  for (const line of before) if (line.type === 'option') known.set(oneLine(String(line.value)), line.value);
  let isInside = false;
  return text.split(/\r\n?|\n/).flatMap((raw): Line[] => {
    const line = raw.trim();
    if (line === '') {
      isInside = false;
      return [];
    }
    if (line.startsWith('# ') && !line.includes('\t')) {
      isInside = true;
      return [{ type: 'group', label: line.slice(2).trim() }];
    }
    const cut = line.includes('\t') ? '\t' : separator;
    const at = line.indexOf(cut);
    const value = at === -1 ? line : line.slice(0, at).trim();
    const label = at === -1 ? line : line.slice(at + cut.length).trim() || value;
    return value === '' ? [] : [{ type: 'option', value: known.get(value) ?? value, label, isInside }];
  });
}

export interface PastedTable {
  readonly rows: readonly (readonly string[])[];
  readonly columns: number;
}

/** Tab-separated cells as spreadsheets copy them: a cell with a tab, a quote or a line break is in quotes. */
export function readTable(text: string): PastedTable {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*)/y;
  for (let at = 0; at <= text.length; ) {
    cell.lastIndex = at;
    const [whole, quoted, plain = ''] = cell.exec(text)!;
    row.push((quoted === undefined ? plain : quoted.replaceAll('""', '"')).replace(/\s+/g, ' ').trim());
    at += whole.length;
    const end = /^(?:\t|\r\n|\r|\n)/.exec(text.slice(at, at + 2))?.[0];
    at += end?.length ?? 1;
    if (end === '\t') continue;
    rows.push(row);
    row = [];
  }
  const filled = rows.filter((cells) => cells.some((text) => text !== ''));
  return {
    rows: filled,
    columns: Math.max(0, ...filled.map((cells) => cells.findLastIndex((text) => text !== '') + 1)),
  };
}

export interface TableReading {
  readonly hasHead: boolean;
  /** Which column is which, from 0; the same twice for one column. */
  readonly valueColumn: number;
  readonly labelColumn: number;
}

/** Options without a value are left out; one without a label shows its value. */
export function tableLines({ rows }: PastedTable, { hasHead, valueColumn, labelColumn }: TableReading): Line[] {
  return rows.slice(hasHead ? 1 : 0).flatMap((cells): Line[] => {
    const value = cells[valueColumn] || cells[labelColumn] || '';
    return value === '' ? [] : [{ type: 'option', value, label: cells[labelColumn] || value, isInside: false }];
  });
}
