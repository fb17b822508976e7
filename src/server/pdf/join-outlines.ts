// The outlines of several PDFs as one list: the last item of each is followed by the first of the next. ISO 32000-1, 12.3.3.

import { PDFDict, type PDFDocument, PDFName, PDFNumber, PDFRef } from '@cantoo/pdf-lib';

/** A source, and what became of its catalog's trees in the joined file. */
export interface JoinedPart {
  readonly tags: PDFDict | undefined;
  readonly outline: PDFDict | undefined;
  /** Every object that came from this source. */
  readonly objects: readonly PDFDict[];
}

const name = (text: string) => PDFName.of(text);

export function joinOutlines({ context, catalog }: PDFDocument, parts: readonly JoinedPart[]): void {
  const chains = parts.flatMap(({ outline }) => (outline === undefined ? [] : (readChain(outline) ?? [])));
  const items = chains.flat();
  if (items.length === 0) return;
  const root = context.obj({ Type: 'Outlines' });
  const rootRef = context.register(root);
  items.forEach((ref, at) => {
    const item = context.lookup(ref, PDFDict);
    item.set(name('Parent'), rootRef);
    link(item, 'Prev', items[at - 1]);
    link(item, 'Next', items[at + 1]);
  });
  link(root, 'First', items[0]);
  link(root, 'Last', items.at(-1));
  root.set(name('Count'), PDFNumber.of(items.length));
  catalog.set(name('Outlines'), rootRef);
}

/** The items on the first level, or undefined for an outline that is broken. */
function readChain(outline: PDFDict): PDFRef[] | undefined {
  const chain: PDFRef[] = [];
  const seen = new Set<PDFRef>();
  for (let ref = outline.get(name('First')); ref !== undefined; ) {
    if (!(ref instanceof PDFRef) || seen.has(ref)) return undefined;
    seen.add(ref);
    chain.push(ref);
    const item = outline.context.lookup(ref);
    if (!(item instanceof PDFDict)) return undefined;
    ref = item.get(name('Next'));
  }
  return chain;
}

function link(item: PDFDict, key: 'Prev' | 'Next' | 'First' | 'Last', ref: PDFRef | undefined): void {
  if (ref === undefined) item.delete(name(key));
  else item.set(name(key), ref);
}
