// Says in a PDF which standards it keeps: PDF/UA-1 (ISO 14289-1), and for the archive PDF/A-2a (ISO 19005-2). The compiler
// writes tagged PDFs with embedded fonts and calibrated colors, but has no option for the declaration itself: the
// identification in the metadata, the title shown in the title bar, the output intent. A PDF without title or language, or with
// a picture that has no description, declares nothing: a promise it does not keep is worse than none.
// [after-actions.pdfs.standards]

export interface Conformance {
  readonly isArchive: boolean;
}

export function declareConformance(pdf: Uint8Array, { isArchive }: Conformance): Uint8Array {
  const file = readFile(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length));
  if (file === undefined) return pdf;
  const catalog = readObject(file, file.rootId);
  const metadataId = Number(/\/Metadata (\d+) 0 R/.exec(catalog)?.[1]);
  if (!metadataId || !keepsPromise(file, catalog, readObject(file, metadataId))) return pdf;
  const metadata = identifyStandards(readStream(readObject(file, metadataId)), { isAccessible: true, isArchive });
  const profile = isArchive ? findProfile(file) : undefined;
  const intentId = file.offsets.length;
  const objects = new Map<number, string>([[metadataId, writeMetadata(metadata)]]);
  objects.set(file.rootId, showTitle(catalog, profile === undefined ? undefined : intentId));
  if (profile !== undefined) objects.set(intentId, writeIntent(profile));
  return writeFile(file, objects);
}

interface PdfFile {
  readonly bytes: Buffer;
  /** By object number. */
  readonly offsets: readonly number[];
  readonly xrefOffset: number;
  readonly trailer: string;
  readonly rootId: number;
}

/** The compiler writes one plain cross-reference table; anything else is not its work and is left alone. */
function readFile(bytes: Buffer): PdfFile | undefined {
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 64));
  const xrefOffset = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(end)?.[1]);
  if (!xrefOffset) return undefined;
  const table = bytes.toString('latin1', xrefOffset);
  const head = /^xref\s+0 (\d+)\s+/.exec(table);
  const trailer = /trailer\s*(<<[\s\S]*>>)\s*startxref/.exec(table)?.[1];
  const rootId = Number(/\/Root (\d+) 0 R/.exec(trailer ?? '')?.[1]);
  if (head === null || trailer === undefined || !rootId) return undefined;
  const entries = table.slice(head[0].length).match(/\d{10} \d{5} [nf]/g) ?? [];
  if (entries.length !== Number(head[1])) return undefined;
  return { bytes, offsets: entries.map((entry) => Number(entry.slice(0, 10))), xrefOffset, trailer, rootId };
}

function readObject({ bytes, offsets }: PdfFile, id: number): string {
  const start = offsets[id]!;
  return bytes.toString('latin1', start, bytes.indexOf('endobj', start));
}

function readStream(object: string): string {
  return /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(object)?.[1] ?? '';
}

