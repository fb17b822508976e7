// What an export is made of: rows as CSV or as a workbook, plain or for people, or PDFs in a ZIP. [export.query]
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { directionOf } from '../../core/locale/locale.ts';
import { writeCsv } from '../../tables/write/write-csv.ts';
import { writeXlsx } from '../../tables/write/write-xlsx.ts';
import { writeZip } from '../../tables/write/write-zip.ts';
import { errors } from '../base/errors.ts';
import type { Services } from '../base/services.ts';
import { eachCellPage } from './each-cell-page.ts';
import { chooseColumns, type ExportColumns } from './export-columns.ts';
import type { ExportKind } from './export-file-name.ts';
import { type ExportedEntries, eachEntryPage, eachRowPage } from './export-pages.ts';
import { type ExportProgress, noProgress } from './export-progress.ts';
import { pdfNamer } from './pdf-names.ts';
import { checkTable, openTable, type WantedTableFile } from './table/open-table.ts';
import type { TableOptions } from './table/table-options.ts';
import { eachPdf } from './write-pdfs.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'pdf';

type Needs = Pick<
  Services,
  | 'config'
  | 'clock'
  | 'newId'
  | 'log'
  | 'outbound'
  | 'longReads'
  | 'db'
  | 'secrets'
  | 'pdf'
  | 'reads'
  | 'storage'
  | 'entryIndexes'
>;

export interface Export extends ExportedEntries {
  readonly format: ExportFormat;
  readonly fields: readonly string[] | undefined;
  /** Of a table for people; undefined for the plain one. */
  readonly options?: TableOptions | undefined;
  /** PDFs are named by the entry's number and an answer, where one is chosen. */
  readonly pdfs?: { readonly pdfName: string | undefined } | undefined;
}

export interface ExportContent {
  readonly kind: ExportKind;
  readonly type: string;
  readonly content: Readable;
  readonly contentEncoding?: 'gzip';
}

/** Throws what is wrong with the request. */
export function checkContent(wanted: Export, services: Pick<Services, 'config' | 'secrets'>): void {
  const table = tableOf(wanted);
  if (wanted.format === 'pdf') namerOf(wanted);
  else if (table === undefined) choose(wanted, services);
  else checkTable(table, services);
}

export function openContent(wanted: Export, services: Needs, progress = noProgress): ExportContent {
  const time = new Date(services.clock.now());
  if (wanted.format === 'pdf') {
    const pages = eachEntryPage(wanted, services);
    const pdfs = { form: wanted.form, pages, onEntries: progress.add, nameOf: namerOf(wanted) };
    return zipped(writeZip(eachPdf(pdfs, services), time));
  }
  const table = tableOf(wanted);
  if (table !== undefined) {
    const { kind, pieces } = openTable(table, services, progress);
    if (kind === 'zip') return zipped(pieces);
    return kind === 'csv' ? csvFile(pieces) : workbookFile(pieces);
  }
  const chosen = choose(wanted, services);
  const titles = chosen.columns.map(({ title }) => title);
  const pages = eachCellPage(counted(eachRowPage(wanted, chosen.properties, services), progress), chosen);
  if (wanted.format === 'csv') return csvFile(writeCsv(titles, pages));
  const { definition, plan } = wanted.form;
  const sheets = [{ name: definition.name ?? '', titles, pages }];
  return workbookFile(writeXlsx({ sheets, isRightToLeft: directionOf(plan.locale) === 'rtl', time }));
}

function csvFile(pieces: AsyncIterable<Buffer>): ExportContent {
  return { kind: 'csv', type: 'text/csv; charset=utf-8', contentEncoding: 'gzip', content: compressed(pieces) };
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function workbookFile(pieces: AsyncIterable<Buffer>): ExportContent {
  return { kind: 'xlsx', type: workbookType, content: streamOf(pieces) };
}

function zipped(pieces: AsyncIterable<Buffer>): ExportContent {
  return { kind: 'zip', type: 'application/zip', content: streamOf(pieces) };
}

function tableOf({ format, options, ...wanted }: Export): WantedTableFile | undefined {
  return format === 'pdf' || options === undefined ? undefined : { ...wanted, format, options };
}

function namerOf({ form, pdfs }: Export) {
  return pdfs && pdfNamer(form, pdfs.pdfName);
}

/** choice: an empty list of fields means the default columns, as a missing one does. */
function choose({ form, fields }: Export, services: Pick<Services, 'config' | 'secrets'>): ExportColumns {
  const chosen = chooseColumns(fields?.length === 0 ? undefined : fields, form, services);
  if ('unknown' in chosen) throw errors.fieldsNotRecognized(chosen.unknown);
  return chosen;
}

/** A page counts when the next one is asked for: then it is done. */
async function* counted<Row>(pages: AsyncIterable<readonly Row[]>, progress: ExportProgress) {
  for await (const rows of pages) {
    yield rows;
    progress.add(rows.length);
  }
}

/** Fast rather than small: a link lives two days, and the request waits. */
const gzipOptions = { level: 1, chunkSize: 128 * 1024 };

function compressed(pieces: AsyncIterable<Buffer>): Readable {
  const gzip = createGzip(gzipOptions);
  // A failure on either side destroys the other; whoever reads `gzip` meets it.
  pipeline(streamOf(pieces), gzip, () => {});
  return gzip;
}

function streamOf(pieces: AsyncIterable<Buffer>): Readable {
  return Readable.from(pieces, { objectMode: true, highWaterMark: 2 });
}
