// What a reader finds in a PDF: its text page by page, its title, language and standards, and the roles of its tags.
import { getDocumentProxy } from 'unpdf';

export interface ReadPdf {
  readonly pages: readonly string[];
  /** All pages, with spaces between the pieces made one. */
  readonly text: string;
  readonly title: string;
  readonly lang: string;
  readonly isTagged: boolean;
  readonly standards: { readonly ua: string | undefined; readonly a: string | undefined };
  /** Roles of tags in reading order. */
  readonly roles: readonly string[];
}

export async function readPdf(pdf: Uint8Array): Promise<ReadPdf> {
  // The reader takes the bytes away from whoever gave them.
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const pages: string[] = [];
  const roles: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(tidy(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('')));
    collectRoles(await page.getStructTree(), roles);
  }
  const { info } = await document.getMetadata();
  const raw = Buffer.from(pdf).toString('latin1');
  const part = (name: string) => new RegExp(`<${name}:part>(\\d)<`).exec(raw)?.[1];
  const level = /<pdfaid:conformance>(\w)</.exec(raw)?.[1] ?? '';
  const facts = info as Record<string, string>;
  return {
    pages,
    text: pages.join(' '),
    title: facts['Title'] ?? '',
    lang: facts['Language'] ?? '',
    isTagged: (await document.getMarkInfo())?.['Marked'] === true,
    standards: { ua: part('pdfuaid'), a: part('pdfaid') === undefined ? undefined : part('pdfaid') + level },
    roles,
  };
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** A tag, or a piece of content that belongs to one. */
interface Tag {
  readonly role?: string;
  readonly children?: readonly object[];
}

function collectRoles(tag: Tag | null, roles: string[]): void {
  if (tag?.role !== undefined) roles.push(tag.role);
  for (const child of tag?.children ?? []) collectRoles(child, roles);
}
