// A workbook of sheets with texts in their cells, as spreadsheet programs write one: for tests of whatever reads them.
import { makeZip } from './make-zip.ts';

export type Cells = readonly (readonly (string | number)[])[];

export function makeWorkbook(sheets: Readonly<Record<string, Cells>>): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    'xl/workbook.xml': xml(
      `<workbook><sheets>${names.map((name, at) => `<sheet name="${escapeText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    ),
  };
  for (const [at, rows] of Object.values(sheets).entries()) {
    files[`xl/worksheets/sheet${at + 1}.xml`] = xml(
      `<worksheet><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
    );
  }
  return makeZip(files);
}

function rowXml(cells: readonly (string | number)[], at: number): string {
  const inside = cells.map((cell) => {
    if (cell === '') return '<c/>';
    return typeof cell === 'number'
      ? `<c><v>${cell}</v></c>`
      : `<c t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
  });
  return `<row r="${at + 1}">${inside.join('')}</row>`;
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, '');
}

function xml(text: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${text}`;
}
