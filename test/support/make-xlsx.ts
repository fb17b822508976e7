// A small workbook: cells are texts, numbers, or the XML of a cell's own content with its type.
import { strToU8, zipSync } from 'fflate';

export type MadeCell = string | number | { readonly type?: string; readonly xml: string };

export function makeXlsx(rows: readonly (readonly MadeCell[])[], { workbookXml = '' } = {}): Uint8Array {
  const sheet = rows.map(
    (row, at) => `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, at, column)).join('')}</row>`,
  );
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const files = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="r">${workbookXml}<sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

function cellXml(cell: MadeCell, row: number, column: number): string {
  const place = `${columnName(column)}${row + 1}`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === 'object') return `<c r="${place}"${cell.type ? ` t="${cell.type}"` : ''}>${cell.xml}</c>`;
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

function columnName(at: number): string {
  return (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));
}