function keepsPromise(file: PdfFile, catalog: string, metadata: string): boolean {
  if (!/\/Lang \(/.test(catalog) || !/\/Marked true/.test(catalog)) return false;
  if (!metadata.includes('<dc:title>') || metadata.includes('/Filter')) return false;
  return ['/S /Figure', '/S /Formula'].every((role) => everyHasAlt(file.bytes, role));
}

function everyHasAlt(bytes: Buffer, role: string): boolean {
  for (let at = bytes.indexOf(role); at !== -1; at = bytes.indexOf(role, at + 1)) {
    const object = bytes.toString('latin1', bytes.lastIndexOf(' obj', at), bytes.indexOf('endobj', at));
    if (!/\/(?:Alt|ActualText)[ (<]/.test(object)) return false;
  }
  return true;
}

/** XMP metadata with the identification of the standards that are kept. */
export function identifyStandards(xmp: string, kept: { isAccessible: boolean; isArchive: boolean }): string {
  const parts: string[] = [];
  if (kept.isAccessible) {
    parts.push(describe('pdfuaid', 'http://www.aiim.org/pdfua/ns/id/', '<pdfuaid:part>1</pdfuaid:part>'));
  }
  if (kept.isArchive) {
    const identification = '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>';
    parts.push(describe('pdfaid', 'http://www.aiim.org/pdfa/ns/id/', identification), extensionSchema);
  }
  return xmp.replace('</rdf:RDF>', `${parts.join('')}</rdf:RDF>`);
}

function describe(prefix: string, namespace: string, properties: string): string {
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">${properties}</rdf:Description>`;
}

// PDF/A does not know pdfuaid; properties of other schemas must come with their description.
const extensionSchema =
  '<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"' +
  ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">' +
  '<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">' +
  '<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>' +
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>' +
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>' +
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">' +
  '<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>' +
  '<pdfaProperty:category>internal</pdfaProperty:category>' +
  '<pdfaProperty:description>Part of ISO 14289 that the document keeps</pdfaProperty:description>' +
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>';

function writeMetadata(xmp: string): string {
  return `<<\n  /Type /Metadata\n  /Subtype /XML\n  /Length ${xmp.length}\n>>\nstream\n${xmp}\nendstream`;
}

function showTitle(catalog: string, intentId: number | undefined): string {
  // Readers object to a Suspects of false, which is what its absence means.
  const body = catalog.slice(catalog.indexOf('<<'), catalog.lastIndexOf('>>')).replace(/\s*\/Suspects false/, '');
  const titled = /\/ViewerPreferences <</.test(body)
    ? body.replace('/ViewerPreferences <<', '/ViewerPreferences <<\n    /DisplayDocTitle true')
    : `${body}  /ViewerPreferences << /DisplayDocTitle true >>\n`;
  return `${titled}${intentId === undefined ? '' : `  /OutputIntents [${intentId} 0 R]\n`}>>`;
}

interface Profile {
  readonly id: number;
  readonly name: string;
}

/** The color profile that the file already carries: that of RGB where there is any color, else that of grey. */
function findProfile(file: PdfFile): Profile | undefined {
  const found = (components: number) =>
    file.offsets.findIndex((offset, id) => {
      if (id === 0) return false;
      const head = file.bytes.toString('latin1', offset, offset + 120);
      return head.includes(`/N ${components}\n`) && head.includes('/Range [');
    });
  const rgb = found(3);
  if (rgb !== -1) return { id: rgb, name: 'sRGB IEC61966-2.1' };
  const grey = found(1);
  return grey === -1 ? undefined : { id: grey, name: 'Gray' };
}

function writeIntent({ id, name }: Profile): string {
  return `<<\n  /Type /OutputIntent\n  /S /GTS_PDFA1\n  /OutputConditionIdentifier (${name})\n  /Info (${name})\n  /DestOutputProfile ${id} 0 R\n>>`;
}

/** Everything up to the objects that change stays byte for byte; those are last in what the compiler writes. */
function writeFile(file: PdfFile, objects: ReadonlyMap<number, string>): Uint8Array {
  const changed = [...objects.keys()].map((id) => file.offsets[id] ?? file.xrefOffset);
  const firstChanged = Math.min(...changed);
  const areLast = file.offsets.every((offset, id) => offset < firstChanged || objects.has(id));
  let length = areLast ? firstChanged : file.xrefOffset;
  const parts: Buffer[] = [file.bytes.subarray(0, length)];
  const offsets = [...file.offsets];
  const write = (text: string) => {
    const part = Buffer.from(text, 'latin1');
    parts.push(part);
    length += part.length;
  };
  for (const [id, body] of objects) {
    offsets[id] = length;
    write(`${id} 0 obj\n${body}\nendobj\n\n`);
  }
  const xrefOffset = length;
  const entries = offsets.map((offset, id) =>
    id === 0 ? '0000000000 65535 f\r\n' : `${String(offset).padStart(10, '0')} 00000 n\r\n`,
  );
  const trailer = file.trailer.replace(/\/Size \d+/, `/Size ${offsets.length}`);
  write(`xref\n0 ${offsets.length}\n${entries.join('')}trailer\n${trailer}\nstartxref\n${xrefOffset}\n%%EOF\n`);
  return Buffer.concat(parts);
}
