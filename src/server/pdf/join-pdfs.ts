// One PDF after the other in a single file. Pages are copied with everything they point to; the trees of tags and the outlines
// are put side by side under one root, so that what was accessible stays so. Pages of a file without tags (a remote layout may
// give one) have none, and then the whole declares no standard.

import { createHash } from 'node:crypto';
import {
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFObjectCopier,
  PDFPage,
  type PDFPageLeaf,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { directionOf, type Locale } from '../../core/locale/locale.ts';
import { identifyStandards } from './declare-conformance.ts';
import { type JoinedPart, joinOutlines } from './join-outlines.ts';
import { joinTags } from './join-tags.ts';
import { PdfError } from './pdf-error.ts';

export async function joinPdfs(
  pdfs: readonly Uint8Array[],
  { title, locale }: { title: string; locale: Locale },
): Promise<Buffer> {
  const sources: PDFDocument[] = [];
  for (const pdf of pdfs) sources.push(await load(pdf));
  const joined = await PDFDocument.create({ updateMetadata: false });
  const parts = sources.map((source) => copyPages(source, joined));
  const isTagged = joinTags(joined, parts);
  joinOutlines(joined, parts);
  describeWhole(joined, { title, locale, sources, isTagged });
  return Buffer.from(await joined.save({ useObjectStreams: false, addDefaultPage: false }));
}

async function load(pdf: Uint8Array): Promise<PDFDocument> {
  try {
    const source = await PDFDocument.load(pdf, { updateMetadata: false });
    // A file without a catalog loads, and fails only here.
    source.getPages();
    return source;
  } catch (error) {
    throw new PdfError('input', `A PDF cannot be read: ${(error as Error).message}`);
  }
}

function copyPages(source: PDFDocument, joined: PDFDocument): JoinedPart {
  const { context } = joined;
  const known = new Set(context.enumerateIndirectObjects().map(([ref]) => ref));
  const copier = PDFObjectCopier.for(source.context, context);
  // By reference, so that whatever points to a page points to its copy.
  for (const page of source.getPages()) {
    const ref = copier.copy(page.ref);
    joined.addPage(PDFPage.of(context.lookup(ref) as PDFPageLeaf, ref, joined));
  }
  const tags = copyTree(source, copier, context, 'StructTreeRoot');
  const outline = copyTree(source, copier, context, 'Outlines');
  const objects = context
    .enumerateIndirectObjects()
    .filter(([ref]) => !known.has(ref))
    .map(([, object]) => (object instanceof PDFRawStream ? object.dict : object))
    .filter((object): object is PDFDict => object instanceof PDFDict);
  return { tags, outline, objects };
}

function copyTree(
  source: PDFDocument,
  copier: ReturnType<typeof PDFObjectCopier.for>,
  context: PDFContext,
  name: string,
): PDFDict | undefined {
  const root = source.catalog.get(PDFName.of(name));
  if (root === undefined) return undefined;
  const copy = context.lookup(copier.copy(root));
  return copy instanceof PDFDict ? copy : undefined;
}

interface Whole {
  readonly title: string;
  readonly locale: Locale;
  readonly sources: readonly PDFDocument[];
  readonly isTagged: boolean;
}

function describeWhole(joined: PDFDocument, { title, locale, sources, isTagged }: Whole): void {
  const { context, catalog } = joined;
  const metadata = sources.map(readMetadata);
  const isArchive = isTagged && metadata.every((xmp) => xmp.includes('<pdfaid:part>2<'));
  const isAccessible = isTagged && metadata.every((xmp) => xmp.includes('<pdfuaid:part>1<'));
  joined.setTitle(title);
  joined.setAuthor('Formstead');
  catalog.set(PDFName.of('Lang'), PDFString.of(locale));
  const direction = directionOf(locale) === 'rtl' ? { Direction: PDFName.of('R2L') } : {};
  catalog.set(PDFName.of('ViewerPreferences'), context.obj({ DisplayDocTitle: true, ...direction }));
  const intents = sources[0]?.catalog.get(PDFName.of('OutputIntents'));
  if (isArchive && intents !== undefined) {
    catalog.set(PDFName.of('OutputIntents'), PDFObjectCopier.for(sources[0]!.context, context).copy(intents));
  }
  const xmp = identifyStandards(writeXmp(title, locale), { isAccessible, isArchive });
  const stream = context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(stream));
  const id = PDFHexString.of(
    createHash('sha256').update(xmp).update(String(sources.length)).digest('hex').slice(0, 32),
  );
  context.trailerInfo.ID = context.obj([id, id]);
}

function readMetadata({ catalog }: PDFDocument): string {
  const stream = catalog.lookup(PDFName.of('Metadata'));
  return stream instanceof PDFRawStream ? Buffer.from(stream.getContents()).toString() : '';
}

function writeXmp(title: string, locale: string): string {
  const escaped = title.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!);
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped}</rdf:li></rdf:Alt></dc:title>` +
    '<dc:creator><rdf:Seq><rdf:li>Formstead</rdf:li></rdf:Seq></dc:creator>' +
    `<dc:language><rdf:Bag><rdf:li>${locale}</rdf:li></rdf:Bag></dc:language>` +
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>'
  );
}
