// What was not imported and why, in a file of the same kind as the one that was: mended, it can be imported itself.
// [running.commands.import.report]
import { rmSync } from 'node:fs';
import { startsFormula } from '../../core/text/starts-formula.ts';
import { writeWhole } from '../forms/write-file.ts';
import { reportColumns } from './map-columns.ts';
import type { SourceFile, SourceObjects, SourceTable } from './source-file.ts';

export interface FailedRow {
  readonly line: number;
  readonly reasons: readonly string[];
}

/** The path of the report: `people.csv` has `people.failed.csv`. */
export function reportPath(path: string): string {
  const kind = /\.(?:jsonl|ndjson)$/i.test(path) ? 'jsonl' : 'csv';
  return path.replace(/\.[^.]+$/, `.failed.${kind}`);
}

/** Without failures there is no report, and one of an earlier run goes. */
export function writeReport(path: string, source: SourceFile, failed: readonly FailedRow[]): void {
  const sorted = [...failed].sort((a, b) => a.line - b.line);
  if (failed.length === 0) rmSync(path, { force: true });
  else writeWhole(path, source.kind === 'objects' ? objectLines(source, sorted) : tableLines(source, sorted));
}

function objectLines({ rows }: SourceObjects, failed: readonly FailedRow[]): string {
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const lines = failed.map(({ line, reasons }) => {
    const row = byLine.get(line);
    return `${JSON.stringify({ importRow: line, importError: reasons, data: row?.object ?? row?.text })}\n`;
  });
  return lines.join('');
}

function tableLines({ header, rows }: SourceTable, failed: readonly FailedRow[]): string {
  const byLine = new Map(rows.map((row) => [row.line, row.cells]));
  const lines = failed.map(({ line, reasons }) =>
    csvLine([String(line), reasons.join('\n'), ...(byLine.get(line) ?? [])]),
  );
  return `\uFEFF${csvLine([...reportColumns, ...header])}${lines.join('')}`;
}

/** A cell that a spreadsheet would run is made text, as in exports. */
function csvLine(cells: readonly string[]): string {
  const texts = cells.map((cell) => {
    const safe = startsFormula(cell) ? `'${cell}` : cell;
    return /[",;\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${texts.join(',')}\r\n`;
}
