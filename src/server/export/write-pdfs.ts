// The parts of a pdf export: one PDF per entry, made now from current data, a few at a time, in the order of the entries.
// SPEC.md "Export": named like the PDF the entry would get, duplicates become name.pdf, name (1).pdf.

import { storedPdfEntry } from '../entries/pdf-entry.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { makePdfsNow } from '../render/make-pdfs.ts';
import type { Services } from '../services.ts';
import type { EntryRow } from '../store/entries.ts';
import type { ZipPart } from './write-zip.ts';

/** Enough to keep the typesetting processes busy, and few enough that a submit's own PDF is not long in coming. */
const pdfsAtOnce = 4;

export async function* eachPdf(
  form: LoadedForm,
  pages: AsyncIterable<readonly EntryRow[]>,
  services: Services,
): AsyncGenerator<ZipPart, void, undefined> {
  const nameOnce = createUniqueNames();
  const toPart = ({ name, content }: { name: string; content: Buffer }) => ({ name: nameOnce(name), content });
  const waiting: Promise<{ name: string; content: Buffer }>[] = [];
  for await (const rows of pages) {
    for (const row of rows) {
      waiting.push(startPdf(form, row, services));
      if (waiting.length >= pdfsAtOnce) yield toPart(await waiting.shift()!);
    }
  }
  for (const pdf of waiting) yield toPart(await pdf);
}

function startPdf(form: LoadedForm, row: EntryRow, services: Services): Promise<{ name: string; content: Buffer }> {
  const made = makePdfsNow({ form, entry: storedPdfEntry({ row }, services), isArchive: false }, services).then(
    ({ main }) => main,
  );
  // A failure is met when the PDF's turn comes; until then it must not count as unhandled.
  made.catch(() => {});
  return made;
}

/** Two names that differ only in case are one file where people unpack them. */
export function createUniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  const lastNumbers = new Map<string, number>();
  const take = (name: string) => {
    const key = name.normalize('NFC').toLowerCase();
    if (taken.has(key)) return false;
    taken.add(key);
    return true;
  };
  return (name) => {
    if (take(name)) return name;
    const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name) ?? [];
    for (let number = (lastNumbers.get(name) ?? 0) + 1; ; number++) {
      const numbered = `${stem} (${number})${ending}`;
      if (!take(numbered)) continue;
      lastNumbers.set(name, number);
      return numbered;
    }
  };
}
