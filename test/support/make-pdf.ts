// A small PDF with text at given places, for tests of readers: one page, one font whose codes are UTF-16 units.

export interface PlacedText {
  /** As a reader sees it; Hebrew is written into the file from its last letter to its first. */
  readonly text: string;
  readonly x: number;
  readonly y: number;
}

const size = 10;

export function makePdf(pages: readonly (readonly PlacedText[])[]): Uint8Array {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const pageIds = pages.map((_, i) => 7 + i * 2);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`);
  add(
    '<< /Type /Font /Subtype /Type0 /BaseFont /Test /Encoding /Identity-H /DescendantFonts [4 0 R] /ToUnicode 6 0 R >>',
  );
  add(
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Test /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)' +
      ' /Supplement 0 >> /DW 500 /FontDescriptor 5 0 R >>',
  );
  add(
    '<< /Type /FontDescriptor /FontName /Test /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800' +
      ' /Descent -200 /CapHeight 700 /StemV 80 >>',
  );
  add(makeStream(toUnicode));
  for (const [i, texts] of pages.entries()) {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 3 0 R >> >> /Contents ${8 + i * 2} 0 R >>`,
    );
    add(makeStream(texts.map(({ text, x, y }) => `BT /F ${size} Tf ${x} ${y} Td <${toCodes(text)}> Tj ET`).join('\n')));
  }
  return new TextEncoder().encode(assemble(objects));
}

/** The unmapped range would need one entry per first byte; tests write Latin and Hebrew only. */
const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
2 beginbfrange <0020> <00FF> <0020> <0590> <05FF> <0590> endbfrange
endcmap end end`;

function toCodes(text: string): string {
  const isHebrew = /[\u0590-\u05ff]/.test(text);
  const mirrored = text.replace(/[()]/g, (parenthesis) => (parenthesis === '(' ? ')' : '('));
  const visual = isHebrew ? [...mirrored].reverse().join('') : text;
  return [...visual].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');
}

function makeStream(body: string): string {
  return `<< /Length ${body.length} >>\nstream\n${body}\nendstream`;
}

function assemble(objects: readonly string[]): string {
  let pdf = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [i, body] of objects.entries()) {
    offsets.push(pdf.length);
    pdf += `${i + 1} 0 obj\n${body}\nendobj\n`;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  return `${pdf}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
}
