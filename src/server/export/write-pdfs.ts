// The parts of a pdf export: one PDF per entry, made now from current data, a few at a time, in the order of the entries.
// Named like the PDF the entry would get, duplicates become name.pdf, name (1).pdf. [export.pdf]

import type { Locale } from '../../core/locale/locale.ts';
import { createUniqueNames } from '../../tables/write/unique-names.ts';
import type { ZipPart } from '../../tables/write/write-zip.ts';
import { exportWords } from '../../words/all/server/export.ts';
import { errors, errorText, ServiceError } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { storedPdfEntry } from '../entry-facts/pdf-entry.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { type MadePdf, makePdfsNow } from '../pdf/make-pdfs.ts';
import { PdfError } from '../pdf/pdf-error.ts';
import type { EntryRow } from '../store/entries/entries.ts';

/** Enough to keep the typesetting processes busy, and few enough that a submit's own PDF is not long in coming. */
const pdfsAtOnce = 4;

export interface PdfsToExport {
  readonly form: LoadedForm;
  readonly pages: AsyncIterable<readonly EntryRow[]>;
  readonly onEntries?: (count: number) => void;
  /** Instead of the name that the PDF would get. */
  readonly nameOf?: ((row: EntryRow) => string) | undefined;
}

export async function* eachPdf(
  { form, pages, onEntries = () => {}, nameOf }: PdfsToExport,
  services: Pick<Services, 'clock' | 'db' | 'log' | 'outbound' | 'pdf' | 'storage'>,
): AsyncGenerator<ZipPart, void, undefined> {
  const nameOnce = createUniqueNames();
  const failures: FailedPdf[] = [];
  let madeCount = 0;
  const take = (result: ExportedPdf | FailedPdf): ZipPart[] => {
    if (!('error' in result)) {
      madeCount += 1;
      onEntries(1);
      return [{ name: nameOnce(result.name), content: result.content }];
    }
    failures.push(result);
    if (madeCount === 0 && failures.length >= maxFailuresAtFirst) throw result.error;
    return [];
  };
  const waiting: Promise<ExportedPdf | FailedPdf>[] = [];
  for await (const rows of pages) {
    for (const row of rows) {
      waiting.push(startPdf({ form, row, nameOf }, services));
      if (waiting.length >= pdfsAtOnce) yield* take(await waiting.shift()!);
    }
  }
  for (const pdf of waiting) yield* take(await pdf);
  const [first] = failures;
  if (first === undefined) return;
  if (madeCount === 0) throw first.error;
  onEntries(failures.length);
  yield { name: nameOnce('errors.txt'), content: listFailures(failures, form.plan.locale) };
}

/** A layout that fails for every entry is told at once, not after thousands of tries. */
const maxFailuresAtFirst = 20;

interface FailedPdf {
  readonly row: Pick<EntryRow, 'id' | 'idx'>;
  readonly error: Error;
}

type ExportedPdf = Pick<MadePdf, 'name' | 'content'>;

function startPdf(
  { form, row, nameOf }: Pick<PdfsToExport, 'form' | 'nameOf'> & { readonly row: EntryRow },
  services: Pick<Services, 'clock' | 'db' | 'log' | 'outbound' | 'pdf' | 'storage'>,
): Promise<ExportedPdf | FailedPdf> {
  const made = makePdfsNow(
    { form, entry: storedPdfEntry({ row }, services), isArchive: false, isForFiller: false },
    services,
  ).then(
    ({ main: { name, content } }) => ({ name: nameOf?.(row) ?? name, content }),
    (error: unknown) => {
      // Whatever else went wrong (the database, the storage) is not this entry's fault: it ends the export.
      if (!isPdfFailure(error)) throw error;
      services.log.warn({ form: form.id, entry: row.id, error: String(error.cause ?? error) }, 'no PDF in an export');
      return { row: { id: row.id, idx: row.idx }, error };
    },
  );
  // A failure is met when the PDF's turn comes; until then it must not count as unhandled.
  made.catch(() => {});
  return made;
}

function isPdfFailure(error: unknown): error is Error {
  return error instanceof PdfError || (error instanceof ServiceError && error.situation === 'pdfFailed');
}

/** With a mark at the start by which Windows knows UTF-8. */
function listFailures(failures: readonly FailedPdf[], locale: Locale): Buffer {
  const { title, number, id, reason: cause } = exportWords[locale].failedPdfs;
  const lines = failures.map(({ row, error }) => {
    // What a broken process said last is for the log only.
    const reason = errorText(error instanceof ServiceError ? error : errors.internal(error), [locale]);
    return [row.idx, row.id, reason.replace(/\s+/g, ' ')].join('\t');
  });
  return Buffer.from(`\ufeff${[title, [number, id, cause].join('\t'), ...lines, ''].join('\r\n')}`);
}
