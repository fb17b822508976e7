// Writes rows in the formats that registries publish, for tests of the readers.
import type { Table } from './read-copies.ts';

export const formats = ['csv', 'csv-1255', 'tsv', 'tsv-16', 'json', 'xml'] as const;
export type Format = (typeof formats)[number];

export function writeTable(table: Table, format: Format): Uint8Array {
  const { headers, rows } = table;
  switch (format) {
    case 'csv':
      return encode(`\ufeff${writeLines([headers, ...rows], ',')}`);
    case 'csv-1255':
      return encode1255(writeLines([headers, ...rows], ','));
    case 'tsv':
      return encode(writeLines([headers, ...rows], '\t'));
    case 'tsv-16':
      return new Uint8Array(Buffer.from(`\ufeff${writeLines([headers, ...rows], '\t')}`, 'utf16le'));
    case 'json': {
      const records = rows.map((row, i) => ({
        _id: i + 1,
        ...Object.fromEntries(headers.map((name, at) => [name, `${row[at]} `])),
      }));
      return encode(JSON.stringify({ success: true, result: { records, total: rows.length } }));
    }
    case 'xml': {
      const write = (row: readonly string[]) =>
        headers.map((name, at) => `<${name}>${withEntities(row[at] ?? '')}</${name}>`).join('');
      return encode(
        `<?xml version="1.0" encoding="UTF-8"?>\n<ROWDATA>\n${rows.map((row) => `<ROW>${write(row)}</ROW>`).join('\n')}\n</ROWDATA>\n`,
      );
    }
  }
}

function writeLines(lines: readonly (readonly string[])[], separator: string): string {
  const write = (cell: string) =>
    /["\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return lines.map((cells) => `${cells.map(write).join(separator)}\r\n`).join('');
}

function withEntities(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Hebrew letters are at 0xe0; what the encoding has not becomes a question mark. */
export function encode1255(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.codePointAt(0)!;
    if (code >= 0x5d0 && code <= 0x5ea) return code - 0x4f0;
    return code < 0x80 ? code : 0x3f;
  });
}
